#include "pentocity/tournament/audit.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "player_arguments.hpp"
#include "signals.hpp"

namespace pentocity::app {
namespace {

struct AuditArguments {
  std::string folder;
  PlayerArguments from;
  std::string format = "text";
  bool progress = false;
  AuditOptions audit;
};

void print(const Audit& audit) {
  for (const AuditFinding& finding : audit.findings) fmt::print("{}\n", printable(text_of(finding)));
  for (const AuditGap& gap : audit.gaps)
    fmt::print("not played again: {}: {}\n", counted(gap.games, "game"), printable(gap.why));
  if (audit.other_rows > 0)
    fmt::print(
        "{} of players or sequencers that were withdrawn, or of other versions of them: in no table and no mean; "
        "`pentocity merge` makes a folder without them\n",
        counted(audit.other_rows, "row"));
  if (audit.rows < audit.games)
    fmt::print("not there: {} of the schedule's {} games\n", audit.games - audit.rows, audit.games);
  fmt::print("audit: {} rows, {} traces, {} games played again: {}\n", audit.rows, audit.traces, audit.played_again,
             audit.findings.empty() ? "nothing amiss" : counted(audit.findings.size(), "thing") + " amiss");
  fmt::print("digest: {}\n", audit.digest);
}

// Recorded games that come without a results folder.
int audit_submitted(const AuditArguments& a, const Config& config) {
  const TraceAudit found = audit_traces(a.folder, config, a.audit.jobs);
  if (a.format == "json") {
    fmt::print("{}\n", text_of_json(to_json(found), 1));
  } else {
    for (const AuditFinding& finding : found.findings) fmt::print("{}\n", printable(text_of(finding)));
    fmt::print("audit: {} with the rules and requests of {}: {}\n", counted(found.games.size(), "recorded game"),
               a.from.config,
               found.findings.empty() ? "nothing amiss" : counted(found.findings.size(), "thing") + " amiss");
  }
  return found.findings.empty() ? exit_done : exit_no;
}

int audit(AuditArguments& a) {
  std::optional<Config> config;
  if (!a.from.config.empty()) {
    Overrides overrides;
    overrides.options = a.from.options;
    a.audit.config = &config.emplace(load_config(a.from.config, overrides));
  } else if (!a.from.options.empty())
    throw InputError("--option: only together with --config, which says where the players are");
  if (config && !std::filesystem::exists(a.folder + "/results.sqlite")) return audit_submitted(a, *config);
  a.audit.interrupted = &stop_on_signals("what was found so far is printed");
  if (shows_progress(a.progress))
    a.audit.progress = [](std::size_t done, std::size_t all) {
      if (done % 1000 == 0 || done == all) fmt::print(stderr, "{} of {} games looked at\n", done, all);
    };
  const Audit found = audit_results(a.folder, a.audit);
  if (a.format == "json")
    fmt::print("{}\n", text_of_json(to_json(found), 1));
  else
    print(found);
  if (found.interrupted) return exit_interrupted;
  return found.findings.empty() ? exit_done : exit_no;
}

}  // namespace

void add_audit(const Command& app) {
  const auto [command, a] = app.command(
      audit, "audit", "Check somebody's results: do its files agree, and do its games come out the same again?");
  command
      .option("folder DIR", a.folder,
              "Results folder, as `pentocity run` writes it; or, with --config, a folder of recorded games alone, "
              "whose rules "
              "and requests are compared with the config's")
      .required();
  command.option("--config CONFIG.yaml", a.from.config,
                 "The config that was played. It says where mixes, plugins and commands are; without it their games "
                 "are not played again");
  add_player_options(command, a.from.options);
  command
      .option("--games N", a.audit.games,
              "Number of games to play again; a hash of the results chooses which (default: all)")
      .check(number_from(std::size_t{0}));
  add_jobs(command, a.audit.jobs);
  choice(command, "--format text|json", a.format, "Format of the output: text or json (default: text)");
  add_progress(command, a.progress);
  command.footer(
      "Looks at the table of games, the recorded games and the summary of the folder, makes the requests anew from the "
      "seeds, and changes nothing. Each line that is printed before the last two names something that does not agree, "
      "or games that were not played again. Exit code 1 if anything does not agree.\n"
      "Example: pentocity audit results/quickstart --games 100");
}

}  // namespace pentocity::app
