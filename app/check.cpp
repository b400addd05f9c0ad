#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pentocity/simulator/conformance.hpp"

namespace pentocity {
namespace {

struct Arguments {
  std::string what;
  int games = 100;
};

// The entry of a config that a word of the command line stands for: a built-in name, a shared library, a Python file or
// a program.
std::string entry_text(const std::string& what) {
  if (!std::filesystem::is_regular_file(what)) return nlohmann::json(what).dump();
  const std::string path = std::filesystem::absolute(what).string();
  const auto extension = std::filesystem::path(path).extension();
  if (extension == ".so") return nlohmann::json{{"plugin", path}}.dump();
  if (extension == ".py") return nlohmann::json{{"command", {"python3", path}}}.dump();
  return nlohmann::json{{"command", {path}}}.dump();
}

int print(const std::string& name, const std::vector<ConformanceResult>& results, bool isolated) {
  bool good = true;
  for (const ConformanceResult& r : results) {
    fmt::print("{}  {}{}\n", r.holds ? "ok    " : "FAILED", r.what, r.holds ? "" : ": " + r.example);
    good = good && r.holds;
  }
  if (isolated) {
    const auto missing = missing_confinement();
    for (const std::string& lack : missing) fmt::print("open    {}\n", lack);
    if (missing.empty())
      fmt::print("ok      no network, and no files written but in its own folder: it is kept from them\n");
  }
  fmt::print("{} {}\n", name, good ? "conforms" : "does not conform");
  return good ? exit_done : exit_no;
}

template <class Read, class Check>
void add_kind(CLI::App& check, const std::string& kind, int& exit_code, Read read, Check check_entry) {
  CLI::App* const command = check.add_subcommand(kind, "A " + kind + ": built in, a shared library or a program");
  const auto a = std::make_shared<Arguments>();
  command->add_option("what", a->what, "Name, or file: lib*.so, *.py or a program")->required()->type_name("NAME|FILE");
  command->add_option("--games", a->games, "So many games, each played twice")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->type_name("N");
  command->footer("Example: pentocity check " + kind + " ./build/libmine.so");
  command->callback([a, read, check_entry, &exit_code] {
    Hosting hosting;
    hosting.isolation = Isolation::all;
    hosting.confinement->folder = std::filesystem::current_path().string();
    const auto entry = read(YamlNode::parse(entry_text(a->what), "the command line"), "", hosting);
    exit_code = print(entry.name, check_entry(entry, a->games, hosting.confinement->limits), entry.isolated);
  });
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  CLI::App* const check =
      app.add_subcommand("check", "The conformance test: what every player or sequencer must do right");
  check->require_subcommand(1);
  add_kind(*check, "player", exit_code, player_of_yaml, check_player);
  add_kind(*check, "sequencer", exit_code, sequencer_of_yaml, check_sequencer);
}

}  // namespace pentocity
