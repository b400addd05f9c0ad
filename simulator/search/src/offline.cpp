#include "pentocity/search/offline.hpp"

#include "beam.hpp"
#include "pentocity/helpers/layout_changes.hpp"
#include "pentocity/helpers/parks.hpp"
#include "pentocity/helpers/site_search.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::search {

using match::Game, match::GameRecord, match::PlayerSession;
using namespace entrants;

namespace {

// The sites of a request with their touching perimeters, the largest first.
std::vector<std::pair<int, Site>> sites_by_touching_perimeter(const Land& land, const Request& request) {
  Sites sites;
  sites.find(land, request, land.empty() - reachable(land));
  std::vector<TouchingPerimeters> counts;
  for (const Cells& outline : request.outlines()) counts.emplace_back(land, outline);
  std::vector<std::pair<int, Site>> out;
  for (const Site& site : sites.list()) out.emplace_back(counts[site.rotation].at(site.location), site);
  std::ranges::stable_sort(out, [](const auto& a, const auto& b) { return a.first > b.first; });
  return out;
}

// Draws moves that a sensible player might make.
class MoveSource {
 public:
  MoveSource(const Rules& rules, const Land& land, const Request& request)
      : rules_(rules),
        land_(land),
        request_(request),
        heads_(road_heads(land)),
        sites_(sites_by_touching_perimeter(land, request)) {}

  bool none() const { return sites_.empty(); }

  Move draw(Pcg& random) const {
    const double u = random.next_double();
    const int slack = static_cast<int>(max_slack * u * u);
    const auto end = std::ranges::partition_point(
        sites_, [&](const auto& entry) { return entry.first >= sites_.front().first - slack; });
    const Site site = sites_[random.next_int(static_cast<int>(end - sites_.begin()))].second;
    const LandBoard building = building_at(land_, request_, site);
    Move move = Move::at(site.rotation, site.location);
    ShortestRoads roads;
    roads.find(land_, heads_, building);
    constexpr std::array choices{RoadChoice::first, RoadChoice::max_touching, RoadChoice::min_touching};
    move.road = roads.choose(choices[random.next_int(3)], LandEdge::counted);
    if (rules_.has_bonus(request_.type())) add_parks(building, move, random);
    return move;
  }

 private:
  static constexpr double max_slack = 6;

  void add_parks(const LandBoard& building, Move& move, Pcg& random) const {
    const LandBoard around = land_.grid().neighbours(building);
    ParkGround ground;
    ground.survey(land_, building, move.road, LandEdge::counted);
    AmenityWalks walks;
    for (const Kind kind : {Kind::park, Kind::pond}) {
      if (around.intersects(land_.big(kind)) || random.next_int(8) == 0) continue;
      walks.enumerate(
          ground, kind,
          {false, true, random.next_int(4) == 0 ? AmenityChoice::max_touching : AmenityChoice::min_touching});
      std::optional<Amenity> amenity = walks.shortest_extension();
      if (!amenity && random.next_int(2) == 0) amenity = ground.straight_bar();
      if (!amenity) amenity = walks.best_of(1 + random.next_int(100), random);
      if (amenity->size == 0) continue;
      ground.take(*amenity);
      (kind == Kind::park ? move.park : move.pond)
          .assign(amenity->cells.begin(), amenity->cells.begin() + amenity->size);
    }
  }

  const Rules& rules_;
  const Land& land_;
  const Request& request_;
  LandBoard heads_;
  std::vector<std::pair<int, Site>> sites_;
};

bool proposes(const Rules& rules, const PlayerEntry& player) {
  return !player.isolated && player.make(rules, 0)->proposer() != nullptr;
}

// Rearranges the land with which a legal game ends, and builds more of the requests where room comes about, by
// simulated annealing (Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", 1983). Returns the game
// with the highest score that was met, or the given one. The outcome is the
// same on every machine.
class Annealer {
 public:
  Annealer(const Rules& rules, std::span<const Request> requests, const Line& game, const OfflineSearch& search)
      : rules_(rules),
        requests_(requests),
        layout_(rules, requests, game.moves),
        random_(search.seed),
        best_(game),
        search_(search) {
    note_buildings();
  }

  Line run() {
    for (std::uint64_t step = 0; step < search_.rearrange; ++step) {
      if (step % often == 0) {
        if (search_.interrupted != nullptr && *search_.interrupted) break;
        if (search_.rearranged) search_.rearranged(step, best_.score);
        cool(static_cast<double>(step) / static_cast<double>(search_.rearrange));
      }
      const int before = worth();
      if (!change() || !accept(before - worth())) {
        layout_.take_back();
        continue;
      }
      layout_.keep();
      if (exchanged_) note_buildings();
      if (layout_.without_access() == 0 && layout_.points() > best_.score) best_ = {layout_.points(), layout_.moves()};
    }
    return std::move(best_);
  }

