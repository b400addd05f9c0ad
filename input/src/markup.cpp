#include "pentocity/input/markup.hpp"

#include "pentocity/input/printable.hpp"

namespace pentocity::inline input {

std::string markup_text(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace pentocity::inline input
