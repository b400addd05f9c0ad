// The door to the module: one function, which takes a call and gives its answer, both as JSON. A call names what to do
// with `do`; an answer to a wrong call has an `error`, a line for people.

#include <nlohmann/json.hpp>

#include "guest.hpp"
#include "pentocity/districting/puzzle.hpp"
#include "pentocity/helpers/roads.hpp"
#include "pentocity/helpers/sites.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/how_it_ended.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/seeds.hpp"
#include "pentocity/packing/solve.hpp"
#include "pentocity/search/bound.hpp"
#include "pentocity/statistics/statistics.hpp"

namespace pentocity::playground {
namespace {

using nlohmann::json;

constexpr std::size_t most_candidates = 8;

Stream stream_of(const json& call) {
  const json& stream = call.at("stream");
  Stream out{.name = stream.at("name"), .mix = std::nullopt, .seed = call.at("seed")};
  if (stream.contains("mix")) out.mix = stream["mix"].dump();
  return out;
}

/// What a planner thinks of a turn that was played.
struct Thought {
  Land land;        // before it
  Move best;        // the planner's
  double lost = 0;  // how much more that is worth, in points, than what was done
};

/// A game in the page, what a planner thinks of its requests, and a player beside it.
struct Play {
  explicit Play(const json& call)
      : stream(stream_of(call)),
        game(match::rules_of_json(call.at("rules")), stream),
        adviser(game.rules(), call.value("adviser", "planner-fast"), call.value("player_seed", 0)) {
    const std::string player = call.value("rival", "");
    if (!player.empty()) rival.emplace(game.rules(), stream, player, call.value("player_seed", 0));
  }

  // Each request is shown to the adviser once, when it is made.
  void think() {
    if (thought == game.turn() || game.over()) return;
    candidates = adviser.candidates(game.request(), game.view(), most_candidates);
    thought = game.turn();
  }

  // Makes a move, after thinking of a better one; the player beside makes its own. Without a move, `instead` says what
  // came in its place.
  void answer(std::optional<Move> move, const std::string& instead = {}) {
    think();
    const Request request = game.request();
    const Land land = game.land();
    const match::Turn& turn = move ? game.answer(std::move(*move)) : game.refuse(instead);
    const auto worth = [&](const Move& one) {
      Land after = land;
      return adviser.worth(request, land, one, apply_move(game.rules(), after, request, one).delta);
    };
    const Move best = candidates.empty() ? Move::reject() : candidates.front().move;
    const double most = !best.accept ? 0 : candidates.front().value ? *candidates.front().value : worth(best);
    // A reject gives up what the best move is worth, if that is anything.
    thoughts.push_back({land, best, turn.stands() ? most - worth(turn.move) : std::max(0.0, most)});
    if (rival) rival->step();
    think();
  }

