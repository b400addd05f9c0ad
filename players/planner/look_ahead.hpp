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
///      itself, are those expected next (Predictor). All candidates meet the same requests. What is answered to the
///      same requests after the same candidate is searched only once.
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
        after_{{setup.rules, empty_land(setup.rules)}, {}},
        later_(after_) {
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
  // The best move for a request after the moves before it, or none, and the answers to the requests after it, as far as
  // they have been searched.
  struct Answer {
    const Request* request;
    std::optional<Draft> draft;
    std::vector<Answer> then;
  };
  struct Candidate {
    const Draft* draft;
    double sum;
    std::vector<Answer> answers;
  };
  // A city and its evaluation while playing ahead.
  struct State {
    City<Row> city;
    Evaluation<Row> evaluation;
    void copy(const City<Row>& from, const Evaluation<Row>& its) {
      city = from;
      evaluation = its;
      evaluation.move_to(city);
    }
  };
  // The place in drafts_ of the move that is best when the candidates are played ahead.
  std::size_t choose(const City<Row>& city) {
    std::vector<Candidate> left;
    for (const Draft& draft : drafts_) {
      if (left.size() == candidates_ || static_cast<double>(drafts_.front().value - draft.value) > margin_) break;
      left.push_back({&draft, 0, {}});
    }
    if (left.size() == 1) return 0;
    later_search_.begin_turn(city, shared_.search.evaluation());
    kept_answers_ = 0;
    int rounds = 0;
    while ((std::size_t{1} << rounds) < left.size()) ++rounds;
    // A stream is taken to repeat itself when so many requests in a row were as predicted. (Of a stream with one shape
    // in nine requests out of ten, so many are that shape in 4 of 100 cases.)
    constexpr int enough_hits = 30;
    const Predictor& predictor = shared_.predictor;
    const std::vector<const Request*> foreseen =
        predictor.hits() >= enough_hits ? predictor.next(foresight_) : std::vector<const Request*>{};
    std::vector<std::vector<const Request*>> futures;
    for (int round = 0; round < rounds; ++round) {
      const int moves = std::max(1, work_ / rounds / static_cast<int>(left.size()));
      futures.clear();
      if (!foreseen.empty()) {
        futures.emplace_back(foreseen.begin(),
                             foreseen.begin() + std::min<std::ptrdiff_t>(moves, std::ssize(foreseen)));
      } else {
        for (int f = 0; f < std::max(1, moves / horizon_); ++f) {
          futures.emplace_back();
          for (int h = 0; h < horizon_; ++h) futures.back().push_back(&futures_.draw(shared_.history, shared_.random));
        }
      }
      for (Candidate& candidate : left) play_ahead(candidate, city, futures);
      std::stable_sort(left.begin(), left.end(), [](const Candidate& a, const Candidate& b) { return a.sum > b.sum; });
      left.resize((left.size() + 1) / 2);
    }
    return static_cast<std::size_t>(left.front().draft - drafts_.data());
  }
  // Adds to the candidate's sum, for each of these futures, what its draft and the moves for the requests are worth
  // together: their points and the change of the land's value. A request without a move costs `reject_`. The values
  // after each of the requests are averaged, with weights that `trace_` says (the lambda return of Sutton and Barto,
  // "Reinforcement Learning").
  void play_ahead(Candidate& candidate, const City<Row>& before,
                  const std::vector<std::vector<const Request*>>& futures) {
    bool has_after = false;  // whether after_ has the candidate's move
    for (const auto& future : futures) {
      bool has_later = false;             // whether later_ has come from after_ ...
      std::vector<const Draft*> unbuilt;  // ... and which of the answers so far it lacks
      std::vector<Answer>* known = &candidate.answers;
      auto value = static_cast<double>(candidate.draft->value);
      double mean = 0, weight = 1;  // the weight of this and all later values
      for (const Request* request : future) {
        auto answer = std::find_if(known->begin(), known->end(), [&](const Answer& a) { return a.request == request; });
        if (answer == known->end()) {
          if (!has_after) {
            after_.copy(before, shared_.search.evaluation());
            after_.evaluation.build(*candidate.draft);
          }
          if (!has_later) later_.copy(after_.city, after_.evaluation);
          has_after = has_later = true;
          for (const Draft* draft : unbuilt) later_.evaluation.build(*draft);
          unbuilt.clear();
          const auto& drafts = later_search_.find_in_turn(later_.city, later_.evaluation, *request, later_width_);
          answer = known->insert(answer, {request, {}, {}});
          ++kept_answers_;
          if (!drafts.empty()) answer->draft = drafts.front();
        }
        if (answer->draft) unbuilt.push_back(&*answer->draft);
        value += answer->draft ? static_cast<double>(answer->draft->value + point * request->size()) : -reject_;
        mean += weight * (1 - trace_) * value;
        weight *= trace_;
        known = &answer->then;
      }
      candidate.sum += mean + weight * value;
      constexpr int max_kept = 4096;  // more than usual options need
      if (kept_answers_ > max_kept) candidate.answers.clear();
    }
  }

  Shared<Row>& shared_;
  std::size_t candidates_;
  int work_, horizon_, foresight_;
  double margin_, reject_, trace_;
  Futures futures_;
  std::vector<Draft> drafts_;

  // While playing ahead.
  Width later_width_;
  State after_, later_;  // after a candidate's move; after the answers, too
  DraftSearch<Row> later_search_;
  int kept_answers_ = 0;  // in this turn
};

}  // namespace pentocity::players::planner
