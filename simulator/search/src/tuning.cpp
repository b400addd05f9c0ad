#include "pentocity/search/tuning.hpp"

#include <fmt/format.h>

#include <cmath>
#include <exception>

#include "pentocity/core/parallel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/results/files.hpp"
#include "pentocity/search/separable_cma.hpp"

namespace pentocity::search {

using match::GameRecord, match::Participants, match::Status;
using statistics::Sample, statistics::sample_of;
using namespace entrants;
using namespace results;

namespace {

using nlohmann::ordered_json;

// The values of the tuned options at a point of the search, in whose space each starts at 0 and has the scale 1.
std::vector<double> values_at(const std::vector<TunedOption>& tuned, const std::vector<double>& point) {
  std::vector<double> out;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    const TunedOption& t = tuned[i];
    const double value = std::clamp(t.start + t.scale * point[i], t.min, t.max);
    // Six digits are enough for an option, and what is written is what is played.
    const bool whole = std::holds_alternative<std::int64_t>(t.spec.fallback);
    out.push_back(whole ? std::round(value) : std::stod(fmt::format("{:.6g}", value)));
  }
  return out;
}

PlayerEntry player_with(const TuningConfig& config, const std::vector<double>& values) {
  Options options = config.player.options;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const OptionSpec& spec = config.options[i].spec;
    const bool whole = std::holds_alternative<std::int64_t>(spec.fallback);
    options.set({spec}, spec.name, whole ? OptionValue(static_cast<std::int64_t>(values[i])) : OptionValue(values[i]));
  }
  PlayerEntry player = config.player.entrant->with(options);
  player.name = config.player.name;
  return player;
}

struct TuningGame {
  const PlayerEntry* player;
  const SequencerEntry* sequencer;
  std::uint64_t seed;
};

// The scores of games, in their order; a failed game scores 0, and is counted in the result. None if interrupted.
// Throws InputError if all games fail: nothing can be learned from them.
std::optional<std::vector<double>> play(const TuningConfig& config, const TuningOptions& options,
                                        const std::vector<TuningGame>& games, TuningResult& result) {
  std::vector<double> scores(games.size());
  std::vector<std::string> failures(games.size());
  std::atomic<bool> stop{false};
  for_each_parallel(options.jobs, static_cast<int>(games.size()), [&](int i) {
    if (stop) return;
    const TuningGame& game = games[i];
    Participants participants;
    participants.sequencer = [&] { return game.sequencer->make(config.rules.side, game.seed); };
    participants.player = [&] { return game.player->make(config.rules, player_seed(game.seed, 0, game.player->name)); };
    participants.check_requests = !game.sequencer->built_in;
    const GameRecord record = match::play_game(config.rules, participants, {config.time_limit});
    if (record.status == Status::ok)
      scores[i] = record.score;
    else
      failures[i] = fmt::format("{} on {}, seed {}: {}", name_of(record.status), game.sequencer->name, game.seed,
                                record.error.empty() ? "it says no more" : printable(record.error));
    if (options.interrupted != nullptr && *options.interrupted) stop = true;
  });
  config.hosting.confinement->kept->check();
  if (stop) return std::nullopt;
  const auto first = std::ranges::find_if(failures, [](const auto& failure) { return !failure.empty(); });
  const auto failed = std::ranges::count_if(failures, [](const auto& failure) { return !failure.empty(); });
  if (failed > 0 && result.failure.empty()) result.failure = *first;
  result.games += games.size();
  result.failed += failed;
  if (failed == std::ssize(games))
    throw InputError(
        "'{}' failed in all {} games that were played together, so there is nothing to learn from them; the first {}",
        config.player.name, failed, *first);
  return scores;
}

