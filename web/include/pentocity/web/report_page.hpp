#pragma once

#include <string_view>

namespace pentocity::web {

/// The page of a tournament, one self-contained HTML file; fill_page() gives it `summary`, the contents of
/// summary.json, and `games`, an object of format pentocity-games/1 (docs/report-page.md). Empty if Node.js was missing
/// when the program was built.
std::string_view report_page();

}  // namespace pentocity::web
