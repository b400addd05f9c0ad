#pragma once

#include <string_view>

namespace pentocity::web {

/// The pages that `pentocity site` writes itself: one self-contained HTML file for all. fill_page() puts in `page` (the
/// name of the file that this one is to be: index.html, puzzles.html or hall-of-fame.html) and `site`, the object that
/// web/site/main.js describes. Empty if Node.js or npm was missing when the program was built.
std::string_view site_page();

}  // namespace pentocity::web
