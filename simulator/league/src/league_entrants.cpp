#include <filesystem>

#include "league_files.hpp"

namespace pentocity::league {

using namespace isolation;

results::Commitment commit_batch(const std::string& folder, int number, const League& league) {
  tournament::Config config;
  config.schedule = schedule_of({}, league);
  config.hosting.isolation = league.isolation;
  config.hosting.confinement->require = league.require;
  config.use(secret_of_batch(folder, number));
  results::Commitment now = tournament::commitment_of(config);
  now.repeats.reset();
  tournament::promise(batch_folder(folder, number), now);
  return now;
}

results::Roster close_batch(const std::string& folder, const LeagueBatch& batch, const League& league) {
  results::Roster now{.commitment = batch.commitment_digest, .players = {}};
  for (const int player : batch.players) now.players.push_back({league.players[player], ""});
  tournament::promise(batch_folder(folder, batch.number), now);
  return now;
}

std::vector<bool> members(const League& league) {
  std::vector<bool> out;
  for (const LeaguePlayer& player : league.players) out.push_back(!player.left);
  return out;
}

LeagueMakers::LeagueMakers(const League& settings, const std::string& folder)
    : pattern_{.isolation = settings.isolation} {
  *pattern_.confinement = {.limits = settings.limits,
                           .folder = {},
                           .hidden = {std::filesystem::absolute(folder).lexically_normal().string()},
                           .require = settings.require};
}

template <class Make>
auto LeagueMakers::made(Make make, const LeagueEntry& entry, const std::string& where) {
  const auto [it, fresh] = by_folder_.try_emplace(entry.folder, pattern_);
  if (fresh) {
    it->second.confinement = std::make_shared<Confinement>(*pattern_.confinement);
    it->second.confinement->folder = entry.folder;
    it->second.confinement->hidden.push_back(entry.folder + "/results");
  }
  auto out = make(YamlNode::parse(entry.entry, where), entry.folder, it->second);
  std::set<std::string> own;
  for (const auto& [folder, hosting] : by_folder_)
    own.insert(hosting.confinement->own.begin(), hosting.confinement->own.end());
  for (auto& [folder, hosting] : by_folder_) hosting.confinement->own.assign(own.begin(), own.end());
  return out;
}

entrants::PlayerEntry LeagueMakers::player(const LeagueEntry& entry, const std::string& where) {
  return made(entrants::player_of_yaml, entry, where);
}

entrants::SequencerEntry LeagueMakers::sequencer(const LeagueEntry& entry, const std::string& where) {
  return made(entrants::sequencer_of_yaml, entry, where);
}

std::vector<entrants::SequencerEntry> LeagueMakers::sequencers(const League& league, const std::string& folder) {
  std::vector<entrants::SequencerEntry> out;
  for (const LeagueEntry& entry : league.sequencers) {
    out.push_back(sequencer(entry, folder + "/league.json: sequencer '" + entry.name + "'"));
    out.back().name = entry.name;
  }
  return out;
}

Hosting LeagueMakers::hosting() const { return by_folder_.empty() ? pattern_ : by_folder_.begin()->second; }

}  // namespace pentocity::league