 private:
  static constexpr std::uint64_t often = 1 << 16;  // steps between two temperatures
  static constexpr double hot = 0.8, cold = 0.2;   // the temperatures at the beginning and at the end, in points
  static constexpr int no_access = 3;              // what a building without road access costs beside its points
  static constexpr int max_loss = 32;              // points; a change that costs as much is not accepted

  int worth() const { return layout_.points() - no_access * layout_.without_access(); }

  // Sets the temperature, when this part of the steps has been done.
  void cool(double done) {
    const double temperature = cold + (hot - cold) * (1 - done) * (1 - done);
    const double chance = acceptance(1, temperature);
    chances_[0] = 1;
    for (std::size_t loss = 1; loss < chances_.size(); ++loss) chances_[loss] = chances_[loss - 1] * chance;
  }
  bool accept(int loss) { return loss <= 0 || (loss < max_loss && random_.next_double() < chances_[loss]); }

  // Tries one change; false if it is none that is allowed.
  bool change() {
    exchanged_ = false;
    const int draw = random_.next_int(10);
    if (draw < 5 || built_.empty() || next_.empty()) return changes_.repaint(layout_.cell(any_cell()));
    if (draw < 8) return changes_.shift(changes_.any_of(built_), [this] { return any_cell(); });
    return draw < 9 ? extend() : exchange();
  }
  Cell any_cell() { return {random_.next_int(rules_.side), random_.next_int(rules_.side)}; }
  // Builds one more request.
  bool extend() {
    const std::size_t request = changes_.any_of(next_);
    const Cell at = any_cell();
    exchanged_ = true;
    return layout_.place(request, changes_.any_rotation(request), at) && layout_.can_be_game();
  }
  // Builds a rejected request in place of another.
  bool exchange() {
    const std::size_t in = changes_.any_of(next_), out = changes_.any_of(built_);
    const std::vector<int> before = layout_.building(out);
    const Cell at = changes_.near(layout_.location(out), 1);
    layout_.remove(out);
    exchanged_ = true;
    if (!layout_.place(in, changes_.any_rotation(in), at) || !layout_.can_be_game()) return false;
    changes_.fill(before);
    return true;
  }
  void note_buildings() {
    built_.clear();
    for (std::size_t i = 0; i < requests_.size(); ++i)
      if (!layout_.building(i).empty()) built_.push_back(i);
    next_ = layout_.next_requests();
  }

  const Rules& rules_;
  std::span<const Request> requests_;
  Layout layout_;
  Pcg random_;
  LayoutChanges changes_{layout_, random_};
  Line best_;
  std::vector<std::size_t> built_, next_;
  std::array<double, max_loss> chances_{};  // of accepting a change, by the points that it costs
  bool exchanged_ = false;                  // whether the change is of the requests that are built
  const OfflineSearch& search_;
};

class OfflineGame {
 public:
  OfflineGame(const Rules& rules, std::span<const Request> requests, const PlayerEntry& player,
              const OfflineSearch& search)
      : rules_(rules), requests_(requests), player_(player), search_(search), game_(rules), work_(search.work) {}

  std::vector<Move> play() {
    best_ = first_line();
    if (proposes(rules_, player_))
      search_beam();
    else
      search_turns();
    if (Line own = own_game(); own.score > best_.score) best_ = std::move(own);
    if (best_.score >= 0) best_ = Annealer(rules_, requests_, best_, search_).run();
    return best_.moves;
  }

 private:
  // What the player plays with this search's random numbers. If it fails with these, the search begins with its own
  // game, if there is one.
  Line first_line() const {
    if (search_.own.empty()) return finish(game_, 0, std::nullopt, search_.seed);
    Line line = tried(0, std::nullopt, search_.seed);
    return line.moves.empty() ? own_game() : line;
  }

  Line own_game() const {
    Game game(rules_);
    for (int turn = 0; const Move& move : search_.own) game.answer(request_at(requests_, turn++), move);
    return {.score = game.over() && !game.aborted() ? game.score() : -1, .moves = search_.own};
  }

  void search_turns() {
    for (int turn = 0; !game_.over(); ++turn) {
      if (work_ > 0 && !(search_.interrupted != nullptr && *search_.interrupted)) improve(turn);
      last_ = game_.answer(request_at(requests_, turn), best_.moves[turn]).outcome();
      if (search_.progress) search_.progress(turn, best_.score);
    }
  }

