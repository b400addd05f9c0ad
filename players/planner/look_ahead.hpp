#pragma once
// The planners' last way of answering: the moves of the search, the best of which are played ahead.

#include <algorithm>
#include <optional>
#include <vector>

#include "styled_search.hpp"

namespace pentocity::players::planner {

/// Chooses a move like this:
///
///   1. The best moves are searched (drafts.hpp). Those that are nearly as good as the first are the candidates.
///   2. After each candidate the game is continued for a few requests, with the best move by the evaluation for each.
///      The requests are drawn at random from those that came before (Futures), or, if the request stream repeats
///      itself, are those expected next (Predictor). All candidates meet the same requests.
///   3. In rounds, the worse half of the candidates is dropped until one remains (sequential halving: Karnin, Koren and
///      Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013).
template <class Row>
class LookAhead {
 public:
  /// `setup.options` must be those of a planner. `shared` must outlive the object.
  LookAhead(const PlayerSetup& setup, Shared<Row>& shared)
      : shared_(shared),
        candidates_(setup.options.integer("candidates")),
        work_(setup.options.integer("work")),
        horizon_(setup.options.integer("horizon")),
        foresight_(setup.options.integer("foresight")),
        margin_(setup.options.number("margin") * point),
        reject_(setup.options.number("reject") * point),
        trace_(setup.options.number("trace")),
        later_city_(setup.rules, Land(setup.rules.side)) {
    later_width_.sites = setup.options.integer("later_sites");
    later_width_.amenities = setup.options.integer("later_greens");
    later_width_.margin = static_cast<Points>(setup.options.number("later_margin") * point);
  }

  /// The move for the last request; no value if there is none.
  std::optional<Move> move(const Request& request, const Land& land) {
    City<Row> city(shared_.rules, land);
    drafts_ = shared_.search.find(request, city, shared_.history);
    if (drafts_.empty()) return std::nullopt;
    const auto first = drafts_.begin(), chosen = first + static_cast<std::ptrdiff_t>(choose(city));
    std::rotate(first, chosen, chosen + 1);
    return first->move(city.grid());
  }
  /// The moves of the search that the last move() chose from: first the one that it chose, then the others with the
  /// best by the evaluation first. Empty after forget().
  const std::vector<Draft>& drafts() const { return drafts_; }
  void forget() { drafts_.clear(); }

 private:
  struct Candidate {
    const Draft* draft;
    double sum;
  };
  // The place in drafts_ of the move that is best when the candidates are played ahead.
  std::size_t choose(const City<Row>& city) {
    std::vector<Candidate> left;
    for (const Draft& draft : drafts_) {
      if (left.size() == candidates_ || static_cast<double>(drafts_.front().value - draft.value) > margin_) break;
      left.push_back({&draft, 0});
    }
    int rounds = 0;
    while ((std::size_t{1} << rounds) < left.size()) ++rounds;
    // A stream is taken to repeat itself when so many requests in a row were as predicted. (Of a stream with one shape
    // in nine requests out of ten, so many are that shape in 4 of 100 cases.)
    constexpr int enough_hits = 30;
    const Predictor& predictor = shared_.predictor;
    std::vector<const Request*> future;
    const std::vector<const Request*> foreseen =
        predictor.hits() >= enough_hits ? predictor.next(foresight_) : std::vector<const Request*>{};
    for (int round = 0; round < rounds; ++round) {
      const int moves = std::max(1, work_ / rounds / static_cast<int>(left.size()));
      const auto play_ahead = [&] {
        for (Candidate& candidate : left) candidate.sum += value_of(*candidate.draft, city, future);
      };
      if (!foreseen.empty()) {
        future.assign(foreseen.begin(), foreseen.begin() + std::min<std::ptrdiff_t>(moves, std::ssize(foreseen)));
        play_ahead();
      } else {
        for (int f = 0; f < std::max(1, moves / horizon_); ++f) {
          future.clear();
          for (int h = 0; h < horizon_; ++h) future.push_back(&futures_.draw(shared_.history, shared_.random));
          play_ahead();
        }
      }
      std::stable_sort(left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
      left.resize((left.size() + 1) / 2);
    }
    return static_cast<std::size_t>(left.front().draft - drafts_.data());
  }
  // What the draft and the moves for these requests are worth together: their points and the change of the land's
  // value. A request without a move costs `reject_`. The values after each of the requests are averaged, with weights
  // that `trace_` says (the lambda return of Sutton and Barto, "Reinforcement Learning").
  double value_of(const Draft& draft, const City<Row>& before, const std::vector<const Request*>& future) {
    later_city_ = before;
    later_evaluation_ = shared_.search.evaluation();
    later_evaluation_.move_to(later_city_);
    auto value = static_cast<double>(draft.value);
    const Draft* unbuilt = &draft;  // is built when the next request is looked at
    double mean = 0, weight = 1;    // the weight of this and all later values
    for (const Request* request : future) {
      if (unbuilt != nullptr) later_evaluation_.build(*unbuilt);
      const std::vector<Draft>& drafts = later_search_.find(later_city_, later_evaluation_, *request, later_width_);
      unbuilt = drafts.empty() ? nullptr : &drafts.front();
      value += unbuilt == nullptr ? -reject_ : static_cast<double>(unbuilt->value + point * request->size());
      mean += weight * (1 - trace_) * value;
      weight *= trace_;
    }
    return mean + weight * value;
  }

  Shared<Row>& shared_;
  std::size_t candidates_;
  int work_, horizon_, foresight_;
  double margin_, reject_, trace_;
  Futures futures_;
  std::vector<Draft> drafts_;

  // While playing ahead.
  Width later_width_;
  City<Row> later_city_;
  Evaluation<Row> later_evaluation_;
  DraftSearch<Row> later_search_;
};

}  // namespace pentocity::players::planner
