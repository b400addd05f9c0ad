#include <cstdio>
#include <sstream>
#include <thread>

#include "live_page.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/figures/failures.hpp"
#include "pentocity/match/how_it_ended.hpp"
#include "pentocity/match/read_trace.hpp"
#include "pentocity/results/secret_file.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"
#include "tournament_arguments.hpp"

namespace pentocity::app {

using match::Isolation;

namespace {

struct RunArguments : TournamentArguments {
  std::string format = "table", shard, debug, trace_from;
  bool slow = false, exit_code = false;
  std::optional<int> port;  ///< of the live page
  int turn = 0;
  std::optional<std::string> serve;  ///< what follows `--serve`
};

// The last part of a path, whether or not it ends in a slash.
std::string folder_name(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::absolute(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

Shard read_shard(const std::string& text) {
  Shard shard;
  char more = 0;
  if (std::sscanf(text.c_str(), "%d/%d%c", &shard.index, &shard.count, &more) != 2 || shard.count < 1 ||
      shard.index < 0 || shard.index >= shard.count)
    throw InputError("--shard {}: expected I/N, I from 0 to N-1, such as 0/8", text);
  return shard;
}

// The parser takes the word after `--serve` for its port, even if it is the config.
void read_serve(RunArguments& a) {
  const std::string& text = *a.serve;
  constexpr int default_port = 8216, max_port = 65535;
  a.port = number_of<int>(text).value_or(default_port);
  if (!text.empty() && !number_of<int>(text) && a.config.empty())
    a.config = text;
  else if (!text.empty() && !Range<int>{0, max_port}.complaint(text).empty())
    throw InputError("--serve {}: expected a port from 0 (any that is free) to {}", text, max_port);
}

// A line for each turn of a game from one on, and how it ended.
void print_game(const GameRecord& record, std::size_t from) {
  for (std::size_t i = from; i < record.turns.size(); ++i) {
    const Turn& t = record.turns[i];
    const std::string note = t.fault == Fault::bad_answer ? "" : t.move.note;
    fmt::print("turn {}: {}, score {}, {} {}{}{}\n", i,
               !t.answered     ? "no answer"
               : t.fault       ? name_of(*t.fault)
               : t.move.accept ? "accepted"
                               : "rejected",
               t.score_after, name_of(t.request.type()), picture_of(t.request.cells(), 'X', '.', '|'),
               note.empty() ? "" : ", note: ", printable(note));
  }
  fmt::print("{}{}: score {}\n", name_of(record.status),
             record.status == Status::ok ? ""
                                         : fmt::format(": {}, {}{}", printable(record.error),
                                                       when_it_ended(record, record.turns.size()), time_of(record)),
             record.score);
  for (const InvalidMoves& invalid : record.faults) fmt::print("{}\n", printable(words_of(invalid)));
  if (record.error_output.empty()) return;
  fmt::print("What it wrote to standard error:\n");
  std::istringstream lines(record.error_output);
  for (std::string line; std::getline(lines, line);) fmt::print("  {}\n", printable(line));
}

// One game in this process, its moves on standard output.
int debug(RunArguments& a) {
  const bool has_others = !a.overrides.players.empty() && a.overrides.players != std::vector{a.debug};
  if (!has_others) a.overrides.players = {a.debug};
  a.overrides.isolation = Isolation::none;
  std::optional<TraceLines> trace;
  if (!a.trace_from.empty()) trace = read_trace(a.trace_from);
  a.overrides.others = true;
  Config config = config_of(a, "run", "--debug: ");
  // With --players it is one of these, by its name.
  const auto is_other = [&](const auto& player) { return player.name != a.debug; };
  if (has_others) {
    if (std::ranges::all_of(config.players, is_other))
      throw InputError("--debug: '{0}' is none of the players{1}", a.debug,
                       suggestion(a.debug, names_of(config.players)));
    std::erase_if(config.players, is_other);
    std::erase_if(config.schedule.players, is_other);
  }
  if (config.schedule.commitment) {
    if (a.files.secret.empty())
      throw InputError(
          "--debug: the config says `seed: secret`: add --seed S for a seed, or --secret FILE for that of its games");
    config.use(read_draw(a.files.secret));
  }
  if (trace) config.schedule.rules = trace->rules;
  admit(config, tell_line);
  print_game(debug_game(config, trace, a.turn), a.turn);
  return exit_done;
}

constexpr std::size_t max_unplayed = 20;

// Names the games that the host could not bring to their end.
void print_unplayed(const Config& config, const std::vector<Unplayed>& unplayed, const std::string& folder) {
  if (unplayed.empty()) return;
  tell(
      "{} could not be played, through no fault of a player, and {} in no table; the same command with --out {} tries "
      "again:",
      counted(unplayed.size(), "game"), unplayed.size() == 1 ? "is" : "are", shell_word(folder));
  for (std::size_t i = 0; i < unplayed.size() && i < max_unplayed; ++i) {
    const GameId& id = unplayed[i].id;
    fmt::print(stderr, "  {} on {}, repeat {}: {}\n", config.schedule.players[id.player].name,
               config.schedule.sequencers[id.sequencer].name, id.repeat, unplayed[i].why);
  }
  if (unplayed.size() > max_unplayed) fmt::print(stderr, "  and {} more\n", unplayed.size() - max_unplayed);
}

// Plays a config; its claims are judged if the run was completed, and its result, with a summary, is returned. With a
// port, a page shows the run until its end.
std::optional<RunResult> play(const Config& config, RunOptions options, std::optional<int> port,
                              std::vector<Finding>& findings, FailureReport& failures) {
  const SummaryConfig names = summary_config(config.schedule);
  // Those who are out of the draw have no games, so that a claim that needs them is undecided.
  std::vector<std::string> judged = names.players;
  judged.insert(judged.end(), config.out_of_draw.begin(), config.out_of_draw.end());
  ClaimJudge judge(std::move(judged), names.sequencers, config.claims.empty() ? 0 : names.repeats, names.failures);
  std::unique_ptr<LivePage> page;
  if (port) try {
      page = std::make_unique<LivePage>(names, *port, config.name,
                                        options.traces == TracePolicy::none ? "" : options.folder,
                                        "pentocity report " + shell_word(options.folder));
      std::thread([] {}).join();  // one is left for the games
    } catch (const std::system_error& error) {
      page.reset();
      tell("--serve: no page shows this run: its thread cannot be started: {}", error.code().message());
    }
  if (page) {
    tell("{} is shown at {} until its end", config.name, page->address());
    options.progress = [&page, bar = options.progress](std::size_t done, std::size_t before, std::size_t all) {
      if (bar) bar(done, before, all);
      page->progress(done, before, all);
    };
    options.played = [&page](const TraceHeader& header, const GameRecord& game) { page->played(header, game); };
  }
  options.stored = [&](const GameRow& row) {
    failures.add(row);
    if (!config.claims.empty()) judge.add(row);
    if (page) page->stored(row);
    return true;
  };
  options.read = config.claims.empty() && !page ? Store::Read::brief : Store::Read::all;
  RunResult result = run_games(config, options);
  if (page) page->finish();
  if (!result.summary) {
    if (result.stored == result.games)
      fmt::print(stderr,
                 "\npentocity: interrupted: all games are stored in {}; the same command writes the recorded games "
                 "that are missing, and the summary\n",
                 options.folder);
    else
      fmt::print(stderr,
                 "\npentocity: interrupted: {} of {} games are stored in {}; `pentocity report {}` shows them, and the "
                 "same command plays the others\n",
                 result.stored, result.games, options.folder, shell_word(options.folder));
    return std::nullopt;
  }
  for (const Claim& claim : config.claims) {
    findings.push_back(judge.find(claim));
    findings.back().config = config.name;
  }
  print_unplayed(config, result.unplayed, options.folder);
  return result;
}

void print_failures(const FailureReport& failures, const RunResult& result, const Config& config,
                    const RunArguments& a) {
  const auto again = [&](const GameRow& row) { return again_command(row, config, a); };
  if (const std::string text = failures.text(again); !text.empty()) fmt::print("\n{}", text);
  if (result.failed_before > 0)
    fmt::print(
        "\n{} of these games failed in an earlier run and {} not played again, because neither the player's program, "
        "options and `files` nor the requests have changed; --anew PLAYER plays a player's games anew\n",
        result.failed_before, result.failed_before == 1 ? "was" : "were");
}

// What came of one config, or of those of a folder.
struct Outcome {
  std::vector<Finding> findings;
  bool interrupted = false, all_played = true, failed = false;

  int exit_code(const RunArguments& a) const {
    if (interrupted) return exit_interrupted;
    if (!all_played) return exit_no;
    return a.exit_code && failed ? exit_failed_games : exit_done;
  }
};

// Plays a config, or only says what would be played. Of one in a folder, only the claims are shown if it has any.
void run_one(RunArguments& a, Config& config, bool alone, Outcome& out) {
  prepare_run(a, config);
  if (a.dry_run) {
    if (!alone) fmt::print("{}\n", config.name);
    return print_plan(config, a.run);
  }
  FailureReport failures;
  const auto result = play(config, a.run, a.port, out.findings, failures);
  out.interrupted = !result;
  if (!result) return;
  out.all_played = out.all_played && result->unplayed.empty();
  out.failed = out.failed || std::ranges::any_of(result->summary->cells, [](const CellSummary& cell) {
                 return cell.status[static_cast<int>(Status::ok)] < cell.games;
               });
  const bool table = a.format == "table";
  if (!alone && (!config.claims.empty() || !table)) return;
  print_summary(*result->summary, a.format, a.run.folder, result->summed_up);
  if (table) print_failures(failures, *result, config, a);
  if (alone && table && !out.findings.empty()) fmt::print("\n{}", table_text(out.findings));
  print_digest(*result->summary, a.format);
  if (!has_rivals(config)) tell_gaps(config, tell_line);
}

int run_config(RunArguments& a) {
  a.overrides.others = true;
  if (!a.shard.empty()) a.run.shard = read_shard(a.shard);
  Config config = config_of(a, "run");
  Outcome out;
  run_one(a, config, true, out);
  return out.exit_code(a);
}

// All configs of a folder, one after the other, and what they say of their claims. Each has a results folder of its
// own.
int run_folder(RunArguments& a) {
  refuse_rules(a);
  if (!a.shard.empty()) throw InputError("--shard: the configs of a folder are played whole; name one of them");
  std::vector<Config> configs;
  std::vector<std::string> left_out;
  for (const std::string& path : configs_in(a.config)) {
    Config config = load_config(path, a.overrides);
    if (config.slow && !a.slow)
      left_out.push_back(config.name);
    else
      configs.push_back(std::move(config));
  }
  const std::string results = a.run.folder.empty() ? "results/" + folder_name(a.config) : a.run.folder;
  Outcome out;
  for (Config& config : configs) {
    a.run.folder = results + "/" + config.name;
    run_one(a, config, false, out);
    if (out.interrupted) return exit_interrupted;
  }
  if (a.dry_run) return exit_done;
  if (a.format == "json")
    print_json(to_json(out.findings, left_out));
  else if (a.format == "csv")
    fmt::print("{}", csv_text(out.findings));
  else
    fmt::print("{}\nResults: {}\n", table_text(out.findings), results);
  if (!left_out.empty())
    fmt::print(a.format == "table" ? stdout : stderr, "Left out because they are slow: {}; --slow plays them, too\n",
               fmt::join(left_out, ", "));
  return out.exit_code(a);
}

int run(RunArguments& a) {
  if (a.serve) read_serve(a);
  if (!a.debug.empty()) return debug(a);
  return std::filesystem::is_directory(a.config) ? run_folder(a) : run_config(a);
}

}  // namespace

void add_run(const Command& app) {
  const auto [command, a] =
      app.command(run, "run", "Play every player on every sequencer, store the games and print the mean scores");
  command.file("[config CONFIG.yaml]", a.config,
               "YAML file that says which players play on which sequencers, how often and by which rules "
               "(docs/reference/running.md). Or a folder: all its configs are played, and their claims judged. If it "
               "is left out, --players and --sequencers are needed");
  player_option(command, "--players A,B", a.overrides.players,
                std::string("Players: some of the config's, or others, each of which is ") + a_player);
  add_tournament_options(
      command, a,
      "Number of games of each player on each sequencer (default: that of the config; without a config, 10)");
  add_summary_format(command, a.format);
  command.option("--shard I/N", a.shard,
                 "Play only part I of N, with I from 0 to N-1, so that several machines can share the run; `pentocity "
                 "merge` joins the parts");
  const Option debugged =
      player_option(command, "--debug PLAYER", a.debug,
                    "Play only one game, of this player on the first sequencer, and print what becomes of each "
                    "request. It is played without limits and in this very process, so that a debugger can follow it; "
                    "a command plays in its own process and under its limits");
  const Option trace_from = command.file("--trace-from TRACE", a.trace_from,
                                         "With --debug: use the requests and the rules of this recorded game");
  trace_from.needs(debugged);
  command
      .number("--turn N", a.turn, {0},
              "With --trace-from: repeat the recorded moves before turn N, and ask the player from there on; turns "
              "count from 0 (default: 0)")
      .needs(trace_from);
  command.option("--serve [PORT]", a.serve,
                 "While the run lasts, show its results on a web page of this machine, http://127.0.0.1:PORT/ (default "
                 "port: 8216; 0 is any free one)");
  command.flag("--exit-code", a.exit_code, "Exit with code 6 if any of the games failed");
  command.flag("--slow", a.slow, "If CONFIG.yaml is a folder: play its slow configs, too, those with `slow: true`");
  command.group("What is played", {"--players", "--slow"});
  command.group("How it is played", {"--shard"});
  command.group("Output", {"--format", "--serve", "--exit-code"});
  command.group("One game in a debugger", {"--debug", "--trace-from", "--turn"});
  command.footer({"pentocity run configs/quickstart.yaml", "pentocity run configs/report",
                  "pentocity run configs/quickstart.yaml --seed secret --out results/cup",
                  "pentocity run --players naive,jigsaw --sequencers random --repeats 50"},
                 "A run that was interrupted is continued by the same command. Exit code 1 if games could not be "
                 "played because of this machine, and not of a player.");
}

}  // namespace pentocity::app
