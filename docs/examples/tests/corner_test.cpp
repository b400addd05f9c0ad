#undef NDEBUG
#include <cassert>

#include "../corner_player.cpp"

// Plays an X pentomino until there is no place left, and has the rules judge each move.
int main() {
  const Rules rules;
  const Options options;
  Land land(rules.side);
  CornerPlayer player({.rules = rules, .options = options});
  const Request x(Building::residence, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}});
  for (int turn = 0;; ++turn) {
    const Move move = player.play(x, {.land = land, .turn = turn});
    if (!move.accept) return 0;
    assert(!apply_move(rules, land, x, move).fault);
  }
}
