#pragma once
// Text in HTML and SVG.

#include <string>
#include <string_view>

namespace pentocity::inline input {

/// A text of any origin as it stands in HTML or XML, between tags or in a quoted attribute: invisible characters are
/// written out as printable() does, and `&`, `<`, `>` and `"` as entities.
std::string markup_text(std::string_view text);

}  // namespace pentocity::inline input
