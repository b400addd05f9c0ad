// Whose files have changed since their stored games were played.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/shell_word.hpp"
#include "run_parts.hpp"

namespace pentocity::play {

namespace {

using FileHashes = std::map<std::string, std::string>;

// The texts of a JSON object.
FileHashes texts_of(const nlohmann::json& object) {
  FileHashes out;
  if (!object.is_object()) return out;
  for (const auto& [name, value] : object.items())
    if (value.is_string()) out[name] = value;
  return out;
}

// What an identity says of files: of those that it names, and of the one that it is made from.
FileHashes files_of_identity(const std::string& identity) {
  const nlohmann::json parts = parse_json(identity);
  if (!parts.is_object()) return {};
  FileHashes out = texts_of(parts.value("files", nlohmann::json()));
  for (const auto& [name, value] : texts_of(parts))
    if (name != "player" && name != "sequencer" && name != "python" && name != "unknown") out["its " + name] = value;
  return out;
}

// The names of the files that differ, in words; empty if none does.
std::string changed_files(const FileHashes& before, const FileHashes& now) {
  constexpr std::size_t most = 3;
  std::set<std::string> names;
  for (const auto* files : {&before, &now})
    for (const auto& [name, hash] : *files) {
      const auto in = [&](const FileHashes& some) { return some.contains(name) && some.at(name) == hash; };
      if (!in(before) || !in(now)) names.insert(std::filesystem::path(name).filename().string());
    }
  const std::vector<std::string> all(names.begin(), names.end());
  const std::span shown = std::span(all).first(std::min(all.size(), most));
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     all.size() > most ? fmt::format(" and {} more", all.size() - most) : "");
}

}  // namespace

std::vector<Outdated> outdated_in(const Config& config, const RunOptions& options) {
  std::vector<Outdated> out;
  if (options.fresh != results::Fresh::no || !results::holds_run(options.folder)) return out;
  const results::Schedule before = results::read_schedule(options.folder);
  const results::Store store(options.folder, config.schedule, results::Store::Access::look);
  const results::FolderNotes& notes = store.notes();
  const auto find = [&](const auto& entries, const auto list, int results::GameId::* number) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const entrants::EntrantId& now = (config.schedule.*list)[i];
      const auto stored = std::ranges::find(before.*list, now.name, &entrants::EntrantId::name);
      if (has_name(options.anew, now.name)) continue;
      const std::string seen = entries[i].seen(), key = results::seen_key(now);
      const bool same_key = !seen.empty() && notes.seen.contains(key) && notes.seen.at(key) != seen;
      if (!same_key && (stored == (before.*list).end() || stored->identity == now.identity)) continue;
      const entrants::EntrantId& former = same_key ? now : *stored;
      const auto listed = notes.files.find(results::seen_key(former));
      std::string files = listed != notes.files.end() && !seen.empty()
                              ? changed_files(texts_of(parse_json(listed->second)), entries[i].seen_files())
                              : changed_files(files_of_identity(former.identity), files_of_identity(now.identity));
      if (files.empty() && !same_key) continue;  // it has other options
      std::set<results::GameId> games, present;
      store.for_each(
          [&](const results::StoredGame& game) {
            if (game.id.*number == static_cast<int>(i)) (same_key ? games : present).insert(game.id);
          },
          [&](const results::GameId& id) {
            if (id.*number == static_cast<int>(i)) games.insert(id);
          },
          results::Store::Read::brief);
      for (const results::GameId& id : present) games.erase(id);
      if (!games.empty())
        out.push_back({now.name, files.empty() ? "a file that it sees" : files, games.size(), same_key});
    }
  };
  find(config.players, &results::Schedule::players, &results::GameId::player);
  find(config.sequencers, &results::Schedule::sequencers, &results::GameId::sequencer);
  const bool secret = config.schedule.commitment.has_value();
  if (!out.empty() && (secret || store.lockstep().value_or(false)))
    throw InputError(
        "{}: '{}' has changed ({}) since its {} there, and nobody meets the requests {} twice: a player that changes "
        "needs a new folder (--out){}",
        options.folder, out.front().name, out.front().files, counted(out.front().games, "game"),
        secret ? "of a secret" : "of games in lockstep",
        secret ? fmt::format("; --anew {} plays it anew nevertheless", shell_word(out.front().name)) : "");
  return out;
}

}  // namespace pentocity::play
