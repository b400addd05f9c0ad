#include "tictactoe.hpp"

#include <array>
#include <cctype>
#include <iostream>
#include <sstream>

#include "commands.hpp"
#include "pentocity/tictactoe/tictactoe.hpp"

namespace pentocity::app {

using tictactoe::Square, tictactoe::TicTacToe;

namespace {

constexpr std::array marks = {' ', 'X', 'O'};

void print_board(std::ostream& out, const TicTacToe& game) {
  out << "\n    1   2   3\n";
  for (int row = 1; row <= TicTacToe::side; ++row) {
    if (row > 1) out << "   ---+---+---\n";
    out << ' ' << row << ' ';
    for (int column = 1; column <= TicTacToe::side; ++column)
      out << (column > 1 ? "| " : " ") << marks[game.owner(column, row)] << (column < TicTacToe::side ? " " : "");
    out << '\n';
  }
  out << '\n';
}

// Two numbers with blanks or a comma between them, and nothing else.
std::optional<Square> read_square(std::string line) {
  std::ranges::replace(line, ',', ' ');
  std::istringstream words(line);
  Square s;
  std::string rest;
  if (!(words >> s.column >> s.row) || words >> rest) return std::nullopt;
  return s;
}

// Asks until the human has made a legal move; false if he stops.
bool human_moves(std::istream& in, std::ostream& out, TicTacToe& game) {
  for (std::string line;;) {
    out << marks[game.player()] << ", your column and row: " << std::flush;
    if (!std::getline(in, line)) {
      out << '\n';
      return false;
    }
    if (line == "q" || line == "quit") return false;
    const auto s = read_square(line);
    if (!s) {
      out << "Two numbers, please: column, then row; \"3 1\" is the upper right corner (q quits).\n";
      continue;
    }
    try {
      game.playAt(s->column, s->row);
      return true;
    } catch (const std::logic_error& e) {
      std::string why = e.what();
      why[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(why[0])));
      out << why << ".\n";
    }
  }
}

struct TicTacToeArguments {
  std::string x = "human", o = "engine";
};

int play(const TicTacToeArguments& a) { return play_tictactoe(std::cin, std::cout, a.x == "engine", a.o == "engine"); }

}  // namespace

int play_tictactoe(std::istream& in, std::ostream& out, bool x_is_engine, bool o_is_engine) {
  using State = TicTacToe::State;
  TicTacToe game;
  print_board(out, game);
  while (game.state() == State::ONGOING) {
    const char mark = marks[game.player()];
    if (game.player() == 1 ? x_is_engine : o_is_engine) {
      const Square s = tictactoe::best_move(game);
      game.playAt(s.column, s.row);
      out << mark << " plays column " << s.column << ", row " << s.row << ".\n";
    } else if (!human_moves(in, out, game)) {
      out << "The game is not finished.\n";
      return exit_interrupted;
    }
    print_board(out, game);
  }
  out << (game.state() == State::PLAYER1WON   ? "X has won.\n"
          : game.state() == State::PLAYER2WON ? "O has won.\n"
                                              : "A draw.\n");
  return exit_done;
}

void add_play(const Command& app) {
  const Command top = app.commands("play", "Play tic-tac-toe in the terminal");
  top.footer({"pentocity play tictactoe"});
  const auto [command, a] =
      top.command(play, "tictactoe", "Play tic-tac-toe against the computer, which never loses, or against a friend");
  command.choice("--x human|engine", a.x,
                 "Who plays X, which begins: human, who types moves (default), or engine, the computer");
  command.choice("--o human|engine", a.o, "Who plays O: human or engine (default)");
  command.footer({"pentocity play tictactoe --x engine --o human"},
                 "A move is a column and a row, each from 1 to 3, as in `3 1`; q ends the game.\n"
                 "Exit code 3 if the game was not finished.");
}

}  // namespace pentocity::app
