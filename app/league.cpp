#include "pentocity/league/league.hpp"

#include "package.hpp"
#include "pentocity/figures/failures.hpp"
#include "pentocity/input/csv.hpp"
#include "pentocity/league/hand_ins.hpp"
#include "player_arguments.hpp"
#include "summary_output.hpp"
#include "tournament_arguments.hpp"

namespace pentocity::app {

using namespace league;

namespace {

struct AddArguments {
  std::shared_ptr<std::string> folder;
  std::vector<std::string> players, sequencers, options;
  std::string config, rules, name;
};

// The entry that a word names, with the name and the options of the command line.
std::string entry_of(const std::string& word, const AddArguments& a) {
  Origin origin = player_origin(word);
  if (!a.name.empty()) origin.name = SourceText{a.name};
  for (const std::string& assignment : a.options) {
    const std::size_t sign = assignment.find('=');
    if (sign == assignment.npos || sign == 0) throw InputError("--option {}: expected NAME=VALUE", assignment);
    origin.options.push_back({{assignment.substr(0, sign)}, {assignment.substr(sign + 1)}});
  }
  return origin.config_text();
}

LeagueEntries entries_of(const AddArguments& a) {
  if (!a.config.empty()) {
    for (const auto& [given, name] :
         {std::pair(!a.sequencers.empty(), "--sequencers"), std::pair(!a.rules.empty(), "--rules"),
          std::pair(!a.name.empty(), "--name"), std::pair(!a.options.empty(), "--option")})
      if (given) throw InputError("{}: what {} says stands in the config: leave it out", name, name);
    return league_entries_of_config(a.config, a.players);
  }
  if (a.players.empty()) throw InputError("league add needs players, or --config (see pentocity league add --help)");
  if (a.players.size() > 1 && (!a.name.empty() || !a.options.empty()))
    throw InputError("{}: is for a single player: add the others by another command",
                     a.name.empty() ? "--option" : "--name");
  LeagueEntries entries;
  entries.folder = std::filesystem::current_path().string();
  if (!a.rules.empty()) entries.settings.rules = rules_of_option(a.rules);
  for (const std::string& word : a.players) entries.players.push_back(entry_of(word, a));
  for (const std::string& word : a.sequencers) entries.sequencers.push_back(sequencer_origin(word).config_text());
  return entries;
}

// The files that the text of an entry names, with absolute paths.
std::set<std::filesystem::path> files_of(const std::string& entry, const std::string& folder) {
  std::set<std::filesystem::path> out;
  const std::function<void(const nlohmann::json&)> look = [&](const nlohmann::json& value) {
    if (value.is_structured())
      for (const auto& part : value) look(part);
    std::error_code none;
    const auto path =
        value.is_string() ? std::filesystem::path(folder) / value.get<std::string>() : std::filesystem::path();
    if (std::filesystem::is_regular_file(path, none)) out.insert(std::filesystem::weakly_canonical(path, none));
  };
  look(parse_json(entry));
  return out;
}

// Refuses a file or a built-in player that would take the place of a player only because it has the same name as that
// player's file.
void check_namesakes(const AddArguments& a) {
  if (!a.name.empty()) return;
  for (const LeagueRow& row : league_table(*a.folder).rows)
    for (const std::string& word : a.players) {
      const std::filesystem::path file = std::filesystem::absolute(word).lexically_normal();
      std::error_code none;
      const bool is_file = file.stem() == row.player.name && std::filesystem::is_regular_file(file, none);
      if (!is_file && word != row.player.name) continue;
      const auto before = files_of(row.player.entry, row.player.folder);
      const bool same = is_file ? before.empty() || before.contains(std::filesystem::weakly_canonical(file, none))
                                : parse_json(row.player.entry).contains(PlayerRole::word);
      if (!same)
        throw InputError(
            "{}: '{}' plays in the league already, from {}: add --name with another name, or with {} if this is "
            "its next version",
            word, row.player.name, before.empty() ? row.player.folder : before.begin()->string(),
            shell_word(row.player.name));
    }
}

void add(const AddArguments& a) {
  const std::string& folder = *a.folder;
  const bool fresh = !is_league(folder);
  if (!fresh && a.config.empty()) check_namesakes(a);
  if (!fresh && (!a.sequencers.empty() || !a.rules.empty()))
    throw InputError("{}: {} is a league already, and keeps its rules and sequencers: leave it out",
                     a.rules.empty() ? "--sequencers" : "--rules", folder);
  using Change = LeagueArrival::Change;
  for (const auto& [name, version, change] : add_to_league(folder, entries_of(a)))
    fmt::print("{}{}\n", printable(name),
               change == Change::joined ? " joins"
               : change == Change::new_version
                   ? fmt::format(": version {} takes the place of version {}", version, version - 1)
               : change == Change::returned ? fmt::format(" is back, as version {}", version)
                                            : fmt::format(" is in the league already, as version {}", version));
  if (fresh) fmt::print("commitment of the first batch: {}\n", league_commitment_digest(folder).value());
}

struct LeaveArguments {
  std::shared_ptr<std::string> folder;
  std::vector<std::string> players;
};

void leave(const LeaveArguments& a) {
  leave_league(*a.folder, a.players);
  for (const std::string& name : a.players) fmt::print("{} leaves\n", printable(name));
}

struct CollectArguments {
  std::shared_ptr<std::string> folder;
  std::string hand_ins;
  CollectOptions options;
};

int collect_players(CollectArguments& a) {
  const Package package = own_package();
  a.options.package = package.hint.string();
  a.options.package_folders = package.folders;
  a.options.interrupted = &stop_on_signals("the player under way is taken up to its end", "it is taken up again");
  a.options.done = [&](const HandIn& player) {
    fmt::print("{}{}{}\n", player.name, player.good ? " " : " is refused: ", player.outcome);
    std::fflush(stdout);
  };
  const Collected collected = collect(*a.folder, a.hand_ins, a.options);
  fmt::print("{} taken up, {} refused, {} unchanged\n", collected.good, collected.bad, collected.unchanged);
  return collected.interrupted ? exit_interrupted : collected.bad > 0 ? exit_no : exit_done;
}

// The table for people.
void print_table(const LeagueTable& table, const std::string& folder) {
  fmt::print("{}: {}, {} {}, {} {}, rules {}\n\n", folder, counted(table.rows.size(), "player"), table.batches,
             table.batches == 1 ? "batch" : "batches", table.matches, table.matches == 1 ? "match" : "matches",
             table.league.rules.profile);
  std::size_t width = 6;
  for (const LeagueRow& row : table.rows) width = std::max(width, printable(row.player.name).size());
  fmt::print("{:>4}  {:<{}}  version  rating  95% interval  matches   won  lost  drawn  failed\n", "", "player", width);
  for (const LeagueRow& row : table.rows) {
    const auto& interval = row.rating.interval;
    fmt::print("{:>4}  {:<{}}  {:>7}  {:>6}  {:>12}  {:>7}  {:>4}  {:>4}  {:>5}  {:>6}\n",
               row.rank ? std::to_string(*row.rank) : "-", printable(row.player.name), width, row.player.version,
               interval ? fmt::format("{:+.0f}", row.rating.elo) : "-",
               interval ? fmt::format("±{:.0f}", (interval->high - interval->low) / 2) : "-", row.tally.count(),
               row.tally.wins, row.tally.losses, row.tally.draws, row.failed);
  }
  fmt::print("\n{} {}\n", table.open ? "a batch is under way; its commitment:" : "commitment of the next batch:",
             table.commitment_digest.value_or(table.commitment));
}

void print_history(const std::vector<LeagueRating>& history) {
  fmt::print("{:>5}  {:<20}  {:>6}  {:>12}  {:>7}  player\n", "batch", "begun", "rating", "95% interval", "matches");
  for (const LeagueRating& r : history)
    fmt::print("{:>5}  {:<20}  {:>6}  {:>12}  {:>7}  {} version {}\n", r.batch, r.date,
               r.interval ? fmt::format("{:+.0f}", r.rating) : "-",
               r.interval ? fmt::format("±{:.0f}", (r.interval->high - r.interval->low) / 2) : "-", r.matches,
               printable(r.player), r.version);
}

void print_csv(const std::vector<LeagueRating>& history) {
  fmt::print("batch,date,player,version,matches,rating,rating_ci95.0,rating_ci95.1\n");
  for (const LeagueRating& r : history) {
    fmt::print("{},{},{},{},{}", r.batch, csv_field(r.date), csv_field(r.player), r.version, r.matches);
    fmt::print("{}\n", r.interval ? fmt::format(",{},{},{}", r.rating, r.interval->low, r.interval->high) : ",,,");
  }
}

struct TableArguments {
  std::shared_ptr<std::string> folder;
  std::string format = "table";
  bool history = false;
};

void table(const TableArguments& a) {
  const LeagueTable now = league_table(*a.folder);
  const std::vector<LeagueRating> history =
      a.history || a.format != "table" ? league_history(*a.folder) : std::vector<LeagueRating>();
  if (a.format == "json")
    print_json(to_json(now, history));
  else if (a.format == "csv")
    print_csv(history);
  else if (a.history)
    print_history(history);
  else
    print_table(now, *a.folder);
}

struct ConfigArguments {
  std::shared_ptr<std::string> folder;
};

void print_config(const ConfigArguments& a) { fmt::print("{}", config_of_league(*a.folder)); }

struct PlayArguments {
  std::shared_ptr<std::string> folder;
  LeaguePlay play;
  bool progress = false;
};

int play(PlayArguments& a) {
  const std::string& folder = *a.folder;
  a.play.run.interrupted = &stop_on_signals("the games under way are played to their end", lost_games);
  a.play.run.warn = tell_line;
  bool checked = false;
  a.play.begin = [&](const LeagueBatch& batch, bool resumed, const Config& config) {
    if (!checked) admit(config, tell_line);
    checked = true;
    tell("batch {}{}: {} games on requests from a secret; commitment {}, roster {}", batch.number,
         resumed ? " goes on" : "", 2 * batch.matches.size(), batch.commitment_digest, batch.roster_digest);
    if (shows_progress(a.progress)) a.play.run.progress = progress_bar();
  };
  FailureReport failures;
  a.play.run.stored = [&](const GameRow& row) {
    failures.add(row);
    return true;
  };
  const LeaguePlayed played = play_league(folder, a.play);
  for (const std::string& what : played.left_out) tell("{}", what);
  if (played.open)
    tell("{}: batch {} is not over; the same command goes on with it",
         played.unplayed.empty() ? "interrupted"
                                 : fmt::format("{} games could not be played, through no fault of a player ({})",
                                               played.unplayed.size(), printable(played.unplayed.front())),
         *played.open);
  print_table(league_table(folder), folder);
  if (const std::string text = failures.text([](const GameRow&) { return std::string(); }); !text.empty())
    fmt::print("\n{}", text);
  return !played.open ? exit_done : played.unplayed.empty() ? exit_interrupted : exit_no;
}

void add_add(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] =
      top.command(add, "add", "Let players join, or bring new versions of players; the first time, make the league");
  a.folder = folder;
  player_option(
      command, "[players PLAYER]", a.players,
      std::string("Players. Each is ") + a_player + "; with --config, a name in it (default then: all of its players)");
  command.file("--config CONFIG.yaml", a.config,
               "Config of a run (docs/reference/running.md) that says where the players come from. A new league also "
               "takes its rules, limits, isolation and sequencers from it");
  sequencer_option(command, "--sequencers X,Y", a.sequencers,
                   "Of a new league without --config: the sequencers of its games, as for `pentocity run`");
  add_rules(command, a.rules,
            "Of a new league without --config: the set of rules, report (the default) or tournament-2016");
  command.option("--name NAME", a.name, "The name of the player in the league, if it is not to be its own");
  command.option("--option NAME=VALUE", a.options, "Set an option of the player; may be given several times");
  command.footer({"pentocity league results/league add naive diagonal jigsaw --sequencers random,g6",
                  "pentocity league results/league add jigsaw --option random_walks=20"},
                 "A player whose program, files or options differ from those that the league knows by its name becomes "
                 "a new version, with a rating of its own.");
}

void add_collect(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] = top.command(collect_players, "collect",
                                        "Take up players that are handed in, a folder for each: build and try what is "
                                        "new, and tell its author");
  a.folder = folder;
  command.file("hand-ins DIR", a.hand_ins,
               "Folder with a folder for each player, whose name is the player's. What became of it is written to "
               "NAME.txt beside it");
  command.number("--games N", a.options.games, {1, 10'000},
                 "Games of the first check: so many as `pentocity check` plays, and so many of the league's (default: "
                 "10)");
  command.number("--build-limit SECONDS", a.options.build_limit, {1, 1e6},
                 "CPU time of a build, in seconds (default: 120); it has twice as much wall time");
  command.flag("--again", a.options.again,
               "Build and try also what has not changed, as after an update of compilers or of Pentocity");
  command.footer({"pentocity league results/league collect hand-ins"},
                 "A player that cannot be built, or does not pass its first check, changes nothing: its former version "
                 "stays in the league. Exit code 1 if a player was refused (docs/how-to/course.md).");
}

void add_config(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] =
      top.command(print_config, "config",
                  "Print a config with the players, rules, limits and sequencers of the league, for `pentocity run`");
  a.folder = folder;
  command.footer(
      {"pentocity league results/league config > final.yaml"},
      "A tournament of all players is played by `pentocity run final.yaml`; a new league begins with some of "
      "them by `pentocity league NEW add --config final.yaml PLAYER ...`.");
}

