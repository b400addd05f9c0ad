#include <algorithm>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::inline game {
namespace {

// Filled before main() by the registering macros, in any order of files; kept sorted.
template <class Spec>
std::vector<Spec>& registry() {
  static std::vector<Spec> specs;
  return specs;
}

template <class Spec>
bool add(Spec spec) {
  auto& specs = registry<Spec>();
  const auto by_name = [](const Spec& a, const Spec& b) { return a.name < b.name; };
  specs.insert(std::upper_bound(specs.begin(), specs.end(), spec, by_name), std::move(spec));
  return true;
}

}  // namespace

const std::vector<PlayerSpec>& builtin_players() { return registry<PlayerSpec>(); }
const std::vector<SequencerSpec>& builtin_sequencers() { return registry<SequencerSpec>(); }
const std::vector<SequencerFormat>& sequencer_formats() { return registry<SequencerFormat>(); }

namespace detail {
bool register_player(PlayerSpec spec) { return add(std::move(spec)); }
bool register_sequencer(SequencerSpec spec) { return add(std::move(spec)); }
bool register_sequencer_format(SequencerFormat format) { return add(std::move(format)); }
}  // namespace detail

const OptionSpec& generator_option() {
  static const OptionSpec option{
      "generator",
      "java",
      "the random numbers of the requests: java.util.Random, as in 2016 (java), or PCG (pcg)",
      {"java", "pcg"}};
  return option;
}

}  // namespace pentocity::inline game
