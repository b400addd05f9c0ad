#include "pentocity/search/tuning.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>

#include "pentocity/input/json_text.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/search/separable_cma.hpp"

namespace pentocity::search {

using statistics::Sample, statistics::sample_of;
using namespace entrants;
using namespace results;

namespace {

using nlohmann::ordered_json;

// The values of the tuned options at a point of the search, in whose space each starts at 0 and has the scale 1.
std::vector<OptionValue> values_at(const std::vector<TunedOption>& tuned, const std::vector<double>& point) {
  std::vector<OptionValue> out;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    const TunedOption& t = tuned[i];
    const double value = t.start + t.scale * point[i];
    if (t.is_whole())
      out.emplace_back(static_cast<std::int64_t>(std::clamp(std::round(value), t.min, t.max)));
    else  // six digits are enough for an option, and what is written is what is played
      out.emplace_back(std::clamp(std::stod(fmt::format("{:.6g}", value)), t.min, t.max));
  }
  return out;
}

PlayerEntry player_with(const TuningConfig& config, const std::vector<OptionValue>& values) {
  Options options = config.player.options;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionSpec& spec = config.options[i].spec;
    options.set({spec}, spec.name, values[i]);
  }
  PlayerEntry player = config.player.entrant->with(options);
  player.name = config.player.name;
  return player;
}

// Plays games; a failed one counts as 0. None if interrupted. Throws InputError if all fail.
std::optional<std::vector<std::optional<int>>> play(const TuningConfig& config, const TuningOptions& options,
                                                    const std::vector<SearchGame>& games, FailedGames& all) {
  FailedGames failed;
  auto scores = play_games(games,
                           {.rules = config.rules,
                            .failures = Failures::zero,
                            .cpu_seconds = config.time_limit,
                            .jobs = options.jobs,
                            .interrupted = options.interrupted},
                           failed);
  config.hosting.confinement->kept->check();
  failed.require_any_good(config.player.name);
  all.add(failed);
  return scores;
}

// What decides a search besides its length.
std::string identity_of(const TuningConfig& config) {
  ordered_json json;
  json["rules"] = config.rules.profile;
  const ordered_json rules = match::to_json_resolved(config.rules);
  for (const auto& [rule, value] : rules.items())
    if (rule != "profile") json[rule] = value.is_string() ? value.get<std::string>() : text_of_json(value);
  json["player"] = config.player.identity();
  for (const TunedOption& t : config.options) json["options"].push_back({t.spec.name, t.start, t.scale, t.min, t.max});
  for (const SequencerEntry& s : config.training.sequencers) json["sequencers"].push_back({s.name, s.identity()});
  json["seeds"] = config.training.seeds;
  json["games"] = config.games;
  json["seed"] = config.seed;
  json["population"] = config.population;
  return fmt::format("{:016x}", hash_bytes(text_of_json(json)));
}

constexpr std::string_view checkpoint_format = "pentocity-tuning/1";

constexpr const char* checkpoint_file = "checkpoint.json";

void write_checkpoint(const std::string& folder, const std::string& identity, const SeparableCma::State& s,
                      const FailedGames& failed) {
  const ordered_json json{{"format", checkpoint_format},
                          {"config", identity},
                          {"generation", s.generation},
                          {"step", s.step},
                          {"mean", s.mean},
                          {"variances", s.variances},
                          {"path", s.path},
                          {"step_path", s.step_path},
                          {"games", failed.games},
                          {"failed", failed.failed},
                          {"first_failed", failed.first}};
  Folder(folder).write(checkpoint_file, text_of_json(json, 1) + "\n", OnDisk::now);
}

// The state of the search in a folder; its games are added to `failed`.
std::optional<SeparableCma::State> read_checkpoint(const std::string& folder, const std::string& identity,
                                                   std::size_t numbers, FailedGames& failed) {
  const Folder opened(folder);
  const std::string path = opened.path_of(checkpoint_file);
  if (!opened.has(checkpoint_file)) return std::nullopt;
  SeparableCma::State s;
  std::string config;
  try {
    const auto json = read_ordered_json(opened.read(checkpoint_file), "its text");
    if (json.at("format") != checkpoint_format) throw InputError("another format");
    config = json.at("config").get<std::string>();
    s = {.mean = json.at("mean"),
         .variances = json.at("variances"),
         .path = json.at("path"),
         .step_path = json.at("step_path"),
         .step = json.at("step"),
         .generation = json.at("generation")};
    failed = {.games = json.at("games"), .failed = json.at("failed"), .first = json.at("first_failed")};
  } catch (const std::exception& e) {
    throw InputError("{}: this is no checkpoint of a tuning ({}); --fresh starts anew", path, e.what());
  }
  if (config != identity)
    throw InputError(
        "{}: the search in this folder is of another config, or the files of its player or of a sequencer have "
        "changed; --fresh starts anew",
        path);
  for (const auto* list : {&s.mean, &s.variances, &s.path, &s.step_path})
    if (list->size() != numbers)
      throw InputError("{}: expected lists of {} numbers; --fresh starts anew", path, numbers);
  return s;
}

