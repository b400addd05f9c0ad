#pragma once

#include <string_view>

namespace pentocity::web {

/// The frame of the pages that `pentocity site` writes. fill_html() puts in `title` (text), `nav` (the links to the
/// other pages) and `main` (what the page says).
std::string_view site_page();

}  // namespace pentocity::web