  Stream stream;
  PlayedGame game;
  Adviser adviser;
  std::optional<PlayerGame> rival;
  std::vector<Candidate> candidates;
  int thought = -1;
  std::vector<Thought> thoughts;  // of each turn
};

// Games by their numbers.
std::map<int, std::unique_ptr<Play>> plays;
std::map<int, std::unique_ptr<GuestGame>> guests;
int last_number = 0;

template <class Game>
Game& game_of(const std::map<int, std::unique_ptr<Game>>& games, const json& call) {
  const auto found = games.find(call.at("game"));
  if (found == games.end()) throw InputError("there is no such game");
  return *found->second;
}

Play& play_of(const json& call) { return game_of(plays, call); }

Cells cells_at(const json& call, const char* key) {
  if (!call.contains(key)) return {};
  const auto cells = match::cells_of_json(call[key]);
  if (!cells) throw InputError("'{}' is no list of cells", key);
  return *cells;
}

Move move_of(const json& call) {
  if (!call.value("accept", true)) return Move::reject();
  Move move = Move::at(call.at("rotation"), match::cell_of_json(call.at("location")).value_or(Cell{-1, -1}));
  move.road = cells_at(call, "road");
  move.park = cells_at(call, "park");
  move.pond = cells_at(call, "water");
  return move;
}

json move_json(const Move& move) {
  return {{"accept", move.accept},
          {"rotation", move.rotation},
          {"location", {move.location.row, move.location.column}},
          {"road", match::json_of_cells(move.road)},
          {"park", match::json_of_cells(move.park)},
          {"water", match::json_of_cells(move.pond)}};
}

Cells building_of(const Request& request, const Move& move) {
  if (move.rotation < 0 || move.rotation >= static_cast<int>(request.rotations().size()))
    throw InputError("the request has no rotation {}", move.rotation);
  return translated(request.rotations()[move.rotation], move.location);
}

// A move with the cells of its building, and what it does to the land, so far as it can be told in numbers: why it
// cannot stand; or else all points of the move, whether the building gets the bonuses, its unit edges, how many of them
// touch what is built or the border, the empty cells that roads could reach before the move and cannot after it, and
// the cells of roads, parks and ponds that it builds, which score nothing.
json effects_json(const Rules& rules, const Land& land, const Request& request, const Move& move) {
  Land after = land;
  const Judgement judged = apply_move(rules, after, request, move);
  json out{{"move", move_json(move)}, {"building", match::json_of_cells(building_of(request, move))}};
  out["fault"] = judged.fault ? json(name_of(*judged.fault)) : json();
  if (judged.fault) return out;
  const LandBoard building = land.grid().board(judged.building), around = land.grid().neighbours(building);
  const bool has_bonus = judged.delta > request.size();
  out["points"] = judged.delta;
  out["with_park"] = has_bonus && around.intersects(after.big(Kind::park));
  out["with_pond"] = has_bonus && around.intersects(after.big(Kind::pond));
  out["edges"] = request.outlines()[move.rotation].size();
  out["touching"] = touching_perimeter(land, building);
  out["cut_off"] = ((reachable(land) & after.empty()) - reachable(after)).count();
  out["lost"] = land.empty().count() - after.empty().count() - request.size();
  return out;
}

json request_json(const Request& request) {
  json rotations = json::array();
  for (const Cells& cells : request.rotations()) rotations.push_back(json(match::json_of_cells(cells)));
  return {{"type", name_of(request.type())}, {"rotations", rotations}};
}

json game_state(const PlayedGame& game) {
  json out{{"turn", game.turn()},
           {"score", game.score()},
           {"rejects", game.rejects()},
           {"over", game.over()},
           {"grid", game.land().to_string()}};
  if (!game.turns().empty()) {
    const match::Turn& last = game.turns().back();
    out["last"] = {{"accepted", last.stands()},
                   {"fault", last.fault ? json(name_of(*last.fault)) : json()},
                   {"delta", last.delta},
                   {"building", match::json_of_cells(last.building)},
                   {"move", move_json(last.move)}};
  }
  return out;
}

json state_of(Play& play) {
  json out = game_state(play.game);
  out["side"] = play.game.rules().side;
  out["max_rejects"] = play.game.rules().max_rejects;
  out["factory_bonus"] = play.game.rules().factory_bonus;
  if (!play.game.over()) out["request"] = request_json(play.game.request());
  if (play.rival) out["rival"] = game_state(play.rival->game());
  return out;
}

json start(const json& call) {
  auto play = std::make_unique<Play>(call);
  // A game from a link: its first moves.
  for (const json& move : call.value("moves", json::array())) {
    if (play->game.over()) throw InputError("the game has more moves than it takes");
    play->answer(move_of(move));
  }
  play->think();
  json out = state_of(*play);
  out["game"] = ++last_number;
  plays[last_number] = std::move(play);
  return out;
}

// The points of each turn of both games.
json course(const json& call) {
  Play& play = play_of(call);
  const auto points = [](const PlayedGame& game) {
    json out = json::array();
    for (const match::Turn& turn : game.turns()) out.push_back(turn.delta);
    return out;
  };
  return {{"yours", points(play.game)}, {"rival", play.rival ? points(play.rival->game()) : json::array()}};
}

// The buildings of the first turns that stand, the oldest first.
json buildings_of(std::span<const match::Turn> turns) {
  json out = json::array();
  for (const match::Turn& turn : turns)
    if (turn.stands()) out.push_back(json(match::json_of_cells(turn.building)));
  return out;
}

// What the planner thinks of each turn that was played: how many points its own move was worth more.
json review(const json& call) {
  json lost = json::array();
  for (const Thought& thought : play_of(call).thoughts) lost.push_back(thought.lost);
  return {{"lost", lost}};
}

// A turn that was played: the land before it, the move that was made and the planner's, each with what it does.
json review_turn(const json& call) {
  const Play& play = play_of(call);
  const std::size_t turn = call.at("turn");
  const Thought& thought = play.thoughts.at(turn);
  const match::Turn& made = play.game.turns().at(turn);
  const auto effects = [&](const Move& move, bool stands) {
    return stands ? effects_json(play.game.rules(), thought.land, made.request, move) : json();
  };
  return {{"request", request_json(made.request)},
          {"grid", thought.land.to_string()},
          {"buildings", buildings_of(std::span(play.game.turns()).first(turn))},
          {"yours", effects(made.move, made.stands())},
          {"best", effects(thought.best, thought.best.accept)},
          {"lost", thought.lost}};
}

// A score that no player can exceed on the requests of the game so far.
json bound(const json& call) {
  const PlayedGame& game = play_of(call).game;
  std::vector<Request> requests;
  for (const match::Turn& turn : game.turns()) requests.push_back(turn.request);
  return {{"bound", search::upper_bound(game.rules(), requests).score}};
}

json drop(const json& call) {
  plays.erase(call.at("game").get<int>());
  return json::object();
}

// What a move would do, if it were made. Without `road` the shortest road is proposed.
json look(const json& call) {
  const Play& play = play_of(call);
  const Land& land = play.game.land();
  const Grid& grid = land.grid();
  const Request& request = play.game.request();
  Move move = move_of(call);
  const Cells building = building_of(request, move);
  const bool on_land = std::all_of(building.begin(), building.end(), [&](Cell c) { return grid.contains(c); });
  if (on_land && !call.contains("road")) {
    Land with = land;
    const LandBoard cells = grid.board(building);
    LandBoard amenities;
    for (const Cells* list : {&move.park, &move.pond})
      for (const Cell c : *list)
        if (grid.contains(c)) amenities.set(grid.bit(c));
    with.place(Kind::park, (amenities & land.empty()) - cells);
    if (with.empty().contains(cells) && !has_access(play.game.rules(), with, cells)) {
      ShortestRoads roads;
      roads.find(with, road_heads(with), cells);
      if (roads.found()) move.road = roads.choose(RoadChoice::max_touching, LandEdge::counted);
    }
  }
  return effects_json(play.game.rules(), land, request, move);
}

// The locations where the building can stand and a road can reach it, for each rotation: rows of 0 and 1.
json sites(const json& call) {
  const Play& play = play_of(call);
  const Land& land = play.game.land();
  const Request& request = play.game.request();
  const LandBoard cut_off =
      play.game.rules().road_access == RoadAccess::contact ? land.empty() - reachable(land) : LandBoard{};
  json out = json::array();
  for (const Cells& rotation : request.rotations()) {
    const LandBoard legal = legal_sites(land, request.type(), rotation, cut_off);
    std::string bits(static_cast<std::size_t>(land.side() * land.side()), '0');
    legal.for_each([&](int bit) {
      const Cell c = land.grid().cell(bit);
      bits[static_cast<std::size_t>(c.row * land.side() + c.column)] = '1';
    });
    out.push_back(bits);
  }
  return {{"rotations", out}};
}

json hint(const json& call) {
  Play& play = play_of(call);
  json list = json::array();
  for (const Candidate& candidate : play.candidates) {
    json one = effects_json(play.game.rules(), play.game.land(), play.game.request(), candidate.move);
    one["value"] = candidate.value ? json(*candidate.value) : json();
    list.push_back(one);
  }
  return {{"candidates", list}};
}

json answer(const json& call) {
  Play& play = play_of(call);
  if (play.game.over()) throw InputError("the game is over");
  if (call.contains("unreadable"))
    play.answer(std::nullopt, call["unreadable"]);
  else
    play.answer(move_of(call));
  return state_of(play);
}

// The game is answered by the player beside it, whose move is the answer.
json watch(const json& call) {
  Play& play = play_of(call);
  if (!play.rival || play.game.over()) throw InputError("there is nobody to watch");
  play.rival->step();
  play.game.answer(play.rival->game().turns().back().move);
  play.think();
  return state_of(play);
}

// The buildings that stand, the oldest first.
json buildings(const json& call) {
  Play& play = play_of(call);
  json out{{"yours", buildings_of(play.game.turns())}};
  if (play.rival) out["rival"] = buildings_of(play.rival->game().turns());
  return out;
}

// The player beside plays to the end of its game.
json finish_rival(const json& call) {
  Play& play = play_of(call);
  if (play.rival)
    for (int turns = call.value("turns", 1'000'000); turns > 0 && !play.rival->game().over(); --turns)
      play.rival->step();
  return state_of(play);
}

match::TraceHeader header_of(const json& call, const Rules& rules, const Stream& stream, const std::string& player) {
  match::TraceHeader header{.rules = rules,
                            .player = player,
                            .sequencer = call.value("sequencer", stream.name),
                            .seed = stream.seed,
                            .player_seed = std::nullopt};
  if (call.contains("player_seed")) header.player_seed = call["player_seed"];
  return header;
}

json trace(const json& call) {
  const Play& play = play_of(call);
  if (!play.game.over()) throw InputError("the game is not over");
  return {{"trace",
           match::trace_text(header_of(call, play.game.rules(), play.stream, call.at("player")), play.game.record())}};
}

// A whole game of a built-in player, as a trace.
json whole_game(const json& call) {
  const Rules rules = match::rules_of_json(call.at("rules"));
  const Stream stream = stream_of(call);
  const std::string player = call.at("player");
  PlayerGame game(rules, stream, player, call.at("player_seed"));
  while (!game.game().over()) game.step();
  return {{"score", game.game().score()},
          {"trace", match::trace_text(header_of(call, rules, stream, player), game.game().record())}};
}

// The seeds of the games of a run.
json stream_seeds(const json& call) { return {{"seeds", match::stream_seeds(call.at("seed"), call.at("repeats"))}}; }
json player_seed(const json& call) {
  return {{"seed", match::player_seed(call.at("seed"), call.at("repeat"), call.at("player").get<std::string>())}};
}

// A game of a portable player, which runs beside the module, and its first message.
json guest(const json& call) {
  auto game =
      std::make_unique<GuestGame>(match::rules_of_json(call.at("rules")), stream_of(call), call.at("player_seed"));
  json out{{"game", ++last_number}, {"message", game->hello()}};
  guests[last_number] = std::move(game);
  return out;
}

// The bytes that the page writes as letters, from the character 0 to the character 255.
std::string bytes_of(const json& letters) {
  const std::string text = letters;
  std::string out;
  for (auto c = text.begin(); c != text.end(); ++c) {
    unsigned byte = static_cast<unsigned char>(*c);
    if (byte >= 0x80) byte = (byte & 3U) << 6U | (static_cast<unsigned char>(*++c) & 0x3fU);
    out += static_cast<char>(byte);
  }
  return out;
}

// What the player answered in the turns from this one on, as the call `answer` takes it.
json made_since(PlayedGame& game, int turn) {
  json out = json::array();
  for (const match::Turn& one : std::span(game.turns()).subspan(turn)) {
    if (!one.answered) continue;
    out.push_back(one.fault == Fault::bad_answer ? json{{"unreadable", one.move.note}} : move_json(one.move));
    if (one.fault != Fault::bad_answer && !one.move.note.empty()) out.back()["note"] = one.move.note;
  }
  return out;
}

// It waits for input: what it has answered, and what it reads now.
json guest_read(const json& call) {
  GuestGame& guest = game_of(guests, call);
  const int turn = guest.game().turn();
  const auto message = guest.read(bytes_of(call.at("written")));
  return {{"made", made_since(guest.game(), turn)}, {"message", message ? json(*message) : json()}};
}

json guest_random(const json& call) {
  GuestGame& guest = game_of(guests, call);
  json out = json::array();
  for (int count = call.at("count"); count > 0; --count) out.push_back(guest.random_byte());
  return {{"bytes", out}};
}

// It has ended: how the game went, and its trace if `player` is given, the name.
json guest_end(const json& call) {
  GuestGame& guest = game_of(guests, call);
  const int turn = guest.game().turn();
  guest.end(call.at("why"), bytes_of(call.at("written")), bytes_of(call.at("errors")));
  const match::GameRecord record = guest.record();
  json out{{"made", made_since(guest.game(), turn)},
           {"status", name_of(record.status)},
           {"cause", record.error},
           {"score", record.score},
           {"words", match::how_it_ended(record)},
           {"errors", record.error_output},
           {"invalid", json::array()}};
  for (const match::InvalidMoves& moves : record.faults) out["invalid"].push_back(words_of(moves));
  if (call.contains("player"))
    out["trace"] = match::trace_text(header_of(call, guest.game().rules(), stream_of(call), call["player"]), record);
  guests.erase(call.at("game").get<int>());
  return out;
}

// Two players on the same requests, by the scores of their games; one that failed has none, and loses.
json pair(const json& call) {
  std::vector<double> a, b, differences;
  int won = 0, drawn = 0, lost = 0;
  const json &all_a = call.at("a"), &all_b = call.at("b");
  for (std::size_t i = 0; i < std::min(all_a.size(), all_b.size()); ++i) {
    const double failed = -1, x = all_a[i].is_null() ? failed : all_a[i].get<double>(),
                 y = all_b[i].is_null() ? failed : all_b[i].get<double>();
    ++(x > y ? won : x < y ? lost : drawn);
    if (x != failed) a.push_back(x);
    if (y != failed) b.push_back(y);
    if (x != failed && y != failed) differences.push_back(x - y);
  }
  const auto mean = [](const std::vector<double>& values) {
    return values.empty() ? json() : json(statistics::sample_of(values).mean);
  };
  const auto interval = statistics::sample_of(differences).interval();
  return {{"means", {mean(a), mean(b)}},
          {"difference", mean(differences)},
          {"interval", interval ? json{interval->low, interval->high} : json()},
          {"won", won},
          {"drawn", drawn},
          {"lost", lost}};
}

// A puzzle, as packing/puzzle.hpp has it, from the page.
json solve(const json& call) {
  static const std::map<std::string, packing::Task> tasks{{"first", packing::Task::first},
                                                          {"all", packing::Task::all},
                                                          {"unique", packing::Task::unique},
                                                          {"count", packing::Task::count}};
  const packing::Puzzle puzzle = packing::parse_puzzle(call.at("puzzle").dump(), call.value("name", "puzzle"));
  packing::SolveOptions options{.task = tasks.at(call.at("task"))};
  if (call.contains("limit")) options.limit = call["limit"].get<std::uint64_t>();
  const packing::SolveResult result = packing::solve(puzzle, options);
  return {{"count", result.count ? json(*result.count) : json()},
          {"unique", result.unique ? json(*result.unique) : json()},
          {"complete", result.complete},
          {"solvable", result.solvable},
          {"engine", result.engine},
          {"solutions", result.solutions}};
}

// The orientations of a piece, and of each the number of the one that it becomes when it is turned, and mirrored; -1 if
// it may not.
json orientations_json(const packing::Piece& piece, Lattice lattice) {
  const std::vector<Cells> all = orientations(piece.shape, piece.rotate, piece.flip, lattice);
  const auto number_of = [&](const Cells& cells) {
    const auto found = std::find(all.begin(), all.end(), cells);
    return found == all.end() ? -1 : static_cast<int>(found - all.begin());
  };
  json out{{"orientations", json::array()}, {"turned", json::array()}, {"mirrored", json::array()}};
  for (const Cells& cells : all) {
    out["orientations"].push_back(json(match::json_of_cells(cells)));
    out["turned"].push_back(number_of(rotated(cells, lattice)));
    out["mirrored"].push_back(number_of(mirrored(cells, lattice)));
  }
  return out;
}

// The same without solving: what the page draws of a puzzle, and lays on it.
json puzzle(const json& call) {
  const packing::Puzzle puzzle = packing::parse_puzzle(call.at("puzzle").dump(), call.value("name", "puzzle"));
  if (puzzle.lattice == Lattice::cube)
    throw InputError("{} is a solid, which this page does not draw: pentocity solve does", puzzle.name);
  if (puzzle.rounds().any())
    throw InputError("{} has a board whose edges meet (wrap), on which this page lays nothing: pentocity solve does",
                     puzzle.name);
  json pieces = json::array();
  for (const packing::Piece& piece : puzzle.pieces) {
    pieces.push_back({{"name", piece.name},
                      {"cells", match::json_of_cells(piece.shape)},
                      {"min", piece.min},
                      {"max", piece.max ? json(*piece.max) : json()},
                      {"flip", piece.flip},
                      {"rotate", piece.rotate}});
    pieces.back().update(orientations_json(piece, puzzle.lattice));
  }
  return {{"name", puzzle.name},
          {"summary", puzzle.summary},
          {"lattice", packing::lattice_name(puzzle.lattice)},
          {"rows", puzzle.rows},
          {"columns", puzzle.columns},
          {"blocked", match::json_of_cells(puzzle.blocked)},
          {"holes", {puzzle.min_holes, puzzle.max_holes}},
          {"fixed", puzzle.fixed.size()},
          {"pieces", pieces}};
}

// How many plans a board of voters has, for each number of seats (in units of 1 / `steps`), and under how many of them
// A has more seats than B.
json districts(const json& call) {
  static const std::map<std::string, districting::Ties> ties_by_name(districting::ties_words.begin(),
                                                                     districting::ties_words.end());
  const districting::Electorate board =
      districting::read_electorate(call.at("board").get<std::string>(), call.at("size").get<int>());
  const districting::Ties ties = ties_by_name.at(call.value("ties", "nobody"));
  const districting::SeatCounts seats = districting::count_seats(board, ties);
  std::uint64_t more = 0;
  if (ties == districting::Ties::nobody)
    more = districting::count_solving(board, districting::GerrymanderTask::minority);
  else
    for (std::size_t i = 0; i < seats.a.size(); ++i) more += 2 * i + 1 > seats.a.size() ? seats.a[i] : 0;
  json out{{"plans", std::to_string(seats.plans)}, {"steps", seats.steps}, {"more", std::to_string(more)}};
  for (const std::uint64_t count : seats.a) out["a"].push_back(std::to_string(count));
  for (const std::uint64_t count : seats.b) out["b"].push_back(std::to_string(count));
  return out;
}

json about(const json&) {
  json players = json::array(), sequencers = json::array();
  for (const PlayerSpec& spec : builtin_players()) players.push_back({{"name", spec.name}, {"summary", spec.summary}});
  for (const SequencerSpec& spec : builtin_sequencers())
    sequencers.push_back({{"name", spec.name}, {"summary", spec.summary}});
  return {{"version", PENTOCITY_VERSION}, {"players", players}, {"sequencers", sequencers}};
}

json answer_to(const std::string& text) {
  static const std::map<std::string, json (*)(const json&)> actions{{"about", about},
                                                                    {"start", start},
                                                                    {"course", course},
                                                                    {"bound", bound},
                                                                    {"review", review},
                                                                    {"review_turn", review_turn},
                                                                    {"drop", drop},
                                                                    {"look", look},
                                                                    {"sites", sites},
                                                                    {"hint", hint},
                                                                    {"answer", answer},
                                                                    {"watch", watch},
                                                                    {"buildings", buildings},
                                                                    {"finish_rival", finish_rival},
                                                                    {"trace", trace},
                                                                    {"whole_game", whole_game},
                                                                    {"stream_seeds", stream_seeds},
                                                                    {"player_seed", player_seed},
                                                                    {"guest", guest},
                                                                    {"guest_read", guest_read},
                                                                    {"guest_random", guest_random},
                                                                    {"guest_end", guest_end},
                                                                    {"pair", pair},
                                                                    {"solve", solve},
                                                                    {"puzzle", puzzle},
                                                                    {"districts", districts}};
  try {
    const json call = json::parse(text);
    const auto action = actions.find(call.at("do").get<std::string>());
    if (action == actions.end()) throw InputError("there is no '{}'", call["do"].get<std::string>());
    return action->second(call);
  } catch (const std::exception& e) {
    return {{"error", e.what()}};
  }
}

}  // namespace
}  // namespace pentocity::playground

/// The text returned is valid until the next call.
extern "C" const char* pentocity_call(const char* text) {
  static std::string out;
  out = pentocity::playground::answer_to(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return out.c_str();
}