// Writes the player with these values as an entry of a config's `players`, with all options that differ from what the
// player declares, and those that are tuned.
void write_player(const TuningConfig& config, const std::string& folder, const char* file, const std::string& name,
                  const std::string& comment, const std::vector<OptionValue>& values) {
  Origin origin = config.origin;
  origin.name = {name};
  origin.options.clear();
  std::string text = "# " + comment + " Commands that take players take this file.\n";
  const ordered_json entry = read_ordered_json(origin.config_text(), "an entry");
  for (const auto& [key, value] : entry.items()) text += fmt::format("{}: {}\n", key, text_of_json(value));
  text += "options:\n";
  const auto add = [&](const OptionSpec& spec, const OptionValue& value) {
    text += fmt::format("  {}: {}\n", spec.name,
                        text_of_json(std::visit([](const auto& v) { return ordered_json(v); }, value)));
  };
  for (std::size_t i = 0; i < values.size(); ++i) add(config.options[i].spec, values[i]);
  for (const OptionSpec& spec : config.player.declared) {
    const OptionValue& value = config.player.options.values().at(spec.name);
    const auto is_it = [&](const TunedOption& tuned) { return tuned.spec.name == spec.name; };
    if (value != spec.fallback && std::ranges::none_of(config.options, is_it)) add(spec, value);
  }
  Folder(folder).write(file, text, OnDisk::now);
}

void write_tuned(const TuningConfig& config, const std::string& folder, const std::vector<OptionValue>& values) {
  write_player(config, folder, tuned_file, config.player.name + "-tuned",
               fmt::format("Found by `pentocity tune` with {}.yaml.", config.name), values);
}

// TuningResult::at_limits of these values.
std::vector<std::string> limits_of(const std::vector<TunedOption>& tuned, const std::vector<OptionValue>& values) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    const TunedOption& t = tuned[i];
    const double value =
        t.is_whole() ? static_cast<double>(std::get<std::int64_t>(values[i])) : std::get<double>(values[i]);
    if (value >= t.max) out.push_back(fmt::format("{}: {}, its max", t.spec.name, t.max));
    if (value <= t.min) out.push_back(fmt::format("{}: {}, its min", t.spec.name, t.min));
  }
  return out;
}

void validate(const TuningConfig& config, const TuningOptions& options, const std::vector<OptionValue>& start,
              const std::vector<OptionValue>& values, TuningResult& result) {
  const PlayerEntry before = player_with(config, start), after = player_with(config, values);
  std::vector<SearchGame> games;
  for (const SequencerEntry& sequencer : config.validation.sequencers)
    for (const std::uint64_t seed : config.validation.seeds)
      for (const PlayerEntry* player : {&before, &after}) games.push_back({player, &sequencer, seed});
  const auto scores = play(config, options, games, result.failed);
  if (!scores) return;
  result.finished = true;
  std::vector<Sample> strata;
  auto score = scores->begin();
  for (const SequencerEntry& sequencer : config.validation.sequencers) {
    std::vector<double> befores, afters, differences;
    for (std::size_t k = 0; k < config.validation.seeds.size(); ++k) {
      befores.push_back(**score++);
      afters.push_back(**score++);
      differences.push_back(afters.back() - befores.back());
    }
    result.rows.push_back({sequencer.name, sample_of(befores).mean, sample_of(afters).mean, sample_of(differences)});
    strata.push_back(result.rows.back().difference);
  }
  result.difference = statistics::stratified_mean(strata);
}

}  // namespace

TuningResult tune(const TuningConfig& config, const TuningOptions& options) {
  make_folder(options.folder);
  const FolderLock lock(options.folder);
  if (options.fresh) Folder(options.folder).remove(checkpoint_file);
  config.hosting.confinement->hidden.push_back(std::filesystem::absolute(options.folder).lexically_normal().string());
  const std::string identity = identity_of(config);
  TuningResult result;
  const auto stored = read_checkpoint(options.folder, identity, config.options.size(), result.failed);
  SeparableCma search = stored ? SeparableCma(*stored, config.population)
                               : SeparableCma(std::vector<double>(config.options.size(), 0), config.population);
  const auto tried = [&] { return search.state().generation * config.population; };
  while (tried() < config.evaluations) {
    const int generation = search.state().generation;
    Pcg random(mix_bits(config.seed) ^ generation);
    const auto candidates = search.draw(random);
    std::vector<PlayerEntry> players;
    for (const auto& candidate : candidates)
      players.push_back(player_with(config, values_at(config.options, candidate)));
    std::vector<SearchGame> games;
    for (const PlayerEntry& player : players)
      for (const SequencerEntry& sequencer : config.training.sequencers)
        for (int g = 0; g < config.games; ++g) {
          const std::size_t k = std::size_t{1} * generation * config.games + g;
          games.push_back({&player, &sequencer, config.training.seeds[k % config.training.seeds.size()]});
        }
    const auto scores = play(config, options, games, result.failed);
    if (!scores) {
      result.evaluations = tried();
      return result;
    }
    const std::size_t each = config.training.sequencers.size() * config.games;
    std::vector<double> losses(players.size(), 0);
    for (std::size_t i = 0; i < scores->size(); ++i) losses[i / each] -= *(*scores)[i] / static_cast<double>(each);
    search.learn(candidates, losses);
    write_checkpoint(options.folder, identity, search.state(), result.failed);
    write_tuned(config, options.folder, values_at(config.options, search.state().mean));
    if (options.progress)
      options.progress(tried(), -sample_of(losses).mean, -*std::ranges::min_element(losses), search.state().step);
  }
  result.evaluations = tried();
  const auto start = values_at(config.options, std::vector<double>(config.options.size(), 0));
  const auto values = values_at(config.options, search.state().mean);
  write_player(config, options.folder, before_file, config.player.name,
               fmt::format("Where `pentocity tune` began with {}.yaml.", config.name), start);
  write_tuned(config, options.folder, values);
  result.at_limits = limits_of(config.options, values);
  validate(config, options, start, values, result);
  return result;
}

}  // namespace pentocity::search