// What decides a search besides its length.
std::string identity_of(const TuningConfig& config) {
  ordered_json json;
  json["rules"] = config.rules.profile;
  for (const OptionSpec& rule : rule_options(config.rules)) json[rule.name] = to_string(rule.fallback);
  json["player"] = config.player.identity;
  for (const TunedOption& t : config.options) json["options"].push_back({t.spec.name, t.start, t.scale, t.min, t.max});
  for (const SequencerEntry& s : config.training.sequencers) json["sequencers"].push_back({s.name, s.identity});
  json["seeds"] = config.training.seeds;
  json["games"] = config.games;
  json["seed"] = config.seed;
  json["population"] = config.population;
  return fmt::format("{:016x}", hash_bytes(text_of_json(json)));
}

constexpr std::string_view checkpoint_format = "pentocity-tuning/1";

constexpr const char* checkpoint_file = "checkpoint.json";

// What decides a search: the config, and what its player and sequencers see besides what their identities tell.
struct SearchIdentity {
  std::string config, seen;
};

SearchIdentity search_identity_of(const TuningConfig& config) {
  std::string seen = config.player.seen();
  for (const SequencerEntry& s : config.training.sequencers) seen += s.seen();
  return {identity_of(config), fmt::format("{:016x}", hash_bytes(seen))};
}

void write_checkpoint(const std::string& folder, const SearchIdentity& identity, const SeparableCma::State& s) {
  const ordered_json json{{"format", checkpoint_format},
                          {"config", identity.config},
                          {"seen", identity.seen},
                          {"generation", s.generation},
                          {"step", s.step},
                          {"mean", s.mean},
                          {"variances", s.variances},
                          {"path", s.path},
                          {"step_path", s.step_path}};
  Folder(folder).write(checkpoint_file, text_of_json(json, 1) + "\n", OnDisk::now);
}

std::optional<SeparableCma::State> read_checkpoint(const std::string& folder, const SearchIdentity& identity,
                                                   std::size_t numbers) {
  const Folder opened(folder);
  const std::string path = opened.path_of(checkpoint_file);
  if (!opened.has(checkpoint_file)) return std::nullopt;
  SeparableCma::State s;
  std::string config, seen;
  try {
    const auto json = read_ordered_json(opened.read(checkpoint_file), "its text");
    if (json.at("format") != checkpoint_format) throw InputError("another format");
    config = json.at("config").get<std::string>();
    seen = json.value("seen", identity.seen);  // version 1.0.0 did not say
    s = {.mean = json.at("mean"),
         .variances = json.at("variances"),
         .path = json.at("path"),
         .step_path = json.at("step_path"),
         .step = json.at("step"),
         .generation = json.at("generation")};
  } catch (const std::exception& e) {
    throw InputError("{}: this is no checkpoint of a tuning ({}); --fresh starts anew", path, e.what());
  }
  if (config != identity.config)
    throw InputError("{}: the search in this folder is of another config; --fresh starts anew", path);
  if (seen != identity.seen)
    throw InputError(
        "{}: the player or a sequencer sees other files now than in the games of this search, such as a module beside "
        "its program; --fresh starts anew",
        path);
  for (const auto* list : {&s.mean, &s.variances, &s.path, &s.step_path})
    if (list->size() != numbers)
      throw InputError("{}: expected lists of {} numbers; --fresh starts anew", path, numbers);
  return s;
}

// The tuned player as an entry of a config's `players`, with all options that differ from what the player declares, and
// those that were tuned.
void write_tuned(const TuningConfig& config, const std::string& folder, const std::vector<double>& values) {
  Origin origin = config.origin;
  origin.name = {config.player.name + "-tuned"};
  origin.options.clear();
  std::string text = fmt::format(
      "# Found by `pentocity tune` with {}.yaml. Commands that take players take this file.\n", config.name);
  const ordered_json entry = read_ordered_json(origin.config_text(), "an entry");
  for (const auto& [key, value] : entry.items()) text += fmt::format("{}: {}\n", key, text_of_json(value));
  text += "options:\n";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += fmt::format("  {}: {}\n", config.options[i].spec.name, values[i]);
  for (const OptionSpec& spec : config.player.declared) {
    const OptionValue& value = config.player.options.values().at(spec.name);
    const auto is_it = [&](const TunedOption& tuned) { return tuned.spec.name == spec.name; };
    if (value == spec.fallback || std::ranges::any_of(config.options, is_it)) continue;
    text += fmt::format("  {}: {}\n", spec.name,
                        text_of_json(std::visit([](const auto& v) { return ordered_json(v); }, value)));
  }
  Folder(folder).write("tuned.yaml", text, OnDisk::now);
}

