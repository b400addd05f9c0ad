#pragma once
// The data of the report page (docs/reference/report-page.md).

#include "commands.hpp"
#include "pentocity/results/showcase.hpp"

namespace pentocity::app {

/// Bytes in the encoding Base64 (RFC 4648), with padding.
std::string base64(std::string_view bytes);

/// Games with their traces as JSON, format `pentocity-games/2`.
/// @param live the page is to ask the program that serves it for news
std::string games_json(const results::Showcase& showcase, bool live);

/// The mean upper bounds of a folder's pairings: the field `cells` of `pentocity-bound/1`. Null if no requests can be
/// made again, as without their secret. Throws UserError if the folder cannot be read.
nlohmann::ordered_json bounds_of_folder(const std::string& folder);

/// A run as a whole. What is empty is not known.
struct RunFacts {
  std::string name = {};
  std::string date = {};                    ///< of the latest game, YYYY-MM-DD
  std::string made = {};                    ///< results::making_text()
  std::string machine = {};                 ///< on which the latest game was played
  std::string keep = {};                    ///< the command that makes a page of a run under way that stays
  nlohmann::ordered_json bounds = nullptr;  ///< the result of bounds_of_folder()
};
/// These as the page has them, format `pentocity-run/1`.
std::string run_json(const RunFacts& facts);

/// The report page as HTML. Throws UserError if this program was built without it.
/// @param summary the contents of summary.json, or the same in columns, format `pentocity-columns/1`
/// @param games the result of games_json()
/// @param run the result of run_json()
/// @param beside the results beside another folder's, format `pentocity-beside/1`; `null` for none
std::string report_html(std::string_view summary, std::string_view games, std::string_view run,
                        std::string_view beside = "null");

/// The summary of all games that are stored in a results folder, as summary.json has it; of the folder of a league,
/// that of all its games with its ratings, by which the players are ranked. Throws UserError if it is neither, or
/// cannot be read.
nlohmann::ordered_json summary_of(const std::string& folder);

/// What `report --format csv --rows ROWS` prints of a folder: the list of that name of the summary (`pairs` is its
/// `head_to_head`), or `bounds`, the result of bounds_of_folder(), or `ratings`, the players of a league's table. An
/// empty line if there are none. Throws InputError for ratings of no league, and UserError as summary_of() does.
std::string csv_of_rows(const std::string& folder, const std::string& rows);

/// The report page of a results folder or a league.
struct Report {
  std::string name;     ///< of the folder
  std::string date;     ///< of the latest game, or batch of a league, YYYY-MM-DD; empty if it is not known
  std::string summary;  ///< the result of summary_of(), as text
  std::string html;
  results::Showcase games;  ///< those that the page has
};
/// Makes that page. Throws UserError as the functions above do.
/// @param max_bytes the page has at most so many, unless it has more without any game; games that do not fit are left
/// out
/// @param beside as for report_html()
Report report_of(const std::string& folder, std::size_t max_bytes, std::string_view beside = "null");

}  // namespace pentocity::app
