// The pieces of `jigsaw`: with each option it plays the games that it played when slow twins of all options judged its
// moves. What the pieces are made of is compared with twins by the tests of sites, roads and parks.

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "jigsaw/road_pieces.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/game/player.hpp"
#include "pentocity/game/rules.hpp"
#include "pentocity/match/json_cells.hpp"
#include "streams.hpp"

namespace jigsaw_pieces_test {

using namespace pentocity;

namespace {

// A hash of all moves of some small games, played with these options, and of the land that each leaves.
std::string digest_of(const nlohmann::json& values) {
  const auto& specs = builtin_players();
  const auto spec = std::ranges::find(specs, "jigsaw", &PlayerSpec::name);
  Options options(spec->options);
  for (const auto& [name, value] : values.items()) options.set(spec->options, name, *match::option_of_json(value));
  std::string moves;
  for (int game = 0; game < 8; ++game) {
    Rules rules = Rules::report();
    rules.side = game == 7 ? 34 : 10 + game;
    const auto seed = static_cast<std::uint64_t>(4000 + game);
    const auto player = spec->make({rules, seed, options});
    const auto sequencer = test::make_builtin(std::array{"random", "tailheavy", "g1", "g3"}[game % 4], seed);
    Land land(rules.side);
    for (int turn = 0, rejects = 0; rejects < 4; ++turn) {
      CAPTURE(game, rules.side, turn);
      const Request request = sequencer->next(turn, nullptr);
      const Move move = player->play(request, View{land, turn, 0, rejects, std::nullopt});
      moves += match::json_of_answer(turn, move).dump();
      rejects += !move.accept;
      if (move.accept) REQUIRE(!apply_move(rules, land, request, move).fault);
    }
    moves += land.to_string();
  }
  return fmt::format("{:016x}", hash_bytes(moves));
}

}  // namespace

TEST_CASE("jigsaw: the same games with each option", "[players]") {
  const std::pair<const char*, const char*> games[] = {
      {R"({})", "d9e77adba6faba05"},
      {R"({"as_submitted": true})", "30031ac3d9959f51"},
      {R"({"perimeter": "cells"})", "f7c517ab6a803e4e"},
      {R"({"perimeter": "with_road", "random_walks": 0})", "64d01e540371e2bd"},
      {R"({"perimeter": "whole_move"})", "3f9c825fee6144ff"},
      {R"({"perimeter": "none", "site_order": "rows"})", "1d2c46d211594b67"},
      {R"({"perimeter": "none", "site_order": "centre"})", "3ff35bf6c3d42925"},
      {R"({"site_order": "submitted"})", "9aef6acdfe355867"},
      {R"({"components": "first"})", "22f2280cbe1b455b"},
      {R"({"components": "second"})", "37462ecac1e933aa"},
      {R"({"small_factories": "in_holes"})", "3e16d0c70fceceae"},
      {R"({"small_factories": "in_line"})", "687b697b297be782"},
      {R"({"roads": "shortest"})", "d12d0c9dd27eac42"},
      {R"({"roads": "clinging"})", "5a160d27bf3a2147"},
      {R"({"roads": "prebuilt"})", "90aea4d7a4b32661"},
      {R"({"roads": "submitted"})", "16141f41fe53fbc6"},
      {R"({"parks": "none"})", "4667091c43a661d9"},
      {R"({"parks": "most_perimeter"})", "ca6f4c145cb65e79"},
      {R"({"parks": "most_perimeter", "extend": false, "random_walks": 0})", "0d91b3fd79fe98db"},
      {R"({"parks": "most_perimeter", "straight": false, "random_walks": 3})", "3b2894b48a572076"},
      {R"({"extend": false, "straight": false, "random_walks": 1})", "9461ccdfb437337b"},
      {R"({"complement": false})", "bcae5b9236144b3a"},
      {R"({"as_submitted": true, "parks": "most_perimeter", "complement": false})", "e76c705fed0c88d6"},
  };
  for (const auto& [options, digest] : games) {
    CAPTURE(options);
    CHECK(digest_of(nlohmann::json::parse(options)) == digest);
  }
}

TEST_CASE("jigsaw: a tree of roads is of one piece, on lands of any side", "[players]") {
  for (int side = min_side; side <= max_side; ++side) {
    const Grid& grid = land_grid(side);
    const Cells tree = players::road_tree(side);
    REQUIRE(std::ranges::all_of(tree, [&](Cell c) { return grid.contains(c); }));
    REQUIRE(grid.connected(grid.board(tree)));
    REQUIRE(tree.front() == Cell{0, side / 2});
  }
}

}  // namespace jigsaw_pieces_test
