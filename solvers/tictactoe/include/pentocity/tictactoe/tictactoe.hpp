#pragma once
// Tic-tac-toe on a magic square: every row, column and diagonal sums to 15, and no other three values do, so that a
// player has won when three of his moves sum to 15.

#include <array>
#include <optional>

namespace pentocity::tictactoe {

/// A square of the board. Columns count from 1 at the left, rows from 1 at the top.
struct Square {
  int column = 1;
  int row = 1;
  friend bool operator==(const Square&, const Square&) = default;
};

/// A game of two players; player 1 (X) begins.
class TicTacToe {
 public:
  enum class State { ONGOING, PLAYER1WON, PLAYER2WON, A_DRAW };
  static constexpr int side = 3;

  State state() const { return state_; }
  /// The player to move, 1 or 2; after the end the one whose move it would be.
  int player() const { return moves_ % 2 == 0 ? 1 : 2; }
  /// The player who has that square, or 0. Throws std::out_of_range for a square off the board.
  int owner(int column, int row) const { return owner_[value(column, row)]; }

  /// The player to move takes the square; the new state. Throws std::logic_error after the end of the game,
  /// std::out_of_range for a square off the board, std::invalid_argument for a taken one; the game is then as before.
  State playAt(int column, int row);

  /// The magic square: its columns are 4 3 8, 9 5 1 and 2 7 6. Throws std::out_of_range for a square off the board.
  static int value(int column, int row);
  /// The square of a value from 1 to 9.
  static Square square(int value);
  /// Is `value` one of three moves of this player, his present ones and itself, that sum to 15?
  bool completes_line(int player, int value) const;

 private:
  std::array<int, 10> owner_{};  // by value, 0 is nobody
  int moves_ = 0;
  State state_ = State::ONGOING;
};

/// A move that never loses: a third value that wins, else one that keeps the other from winning, else the first square
/// (column by column) of the best value under perfect play of both. The same game gives the same move.
/// Throws std::logic_error after the end of the game.
Square best_move(const TicTacToe& game);

}  // namespace pentocity::tictactoe
