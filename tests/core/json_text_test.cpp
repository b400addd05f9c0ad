#include "pentocity/input/json_text.hpp"

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "pentocity/input/user_error.hpp"

namespace json_text_test {

using namespace pentocity;

TEST_CASE("JSON of files: what is none is refused, with the place", "[json]") {
  CHECK(read_json(R"({"a":[1,{"a":2}],"b":{"a":3}})", "x")["b"]["a"] == 3);
  CHECK(read_ordered_json(R"({"b":1,"a":2})", "x").begin().key() == "b");
  const std::string deep = std::string(51, '[') + std::string(51, ']');
  for (const auto& [text, complaint] :
       {std::pair<std::string, const char*>{"", "here: no JSON: it is empty"},
        {"hello\n", "here: no JSON: parse error at line 1, column 1: "},
        {"{\"a\": 1,\n \"b\": 2,}", "here: no JSON: parse error at line 2, column 9: "},
        {"{\"a\": 1", "here: no JSON: parse error at line 1, column 8: "},
        {"{} // fine", "here: no JSON: parse error at line 1, column 4: "},
        {"[1e999]", "here: no JSON: number overflow"},
        {R"({"a":1,"b":{"c":1,"d":2,"c":3}})", "here: the key 'c' is there twice in one object"},
        {std::string("{}\0", 3), "here: no JSON: it contains a byte 0"},
        {deep, "here: no JSON: it nests more than 50 levels deep"}}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(read_json(text, "here"), Catch::StartsWith(complaint));
    CHECK_THROWS_AS(read_ordered_json(text, "here"), InputError);
  }
}

TEST_CASE("JSON of messages: what is none is null", "[json]") {
  for (const std::string text : {"", "hello", "{\"a\": 1", "{} // fine", "null"}) CHECK(parse_json(text) == nullptr);
  CHECK(parse_json(R"({"a":1,"a":2})")["a"] == 2);
}

}  // namespace json_text_test
