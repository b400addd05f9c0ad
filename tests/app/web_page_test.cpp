#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "catch.hpp"
#include "pentocity/web/pages.hpp"

namespace web_page_test {

namespace {

using namespace pentocity;
using namespace pentocity::web;

TEST_CASE("a page takes its data whole, and loads nothing") {
  if (gerrymander_page().empty()) return;  // built without Node.js
  const std::string evil = "</script><script>alert(1)</script><!--<script>@puzzle@";
  const nlohmann::json data = {{"board", {"AB", evil}}};
  const std::string page = fill_page(gerrymander_page(), {{"puzzle", data.dump()}});
  const std::string before = R"(<script type="application/json" id="pentocity-puzzle">)";
  const auto from = page.find(before) + before.size();
  const auto to = page.find("</script>", from);
  CHECK(nlohmann::json::parse(page.substr(from, to - from)) == data);
  CHECK(page.starts_with("<!DOCTYPE html>"));
  CHECK(page.ends_with("</html>\n"));
  // Links of others would be requests; the names of the XML namespace are none.
  for (auto at = page.find("://"); at != std::string::npos; at = page.find("://", at + 1)) {
    CHECK(page.substr(at, 18) == "://www.w3.org/2000");
  }
}

TEST_CASE("a page has one place for each of its data") {
  CHECK(fill_page("a@x@b", {{"x", "[\"<\"]"}}) == "a[\"\\u003c\"]b");
  // What looks like a place within data is none.
  CHECK(fill_page("@x@-@yy@", {{"yy", "@x@"}, {"x", "@yy@"}}) == "@yy@-@x@");
  CHECK_THROWS_AS(fill_page("ab", {{"x", "1"}}), std::invalid_argument);
  CHECK_THROWS_AS(fill_page("@xcontactx@", {{"x", "1"}}), std::invalid_argument);
}

}  // namespace

}  // namespace web_page_test
