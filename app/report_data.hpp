#pragma once
// The data of the report page (docs/report-page.md).

#include <string>
#include <string_view>

#include "pentocity/tournament/showcase.hpp"

namespace pentocity::app {

/// Bytes in the encoding Base64 (RFC 4648), with padding.
std::string base64(std::string_view bytes);

/// Games with their traces as JSON, format `pentocity-games/1`.
/// @param live the page is to ask the program that serves it for news
std::string games_json(const tournament::Showcase& showcase, bool live);

/// The report page as HTML. Throws UserError if this program was built without it.
/// @param summary the contents of summary.json
/// @param games the result of games_json()
/// @param beside the results beside another folder's, format `pentocity-beside/1`; `null` for none
std::string report_html(std::string_view summary, std::string_view games, std::string_view beside = "null");

}  // namespace pentocity::app
