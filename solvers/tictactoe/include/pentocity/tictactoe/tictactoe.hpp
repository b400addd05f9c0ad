#pragma once
// Tic-tac-toe, played on a magic square: the values of each row, column and diagonal sum to 15, and no other three
// different values do. So a player has won when three of their values sum to 15.

#include <array>

namespace pentocity::tictactoe {

/// A square of the board. Columns count from 1 at the left, rows from 1 at the top.
struct Square {
  int column = 1;
  int row = 1;
  friend bool operator==(const Square&, const Square&) = default;
};

/// The state of a game of two players. Player 1 (X) begins.
class TicTacToe {
 public:
  enum class State { ONGOING, PLAYER1WON, PLAYER2WON, A_DRAW };
  static constexpr int side = 3;

  State state() const { return state_; }
  /// The player to move, 1 or 2; after the end of the game, the one who would be next.
  int player() const { return moves_ % 2 == 0 ? 1 : 2; }
  /// The player who has taken this square, or 0. Throws std::out_of_range for a square off the board.
  int owner(int column, int row) const { return owner_[value(column, row)]; }

  /// The player to move takes this square. Returns the new state. Throws std::logic_error after the end of the game,
  /// std::out_of_range for a square off the board and std::invalid_argument for a taken one; the game is unchanged
  /// then.
  State playAt(int column, int row);

  /// The value of a square in the magic square, whose columns are 4 3 8, 9 5 1 and 2 7 6. Throws std::out_of_range for
  /// a square off the board.
  static int value(int column, int row);
  /// The square with a value from 1 to 9. Throws std::out_of_range for any other value.
  static Square square(int value);
  /// Tells whether this player wins by taking the square with this value, that is, whether it and two of the player's
  /// values sum to 15.
  bool completes_line(int player, int value) const;

 private:
  std::array<int, 10> owner_{};  // for each value, the player who has its square, or 0
  int moves_ = 0;
  State state_ = State::ONGOING;
};

/// A best move: one that wins at once; else one that prevents the other player from winning at once; else the first
/// square, column by column, with the best outcome if both play perfectly. Played from the beginning of a game, it
/// never loses. The same game always gives the same move. Throws std::logic_error after the end of the game.
Square best_move(const TicTacToe& game);

}  // namespace pentocity::tictactoe
