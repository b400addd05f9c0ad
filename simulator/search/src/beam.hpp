#pragma once
// A beam search over the requests of a game that are all known.

#include <unordered_set>

#include "pentocity/core/parallel.hpp"
#include "pentocity/search/offline.hpp"

namespace pentocity::search {

/// A game up to its end: its score (-1 if an invalid move ended it) and its moves.
struct Line {
  int score = -1;
  std::vector<Move> moves;
};

/// The request of a turn. Throws std::runtime_error if there is none.
inline const Request& request_at(std::span<const Request> requests, int turn) {
  if (turn >= std::ssize(requests)) throw std::runtime_error("the requests end before the game");
  return requests[turn];
}

/// Plays many games at the same time, request by request. In each of them the moves that the player proposes are tried,
/// and a reject while it does not end the game. Of all games that come about, the `width` with the greatest sum of
/// values are kept, of games with the same land and number of rejects one. (Beam search: Lowerre, "The HARPY Speech
/// Recognition System", 1976.) run() returns the game with the highest score that was met. The player
/// must have a proposer(); a move that turns out to be invalid is dropped. The outcome does not depend on `jobs`.
/// Throws std::runtime_error if the requests end before the game, and what the player throws.
class Beam {
  // What a reject is taken to cost, in points.
  static constexpr double cost_of_reject = 20;

  // The last move of a game, and through it all moves before. Games that begin alike share them.
  struct PastMove {
    std::shared_ptr<const PastMove> before;
    Move move;
  };

  struct State {
    match::Game game;
    double value = 0;
    std::uint64_t hash = 0;  // of the land and the number of rejects
    std::shared_ptr<const PastMove> last = nullptr;
  };

  // A move in one of the games.
  struct Child {
    double value;
    std::uint64_t hash;
    std::size_t parent;
    const Move* move;
  };

  static std::uint64_t hash_of(Kind kind, const Grid& grid, Cell cell) {
    return mix_bits(grid.bit(cell) * all_kinds.size() + static_cast<std::uint64_t>(kind));
  }

  // What a move adds to the hash (Zobrist, "A New Hashing Method with Application for Game Playing", 1970).
  static std::uint64_t hash_of(const Grid& grid, const Request& request, const Move& move) {
    if (!move.accept) return mix_bits(~std::uint64_t{0});
    std::uint64_t hash = 0;
    for (const Cell cell : request.rotations().at(move.rotation))
      hash += hash_of(kind_of(request.type()), grid, move.location + cell);
    for (const Cell cell : move.road) hash += hash_of(Kind::road, grid, cell);
    for (const Cell cell : move.park) hash += hash_of(Kind::park, grid, cell);
    for (const Cell cell : move.pond) hash += hash_of(Kind::pond, grid, cell);
    return hash;
  }

 public:
  Beam(const Rules& rules, std::span<const Request> requests, const entrants::PlayerEntry& player, std::size_t width,
       const OfflineSearch& search)
      : rules_(rules), requests_(requests), width_(width), search_(search) {
    for (int i = 0; i < search.jobs; ++i) players_.push_back(player.make(rules, search.seed));
  }

  Line run() {
    std::vector<State> states{{match::Game(rules_)}};
    int best = 0;
    std::shared_ptr<const PastMove> best_past;
    for (int turn = 0; !states.empty(); ++turn) {
      if (search_.interrupted != nullptr && *search_.interrupted) break;
      request_at(requests_, turn);  // throws if there is none
      states = next(states, requests_.subspan(turn));
      for (const State& state : states)
        if (state.game.score() > best) best = state.game.score(), best_past = state.last;
      if (search_.progress) search_.progress(turn, best);
    }
    return complete({best, moves_to(best_past.get())});
  }

 private:
  // The games that are kept after the first of these requests.
  std::vector<State> next(const std::vector<State>& states, std::span<const Request> coming) const {
    const Request& request = coming.front();
    std::vector<std::vector<Proposal>> proposals(states.size());
    for_each_parallel(search_.jobs, search_.jobs, [&](int job) {
      Proposer& proposer = *players_[job]->proposer();
      proposer.foresee(coming);
      for (std::size_t i = job; i < states.size(); i += players_.size())
        proposals[i] = proposer.propose(request, states[i].game.land());
    });
    const std::vector<Child> children = best_children(states, request, proposals);
    std::vector<std::optional<State>> made(children.size());
    for_each_parallel(search_.jobs, static_cast<int>(children.size()), [&](int i) {
      const Child& child = children[i];
      const State& parent = states[child.parent];
      State& state = made[i].emplace(State{parent.game, child.value, child.hash});
      if (state.game.answer(request, *child.move).fault)
        made[i].reset();
      else
        state.last = std::make_shared<const PastMove>(PastMove{parent.last, *child.move});
    });
    std::vector<State> out;
    for (std::optional<State>& state : made)
      if (state) out.push_back(std::move(*state));
    return out;
  }

  std::vector<Child> best_children(const std::vector<State>& states, const Request& request,
                                   const std::vector<std::vector<Proposal>>& proposals) const {
    static const Move reject = Move::reject();
    std::vector<Child> all;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const State& state = states[i];
      const auto add = [&](const Move& move, double value) {
        all.push_back({state.value + value, state.hash + hash_of(state.game.land().grid(), request, move), i, &move});
      };
      for (const Proposal& proposal : proposals[i]) add(proposal.move, proposal.value);
      if (state.game.rejects() + 1 < rules_.max_rejects) add(reject, -cost_of_reject);
    }
    std::ranges::stable_sort(all, [](const Child& a, const Child& b) { return a.value > b.value; });
    std::vector<Child> out;
    std::unordered_set<std::uint64_t> seen;
    for (const Child& child : all) {
      if (out.size() == width_) break;
      if (seen.insert(child.hash).second) out.push_back(child);
    }
    return out;
  }

  static std::vector<Move> moves_to(const PastMove* past) {
    std::vector<Move> moves;
    for (; past != nullptr; past = past->before.get()) moves.push_back(past->move);
    std::ranges::reverse(moves);
    return moves;
  }

  // The same game, with the rejects that end it.
  Line complete(Line line) const {
    auto rejects = std::ranges::count_if(line.moves, [](const Move& move) { return !move.accept; });
    for (; rejects < rules_.max_rejects; ++rejects) {
      request_at(requests_, static_cast<int>(line.moves.size()));
      line.moves.push_back(Move::reject());
    }
    return line;
  }

  const Rules& rules_;
  std::span<const Request> requests_;
  std::size_t width_;
  const OfflineSearch& search_;
  std::vector<std::unique_ptr<match::PlayerSession>> players_;
};

}  // namespace pentocity::search
