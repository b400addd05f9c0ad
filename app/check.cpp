#include "pentocity/tournament/conformance.hpp"
#include "player_arguments.hpp"
#include "terminal.hpp"
#include "tournament_arguments.hpp"

namespace pentocity::app {

using match::Isolation, match::Limits;

namespace {

struct CheckArguments {
  std::string what;
  PlayerArguments from;
  int games = 100;
  std::optional<int> game;  ///< the only one to play
  bool progress = false;
};

// A note on what no test of a sequencer can show: whether its requests can be predicted.
std::string note_on(const SequencerEntry& entry) {
  if (entry.built_in) return "";
  return "with `seed: secret` its requests are only as hard to predict as the random numbers that it uses: best are "
         "those of setup.random (for a command: those of a cipher or hash of its seed)";
}
// Which games were left out.
std::string note_on(const PlayerEntry& entry) {
  const std::string words = entry.plays.words();
  return words.empty() ? "" : "it plays " + words + " only, so no other games were tried";
}

// The command that plays one game of a check again, under a debugger unless another program plays.
template <class Entry>
std::string command_for(const std::string& kind, const CheckArguments& a, const Entry& entry, int game) {
  std::string from = a.from.config.empty() ? "" : " --config " + shell_word(a.from.config);
  for (const std::string& assignment : a.from.options) from += " --option " + shell_word(assignment);
  return fmt::format("{}pentocity check {} {}{} --games {} --game {}", debugger_for(entry.made_of), kind,
                     shell_word(a.what), from, a.games, game);
}

// Shows progress from the beginning on; on a terminal, the line is gone at the end.
std::function<void(int done)> progress_of(const CheckArguments& a) {
  if (a.game || !shows_progress(a.progress)) return {};
  const auto show = [bar = progress_bar(), games = static_cast<std::size_t>(a.games)](int done) {
    if (const auto n = static_cast<std::size_t>(done); n < games) bar(n, 0, games);
  };
  show(0);
  return show;
}

// What no game shows of an entry: what its process is kept from, and what its author can do.
template <class Entry>
void print_notes(const Entry& entry, bool same_again) {
  if (entry.isolated) {
    for (const std::string& lack : isolation::missing_confinement()) fmt::print("open    {}\n", lack);
    if (isolation::makes_boxes())
      fmt::print("ok      its process reaches no network, and writes no files except in a folder of its own\n");
  }
  if (entry.portable)
    fmt::print("ok      it is portable: it reaches nothing of the system, and its limits are counts\n");
  if (is_java(entry.made_of) && !same_again)
    fmt::print("note    `new Random()` of Java draws other numbers in each game: give it a seed\n");
  if (const std::string note = note_on(entry); !note.empty()) fmt::print("note    {}\n", printable(note));
}

// Plays the games by `play`, and prints what came of them. A single game is for a debugger: without a limit of CPU
// time.
template <class Entry, class Play>
int check_entry(const std::string& kind, const CheckArguments& a, const Config& found, const Entry& entry,
                const Play& play) {
  check_hosting(found, tell_line);
  Limits limits = found.schedule.limits;
  if (a.game) limits.time = 1e18;
  const std::vector<ConformanceResult> results = play(entry, a.games, limits, a.game, progress_of(a));
  found.hosting.confinement->kept->check();
  bool good = true;
  if (!a.game) clear_progress_line();
  for (const ConformanceResult& r : results) {
    fmt::print("{}", r.line());
    // A single line stands in the example.
    if (std::ranges::count(r.error_output, '\n') > 1) fmt::print("{}", printable_lines(r.error_output, 0, 10));
    if (!r.holds && !a.game) fmt::print("        again: {}\n", command_for(kind, a, entry, r.game));
    good = good && r.holds;
  }
  print_notes(entry, results.back().holds);
  fmt::print("{} {}\n", printable(entry.name), good ? "conforms" : "does not conform");
  return good ? exit_done : exit_no;
}

// In this process if it is a single game, unless another program plays.
Isolation isolation_of(const CheckArguments& a) { return a.game ? Isolation::none : Isolation::all; }

int check_a_player(CheckArguments& a) {
  const Config found = find_players({a.what}, a.from, isolation_of(a));
  return check_entry("player", a, found, found.players.front(), check_player);
}

int check_a_sequencer(CheckArguments& a) {
  const Config found = find_sequencers({a.what}, a.from, isolation_of(a));
  return check_entry("sequencer", a, found, found.sequencers.front(), check_sequencer);
}

// What both subcommands have; `games` says which games are played.
void add_common(const Command& command, const std::vector<std::string>& examples, const std::string& games,
                CheckArguments& a) {
  command.number("--games N", a.games, {1, 1'000'000}, "Number of games to play, each of them twice (default: 100)");
  command.number(
      "--game N", a.game, {0, 999'999},
      "Play only game N of them, twice, in this very process and without limits, so that a debugger can follow it (a "
      "command: in its own process and under its limits); the line `again` below a failure has this command");
  add_progress(command, a.progress);
  command.footer(examples,
                 games +
                     ", by both sets of rules and on lands of several sizes. It prints a line for each property: ok, "
                     "or FAILED with the first game that shows it; and, for what is not built in, whether this machine "
                     "keeps its process from the network and from files. Exit code 1 if anything FAILED.");
}

}  // namespace

void add_check(const Command& app) {
  const Command top =
      app.commands("check", "Check that a player makes legal moves in time, or that a sequencer makes proper requests");
  top.footer(
      {"pentocity check player jigsaw"},
      "It plays games, and looks whether everything in them is legal and in time, and the same when played again.");
  const auto [player, a] =
      top.command(check_a_player, "player",
                  "Check that every move is legal, every game ends in time, and the same seed gives the same moves");
  player_option(player, "player NAME|FILE", a.what, std::string("The player: a name of --config, ") + a_player);
  add_player_options(player, a.from);
  add_common(player,
             {"pentocity check player jigsaw --games 10", "pentocity check player mine --config tournament.yaml"},
             "A player that declares which sides and rules it plays meets no others. The games are played on the "
             "built-in sequencers in turn",
             a);
  const auto [sequencer, b] = top.command(
      check_a_sequencer, "sequencer",
      "Check that every request is a possible building, in time, and the same seed gives the same requests");
  sequencer_option(sequencer, "sequencer NAME|FILE", b.what,
                   std::string("The sequencer: a name of --config, ") + a_sequencer);
  sequencer.file("--config CONFIG.yaml", b.from.config, "Take the sequencer from this config, with its options");
  add_common(sequencer, {"pentocity check sequencer random --games 10"},
             "The games are played by the built-in player naive", b);
}

}  // namespace pentocity::app
