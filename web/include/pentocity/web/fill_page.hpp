#pragma once

#include <string>
#include <string_view>

namespace pentocity {

/// A page with its data: `json` in place of the one `@puzzle@` of `page`, as the text of a script element. Whatever
/// stands in strings of `json`, it cannot end that element. Throws std::invalid_argument if there is no such place, or
/// more than one.
std::string fill_page(std::string_view page, std::string_view json);

}  // namespace pentocity
