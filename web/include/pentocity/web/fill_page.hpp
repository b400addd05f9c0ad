#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace pentocity::web {

/// A page with its data: each value, JSON, in place of the one `@name@` of `page`, as the text of a script element.
/// Whatever stands in strings of the JSON, it cannot end that element. Throws std::invalid_argument if there is no
/// such place, or more than one.
std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values);

}  // namespace pentocity::web
