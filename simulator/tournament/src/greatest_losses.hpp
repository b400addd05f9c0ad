#pragma once
// The games that a folder records because somebody lost them by most.

#include "pentocity/results/trace_folder.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

/// Both games of those three rounds of each player that it lost by most to the best of the round, of equal losses the
/// first ones. Only of players and sequencers that are built in, which play the same game again, and of requests that
/// are the same for all; none as long as a scheduled game is not stored, or if requests are drawn from a secret. They
/// depend on the results only: `ends` has those of the stored games, by number.
std::set<results::GameId> greatest_losses(const results::Schedule& schedule,
                                          std::span<const std::optional<GameEnd>> ends);

/// Plays these stored games again and writes their traces. One that is not of built-in players and sequencers, or ends
/// otherwise than it is stored, gets none. Returns how many have been written.
std::size_t record_again(const results::Store& store, std::span<const results::GameId> games,
                         results::TraceFolder& traces);

}  // namespace pentocity::tournament
