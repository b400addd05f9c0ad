#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace pentocity::web {

/// Fills data into a page: for each pair of name and JSON text, the text `@name@`, which must occur in `page` exactly
/// once, is replaced by the JSON. That text must be inside a script element; each `<` of the JSON is escaped, so that
/// no string in it can end the element. Throws std::invalid_argument if a name occurs in the page not at all or more
/// than once.
std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values);

}  // namespace pentocity::web
