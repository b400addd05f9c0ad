#pragma once
// HTML pages that are embedded in the program, and data for them.

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace pentocity::web {

/// The report page of a tournament: a self-contained HTML file. fill_page() puts `summary` (the contents of
/// summary.json) and `games` (an object of format `pentocity-games/2`, docs/reference/report-page.md) into it. Empty if
/// Node.js was missing when the program was built.
std::string_view report_page();

/// The page for playing the gerrymander game: a self-contained HTML file. fill_page() puts a puzzle into it, an object
/// of format `pentocity-gerrymander-puzzle/1`; without one the page shows the puzzle of the day. Empty if Node.js or
/// npm was missing when the program was built.
std::string_view gerrymander_page();

/// The pages that `pentocity site` writes itself: one self-contained HTML file for all. fill_page() puts in `page` (the
/// name of the file that this one is to be: index.html, puzzles.html or hall-of-fame.html) and `site`, the object that
/// web/site/main.js describes. Empty if Node.js or npm was missing when the program was built.
std::string_view site_page();

/// The picture that stands for a page on its tab, as SVG.
std::string_view icon();

/// The service worker of a site, JavaScript: with it, a site that is served by http opens without the network too.
std::string_view offline_worker();

/// Fills data into a page: for each pair of name and JSON text, the text `@name@`, which must occur in `page` exactly
/// once, is replaced by the JSON. That text must be inside a script element; each `<` of the JSON is escaped, so that
/// no string in it can end the element. Throws std::invalid_argument if a name occurs in the page not at all or more
/// than once.
std::string fill_page(std::string_view page,
                      std::initializer_list<std::pair<std::string_view, std::string_view>> values);

}  // namespace pentocity::web
