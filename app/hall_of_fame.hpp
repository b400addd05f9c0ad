#pragma once
// The hall of fame, as scripts/hall-of-fame writes it (docs/research/hall-of-fame.md).

#include <string>
#include <string_view>
#include <vector>

namespace pentocity::app {

/// A class of the hall of fame: a heading, a text, and a table of players, the best first. Texts are Markdown.
struct HallClass {
  std::string heading, text;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  ///< a field for each column

  /// The number of the column with this name. Throws std::out_of_range if there is none.
  std::size_t column(std::string_view name) const;
};

/// Reads the page `text`. `file` is its name in messages. Throws InputError if it has no class, or a class has no table
/// with the columns `player` and `score`.
std::vector<HallClass> read_hall_of_fame(std::string_view text, const std::string& file);

}  // namespace pentocity::app