// TuningResult::at_limits of a point of the search.
std::vector<std::string> limits_of(const std::vector<TunedOption>& tuned, const std::vector<double>& point) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < tuned.size(); ++i) {
    const TunedOption& t = tuned[i];
    const double value = t.start + t.scale * point[i];
    if (value >= t.max) out.push_back(fmt::format("{}: {}, its max", t.spec.name, t.max));
    if (value <= t.min) out.push_back(fmt::format("{}: {}, its min", t.spec.name, t.min));
  }
  return out;
}

void validate(const TuningConfig& config, const TuningOptions& options, const std::vector<double>& values,
              TuningResult& result) {
  std::vector<double> start;
  for (const TunedOption& t : config.options) start.push_back(t.start);
  const PlayerEntry before = player_with(config, start), after = player_with(config, values);
  std::vector<TuningGame> games;
  for (const SequencerEntry& sequencer : config.validation.sequencers)
    for (const std::uint64_t seed : config.validation.seeds)
      for (const PlayerEntry* player : {&before, &after}) games.push_back({player, &sequencer, seed});
  const auto scores = play(config, options, games, result);
  if (!scores) return;
  result.finished = true;
  std::vector<Sample> strata;
  auto score = scores->begin();
  for (const SequencerEntry& sequencer : config.validation.sequencers) {
    std::vector<double> befores, afters, differences;
    for (std::size_t k = 0; k < config.validation.seeds.size(); ++k) {
      befores.push_back(*score++);
      afters.push_back(*score++);
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
  const SearchIdentity identity = search_identity_of(config);
  const auto stored = read_checkpoint(options.folder, identity, config.options.size());
  SeparableCma search = stored ? SeparableCma(*stored, config.population)
                               : SeparableCma(std::vector<double>(config.options.size(), 0), config.population);
  TuningResult result;
  const auto tried = [&] { return search.state().generation * config.population; };
  while (tried() < config.evaluations) {
    const int generation = search.state().generation;
    Pcg random(mix_bits(config.seed) ^ generation);
    const auto candidates = search.draw(random);
    std::vector<PlayerEntry> players;
    for (const auto& candidate : candidates)
      players.push_back(player_with(config, values_at(config.options, candidate)));
    std::vector<TuningGame> games;
    for (const PlayerEntry& player : players)
      for (const SequencerEntry& sequencer : config.training.sequencers)
        for (int g = 0; g < config.games; ++g) {
          const std::size_t k = std::size_t{1} * generation * config.games + g;
          games.push_back({&player, &sequencer, config.training.seeds[k % config.training.seeds.size()]});
        }
    const auto scores = play(config, options, games, result);
    if (!scores) {
      result.evaluations = tried();
      return result;
    }
    const std::size_t each = config.training.sequencers.size() * config.games;
    std::vector<double> losses(players.size(), 0);
    for (std::size_t i = 0; i < scores->size(); ++i) losses[i / each] -= (*scores)[i] / static_cast<double>(each);
    search.learn(candidates, losses);
    write_checkpoint(options.folder, identity, search.state());
    write_tuned(config, options.folder, values_at(config.options, search.state().mean));
    if (options.progress)
      options.progress(tried(), -sample_of(losses).mean, -*std::ranges::min_element(losses), search.state().step);
  }
  result.evaluations = tried();
  const std::vector<double> values = values_at(config.options, search.state().mean);
  write_tuned(config, options.folder, values);
  result.at_limits = limits_of(config.options, search.state().mean);
  validate(config, options, values, result);
  return result;
}

}  // namespace pentocity::search
