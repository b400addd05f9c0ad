#pragma once

#include <string_view>

namespace pentocity::web {

/// The report page of a tournament: a self-contained HTML file. fill_page() puts `summary` (the contents of
/// summary.json) and `games` (an object of format `pentocity-games/1`, docs/reference/report-page.md) into it. Empty if
/// Node.js was missing when the program was built.
std::string_view report_page();

}  // namespace pentocity::web
