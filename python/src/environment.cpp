#include "environment.hpp"

#include <cstring>

#include "pentocity/input/user_error.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::python {

namespace {

// The bits of a byte as eight bytes of 0 or 1, the lowest bit first.
std::uint64_t spread(std::uint64_t byte) {
  constexpr std::uint64_t everywhere = 0x0101010101010101, one_each = 0x8040201008040201;
  const std::uint64_t picked = byte * everywhere & one_each;
  return ((picked + 0x7f7f7f7f7f7f7f7f) | picked) >> 7 & everywhere;
}

// The lowest `count` bits of a row as bytes. From eight bits on, the last eight may overlap those before.
template <class Row>
void write_row(Row bits, int count, std::uint8_t* to) {
  if (count < 8) {
    for (int i = 0; i < count; ++i) to[i] = static_cast<std::uint8_t>(bits >> i & 1);
    return;
  }
  const auto write = [&](int at) {
    const std::uint64_t bytes = spread(static_cast<std::uint64_t>(bits >> at & 0xff));
    std::memcpy(to + at, &bytes, sizeof bytes);
  };
  for (int at = 0; at + 8 <= count; at += 8) write(at);
  if (count % 8 != 0) write(count - 8);
}

// std::popcount is a call of the library on processors of which nothing is known, and most words are zero.
int size_of(std::uint64_t word) { return word == 0 ? 0 : std::popcount(word); }
int size_of(const LandBoard& board) {
  int count = 0;
  for (int i = 0; i < board.used; ++i) count += size_of(board.words[i]);
  return count;
}

}  // namespace

Policies policies_of(const std::string& roads, const std::string& parks) {
  const std::string road = roads == "jigsaw" ? "perimeter" : roads,
                    park = parks == "jigsaw" ? "least_perimeter" : parks;
  if (road != "perimeter" && road != "shortest" && road != "clinging")
    throw InputError("roads: expected 'jigsaw', 'shortest' or 'clinging', not '{}'", roads);
  const auto words = players::words_of(players::park_pieces());
  if (std::find(words.begin(), words.end(), park) == words.end())
    throw InputError("parks: expected 'jigsaw', 'most_perimeter' or 'none', not '{}'", parks);
  return {.roads = players::piece_of(players::road_pieces(), road),
          .parks = {.piece = players::piece_of(players::park_pieces(), park)}};
}

LearningGame::LearningGame(const Rules& rules, const std::vector<entrants::SequencerEntry>& streams,
                           const Policies& policies, Outlet outlet, int max_steps, std::uint64_t seed)
    : rules_(&rules),
      streams_(&streams),
      policies_(&policies),
      outlet_(outlet),
      land_(empty_land(rules)),
      random_(seed),
      max_steps_(max_steps) {
  clear();
}

void LearningGame::clear() {
  const std::size_t cells = rules_->side * rules_->side;
  std::memset(outlet_.land, 0, 6 * cells);
  std::memset(outlet_.land, 1, cells);  // Kind::empty
  std::memset(outlet_.mask, 0, action_count(rules_->side));
  outlet_.mask[0] = 1;
  written_ = {};
}

void LearningGame::reset(std::uint64_t seed, Workbench& bench) {
  land_ = empty_land(*rules_);
  random_ = Pcg(match::player_seed(seed, 0, "environment"));
  turn_ = rejects_ = score_ = 0;
  seed_ = seed;
  actions_.clear();
  const int stream = Pcg(match::player_seed(seed, 0, "stream")).next_int(static_cast<int>(streams_->size()));
  *outlet_.stream = stream;
  sequencer_ = streams_->at(stream).make(rules_->side, match::StreamSeed(seed));
  clear();
  next_request(bench);
  *outlet_.reward = 0;
  *outlet_.fault = -1;
}

void LearningGame::see(const Request& request, const View& view, Workbench& bench) {
  land_ = view.land;
  turn_ = view.turn;
  rejects_ = view.rejects;
  score_ = view.score;
  write_land();
  ask(request, bench);
}

void LearningGame::next_request(Workbench& bench) {
  ask(sequencer_->next(turn_, sequencer_->adaptive() ? &land_ : nullptr), bench);
}

void LearningGame::ask(Request request, Workbench& bench) {
  request_ = std::move(request);
  for (const Cells& rotation : request_->rotations())
    if (const Extent size = extent(rotation); size.rows > request_side || size.columns > request_side)
      throw InputError("the stream asks for a building that does not fit into 5x5 cells");
  heads_ = road_heads(land_);
  bench.sites.find(land_, *request_, land_.empty() - land_.grid().flood(heads_, land_.empty()));
  for (std::size_t k = 0; k < legal_.size(); ++k)
    legal_[k] = k < request_->rotations().size() ? bench.sites.of(static_cast<int>(k)) : LandBoard();
  write_request();
  write_mask();
  outlet_.scalars[0] = turn_;
  outlet_.scalars[1] = rejects_;
  *outlet_.terminated = over();
  *outlet_.truncated = truncated();
  *outlet_.score = score_;
}

