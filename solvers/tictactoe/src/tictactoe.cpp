#include "pentocity/tictactoe/tictactoe.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace pentocity::tictactoe {
namespace {

using State = TicTacToe::State;

constexpr int magic_sum = 15;
constexpr int magic[TicTacToe::side][TicTacToe::side] = {{4, 3, 8}, {9, 5, 1}, {2, 7, 6}};  // [column][row]

void check_ongoing(const TicTacToe& game) {
  if (game.state() != State::ONGOING) throw std::logic_error("the game is over");
}

template <class F>
void for_each_free(const TicTacToe& game, F&& f) {
  for (int column = 1; column <= TicTacToe::side; ++column)
    for (int row = 1; row <= TicTacToe::side; ++row)
      if (game.owner(column, row) == 0) f(Square{column, row});
}

// For the player who takes this square: 1 won, 0 a draw, -1 lost, when both play perfectly from then on.
int worth(TicTacToe game, Square move) {
  const State state = game.playAt(move.column, move.row);
  if (state == State::A_DRAW) return 0;
  if (state != State::ONGOING) return 1;
  int best = -1;
  for_each_free(game, [&](Square s) {
    if (best < 1) best = std::max(best, worth(game, s));
  });
  return -best;
}

}  // namespace

int TicTacToe::value(int column, int row) {
  if (column < 1 || column > side || row < 1 || row > side)
    throw std::out_of_range("column " + std::to_string(column) + ", row " + std::to_string(row) +
                            " is off the board: both go from 1 to 3");
  return magic[column - 1][row - 1];
}

Square TicTacToe::square(int value) {
  for (int column = 1; column <= side; ++column)
    for (int row = 1; row <= side; ++row)
      if (magic[column - 1][row - 1] == value) return {column, row};
  throw std::out_of_range(std::to_string(value) + " is not in the magic square: its values go from 1 to 9");
}

bool TicTacToe::completes_line(int player, int value) const {
  for (int a = 1; a <= 9; ++a) {
    const int b = magic_sum - value - a;
    if (b > a && b <= 9 && a != value && b != value && owner_[a] == player && owner_[b] == player) return true;
  }
  return false;
}

State TicTacToe::playAt(int column, int row) {
  check_ongoing(*this);
  const int move = value(column, row);
  int& owner = owner_[move];
  if (owner != 0)
    throw std::invalid_argument("column " + std::to_string(column) + ", row " + std::to_string(row) + " is taken");
  owner = player();
  if (completes_line(owner, move))
    state_ = owner == 1 ? State::PLAYER1WON : State::PLAYER2WON;
  else if (moves_ + 1 == side * side)
    state_ = State::A_DRAW;
  ++moves_;
  return state_;
}

Square best_move(const TicTacToe& game) {
  check_ongoing(game);
  for (const int player : {game.player(), 3 - game.player()})
    for (int value = 1; value <= 9; ++value) {
      const Square s = TicTacToe::square(value);
      if (game.owner(s.column, s.row) == 0 && game.completes_line(player, value)) return s;
    }
  Square best;
  int max = -2;
  for_each_free(game, [&](Square s) {
    if (const int w = worth(game, s); w > max) {
      max = w;
      best = s;
    }
  });
  return best;
}

}  // namespace pentocity::tictactoe
