#pragma once
// Which games a player plays, for players that do not play on every land or under every rule set.

#include <string>
#include <vector>

#include "pentocity/game/rules.hpp"

namespace pentocity::inline game {

/// The games that a player declares to play. Without a declaration it plays them all.
struct PlayedGames {
  std::vector<int> sides = {};          ///< the sides of the land; empty: all, min_side to max_side
  std::vector<std::string> rules = {};  ///< names of rule sets (Rules::profile); empty: all

  /// Tells whether these games include those under `of`. Single rules that a config changed do not matter.
  bool include(const Rules& of) const;
  /// In words for messages, such as `sides 8 to 20 under report`; empty if it plays everything.
  std::string words() const;
  /// Throws std::invalid_argument, with a message for the player's author, if a side is not one that a land can have or
  /// a rule set is unknown.
  void check() const;
};

}  // namespace pentocity::inline game

/// PENTOCITY_PLAYS(.sides = {50}, .rules = {"report"}) stands beside PENTOCITY_PLAYER in the source file of a plugin,
/// outside of functions, and names the games that the player plays. Either part may be left out. `pentocity check` then
/// plays no others, and a run under other rules is refused. Players that are built in play everything.
#ifdef PENTOCITY_PLUGIN
#define PENTOCITY_PLAYS(...)                                                                            \
  extern "C" __attribute__((visibility("default"))) const ::pentocity::PlayedGames* pentocity_plays() { \
    static const ::pentocity::PlayedGames it{__VA_ARGS__};                                              \
    return &it;                                                                                         \
  }
#endif
