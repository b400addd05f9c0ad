#include "pentocity/tictactoe/tictactoe.hpp"

#include <array>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

#include "catch.hpp"
#include "tictactoe.hpp"

namespace tictactoe_test {

using namespace pentocity;
using namespace pentocity::tictactoe;
using namespace pentocity::app;
using State = TicTacToe::State;

namespace {

// The rules drawn on a board: three in a row, by lines of squares instead of sums.
State state_by_lines(const TicTacToe& game) {
  static constexpr int lines[8][3][2] = {{{1, 1}, {2, 1}, {3, 1}}, {{1, 2}, {2, 2}, {3, 2}}, {{1, 3}, {2, 3}, {3, 3}},
                                         {{1, 1}, {1, 2}, {1, 3}}, {{2, 1}, {2, 2}, {2, 3}}, {{3, 1}, {3, 2}, {3, 3}},
                                         {{1, 1}, {2, 2}, {3, 3}}, {{3, 1}, {2, 2}, {1, 3}}};
  for (const auto& line : lines) {
    const int owner = game.owner(line[0][0], line[0][1]);
    if (owner != 0 && owner == game.owner(line[1][0], line[1][1]) && owner == game.owner(line[2][0], line[2][1]))
      return owner == 1 ? State::PLAYER1WON : State::PLAYER2WON;
  }
  for (int column = 1; column <= 3; ++column)
    for (int row = 1; row <= 3; ++row)
      if (game.owner(column, row) == 0) return State::ONGOING;
  return State::A_DRAW;
}

void for_each_move(const TicTacToe& game, const std::function<void(const TicTacToe&)>& f) {
  for (int column = 1; column <= 3; ++column)
    for (int row = 1; row <= 3; ++row)
      if (game.owner(column, row) == 0) {
        TicTacToe next = game;
        next.playAt(column, row);
        f(next);
      }
}

struct Played {
  int exit_code;
  std::string output;
};
Played play(const std::string& input, bool x_is_engine, bool o_is_engine) {
  std::istringstream in(input);
  std::ostringstream out;
  const int exit_code = play_tictactoe(in, out, x_is_engine, o_is_engine);
  return {exit_code, out.str()};
}
int times(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace

TEST_CASE("tic-tac-toe: the magic square stands column by column") {
  const int expected[3][3] = {{4, 3, 8}, {9, 5, 1}, {2, 7, 6}};
  for (int column = 1; column <= 3; ++column)
    for (int row = 1; row <= 3; ++row) {
      const int value = TicTacToe::value(column, row);
      CHECK(value == expected[column - 1][row - 1]);
      CHECK(TicTacToe::square(value) == Square{column, row});
    }
  for (const int value : {-1, 0, 10}) CHECK_THROWS_AS(TicTacToe::square(value), std::out_of_range);
}

TEST_CASE("tic-tac-toe: illegal moves are errors and change nothing") {
  TicTacToe game;
  CHECK(game.playAt(2, 2) == State::ONGOING);
  CHECK_THROWS_AS(game.playAt(2, 2), std::invalid_argument);
  for (const auto& [column, row] :
       std::vector<std::pair<int, int>>{{0, 1}, {1, 0}, {4, 1}, {1, 4}, {-1, -1}, {10, 10}}) {
    CHECK_THROWS_AS(game.playAt(column, row), std::out_of_range);
    CHECK_THROWS_AS(game.owner(column, row), std::out_of_range);
  }
  CHECK(game.player() == 2);
  game.playAt(1, 1);
  game.playAt(2, 1);
  game.playAt(3, 1);
  CHECK(game.playAt(2, 3) == State::PLAYER1WON);
  CHECK_THROWS_AS(game.playAt(1, 3), std::logic_error);
  CHECK_THROWS_WITH(game.playAt(2, 2), Catch::Contains("over"));
  CHECK(game.owner(1, 3) == 0);
  CHECK(game.state() == State::PLAYER1WON);
}

TEST_CASE("tic-tac-toe: any three moves of a player may win, not the last three alone") {
  TicTacToe game;  // X has 4, 5, 3, 6: 4 + 5 + 6 is the diagonal, its first and last move three moves apart
  game.playAt(1, 1);
  game.playAt(3, 1);
  game.playAt(2, 2);
  game.playAt(2, 1);
  game.playAt(1, 2);
  game.playAt(1, 3);
  CHECK(game.playAt(3, 3) == State::PLAYER1WON);

  TicTacToe twice;  // 4 + 4 + 7 are two moves, not three
  twice.playAt(1, 1);
  twice.playAt(2, 2);
  twice.playAt(3, 2);
  CHECK_FALSE(twice.completes_line(1, 4));
  CHECK_FALSE(twice.completes_line(1, 7));
}

TEST_CASE("tic-tac-toe: of equally good moves the engine takes the first, column by column") {
  TicTacToe game;
  CHECK(best_move(game) == Square{1, 1});
  game.playAt(1, 2);
  CHECK(best_move(game) == Square{1, 1});
  game = TicTacToe{};
  game.playAt(3, 3);
  CHECK(best_move(game) == Square{2, 2});
}

TEST_CASE("tic-tac-toe: all games") {
  std::map<State, int> games;
  int by_lines_differs = 0;
  const std::function<void(const TicTacToe&)> visit = [&](const TicTacToe& game) {
    by_lines_differs += game.state() != state_by_lines(game);
    if (game.state() == State::ONGOING)
      for_each_move(game, visit);
    else
      ++games[game.state()];
  };
  visit(TicTacToe{});
  CHECK(by_lines_differs == 0);
  CHECK(games[State::PLAYER1WON] == 131184);
  CHECK(games[State::PLAYER2WON] == 77904);
  CHECK(games[State::A_DRAW] == 46080);
}

TEST_CASE("tic-tac-toe: the engine never loses, whatever the other plays, and plays the same again") {
  for (const int engine : {1, 2}) {
    const State lost = engine == 1 ? State::PLAYER2WON : State::PLAYER1WON;
    std::map<State, int> games;
    int missed_wins = 0, changed_moves = 0;
    const std::function<void(const TicTacToe&)> visit = [&](const TicTacToe& game) {
      if (game.state() != State::ONGOING) {
        ++games[game.state()];
      } else if (game.player() != engine) {
        for_each_move(game, visit);
      } else {
        const Square s = best_move(game);
        changed_moves += best_move(game) != s;
        bool can_win = false;
        for_each_move(game, [&](const TicTacToe& next) {
          can_win |= next.state() != State::ONGOING && next.state() != State::A_DRAW;
        });
        TicTacToe next = game;
        next.playAt(s.column, s.row);
        missed_wins += can_win && (next.state() == State::ONGOING || next.state() == State::A_DRAW);
        visit(next);
      }
    };
    visit(TicTacToe{});
    CHECK(games[lost] == 0);
    CHECK(games[State::A_DRAW] > 0);
    CHECK(games[engine == 1 ? State::PLAYER1WON : State::PLAYER2WON] > 0);
    CHECK(missed_wins == 0);
    CHECK(changed_moves == 0);
  }
}

TEST_CASE("tic-tac-toe in a terminal") {
  const Played engines = play("", true, true);
  CHECK(engines.exit_code == 0);
  CHECK(times(engines.output, " plays column ") == 9);
  CHECK(times(engines.output, "A draw.") == 1);

  const Played friends = play("1 1\n2 1\n1,2\n2, 2\n 1 3 \n", false, false);
  CHECK(friends.exit_code == 0);
  CHECK(times(friends.output, "X has won.") == 1);
  CHECK(friends.output.find("    1   2   3\n"
                            " 1  X | O |  \n"
                            "   ---+---+---\n"
                            " 2  X | O |  \n"
                            "   ---+---+---\n"
                            " 3  X |   |  \n") != std::string::npos);

  // Each bad line is answered in one line, and the question comes again.
  const Played clumsy = play("1 1\n1 1\n0 1\nhello\n\n1 2 3\n99999999999 1\n1\n", false, false);
  CHECK(clumsy.exit_code == 3);
  CHECK(times(clumsy.output, "your column and row: ") == 9);
  CHECK(times(clumsy.output, "is taken.\n") == 1);
  CHECK(times(clumsy.output, "is off the board") == 1);
  CHECK(times(clumsy.output, "Two numbers, please") == 5);
  CHECK(times(clumsy.output, "not finished") == 1);
  CHECK(play("2 2\nq\n2 1\n", false, true).exit_code == 3);
}

}  // namespace tictactoe_test
