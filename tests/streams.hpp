#pragma once
// Request streams in tests: short names of requests, and chi-square tests of what is drawn.

#include <algorithm>
#include <boost/math/distributions/chi_squared.hpp>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "pentocity/core/picture.hpp"
#include "pentocity/game/sequencer.hpp"

namespace pentocity::test {

/// `2x3` for a factory, the picture of a residence.
inline std::string short_name(const Request& request) {
  const Extent e = extent(request.cells());
  if (request.type() == Building::factory) return std::to_string(e.rows) + "x" + std::to_string(e.columns);
  return picture_of(request.cells(), 'X', '.', '|');
}

/// The letter of a pentomino in any orientation.
inline char letter_of(const Cells& cells) {
  for (const char letter : std::string("FILNPTUVWXYZ"))
    if (canonical(*pentomino(letter)) == canonical(cells)) return letter;
  throw std::logic_error("no pentomino");
}

/// With its options' defaults.
inline std::unique_ptr<Sequencer> make_builtin(const std::string& name, std::uint64_t seed,
                                               Generator generator = Generator::java) {
  static const auto defaults = [] {  // they outlive the sequencers
    std::map<std::string, Options> out;
    for (const SequencerSpec& spec : builtin_sequencers()) out.emplace(spec.name, spec.options);
    return out;
  }();
  for (const SequencerSpec& spec : builtin_sequencers())
    if (spec.name == name)
      return spec.make({.seed = seed, .random = RequestRandom(generator, seed), .options = defaults.at(name)});
  throw std::logic_error("no sequencer " + name);
}

inline std::unique_ptr<Sequencer> make_stream(const SequencerFile& file, std::uint64_t seed) {
  static const Options none;
  return file.make({.seed = seed, .random = RequestRandom(file.generator, seed), .options = none});
}

/// The first requests of a stream.
inline std::vector<Request> requests_of(Sequencer& sequencer, int count) {
  std::vector<Request> out;
  for (int turn = 0; turn < count; ++turn) out.push_back(sequencer.next(turn, nullptr));
  return out;
}

/// Their short names, with blanks between them.
inline std::string names_of(const std::vector<Request>& requests) {
  std::string out;
  for (const Request& request : requests) {
    if (!out.empty()) out += ' ';
    out += short_name(request);
  }
  return out;
}

/// A distribution, or counts of outcomes.
using Distribution = std::map<std::string, double>;

/// How often each request occurs, by its short name.
inline Distribution count(const std::vector<Request>& requests) {
  // Equal shapes mostly share their cells: names are made once for each place of cells, not for each request.
  std::map<std::pair<Building, const Cells*>, std::pair<double, const Request*>> places;
  for (const Request& request : requests) {
    auto& [n, first] = places[{request.type(), &request.cells()}];
    ++n;
    first = &request;
  }
  Distribution counts;
  for (const auto& [place, n] : places) counts[short_name(*n.second)] += n.first;
  return counts;
}

/// The probability that `counts` deviate from `distribution` by as much as they do, or more (Pearson's chi-square).
/// Probabilities are made to add up to 1; 0 for an outcome that the distribution does not know. Outcomes expected less
/// than five times are thrown together.
inline double p_value(const Distribution& counts, const Distribution& distribution) {
  double total = 0, mass = 0;
  for (const auto& [outcome, n] : counts) {
    if (!distribution.contains(outcome)) return 0;
    total += n;
  }
  for (const auto& [outcome, probability] : distribution) mass += probability;
  struct Class {
    double expected, observed;
  };
  std::vector<Class> classes;
  for (const auto& [outcome, probability] : distribution) {
    const auto it = counts.find(outcome);
    classes.push_back({total * probability / mass, it == counts.end() ? 0 : it->second});
  }
  std::sort(classes.begin(), classes.end(), [](const Class& a, const Class& b) { return a.expected > b.expected; });
  while (classes.size() > 1 && classes.back().expected < 5) {
    const Class rare = classes.back();
    classes.pop_back();
    classes.back().expected += rare.expected;
    classes.back().observed += rare.observed;
  }
  if (classes.size() == 1) return 1;
  double chi_square = 0;
  for (const auto& [expected, observed] : classes)
    chi_square += (observed - expected) * (observed - expected) / expected;
  const boost::math::chi_squared reference(static_cast<double>(classes.size() - 1));
  return boost::math::cdf(boost::math::complement(reference, chi_square));
}

}  // namespace pentocity::test
