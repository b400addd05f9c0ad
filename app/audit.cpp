#include "pentocity/audit/audit.hpp"

#include "pentocity/tournament/preparation.hpp"
#include "player_arguments.hpp"

namespace pentocity::app {

using namespace audit;

namespace {

struct AuditArguments {
  std::string folder, format = "text";
  PlayerArguments from;
  std::vector<std::string> players;
  bool partial = false, progress = false;
  AuditOptions audit;
};

// The lines of what does not agree and of what was not checked.
template <class Found>
void print_lists(const Found& found) {
  for (const AuditFinding& finding : found.findings) fmt::print("{}\n", printable(finding_line(finding)));
  for (const AuditGap& gap : found.gaps) fmt::print("{}\n", printable(gap_line(gap)));
}

template <class Found>
std::string verdict(const Found& found) {
  if (!found.findings.empty()) return counted(found.findings.size(), "thing") + " amiss";
  if (found.gaps.empty()) return "nothing amiss";
  return fmt::format("nothing amiss, {} not checked", counted(found.gaps.size(), "part"));
}

template <class Found>
int exit_code_of(const Found& found, bool partial) {
  if (!found.findings.empty()) return exit_no;
  return found.gaps.empty() || partial ? exit_done : exit_not_all_checked;
}

void print(const Audit& audit) {
  for (const std::string& player : audit.unrevealed)
    fmt::print("out: '{}', whose author revealed no number, by --contributions\n", printable(player));
  for (const auto& [name, why] : audit.disqualified)
    fmt::print("out: '{}', disqualified after entries were closed: {}; what is said of the others holds without it\n",
               printable(name), printable(why));
  print_lists(audit);
  if (audit.other_rows > 0)
    fmt::print(
        "{} of players or sequencers that were withdrawn, or of other versions of them: in no table and no mean; "
        "`pentocity merge` makes a folder without them\n",
        counted(audit.other_rows, "row"));
  fmt::print("audit: {}{} rows, {} traces, {} games played again{}: {}\n",
             audit.compared.empty() ? "" : fmt::format("{}, ", fmt::join(audit.compared, ", ")), audit.rows,
             audit.traces, audit.played_again,
             audit.limits_reached > 0 ? fmt::format(" ({} to a limit that ended them)", audit.limits_reached) : "",
             verdict(audit));
  fmt::print("digest: {}\n", audit.digest);
}

// Recorded games that come without a results folder.
int audit_submitted(const AuditArguments& a, const Config& config) {
  const TraceAudit found = audit_traces(a.folder, config, a.audit.jobs);
  if (a.format == "json") {
    print_json(to_json(found));
  } else {
    print_lists(found);
    fmt::print("audit: {} with the rules and requests of {}: {}\n", counted(found.games.size(), "recorded game"),
               a.from.config, verdict(found));
  }
  return exit_code_of(found, a.partial);
}

int audit(AuditArguments& a) {
  std::optional<Config> config;
  if (!a.from.config.empty()) {
    Overrides overrides;
    overrides.options = a.from.options;
    if (!a.players.empty()) overrides.at_hand = a.players;
    a.audit.config = &config.emplace(load_config(a.from.config, overrides));
  } else if (!a.from.options.empty() || !a.players.empty())
    throw InputError("{}: only together with --config, which says where the players are",
                     a.players.empty() ? "--option" : "--players");
  if (!std::filesystem::exists(a.folder)) throw InputError("{}: there is no such folder", a.folder);
  if (config && !std::filesystem::exists(a.folder + "/results.sqlite")) return audit_submitted(a, *config);
  if (config) admit(*config, tell_line);
  a.audit.interrupted = &stop_on_signals("what was found so far is printed");
  if (shows_progress(a.progress))
    a.audit.progress = [](std::size_t done, std::size_t all) {
      if (done % 1000 == 0 || done == all) fmt::print(stderr, "{} of {} games looked at\n", done, all);
    };
  const Audit found = audit_results(a.folder, a.audit);
  if (a.format == "json")
    print_json(to_json(found));
  else
    print(found);
  if (found.interrupted) return exit_interrupted;
  return exit_code_of(found, a.partial);
}

}  // namespace

void add_audit(const Command& app) {
  const auto [command, a] = app.command(
      audit, "audit", "Check somebody's results: do its files agree, and do its games come out the same again?");
  command.file("folder DIR", a.folder,
               "Results folder, as `pentocity run` writes it; or, with --config, a folder of recorded games alone, "
               "whose rules and requests are compared with the config's");
  command.file("--config CONFIG.yaml", a.from.config,
               "The config that was agreed: the results must be of all that it names. It says where mixes, plugins and "
               "commands are; without it their games are not played again");
  command
      .option("--players A,B", a.players,
              "Those of the config's players that are not built in and whose files are here; the games of the others "
              "are not played again (default: all)")
      .offers(player_names);
  command.file("--commitment FILE", a.audit.published,
               "What the host published beforehand: commitment.json, roster.json (then twice), or a hash of 64 digits");
  command.file("--contributions DIR", a.audit.contributions,
               "Folder with the numbers that authors revealed, a file for each, as for `pentocity run`");
  command.file("--beacon FILE", a.audit.beacon, "File with what the beacon said that the config names");
  add_player_options(command, a.from.options);
  command.number("--games N", a.audit.games, {0},
                 "Number of games to play again; a hash of the results chooses which (default: all)");
  add_jobs(command, a.audit.jobs);
  command.flag("--partial", a.partial,
               "Exit code 0 also if not everything could be checked, as long as nothing is amiss");
  command.choice("--format text|json", a.format, "Format of the output: text or json (default: text)");
  add_progress(command, a.progress);
  command.group("What was agreed", {"--config", "--commitment", "--contributions", "--beacon"});
  command.group("What is played again", {"--players", "--option", "--games", "--jobs"});
  command.group("Output", {"--partial", "--format", "--progress"});
  command.footer({"pentocity audit results/quickstart --config configs/quickstart.yaml"},
                 "Looks at the table of games, the recorded games and the summary of the folder, makes the requests "
                 "anew from the seeds, plays the games again, and changes nothing. Each line before the last two names "
                 "something that does not agree, or, after `not`, what could not be checked and what would help. Exit "
                 "code 1 if anything does not agree, 7 if something was not checked.");
}

}  // namespace pentocity::app
