#include "pentocity/search/adversary.hpp"

#include <fmt/format.h>

#include "pentocity/core/parallel.hpp"
#include "pentocity/statistics/statistics.hpp"

namespace pentocity::search {

using match::GameRecord, match::play_game, match::Status;
using namespace entrants;
using namespace results;

namespace {

constexpr std::size_t max_phases = 3, parents = 6, brood = 18;
constexpr int max_weight = 32, longest_phase = 300, max_changes = 3;

// The entries that a mix can have.
const std::vector<std::string>& entries() {
  static const auto all = [] {
    std::vector<std::string> out{"residence: walk"};
    for (const char letter : {'F', 'I', 'L', 'N', 'P', 'T', 'U', 'V', 'W', 'X', 'Y', 'Z'}) {
      out.push_back(fmt::format("residence: {}", letter));
      const std::vector<Cells> same = rotations(*pentomino(letter));
      if (std::ranges::find(same, mirrored(same.front())) == same.end())
        out.push_back(fmt::format("residence: {}, mirrored: true", letter));
    }
    for (int rows = 1; rows <= 5; ++rows)
      for (int columns = rows; columns <= 5; ++columns) out.push_back(fmt::format("factory: {}x{}", rows, columns));
    return out;
  }();
  return all;
}

struct Phase {
  int turns = 100;                           // of the last phase it does not matter
  std::vector<std::pair<int, int>> weights;  // entry and weight, by entry
};
using Phases = std::vector<Phase>;

std::string mix_text(const Phases& phases) {
  std::string out = "phases:\n";
  int turn = 0;
  for (const Phase& phase : phases) {
    turn += phase.turns;
    const bool last = &phase == &phases.back();
    out += last ? "  - requests:\n" : fmt::format("  - until_turn: {}\n    requests:\n", turn);
    for (const auto& [entry, weight] : phase.weights)
      out += fmt::format("      - {{weight: {}, {}}}\n", weight, entries()[entry]);
  }
  return out;
}

// The entry that a mix asks for so; factories may lie either way.
int read_entry(const YamlNode& node) {
  std::string text;
  if (const auto residence = node.find("residence")) {
    const auto mirror = node.find("mirrored");
    text = fmt::format("residence: {}{}", residence->text(), mirror && mirror->boolean() ? ", mirrored: true" : "");
  } else {
    std::string size = node.at("factory").text();
    if (size.size() == 3 && size.front() > size.back()) std::swap(size.front(), size.back());
    text = "factory: " + size;
  }
  const auto at = std::ranges::find(entries(), text);
  if (at == entries().end()) node.fail("the search cannot begin with '{}'", text);
  return static_cast<int>(at - entries().begin());
}

void add_entry(Phase& phase, int entry, int weight) {
  const auto at = std::ranges::lower_bound(phase.weights, std::pair{entry, 0});
  if (at != phase.weights.end() && at->first == entry)
    at->second = std::min(max_weight, at->second + weight);
  else
    phase.weights.insert(at, {entry, weight});
}

// The phases of a mix that mix_text() could have written.
Phases read_phases(const std::string& path) {
  Phases out;
  int begin = 0;
  const YamlNode root = YamlNode::load(path), phases = root.at("phases");
  root.check_keys({"name", "phases"});
  for (const YamlNode& node : phases.elements()) {
    node.check_keys({"until_turn", "requests"});
    Phase& phase = out.emplace_back();
    if (const auto until = node.find("until_turn")) {
      phase.turns = static_cast<int>(until->integer(begin + 1, begin + longest_phase)) - begin;
      begin += phase.turns;
    }
    for (const YamlNode& request : node.at("requests").elements()) {
      request.check_keys({"weight", "residence", "factory", "mirrored"});
      const auto weight = request.find("weight");
      add_entry(phase, read_entry(request), weight ? static_cast<int>(weight->integer(1, max_weight)) : 1);
    }
  }
  if (out.size() > max_phases) phases.fail("the search knows mixes of up to {} phases", max_phases);
  return out;
}

int any_entry(Pcg& random) { return random.next_int(static_cast<int>(entries().size())); }

// One small change.
void change(Phases& phases, Pcg& random) {
  const auto number = [&](std::size_t n) { return static_cast<std::size_t>(random.next_int(static_cast<int>(n))); };
  const std::size_t which = number(phases.size());
  Phase& phase = phases[which];
  const std::size_t at = number(phase.weights.size());
  const int kind = random.next_int(7);
  if (kind == 0) {
    add_entry(phase, any_entry(random), 1 << random.next_int(4));
  } else if (kind <= 2) {  // removed, or exchanged
    if (kind == 1 && phase.weights.size() == 1) return;
    const int weight = phase.weights[at].second;
    phase.weights.erase(phase.weights.begin() + at);
    if (kind == 2) add_entry(phase, any_entry(random), weight);
  } else if (kind <= 4) {
    int& weight = phase.weights[at].second;
    weight = kind == 3 ? std::min(max_weight, weight * 2) : std::max(1, weight / 2);
  } else if (kind == 5) {
    phase.turns = std::clamp(phase.turns + random.next_int(81) - 40, 1, longest_phase);
  } else if (phases.size() > 1 && random.next_int(2) == 0) {
    phases.erase(phases.begin() + which);
  } else if (phases.size() < max_phases) {
    Phase next;  // another, or much the same
    if (random.next_int(2) == 0) next = phase;
    add_entry(next, any_entry(random), 1 << random.next_int(4));
    phase.turns = 1 + random.next_int(200);
    phases.insert(phases.begin() + which + 1, std::move(next));
  }
}

struct Candidate {
  Phases phases;
  double score = 0;
  double value = 0;  // the lower the worse for the player
};

double score_of(const Rules& rules, const PlayerEntry& player, const SequencerEntry& sequencer, std::uint64_t seed) {
  const GameRecord record = play_game(rules, {[&] { return sequencer.make(rules.side, seed); },
                                              [&] { return player.make(rules, player_seed(seed, 0, player.name)); }});
  return record.status == Status::ok ? record.score : 0;
}

// Plays all games of the candidates, on all threads together.
void judge(const AdversarySearch& search, std::vector<Candidate>& candidates) {
  std::vector<const PlayerEntry*> players{&search.player};
  if (search.malice == Malice::gap)
    for (const PlayerEntry& other : search.others) players.push_back(&other);
  const std::vector<std::uint64_t> seeds = stream_seeds(search.seed, search.games);
  std::vector<SequencerEntry> streams;
  streams.reserve(candidates.size());
  for (const Candidate& candidate : candidates)
    streams.push_back(sequencer_of_file("mix", search.parse(mix_text(candidate.phases))));

  const std::size_t each = players.size() * seeds.size();
  std::vector<double> scores(candidates.size() * each);
  for_each_parallel(search.jobs, static_cast<int>(scores.size()), [&](int i) {
    scores[i] = score_of(search.rules, *players[i % each / seeds.size()], streams[i / each], seeds[i % seeds.size()]);
  });
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    std::vector<double> means;
    for (std::size_t p = 0; p < players.size(); ++p) {
      const auto from = scores.begin() + (c * each + p * seeds.size());
      means.push_back(statistics::sample_of({from, from + search.games}).mean);
    }
    candidates[c].score = means.front();
    candidates[c].value = means.front();
    if (search.malice == Malice::gap) candidates[c].value -= *std::max_element(means.begin() + 1, means.end());
  }
}

}  // namespace

