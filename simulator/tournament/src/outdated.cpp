// Whose files have changed since their stored games were played.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/shell_word.hpp"
#include "run_parts.hpp"

namespace pentocity::tournament {

namespace {

// What in an identity is no hash or version.
constexpr std::array<std::string_view, 6> names_in_identities{"player", "sequencer", "plugin",
                                                              "java",   "python",    "unknown"};

using isolation::FileHashes;

// The hashes of the files that an identity tells of: of those that it lists, and of those that it is made from.
FileHashes files_of(const std::string& identity) {
  FileHashes out;
  const nlohmann::json parts = parse_json(identity);
  if (!parts.is_object()) return out;
  for (const auto& [name, part] : parts.items())
    if (part.is_string() && std::ranges::find(names_in_identities, name) == names_in_identities.end())
      out["its " + name] = part;
  const auto files = parts.value("files", nlohmann::json::array());
  for (const auto& list : files.is_array() ? files : nlohmann::json::array({files}))
    for (const auto& [file, hash] : list.items())
      if (hash.is_string()) out[file] += hash.get<std::string>();
  return out;
}

// The names of the files that differ, in words; empty if none does.
std::string changed_files(const FileHashes& before, const FileHashes& now) {
  constexpr std::size_t most = 3;
  std::set<std::string> names;
  std::vector<std::pair<std::string, std::string>> differ;
  std::ranges::set_symmetric_difference(before, now, std::back_inserter(differ));
  for (const auto& [name, hash] : differ) names.insert(std::filesystem::path(name).filename().string());
  const std::vector<std::string> all(names.begin(), names.end());
  const std::span shown = std::span(all).first(std::min(all.size(), most));
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     all.size() > most ? fmt::format(" and {} more", all.size() - most) : "");
}

}  // namespace

std::vector<std::string> outdated_in(const Config& config, const RunOptions& options) {
  std::vector<std::string> out;
  if (options.fresh != results::Fresh::no || !results::holds_run(options.folder)) return out;
  const results::Schedule before = results::read_schedule(options.folder);
  const results::Store store(options.folder, config.schedule, results::Store::Access::look);
  const bool secret = config.schedule.commitment.has_value();
  const auto find = [&](const auto list, int results::GameId::* number) {
    for (std::size_t i = 0; i < (config.schedule.*list).size(); ++i) {
      const match::EntrantId& now = (config.schedule.*list)[i];
      const auto stored = std::ranges::find(before.*list, now.name, &match::EntrantId::name);
      if (stored == (before.*list).end() || has_name(options.anew, now.name)) continue;
      const std::string files = changed_files(files_of(stored->identity), files_of(now.identity));
      if (files.empty()) continue;  // it is the same, or has other options
      std::set<results::GameId> games, present;
      store.for_each(
          [&](const results::StoredGame& game) {
            if (game.id.*number == static_cast<int>(i)) present.insert(game.id);
          },
          [&](const results::GameId& id) {
            if (id.*number == static_cast<int>(i)) games.insert(id);
          },
          results::Store::Read::brief);
      std::erase_if(games, [&](const results::GameId& id) { return present.contains(id); });
      if (games.empty()) continue;
      const std::string line = fmt::format("{}: '{}' has changed ({}) since its {} there", options.folder, now.name,
                                           files, counted(games.size(), "game"));
      if (secret || store.lockstep().value_or(false))
        throw InputError(
            "{}, and nobody meets the requests {} twice: a player that changes needs a new folder (--out){}", line,
            secret ? "of a secret" : "of games in lockstep",
            secret ? fmt::format("; --anew {} plays it anew nevertheless", shell_word(now.name)) : "");
      out.push_back(line + (games.size() == 1 ? ", which is played anew" : ", which are played anew"));
    }
  };
  find(&results::Schedule::players, &results::GameId::player);
  find(&results::Schedule::sequencers, &results::GameId::sequencer);
  return out;
}

}  // namespace pentocity::tournament
