#pragma once
// Pages of `web/`, which a program that was built without Node.js has not.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace pentocity::app {

/// The page with its data, as web::fill_page() fills it in. Throws UserError if the page is empty, as it is in a
/// program that was built without it.
/// @param name of the page, for the message
std::string filled_page(std::string_view name, std::string_view page,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> data);

}  // namespace pentocity::app
