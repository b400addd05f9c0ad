#include "pentocity/search/adversary.hpp"

#include <fmt/format.h>

#include <span>

#include "pentocity/input/user_error.hpp"

namespace pentocity::search {

using namespace entrants;
using namespace results;
using match::stream_seeds;

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

// What games of a player count for, mix by mix, on each seed.
using Scores = std::vector<std::optional<int>>;

// How far a player's mean is above another's, on the seeds on which both have a score; none if there is no such seed.
std::optional<double> gap(std::span<const std::optional<int>> own, std::span<const std::optional<int>> other) {
  Scores mine, theirs;
  for (std::size_t i = 0; i < own.size(); ++i)
    if (own[i] && other[i]) {
      mine.push_back(own[i]);
      theirs.push_back(other[i]);
    }
  return mine.empty() ? std::nullopt : std::optional(*mean_of(mine) - *mean_of(theirs));
}

// Plays all games of the candidates, those of a player on all threads together, and leaves out candidates that tell
// nothing because games failed. `failed` has an element for each player.
void judge(const AdversarySearch& search, std::vector<Candidate>& candidates, std::vector<FailedGames>& failed) {
  const std::vector<std::uint64_t> seeds = stream_seeds(search.seed, search.games);
  std::vector<SequencerEntry> streams;
  for (const Candidate& candidate : candidates)
    streams.push_back(sequencer_of_file("mix", search.parse(mix_text(candidate.phases))));
  std::vector<Scores> scores;
  const auto play = [&](const PlayerEntry& player) {
    std::vector<SearchGame> games;
    for (const SequencerEntry& stream : streams)
      for (const std::uint64_t seed : seeds) games.push_back({&player, &stream, seed});
    scores.push_back(*play_games(games, {.rules = search.rules, .jobs = search.jobs}, failed[scores.size()]));
  };
  play(search.player);
  if (search.malice == Malice::gap)
    for (const PlayerEntry& other : search.others) play(other);

  std::vector<Candidate> judged;
  for (std::size_t c = 0; c < candidates.size(); ++c) {
    const auto of = [&](std::size_t player) {
      return std::span<const std::optional<int>>(scores[player]).subspan(c * seeds.size(), seeds.size());
    };
    const std::optional<double> score = mean_of(of(0));
    std::optional<double> value;
    if (search.malice == Malice::score) value = score;
    for (std::size_t p = 1; p < scores.size(); ++p)
      if (const auto above = gap(of(0), of(p)); above && (!value || *above < *value)) value = above;
    if (value) judged.push_back({std::move(candidates[c].phases), *score, *value});
  }
  candidates = std::move(judged);
}

// The mixes of these files, or else one for each entry.
std::vector<Candidate> first_candidates(const std::vector<std::string>& paths) {
  std::vector<Candidate> out;
  for (const std::string& path : paths) out.push_back({read_phases(path)});
  if (paths.empty())
    for (int entry = 0; entry < std::ssize(entries()); ++entry) out.push_back({{{100, {{entry, 1}}}}});
  return out;
}

}  // namespace

WorstMix find_worst_mix(const AdversarySearch& search) {
  if (search.malice == Malice::gap && search.others.empty()) throw std::invalid_argument("a gap needs another player");
  Pcg random(search.seed);
  std::vector<Candidate> best = first_candidates(search.from);
  WorstMix out;
  out.candidates = static_cast<int>(best.size());
  out.failed.resize(search.malice == Malice::gap ? 1 + search.others.size() : 1);
  judge(search, best, out.failed);
  for (std::size_t p = 0; p < out.failed.size(); ++p)
    out.failed[p].require_any_good(p == 0 ? search.player.name : search.others[p - 1].name);
  if (best.empty())
    throw InputError("on no mix both '{}' and one of the others came to the end of a game, so there is no gap",
                     search.player.name);
  const auto keep_best = [&] {
    std::ranges::stable_sort(best, {}, &Candidate::value);
    best.resize(std::min(best.size(), parents));
  };
  keep_best();
  for (; out.rounds < search.rounds && !(search.interrupted != nullptr && *search.interrupted); ++out.rounds) {
    std::vector<Candidate> next;
    while (next.size() < brood) {
      Candidate child{best[random.next_int(static_cast<int>(best.size()))].phases};
      for (int n = 1 + random.next_int(max_changes); n > 0; --n) change(child.phases, random);
      next.push_back(std::move(child));
    }
    out.candidates += static_cast<int>(next.size());
    judge(search, next, out.failed);
    best.insert(best.end(), std::make_move_iterator(next.begin()), std::make_move_iterator(next.end()));
    keep_best();
    if (search.progress) search.progress(out.rounds, best.front().score);
  }
  out.text = mix_text(best.front().phases);
  out.score = best.front().score;
  out.value = best.front().value;
  return out;
}

}  // namespace pentocity::search
