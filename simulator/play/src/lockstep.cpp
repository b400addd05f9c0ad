#include "lockstep.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "pentocity/input/user_error.hpp"
#include "pentocity/results/store.hpp"

namespace pentocity::play {

void refuse_adaptive(const Config& config) {
  for (const entrants::SequencerEntry& sequencer : config.sequencers) {
    bool adaptive = false;
    try {
      adaptive = sequencer.make(config.schedule.rules.side, config.stream(0, sequencer))->adaptive();
    } catch (const std::exception&) {
      continue;
    }
    if (adaptive)
      throw InputError(
          "'{}' is adaptive: its requests depend on each player's land, so that its games cannot go in lockstep: leave "
          "it out, or set `lockstep: false`",
          sequencer.name);
  }
}

void check_lockstep(const Config& config, const RunOptions& options) {
  const results::Schedule& own = config.schedule;
  const results::Store store(options.folder, own, results::Store::Access::look);
  if (!plays_in_lockstep(config, store.lockstep()) || !store.lockstep()) return;
  const auto anew = [&](const std::string& name) {
    return std::ranges::find(options.anew, name) != options.anew.end();
  };
  for (const entrants::EntrantId& player : own.players)
    if (anew(player.name))
      throw InputError(
          "--anew: the games of {} were played in lockstep, so '{}' would meet requests that the others know: --fresh "
          "plays all anew, on others",
          options.folder, player.name);
  std::vector<bool> stored(own.games());
  store.for_each([&](const results::StoredGame& game) { stored[own.number_of(game.id)] = !anew(game.row.sequencer); },
                 {}, results::Store::Read::brief);
  std::set<std::pair<std::string, int>> met;  // streams, by whomever
  store.for_each_row(
      [&](match::GameRow&& row, const std::string&) {
        if (!anew(row.sequencer)) met.insert({row.sequencer, row.repeat});
      },
      results::Store::Read::brief);
  const results::Shard shard{options.shard.index, options.shard.count, true};
  bool any = false;
  for (std::size_t i = 0; i < stored.size(); ++i) {
    const results::GameId id = own.game(i);
    if (stored[i] || !results::plays(shard, id) || (options.chosen && !options.chosen(id))) continue;
    const std::string& sequencer = own.sequencers[id.sequencer].name;
    if (met.contains({sequencer, id.repeat}))
      throw InputError(
          "{}: its games were played in lockstep, and '{}' would meet requests there that others know ('{}', repeat "
          "{}): a player that joins later, or changes, needs a new folder (--out), in which all play on others",
          options.folder, own.players[id.player].name, sequencer, id.repeat);
    any = true;
  }
  if (any) refuse_adaptive(config);
}

bool plays_in_lockstep(const Config& config, std::optional<bool> stored) {
  constexpr int untrusted = 2;  // players that could help each other
  if (!stored) return config.lockstep.value_or(config.schedule.commitment && config.isolated_players >= untrusted);
  if (config.lockstep.value_or(*stored) != *stored)
    throw InputError(
        "lockstep: the games in the folder were played {} it, and the others are to be played so, too: choose another "
        "folder with --out, or remove them with --fresh",
        *stored ? "in" : "without");
  return *stored;
}

}  // namespace pentocity::play
