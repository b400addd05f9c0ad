#pragma once
// The games of a results folder as text for other programs.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace pentocity::results {

/// `csv`: a line with the names of the columns of the table `game`, and a line for each game; nothing (NULL) is an
/// empty field. `jsonl`: for each game a JSON object on a line, with the columns as fields; nothing is null, and
/// `faults` is an object.
enum class ExportFormat : std::uint8_t { csv, jsonl };

/// The names of these columns, in order.
std::vector<std::string> export_columns();

/// Writes the games of the folder's schedule, which are those that its summary covers, ordered by player, sequencer and
/// repeat. Each call of `write` gets whole lines. Throws InputError if it is no results folder, and UserError if it
/// cannot be read.
void export_games(const std::string& folder, ExportFormat format,
                  const std::function<void(const std::string& lines)>& write);

}  // namespace pentocity::results
