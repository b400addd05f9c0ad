#pragma once
// The data of the report page.

#include <string>
#include <string_view>

#include "pentocity/tournament/showcase.hpp"

namespace pentocity::app {

std::string base64(std::string_view bytes);

/// An object of format pentocity-games/1.
/// @param live does the page ask the program that wrote it for what is new?
std::string games_json(const tournament::Showcase& showcase, bool live);

/// The report page. Throws InputError if this program was built without it.
/// @param summary the contents of summary.json
std::string report_html(std::string_view summary, std::string_view games);

}  // namespace pentocity::app
