#include "commands.hpp"

#include <unistd.h>

#include <thread>

#include "pentocity/core/random.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/game/sequencer.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/packing/puzzle.hpp"
#include "pentocity/web/pages.hpp"

namespace pentocity::app {

void add_jobs(const Command& command, int& jobs, const std::string& meaning) {
  jobs = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  command.number("--jobs N", jobs, {1, 1024}, meaning);
}

Option add_seed(const Command& command, const std::string& name, std::uint64_t& seed, const std::string& meaning) {
  return command.number(name, seed, {0, max_seed}, meaning);
}

void add_rules(const Command& command, std::string& rules, const std::string& meaning) {
  command.option("--rules PROFILE", rules, meaning).offers(Rules::profiles);
}

std::vector<std::string> player_names() { return names_of(builtin_players()); }

std::vector<std::string> sequencer_names() { return names_of(builtin_sequencers()); }

void add_progress(const Command& command, bool& progress) {
  command.flag("--progress", progress, "Show the progress on standard error even if that is not a terminal");
}

void add_puzzle(const Command& command, std::string& puzzle) {
  command
      .file("PUZZLE NAME|FILE", puzzle,
            "Built-in puzzle, which `pentocity list puzzles` names, or the YAML file of a puzzle "
            "(docs/reference/solvers.md), or an .xmpuzzle of BurrTools (FILE#2: its second problem)")
      .offers([] { return names_of(packing::builtin_puzzles()); });
}

void add_out(const Command& command, std::string& out) {
  command.file("-o,--out FILE", out, "File to write (default: standard output)");
}

void write_output(const std::string& out, std::string_view text) {
  if (out.empty())
    fmt::print("{}", text);
  else
    results::write_file(out, text, results::OnDisk::later);
}

std::string filled_page(std::string_view name, std::string_view page,
                        std::initializer_list<std::pair<std::string_view, std::string_view>> data) {
  if (page.empty())
    throw UserError(
        "this program has no {} page: it was built without Node.js and npm, or without a network to fetch esbuild; "
        "install nodejs and npm (scripts/install-dependencies web) and build it anew",
        name);
  return web::fill_page(page, data);
}

std::string word_in(const nlohmann::json& object, const char* key) {
  const nlohmann::json value = object.value(key, nlohmann::json());
  return value.is_string() ? printable(value.get<std::string>()) : "?";
}

void print_json(const ordered_json& json, int indent) { fmt::print("{}\n", text_of_json(json, indent)); }

std::string duration(double seconds) {
  constexpr double minute = 60, hour = 60 * minute, day = 24 * hour, year = 365.25 * day;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 2 * hour) return fmt::format("{:.0f} min", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} h", seconds / hour);
  if (seconds < 2 * year) return fmt::format("{:.0f} days", seconds / day);
  return fmt::format("{:.2g} years", seconds / year);
}

bool shows_progress(bool progress) { return progress || isatty(STDERR_FILENO) != 0; }

}  // namespace pentocity::app