void LearningGame::write_land() {
  const int side = rules_->side;
  with_row_type(land_.grid().wide(), [&](auto zero) {
    for (const Kind kind : all_kinds) {
      std::uint8_t* to = outlet_.land + static_cast<int>(kind) * side * side;
      for (int r = 0; r < side; ++r, to += side) write_row(land_.of(kind).template row<decltype(zero)>(r), side, to);
    }
  });
}

void LearningGame::write_request() {
  constexpr int plane = request_side * request_side;
  std::memset(outlet_.request, 0, request_planes * plane);
  std::uint8_t* to = outlet_.request + (request_->type() == Building::factory ? 4 * plane : 0);
  for (const Cells& rotation : request_->rotations()) {
    for (const Cell c : rotation) to[c.row * request_side + c.column] = 1;
    to += plane;
  }
}

void LearningGame::write_mask() {
  const int side = rules_->side;
  std::uint8_t* to = outlet_.mask + 1;
  for (std::size_t k = 0; k < legal_.size(); ++k, to += side * side)
    with_row_type(land_.grid().wide(), [&](auto zero) {
      using Row = decltype(zero);
      for (int r = 0; r < side; ++r) {
        const Row row = legal_[k].row<Row>(r);
        if (row == written_[k].row<Row>(r)) continue;
        write_row(row, side, to + r * side);
      }
    });
  written_ = legal_;
}

Site LearningGame::site_of(std::int64_t action) const {
  const int side = rules_->side;
  const auto place = static_cast<int>(action - 1);
  return {place / (side * side), {place / side % side, place % side}};
}

Fault LearningGame::fault_of(const Site& site) const {
  if (site.rotation >= std::ssize(request_->rotations())) return Fault::bad_rotation;
  const LandBoard legal = legal_sites(land_, request_->type(), request_->rotations()[site.rotation]);
  return land_.grid().test(legal, site.location) ? Fault::no_road_access : Fault::site_not_buildable;
}

Move LearningGame::move_at(const Site& site, const LandBoard& building, Workbench& bench) {
  bench.roads.find(land_, heads_, building);
  Move move = Move::at(site.rotation, site.location);
  move.road = policies_->roads(land_, building, bench.roads);
  if (request_->type() == Building::residence) bench.parks.add(land_, building, move, random_);
  return move;
}

Move LearningGame::answer(std::int64_t action, Workbench& bench) {
  if (action == 0) return Move::reject();
  const Site site = site_of(action);
  return move_at(site, building_at(land_, *request_, site), bench);
}

Move LearningGame::peek(std::int64_t action, Workbench& bench) {
  const Pcg before = random_;
  Move move = answer(action, bench);
  random_ = before;
  return move;
}

void LearningGame::build(const Request& request, const Move& move, const LandBoard& building) {
  const Grid& grid = land_.grid();
  const int side = rules_->side;
  const int delta = apply_move(*rules_, land_, request, move).delta;
  score_ += delta;
  *outlet_.reward = delta;
  const auto write = [&](Kind kind, Cell c) {
    const int at = c.row * side + c.column;
    outlet_.land[at] = 0;
    outlet_.land[static_cast<int>(kind) * side * side + at] = 1;
  };
  building.for_each([&](int bit) { write(kind_of(request.type()), grid.cell(bit)); });
  for (const Cell c : move.road) write(Kind::road, c);
  for (const Cell c : move.park) write(Kind::park, c);
  for (const Cell c : move.pond) write(Kind::pond, c);
}

void LearningGame::step(std::int64_t action, Workbench& bench) {
  *outlet_.reward = 0;
  *outlet_.fault = -1;
  if (action == 0) {
    ++rejects_;
  } else {
    const Site site = site_of(action);
    if (site.rotation < std::ssize(request_->rotations()) && land_.grid().test(legal_[site.rotation], site.location)) {
      const LandBoard building = building_at(land_, *request_, site);
      build(*request_, move_at(site, building, bench), building);
    } else {
      *outlet_.fault = static_cast<std::int8_t>(fault_of(site));
      ++rejects_;
    }
  }
  ++turn_;
  actions_.push_back(static_cast<std::int32_t>(action));
  next_request(bench);
}

std::int64_t LearningGame::draw(Pcg& random) const {
  std::array<int, 4> counts;
  int all = 1;
  for (std::size_t k = 0; k < legal_.size(); ++k) all += counts[k] = size_of(legal_[k]);
  int number = random.next_int(all) - 1;
  if (number < 0) return 0;
  const int side = rules_->side;
  for (std::size_t k = 0; k < legal_.size(); ++k) {
    if (number >= counts[k]) {
      number -= counts[k];
      continue;
    }
    for (int i = 0;; ++i) {
      std::uint64_t word = legal_[k].word(i);
      const int here = size_of(word);
      if (number >= here) {
        number -= here;
        continue;
      }
      for (; number > 0; --number) word &= word - 1;
      const Cell at = land_.grid().cell(64 * i + std::countr_zero(word));
      return 1 + (static_cast<std::int64_t>(k) * side + at.row) * side + at.column;
    }
  }
  return 0;
}

}  // namespace pentocity::python
