#pragma once
// The summary of the games that a results folder holds.

#include <functional>
#include <string>

#include "pentocity/figures/summary.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::figures {

/// The summary of the games of a store's schedule for which `covers` is true (all if it is empty), with their digest:
/// 64 hexadecimal digits, a hash of their rows without the columns that differ each time a game is played, such as CPU
/// time. Equal digests mean equal games, on any machine and in any order of play. Throws UserError as Store::for_each()
/// does.
Summary summary_of(const results::Store& store, SummaryConfig config,
                   const std::function<bool(const results::GameId&)>& covers = {});
Summary summary_of(const results::Store& store);

/// The summary of all games of a folder's schedule. Throws InputError if it holds no results, and UserError if a file
/// cannot be read.
Summary summary_of_folder(const std::string& folder);

}  // namespace pentocity::figures