std::vector<double> scores_on(const Rules& rules, const PlayerEntry& player, const SequencerEntry& sequencer,
                              const std::vector<std::uint64_t>& seeds, int jobs) {
  std::vector<double> out(seeds.size());
  for_each_parallel(jobs, static_cast<int>(seeds.size()),
                    [&](int i) { out[i] = score_of(rules, player, sequencer, seeds[i]); });
  return out;
}

WorstMix find_worst_mix(const AdversarySearch& search) {
  if (search.malice == Malice::gap && search.others.empty()) throw std::invalid_argument("a gap needs another player");
  Pcg random(search.seed);
  std::vector<Candidate> best;
  for (const std::string& path : search.from) best.push_back({read_phases(path)});
  if (best.empty()) {
    best.reserve(entries().size());
    for (int entry = 0; entry < std::ssize(entries()); ++entry) best.push_back({{{100, {{entry, 1}}}}});
  }
  judge(search, best);
  const auto keep_best = [&] {
    std::ranges::stable_sort(best, {}, &Candidate::value);
    best.resize(std::min(best.size(), parents));
  };
  int judged = static_cast<int>(best.size());
  keep_best();
  for (int round = 0; round < search.rounds && !(search.interrupted != nullptr && *search.interrupted); ++round) {
    std::vector<Candidate> next;
    while (next.size() < brood) {
      Candidate child{best[random.next_int(static_cast<int>(best.size()))].phases};
      for (int n = 1 + random.next_int(max_changes); n > 0; --n) change(child.phases, random);
      next.push_back(std::move(child));
    }
    judge(search, next);
    judged += static_cast<int>(next.size());
    best.insert(best.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    keep_best();
    if (search.progress) search.progress(round, best.front().score);
  }
  return {mix_text(best.front().phases), best.front().score, best.front().value, judged};
}

}  // namespace pentocity::search
