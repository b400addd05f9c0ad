#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/tournament/config.hpp"
#include "pentocity/tournament/conformance.hpp"

namespace pentocity::app {

using namespace isolation;

namespace {

struct Arguments {
  std::string what;
  std::string config;
  int games = 100;
  std::optional<int> game;  ///< the only one to play
};

// The entry of a config that a word of the command line stands for: a built-in name, a shared library, a Python file or
// a program.
std::string entry_text(const std::string& what) {
  if (!std::filesystem::is_regular_file(what)) return nlohmann::json(what).dump();
  const std::string path = std::filesystem::absolute(what).string();
  const auto extension = std::filesystem::path(path).extension();
  if (extension == ".so") return nlohmann::json{{"plugin", path}}.dump();
  if (extension == ".py") return nlohmann::json{{"command", {"python3", path}}}.dump();
  if (access(path.c_str(), X_OK) != 0)
    throw InputError(
        fmt::format("{}: expected a shared library (*.so), a Python file (*.py) or a program, but it may not be "
                    "executed; chmod +x makes it a program, --config takes any `command:` of a config",
                    what));
  return nlohmann::json{{"command", {path}}}.dump();
}

// A note on what no test of a sequencer can show: whether its requests can be predicted.
std::string draws_of(const SequencerEntry& entry) {
  if (entry.built_in) return "";
  return "with `seed: secret` its requests are only as hard to predict as the random numbers that it uses: best are "
         "those of setup.random (for a command: those of a cipher or hash of its seed)";
}
std::string draws_of(const PlayerEntry&) { return ""; }

// The command that plays one game of a check again, under a debugger unless another program plays.
template <class Entry>
std::string command_for(const std::string& kind, const Arguments& a, const Entry& entry, int game) {
  const bool is_program = entry.identity.starts_with(R"({"command")");
  return fmt::format("{}pentocity check {} {}{} --games {} --game {}", is_program ? "" : "gdb --args ", kind, a.what,
                     a.config.empty() ? "" : " --config " + a.config, a.games, game);
}

template <class Entry>
int print(const std::string& kind, const Arguments& a, const Entry& entry,
          const std::vector<ConformanceResult>& results) {
  bool good = true;
  for (const ConformanceResult& r : results) {
    fmt::print("{}  {}{}\n", r.holds ? "ok    " : "FAILED", r.what, r.holds ? "" : ": " + printable(r.example));
    if (!r.holds && !a.game) fmt::print("        again: {}\n", command_for(kind, a, entry, r.game));
    good = good && r.holds;
  }
  if (entry.isolated) {
    const auto missing = missing_confinement();
    for (const std::string& lack : missing) fmt::print("open    {}\n", lack);
    if (missing.empty())
      fmt::print("ok      its process reaches no network, and writes no files except in a folder of its own\n");
  }
  if (const std::string note = draws_of(entry); !note.empty()) fmt::print("note    {}\n", note);
  fmt::print("{} {}\n", printable(entry.name), good ? "conforms" : "does not conform");
  return good ? exit_done : exit_no;
}

// A single game is for a debugger: in this process, unless another program plays, and without a limit of CPU time.
Isolation isolation_of(const Arguments& a) { return a.game ? Isolation::none : Isolation::all; }
Limits limits_of(const Arguments& a, Limits limits) {
  if (a.game) limits.time = 1e18;
  return limits;
}

// `of_config` has the entries of this kind in a config, and picks them in overrides.
template <class Read, class Check, class Entry>
void add_kind(CLI::App& check, const std::string& kind, int& exit_code, Read read, Check check_entry,
              std::vector<Entry> Config::*of_config, std::vector<std::string> Overrides::*picked) {
  CLI::App* const command = check.add_subcommand(
      kind,
      kind == "player"
          ? "Check that every move is legal, every game ends in time, and the same seed gives the same moves"
          : "Check that every request is a possible building, in time, and the same seed gives the same requests");
  const auto a = std::make_shared<Arguments>();
  option(*command, "what NAME|FILE", a->what,
         "Built-in name, or a file: a shared library (*.so), a Python file (*.py) or a program")
      ->required();
  option(*command, "--config CONFIG.yaml", a->config, "Take NAME from this config, with its options and limits");
  option(*command, "--games N", a->games, "Number of games to play, each of them twice (default: 100)")
      ->check(CLI::Range(1, 1'000'000));
  option(*command, "--game N", a->game,
         "Play only game N of them, twice, in this very process and without limits, so that a debugger can follow it; "
         "the line `again` below a failure has this command")
      ->check(CLI::Range(0, 999'999));
  command->footer(std::string(kind == "player" ? "The games are played on the built-in sequencers in turn"
                                               : "The games are played by the built-in player naive") +
                  ", by both sets of rules and on lands of several sizes. It prints a line for each property: ok, or "
                  "FAILED with the first game that shows it; and, for what is not built in, whether this machine keeps "
                  "its process from the network and from files. Exit code 1 if anything FAILED.\n"
                  "Example: pentocity check " +
                  kind + " ./build/libmine.so");
  command->callback([=, &exit_code] {
    if (!a->config.empty()) {
      Overrides overrides;
      overrides.isolation = isolation_of(*a);
      overrides.*picked = {a->what};
      const Config config = load_config(a->config, overrides);
      const Entry& entry = (config.*of_config).front();
      exit_code = print(kind, *a, entry, check_entry(entry, a->games, limits_of(*a, config.schedule.limits), a->game));
      return;
    }
    Hosting hosting;
    hosting.isolation = isolation_of(*a);
    hosting.confinement->folder = std::filesystem::current_path().string();
    const auto entry = read(YamlNode::parse(entry_text(a->what), "the command line"), "", hosting);
    exit_code =
        print(kind, *a, entry, check_entry(entry, a->games, limits_of(*a, hosting.confinement->limits), a->game));
  });
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* const check = app.add_subcommand(
      "check", "Check that a player makes legal moves in time, or that a sequencer makes proper requests");
  check->require_subcommand(1);
  check->footer(
      "It plays games, and looks whether everything in them is legal and in time, and the same when played again.\n"
      "Example: pentocity check player jigsaw");
  add_kind(*check, "player", exit_code, player_of_yaml, check_player, &Config::players, &Overrides::players);
  add_kind(*check, "sequencer", exit_code, sequencer_of_yaml, check_sequencer, &Config::sequencers,
           &Overrides::sequencers);
}

}  // namespace pentocity::app
