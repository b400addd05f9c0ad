#include <algorithm>
#include <mutex>

#include "pentocity/game/player.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::inline game {
namespace {

// What the registering macros have added before main(), in any order of files, and nobody has asked for yet. Making the
// specs takes as long as starting the program, and most commands need none.
template <class Spec>
std::vector<Spec (*)()>& waiting() {
  static std::vector<Spec (*)()> makers;
  return makers;
}

template <class Spec>
bool add(Spec (*make)()) {
  waiting<Spec>().push_back(make);
  return true;
}

// All specs, sorted by name.
template <class Spec>
const std::vector<Spec>& registry() {
  static std::vector<Spec> specs;
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  for (const auto make : waiting<Spec>()) {
    const auto by_name = [](const Spec& a, const Spec& b) { return a.name < b.name; };
    Spec spec = make();
    specs.insert(std::upper_bound(specs.begin(), specs.end(), spec, by_name), std::move(spec));
  }
  waiting<Spec>().clear();
  return specs;
}

}  // namespace

const std::vector<PlayerSpec>& builtin_players() { return registry<PlayerSpec>(); }
const std::vector<SequencerSpec>& builtin_sequencers() { return registry<SequencerSpec>(); }
const std::vector<SequencerFormat>& sequencer_formats() { return registry<SequencerFormat>(); }

namespace detail {
bool register_player(PlayerSpec (*make)()) { return add(make); }
bool register_sequencer(SequencerSpec (*make)()) { return add(make); }
bool register_sequencer_format(SequencerFormat (*make)()) { return add(make); }
}  // namespace detail

}  // namespace pentocity::inline game
