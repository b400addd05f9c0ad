#include "pentocity/web/fill_page.hpp"

#include <stdexcept>

namespace pentocity {

std::string fill_page(std::string_view page, std::string_view json) {
  constexpr std::string_view place = "@puzzle@";
  const auto at = page.find(place);
  if (at == std::string_view::npos || page.find(place, at + 1) != std::string_view::npos) {
    throw std::invalid_argument("a page has one place for its data");
  }
  std::string filled(page.substr(0, at));
  // '<' begins all that means something to HTML here, and in JSON it stands in strings only.
  for (const char c : json) {
    if (c == '<') {
      filled += "\\u003c";
    } else {
      filled += c;
    }
  }
  filled += page.substr(at + place.size());
  return filled;
}

}  // namespace pentocity
