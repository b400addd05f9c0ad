#include <fmt/format.h>

#include "league_files.hpp"
#include "pentocity/input/shell_word.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/results/secret_file.hpp"

namespace pentocity::league {

using namespace match;

namespace {

class Organizer {
 public:
  // Makes the sequencers, and the players that are in the league. Those that are not what joined, or cannot be made,
  // are left out.
  Organizer(const std::string& folder, const LeaguePlay& play)
      : folder_(folder),
        play_(play),
        league_(read_league(folder)),
        makers_(league_, folder),
        sequencers_(makers_.sequencers(league_, folder)) {
    for (std::size_t i = 0; i < sequencers_.size(); ++i)
      if (sequencers_[i].identity() != league_.sequencers[i].identity)
        throw InputError(
            "{}: sequencer '{}' is not what it was when the league was made: its file or this program has changed; "
            "restore it, or make a new league",
            folder_, sequencers_[i].name);
    for (const LeaguePlayer& player : league_.players) {
      players_.emplace_back();
      if (player.left) continue;
      try {
        entrants::PlayerEntry made = makers_.player(player, folder_ + "/league.json: player '" + player.name + "'");
        made.name = player.name;
        players_.back() = std::move(made);
      } catch (const HostFault&) {
        throw;
      } catch (const std::exception& e) {
        leave_out(player, e.what());
      }
    }
    // Not before all are made: what one sees depends on where the others lie. Nothing of one player ends the league,
    // but for faults of the host.
    for (std::size_t i = 0; i < players_.size(); ++i) {
      const LeaguePlayer& player = league_.players[i];
      try {
        if (!players_[i] || players_[i]->identity() == player.identity) continue;
        leave_out(
            player,
            fmt::format("its files are not those of version {} any more: `league {} add` makes them a new version",
                        player.version, shell_word(folder_)));
      } catch (const HostFault&) {
        throw;
      } catch (const std::exception& e) {
        leave_out(player, e.what());
      }
      players_[i].reset();
    }
  }

  LeaguePlayed run() {
    int games = 0;
    const std::vector<int> numbers = batch_numbers(folder_);
    bool whole = true;
    if (!numbers.empty() && !is_over(folder_, numbers.back())) {
      const LeagueBatch batch = read_batch(folder_, numbers.back(), league_);
      games += games_of(batch);
      standing_ = standing_of(folder_, league_, true);
      whole = play_batch(batch, true);
    } else {
      standing_ = standing_of(folder_, league_, true);
    }
    while (whole && play_.games - games >= 2 && !interrupted()) {
      const LeagueBatch batch = plan(std::min(play_.batch, play_.games - games) / 2);
      games += games_of(batch);
      whole = play_batch(batch, false);
    }
    // So that its commitment can be published long before it is played.
    commit_batch(folder_, next_batch(folder_), league_);
    return std::move(played_);
  }

 private:
  static int games_of(const LeagueBatch& batch) { return 2 * static_cast<int>(batch.matches.size()); }
  bool interrupted() const { return play_.run.interrupted != nullptr && *play_.run.interrupted; }

  void leave_out(const LeaguePlayer& player, const std::string& why) {
    played_.left_out.push_back(fmt::format("player '{}' is left out: {}", player.name, why));
  }

  LeagueBatch plan(int matches) {
    LeagueBatch batch;
    batch.number = next_batch(folder_);
    batch.begun = date_and_time();
    std::vector<bool> present;
    for (std::size_t i = 0; i < players_.size(); ++i) {
      present.push_back(players_[i].has_value());
      if (players_[i]) batch.players.push_back(static_cast<int>(i));
    }
    if (batch.players.size() < 2)
      throw InputError("{}: a match takes two players, and there {}: `pentocity league {} add` adds more{}", folder_,
                       batch.players.empty() ? "is none" : "is one", shell_word(folder_),
                       played_.left_out.empty() ? "" : "; " + played_.left_out.front());
    statistics::Matchmaker matchmaker = standing_.matchmaker(present);
    std::vector<int> repeats(sequencers_.size());
    for (int i = 0; i < matches; ++i) {
      const statistics::ChosenMatch match = matchmaker.next();
      batch.matches.push_back(
          {.a = match.a, .b = match.b, .sequencer = match.stream, .repeat = repeats[match.stream]++});
    }
    const results::Commitment commitment = commit_batch(folder_, batch.number, league_);
    batch.commitment = commitment.secret;
    batch.commitment_digest = results::digest_of(commitment);
    batch.roster_digest = results::digest_of(close_batch(folder_, batch, league_));
    write_batch(folder_, batch, league_);
    return batch;
  }