  // Plays on from a turn, with this move if there is one.
  Line finish(Game game, int turn, const std::optional<Move>& move, std::uint64_t seed) const {
    Line line;
    std::optional<Outcome> last = last_;
    const auto player = player_.make(rules_, seed);
    for (int t = 0; t < turn; ++t) player->watch(request_at(requests_, t), best_.moves[t]);
    if (move) {
      line.moves.push_back(*move);
      player->watch(request_at(requests_, turn), *move);
      last = game.answer(request_at(requests_, turn++), *move).outcome();
    }
    for (; !game.over(); ++turn) {
      const Request& request = request_at(requests_, turn);
      line.moves.push_back(answer(*player, request, game.view(turn, last)));
      last = game.answer(request, line.moves.back()).outcome();
    }
    line.score = game.aborted() ? -1 : game.score();
    GameRecord record;
    record.score = game.score();
    player->end(record);
    return line;
  }

  // The player's answer. What is no answer is a reject; under rules that end the game at it, no site has this rotation.
  Move answer(PlayerSession& player, const Request& request, const View& view) const {
    try {
      return player.play(request, view);
    } catch (const match::UnreadableAnswer&) {
      return rules_.on_invalid == OnInvalid::skip ? Move::reject() : Move::at(-1, {0, 0});
    }
  }

  // The same for a game that is only tried: if the player's process fails in it, it scores nothing.
  Line tried(int turn, const std::optional<Move>& move, std::uint64_t seed) const {
    try {
      return finish(game_, turn, move, seed);
    } catch (const match::ParticipantFailed&) {
      return {};
    }
  }

  // Has the player propose moves, as often in each turn as the work allows if games are as long as the player's own.
  void search_beam() {
    const std::size_t width = work_ / best_.moves.size();
    if (width == 0) return;
    if (Line line = Beam(rules_, requests_, player_, width, search_).run(); line.score > best_.score)
      best_ = std::move(line);
  }

  // Tries other moves at this turn, as many as its share of the work allows.
  void improve(int turn) {
    const std::uint64_t left = best_.moves.size() - turn;
    const auto tries = static_cast<int>(std::clamp<std::uint64_t>(2 * work_ / (left * (left + 1)), 1, 100'000));
    const MoveSource source(rules_, game_.land(), request_at(requests_, turn));
    std::vector<Line> lines(tries);
    const std::uint64_t seed = mix_bits(search_.seed + turn * std::uint64_t{0x10001});
    for_each_parallel(search_.jobs, tries, [&](int i) {
      const std::uint64_t own = mix_bits(seed ^ mix_bits(i)) >> 11;
      Pcg random(own);
      std::optional<Move> move;  // the player's own
      if (i == 1)
        move = Move::reject();
      else if (i % own_every != 0 && !source.none())
        move = source.draw(random);
      lines[i] = tried(turn, move, own);
    });
    std::uint64_t used = 0;
    for (Line& line : lines) {
      used += std::max<std::size_t>(line.moves.size(), 1);
      if (line.score <= best_.score) continue;
      best_.score = line.score;
      best_.moves.resize(turn);
      best_.moves.insert(best_.moves.end(), line.moves.begin(), line.moves.end());
    }
    work_ -= std::min(work_, used);
  }

  // Every so many tries the player itself is asked, with other random numbers.
  static constexpr int own_every = 5;

  const Rules& rules_;
  std::span<const Request> requests_;
  const PlayerEntry& player_;
  const OfflineSearch& search_;
  Game game_;
  std::uint64_t work_;
  Line best_;
  std::optional<Outcome> last_;  ///< what became of the move before this turn
};

class ListedRequests : public Sequencer {
 public:
  explicit ListedRequests(std::span<const Request> requests) : requests_(requests) {}
  Request next(int turn, const Land*) override { return requests_[turn]; }

 private:
  std::span<const Request> requests_;
};

class ListedMoves : public PlayerSession {
 public:
  explicit ListedMoves(const std::vector<Move>& moves) : moves_(moves) {}
  Move play(const Request&, const View& view) override { return moves_[view.turn]; }

 private:
  const std::vector<Move>& moves_;
};

}  // namespace

std::uint64_t usual_work(const Rules& rules, const PlayerEntry& player) {
  if (player.isolated) return 10'000;
  return proposes(rules, player) ? 60'000 : OfflineSearch{}.work;
}

GameRecord play_offline(const Rules& rules, std::span<const Request> requests, const PlayerEntry& player,
                        const OfflineSearch& search) {
  const std::vector<Move> moves = OfflineGame(rules, requests, player, search).play();
  return match::play_game(rules,
                          {[&] { return std::make_unique<ListedRequests>(requests); },
                           [&] { return std::make_unique<ListedMoves>(moves); }},
                          {1e18});
}

}  // namespace pentocity::search
