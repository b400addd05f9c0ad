#pragma once
// What a results folder keeps about its runs that decides no game.

#include <cstddef>
#include <map>
#include <string>

#include "pentocity/entrants/entrant_id.hpp"

namespace pentocity::results {

/// The notes of a folder.
struct FolderNotes {
  bool all_traces = false;  ///< all games are to have traces
  /// The number of games that the config names, whatever part of them was asked for; 0 if there is no config.
  std::size_t named_games = 0;
  /// A hash of the names and identities of the players and sequencers whose games the traces are. Empty if no run has
  /// said it.
  std::string traced;
  /// The games of each stream were played in lockstep (play::plays_in_lockstep()).
  bool lockstep = false;
  /// The day on which the latest game was played, UTC, YYYY-MM-DD. Empty if no run has said it.
  std::string date;
  /// What players and sequencers saw in their games (PlayerEntry::seen), by seen_key(). Nothing of those that have no
  /// files of their own, or whose games are of version 1.0.0.
  std::map<std::string, std::string> seen;

  friend bool operator==(const FolderNotes&, const FolderNotes&) = default;
};

/// A hash of an entrant's name and identity.
std::string seen_key(const entrants::EntrantId& entrant);

}  // namespace pentocity::results