  // The config that plays a batch. Players that cannot be made any more have no `make`.
  tournament::Config config_of(const LeagueBatch& batch) const {
    tournament::Config config;
    config.name = "league";
    config.schedule = schedule_of(batch, league_);
    config.hosting = makers_.hosting();
    config.sequencers = sequencers_;
    for (const int player : batch.players) {
      entrants::PlayerEntry none;
      none.name = league_.players[player].name;
      config.players.push_back(players_[player].value_or(none));
      config.isolated_players += config.players.back().isolated;
    }
    const Secret secret = secret_of_batch(folder_, batch.number);
    if (secret.commitment() != batch.commitment)
      throw InputError("{}/{}: is not the secret that batch {} was begun with (commitment {}, not {})",
                       batch_folder(folder_, batch.number), results::secret_file, batch.number, secret.commitment(),
                       batch.commitment);
    config.use(secret);
    return config;
  }

  // The games of a batch that are stored or can still be played. A match whose players are not both there any more is
  // not begun.
  std::set<results::GameId> games_to_have(const LeagueBatch& batch, const tournament::Config& config) const {
    std::set<results::GameId> out;
    results::Store(batch_folder(folder_, batch.number), config.schedule, results::Store::Access::look)
        .for_each([&](const results::StoredGame& game) { out.insert(game.id); });
    for (const LeagueMatch& match : batch.matches) {
      const results::GameId a = game_of(batch, match, match.a), b = game_of(batch, match, match.b);
      const auto possible = [&](const results::GameId& id) {
        return config.players[id.player].entrant || out.contains(id);
      };
      if (possible(a) && possible(b)) out.insert({a, b});
    }
    return out;
  }

  // Returns whether all its games are stored, and it is over.
  bool play_batch(const LeagueBatch& batch, bool resumed) {
    const tournament::Config config = config_of(batch);
    const std::set<results::GameId> games = games_to_have(batch, config);
    if (const auto lost = static_cast<std::size_t>(games_of(batch)) - games.size(); lost > 0)
      played_.left_out.push_back(
          fmt::format("batch {}: {} of its {} games are not played, for who is left out has no part in them",
                      batch.number, lost, games_of(batch)));
    if (play_.begin) play_.begin(batch, resumed, config);
    tournament::RunOptions options = play_.run;
    options.folder = batch_folder(folder_, batch.number);
    options.chosen = [&](const results::GameId& id) { return games.contains(id); };
    options.summarize = false;
    const tournament::RunResult result = tournament::run_games(config, options);
    played_.games += result.stored;
    for (const tournament::Unplayed& game : result.unplayed) played_.unplayed.push_back(game.why);
    if (result.stored < games.size()) {
      played_.open = batch.number;
      return false;
    }
    // All that is to be played is on disk; from here on the requests may be known.
    results::reveal_secret(options.folder, true);
    standing_ = standing_of(folder_, league_, true);
    ++played_.batches;
    return true;
  }

  const std::string& folder_;
  const LeaguePlay& play_;
  const League league_;
  LeagueMakers makers_;
  std::vector<entrants::SequencerEntry> sequencers_;
  std::vector<std::optional<entrants::PlayerEntry>> players_;  ///< by their numbers in the league
  LeagueStanding standing_;
  LeaguePlayed played_;
};

}  // namespace

LeaguePlayed play_league(const std::string& folder, const LeaguePlay& play) {
  if (!is_league(folder)) read_league(folder);  // which throws
  const results::FolderLock lock(folder);
  return Organizer(folder, play).run();
}

}  // namespace pentocity::league
