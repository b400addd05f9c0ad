#include <cmath>
#include <set>

#include "pentocity/search/separable_cma.hpp"
#include "pentocity/search/tuning.hpp"

namespace pentocity::search {

using isolation::Hosting;
using namespace entrants;
using namespace tournament;
using namespace results;

namespace {

GameSet read_games(const YamlNode& node, const std::string& folder, const Hosting& hosting,
                   std::vector<std::string> more_keys) {
  more_keys.insert(more_keys.end(), {"sequencers", "repeats", "seed", "seeds"});
  node.check_keys(more_keys);
  if (!node.has("seed") && !node.has("seeds"))
    node.fail("a 'seed' with 'repeats', or a list 'seeds', is missing: training and validation need their own");
  GameSet set;
  set.sequencers = read_sequencers(node.at("sequencers"), folder, hosting);
  Schedule schedule;
  read_seeds(node, {}, schedule);
  if (schedule.commitment)
    node.at("seed").fail("a search is to be repeatable: 'seed' must be a number here, not secret");
  set.seeds = schedule.seeds;
  return set;
}

double number_of(const std::optional<YamlNode>& value, double fallback) { return value ? value->number() : fallback; }

TunedOption read_option(const YamlNode::Entry& entry, const PlayerEntry& player) {
  const auto& declared = player.declared;
  const auto spec = std::ranges::find(declared, entry.key, &OptionSpec::name);
  if (spec == declared.end())
    entry.key_node.fail("player '{}' has no option '{}'{}", player.name, entry.key,
                        suggestion(entry.key, names_of(declared)));
  const OptionValue& value = player.options.values().at(entry.key);
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole == nullptr && !std::holds_alternative<double>(value))
    entry.key_node.fail("option '{}' is a {}: only numbers can be tuned", entry.key, type_name(value));
  entry.value.check_keys({"start", "scale", "min", "max"});
  TunedOption out{.spec = *spec};
  out.start = number_of(entry.value.find("start"), whole ? static_cast<double>(*whole) : std::get<double>(value));
  out.scale = entry.value.at("scale").number();
  out.min = number_of(entry.value.find("min"), spec->min);
  out.max = number_of(entry.value.find("max"), spec->max);
  if (!(out.scale > 0)) entry.value.at("scale").fail("'scale' must be above 0: it is how far the first steps go");
  if (out.min < spec->min || out.max > spec->max)
    entry.value.fail("option '{}' takes {} to {}", entry.key, spec->min, spec->max);
  if (!(out.min < out.max) || out.start < out.min || out.start > out.max)
    entry.value.fail("'start' is {}: expected between 'min', {}, and 'max', {}", out.start, out.min, out.max);
  if (!out.is_whole()) return out;
  const double min = std::ceil(out.min), max = std::floor(out.max);
  if (min >= max)
    entry.value.fail("option '{}' is an integer, and there are no two between 'min', {}, and 'max', {}", entry.key,
                     out.min, out.max);
  out.min = min;
  out.max = max;
  out.start = std::clamp(std::round(out.start), min, max);
  return out;
}

}  // namespace

TuningConfig load_tuning(const std::string& path, const std::vector<std::string>& assignments) {
  const YamlNode root = YamlNode::load(path);
  root.check_keys({"rules", "player", "seed", "evaluations", "population", "training", "validation", "options"});
  TuningConfig config;
  config.name = std::filesystem::path(path).stem().string();
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const std::filesystem::path absolute = std::filesystem::absolute(path);
  *config.hosting.confinement = {{}, absolute.parent_path().string(), {absolute.string()}, {}};
  if (const auto rules = root.find("rules")) config.rules = read_rules(*rules);
  std::vector<PlayerEntry> player{player_of_yaml(root.at("player"), folder, config.hosting)};
  try {
    player.front() = asked(player.front());
  } catch (const UserError&) {
    throw;
  } catch (const std::exception& e) {  // of its process
    root.at("player").fail("player '{}' cannot be asked for its options: {}", player.front().name, e.what());
  }
  config.origin = player_origin(root.at("player")).with_absolute_paths(absolute.parent_path().string());
  set_options(player, assignments);
  config.player = player.front();
  if (config.player.any_options)
    root.at("player").fail(
        "player '{}' declares no options, so nothing of it can be tuned: a command declares them in its answer to "
        "'hello' (docs/reference/protocol.md)",
        config.player.name);

  for (const YamlNode::Entry& entry : root.at("options").entries())
    config.options.push_back(read_option(entry, config.player));
  if (config.options.empty()) root.at("options").fail("there is nothing to tune");

  const YamlNode training = root.at("training"), validation = root.at("validation");
  config.training = read_games(training, folder, config.hosting, {"games"});
  config.validation = read_games(validation, folder, config.hosting, {});
  const std::set<std::uint64_t> trained(config.training.seeds.begin(), config.training.seeds.end());
  for (const std::uint64_t seed : config.validation.seeds)
    if (trained.contains(seed))
      validation.fail("seed {} is in the training too: games that were tuned on prove nothing; choose another 'seed'",
                      seed);
  if (const auto games = training.find("games"))
    config.games = static_cast<int>(games->integer(1, config.training.seeds.size()));

  if (const auto seed = root.find("seed")) config.seed = seed->integer(0, max_seed);
  config.population = SeparableCma::usual_population(static_cast<int>(config.options.size()));
  if (const auto population = root.find("population"))
    config.population = static_cast<int>(population->integer(4, 10'000));
  config.evaluations = static_cast<int>(root.at("evaluations").integer(1, 100'000'000));
  return config;
}

}  // namespace pentocity::search
