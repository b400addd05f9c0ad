#include "pentocity/match/replay.hpp"

#include <chrono>

#include "pentocity/match/read_trace.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

namespace {

struct ReplayArguments {
  std::vector<std::string> files;
  std::string player;
  PlayerArguments from;
};

// Prints the differences of a recorded game and returns their number.
std::size_t check(const std::string& file) {
  const std::vector<Mismatch> mismatches = replay_trace(read_trace(file));
  for (const Mismatch& m : mismatches)
    fmt::print("{}: {}: {}: recorded {}, replayed {}\n", file,
               m.turn >= 0 ? fmt::format("turn {}", m.turn) : "whole game", m.field, printable(m.recorded),
               printable(m.replayed));
  return mismatches.size();
}

// How a player's answers compare with the recorded ones.
struct Agreement {
  int turns = 0, sites = 0, moves = 0;
  int first_other = -1;  // the first turn of a single game with another site
  double seconds = 0;    // that the player took

  void add(const Agreement& other) {
    turns += other.turns;
    sites += other.sites;
    moves += other.moves;
    seconds += other.seconds;
  }
  std::string text() const {
    const auto share = [&](int n) { return 100.0 * n / std::max(turns, 1); };
    return fmt::format("{} turns, {} with the same site ({:.1f}%), {} with the same move ({:.1f}%), {:.3f} ms a move",
                       turns, sites, share(sites), moves, share(moves), 1000 * seconds / std::max(turns, 1));
  }
};

// Asks the player for its answer to each request of a recorded game, on the land of that turn. Its answers are not
// carried out; the game goes on with the recorded ones.
Agreement ask(const std::string& file, const PlayerEntry& entry) {
  const TraceLines trace = read_trace(file);
  require_plays(entry, trace.rules);
  const auto player = entry.make(trace.rules, 0);
  Land land = empty_land(trace.rules);
  View view{.land = land};
  Agreement out;
  const auto mismatches = replay_trace(trace, [&](const Game& game, const Turn& turn) {
    const auto start = std::chrono::steady_clock::now();
    const Move answer = player->play(turn.request, view);
    out.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    ++out.turns;
    const Grid& grid = land.grid();
    const bool same_site =
        answer.accept == turn.move.accept &&
        (!answer.accept || (answer.rotation == turn.move.rotation && answer.location == turn.move.location));
    const auto same = [&](const Cells& a, const Cells& b) { return grid.board(a) == grid.board(b); };
    out.sites += same_site;
    if (!same_site && out.first_other < 0) out.first_other = view.turn;
    out.moves += same_site && same(answer.road, turn.move.road) && same(answer.park, turn.move.park) &&
                 same(answer.pond, turn.move.pond);
    land = game.land();
    ++view.turn;
    view.score = game.score();
    view.rejects = game.rejects();
    view.last = turn.outcome();
  });
  if (!mismatches.empty()) throw InputError("{}: this recording does not agree with its rules (see replay)", file);
  return out;
}

// Every file is looked at, even after one that is no trace.
int replay(const ReplayArguments& a) {
  if (a.player.empty() && !a.from.options.empty()) throw InputError("--option needs --player");
  std::optional<PlayerEntry> player;
  if (!a.player.empty()) {
    const Config found = find_players({a.player}, a.from);
    check_hosting(found, tell_line);
    tell_gaps(found, tell_line);
    player = found.players.front();
  }
  std::size_t games = 0, mismatches = 0;
  Agreement all;
  for (const std::string& file : a.files) {
    try {
      if (player) {
        const Agreement one = ask(file, *player);
        fmt::print("{}: {}{}\n", file, one.text(),
                   one.first_other < 0 ? "" : fmt::format("; another site first in turn {}", one.first_other));
        all.add(one);
      } else {
        mismatches += check(file);
      }
      ++games;
    } catch (const InputError& e) {
      tell("{}", e.what());
    }
  }
  fmt::print("{} games, {}\n", games, player ? all.text() : fmt::format("{} mismatches", mismatches));
  if (games < a.files.size()) return exit_bad_input;
  return mismatches == 0 && all.moves == all.turns ? exit_done : exit_no;
}

}  // namespace

void add_replay(const Command& app) {
  const auto [command, a] =
      app.command(replay, "replay",
                  "Check recorded games: play their moves again by the rules, and compare what follows from them");
  command.footer({"pentocity replay results/quickstart/traces/*.jsonl.gz"},
                 "Each difference is printed with its file, turn and field, up to the first turn that differs. Exit "
                 "code 1 if there is any, 2 if a file is no recorded game or is cut short. (To watch a game, use "
                 "`pentocity show` or `pentocity report`.)\n"
                 "With --player, that player is asked in each turn what it would answer there, and it is counted how "
                 "often it chooses the recorded site, and how often it makes exactly the recorded move. Exit code 1 "
                 "unless it always does.");
  command.file("files TRACE", a.files,
               "Recorded games: files *.jsonl.gz of the folder traces/ of some results, or *.jsonl");
  player_option(command, "--player NAME|FILE", a.player,
                std::string("Compare the answers of this player with the recorded ones: ") + a_player);
  add_player_options(command, a.from.options);
}

}  // namespace pentocity::app