void add_leave(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] = top.command(leave, "leave", "Take players out of the league; what they played stays");
  a.folder = folder;
  player_option(command, "players PLAYER", a.players, "Names of players of the league");
  command.footer({"pentocity league results/league leave naive"});
}

void add_play(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] =
      top.command(play, "play", "Play the games that tell most about the ratings, batch by batch");
  a.folder = folder;
  a.play.run.traces = TracePolicy::none;
  command.number("--games N", a.play.games, {2, 10'000'000},
                 "Number of games (default: 100). Two games on the same requests are a match. If a batch is not "
                 "finished, its games are the first of them");
  command.number("--batch N", a.play.batch, {2, 1'000'000},
                 "Number of games of a batch at most (default: 1000). All games of a batch are chosen before it "
                 "begins, and its secret is revealed when it is over");
  add_jobs(command, a.play.run.jobs, "Number of games played at a time (default: one for each core)");
  choose_traces(command, a.play.run.traces,
                "Games to record move by move, in the folders of the batches (default: none)");
  add_progress(command, a.progress);
  command.footer({"pentocity league results/league play --games 200"},
                 "If it is interrupted or killed, the same command goes on.");
}

void add_table(const Command& top, const std::shared_ptr<std::string>& folder) {
  const auto [command, a] = top.command(table, "table", "Print the ratings, or their history");
  a.folder = folder;
  command.flag("--history", a.history, "Print the ratings after each batch instead of the present ones");
  command.choice("--format csv|json|table", a.format,
                 "Format of the output: table (the default), json (ratings and history) or csv (the history)");
  command.footer({"pentocity league results/league table"});
}

}  // namespace

void add_league(const Command& app) {
  const Command top = app.commands("league", "A cup that goes on: players join, play and are rated");
  const auto folder = std::make_shared<std::string>();
  top.file("folder DIR", *folder, "The folder of the league");
  top.footer({"pentocity league results/league add naive diagonal jigsaw --sequencers random,g6"},
             "`pentocity league add --help` and the like explain the subcommands (docs/how-to/league.md).");
  for (const auto add_one : {add_add, add_collect, add_config, add_leave, add_play, add_table}) add_one(top, folder);
}

}  // namespace pentocity::app
