#include "pentocity/tournament/comparison.hpp"

#include <fmt/format.h>

#include "pentocity/input/json_text.hpp"

namespace pentocity::tournament {

using namespace statistics;
using namespace match;

namespace {

using Verdict = SequentialComparison::Verdict;

constexpr std::size_t max_losses = 3;  // that are named

// Puts games in order and judges whole repeats.
class Judge {
 public:
  Judge(const Config& config, const std::string& a, const std::string& b, const SequentialComparison::Errors& errors,
        int repeats, std::function<bool(const GameRow&)> tell)
      : tell_(std::move(tell)),
        failures_(config.schedule.failures),
        sequencers_(config.sequencers.size()),
        repeats_(repeats),
        test_(errors) {
    outcome_.a = a;
    outcome_.b = b;
  }

  void add(const GameRow& row) {
    waiting_[row.repeat].push_back(row);
    for (auto next = waiting_.begin();
         !done() && next != waiting_.end() && next->first == judged_ && next->second.size() == 2 * sequencers_;
         next = waiting_.erase(next)) {
      judge(next->second);
      ++judged_;
    }
  }

  bool done() const { return test_.verdict() != Verdict::undecided || judged_ == repeats_; }

  Comparison outcome() const {
    Comparison out = outcome_;
    out.verdict = test_.verdict();
    out.interrupted = !done();
    out.differences = test_.differences();
    out.interval = test_.interval();
    if (const auto size = test_.fixed_size()) out.fixed_games = *size * 2 * static_cast<double>(sequencers_);
    return out;
  }

 private:
  struct Pair {
    int a = 0, b = 0;
    bool counts = true, paired = true;
    std::optional<std::uint64_t> seed;
  };

  void judge(const std::vector<GameRow>& games) {
    std::map<std::string, Pair> pairs;
    for (const GameRow& game : games) {
      if (tell_) tell_(game);
      Pair& pair = pairs[game.sequencer];
      const bool is_a = game.player == outcome_.a;
      if (game.status == Status::sequencer_failed)
        pair.counts = false;
      else if (game.status != Status::ok)
        ++(is_a ? outcome_.failed_a : outcome_.failed_b);
      for (const InvalidMoves& invalid : game.faults) (is_a ? outcome_.invalid_a : outcome_.invalid_b) += invalid.moves;
      // A failed game has the score 0, unless failures have codes.
      (is_a ? pair.a : pair.b) = figures::counted_score(failures_, game.status, game.score).value_or(0);
      pair.seed = game.seed;
      if (game.adaptive) outcome_.paired = pair.paired = false;
      ++outcome_.games;
    }
    std::vector<LostRound>& losses = outcome_.losses;
    int sum = 0, count = 0;
    for (const auto& [sequencer, pair] : pairs)
      if (pair.counts) {
        sum += pair.a - pair.b;
        ++count;
        if (pair.paired && pair.a < pair.b)
          losses.push_back({sequencer, games.front().repeat, pair.seed, pair.a, pair.b});
      }
    std::ranges::stable_sort(losses, std::greater(), &LostRound::points);
    losses.resize(std::min(losses.size(), max_losses));
    if (count > 0) test_.add(static_cast<double>(sum) / count);
  }

  std::function<bool(const GameRow&)> tell_;
  results::Failures failures_;
  std::size_t sequencers_;
  int repeats_;  ///< at most
  SequentialComparison test_;
  std::map<int, std::vector<GameRow>> waiting_;  ///< by repeat
  int judged_ = 0;                               ///< repeats
  Comparison outcome_;
};

}  // namespace

Comparison compare_players(Config config, const std::string& a, const std::string& b,
                           const SequentialComparison::Errors& errors, int max_games, RunOptions options) {
  const std::vector<std::string> players = names_of(config.players);
  if (a == b || (players != std::vector{a, b} && players != std::vector{b, a}))
    throw InputError("'{}' and '{}' are not two players of the config", a, b);
  const int games_of_repeat = 2 * static_cast<int>(config.sequencers.size());
  int repeats = max_games / games_of_repeat;
  if (repeats == 0)
    throw InputError("{} games at most are not enough: one repeat on {} sequencers is {} games", max_games,
                     config.sequencers.size(), games_of_repeat);
  // Listed seeds are part of what the folder's games have in common: the list stays whole.
  config.schedule.set_repeats(repeats);
  repeats = std::min(repeats, config.schedule.repeats());

  options.open_ended = true;
  Judge judge(config, a, b, errors, repeats, std::move(options.stored));
  options.stored = [&](const GameRow& game) {
    judge.add(game);
    return !judge.done();
  };
  options.traced_too = [&] {
    std::set<results::GameId> out;
    for (const LostRound& lost : judge.outcome().losses)
      for (const int player : {0, 1}) {
        const auto sequencer = std::ranges::find(config.sequencers, lost.sequencer, &entrants::SequencerEntry::name);
        out.insert({.player = player,
                    .sequencer = static_cast<int>(sequencer - config.sequencers.begin()),
                    .repeat = lost.repeat});
      }
    return out;
  };
  const RunResult result = run_games(config, options);
  if (!result.unplayed.empty())
    throw std::runtime_error(fmt::format("{} games could not be played, through no fault of a player: {}",
                                         result.unplayed.size(), result.unplayed.front().why));
  Comparison outcome = judge.outcome();
  if (result.summed_up > result.stored) outcome.summed_up = result.summed_up;
  return outcome;
}

nlohmann::ordered_json to_json(const Comparison& c) {
  using nlohmann::ordered_json;
  const std::string_view verdict = c.verdict == Verdict::a      ? "a"
                                   : c.verdict == Verdict::b    ? "b"
                                   : c.verdict == Verdict::same ? "same"
                                                                : "undecided";
  auto losses = ordered_json::array();
  for (const LostRound& lost : c.losses)
    losses.push_back({{"sequencer", lost.sequencer},
                      {"repeat", lost.repeat},
                      {"seed", or_null(lost.seed)},
                      {"a", lost.score},
                      {"b", lost.other_score}});
  return {{"format", "pentocity-compare/1"},
          {"a", c.a},
          {"b", c.b},
          {"verdict", verdict},
          {"games", c.games},
          {"mean_difference", c.differences.count > 0 ? ordered_json(c.differences.mean) : ordered_json(nullptr)},
          {"ci95", or_null(c.interval)},
          {"paired", c.paired},
          {"fixed_games_needed",
           c.fixed_games ? ordered_json(static_cast<std::int64_t>(*c.fixed_games)) : ordered_json(nullptr)},
          {"losses", std::move(losses)},
          {"failed", {{"a", c.failed_a}, {"b", c.failed_b}}},
          {"invalid_moves", {{"a", c.invalid_a}, {"b", c.invalid_b}}}};
}

}  // namespace pentocity::tournament
