#pragma once
// Packing puzzles: a board, pieces with counts, and how many cells may stay empty. They are read from YAML files. The
// built-in ones are files of configs/puzzles/, which are compiled into the program.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {

/// The maximum number of rows, of columns, and of layers of a board.
inline constexpr int max_board_side = 64;
/// The maximum number of cells of a board, blocked ones too.
inline constexpr int max_board_cells = max_board_side * max_board_side;

/// The letters that are colours: all lowercase ones but a, v and x, which draw cells.
inline constexpr std::string_view colour_letters = "bcdefghijklmnopqrstuwyz";

/// The name of a lattice in puzzle files: `square`, `hex`, `triangle` or `cube`.
std::string_view lattice_name(Lattice lattice);

/// After how many columns and rows a board of squares begins anew, since its edges meet; 0: never.
struct Rounds {
  int columns = 0, rows = 0;

  bool any() const { return columns > 0 || rows > 0; }
  /// The cell of the board that one behind its edges is.
  Cell operator()(Cell c) const {
    if (columns > 0) c.column = (c.column % columns + columns) % columns;
    if (rows > 0) c.row = (c.row % rows + rows) % rows;
    return c;
  }
  /// May a shape, in normal position, come round to its own beginning, so that it covers what another one does?
  bool is_met_by(const Cells& shape) const;
  friend bool operator==(Rounds, Rounds) = default;
};
/// Which edges of a board meet: none; left and right, a cylinder; or top and bottom as well, a torus.
enum class Wrap { none, columns, both };

/// An entry of a puzzle's list of pieces.
struct Piece {
  std::string name;            ///< its label in solutions; never empty
  Cells shape;                 ///< its cells, connected, in normal position: see normalised()
  int min = 1;                 ///< the minimum number of times it is used
  std::optional<int> max = 1;  ///< the maximum; none: any number
  bool flip = true;            ///< whether it may be mirrored; files of solids have to say so
  bool rotate = true;          ///< whether it may be turned
  std::string colours{};       ///< the colour of each cell, a lowercase letter, '.' for none; empty: no cell has one
};

/// A puzzle. Those that load_puzzle() returns have been checked: shapes are connected, pieces that must be used fit on
/// the board, and some permitted number of pieces and holes has the area of the board.
struct Puzzle {
  std::string name;
  std::string summary;  ///< one line for lists; may be empty
  Lattice lattice = Lattice::square;
  int rows = 0;
  int columns = 0;
  int layers = 1;          ///< above 1 on cubes only
  Wrap wrap = Wrap::none;  ///< else on squares only
  Cells blocked;           ///< cells that are no part of the board, sorted
  /// As in the file. Entries with the same shape are one kind (see PieceKind).
  std::vector<Piece> pieces;
  int min_holes = 0;            ///< the minimum number of cells that stay empty
  int max_holes = 0;            ///< the maximum number
  bool holes_left_out = false;  ///< whether the file does not say that: then they are as many as the pieces leave
  /// Cells that must not stay empty, where others may; sorted. None if no cell may.
  Cells required;
  /// Placements that every solution must have: the cells of each, sorted. They do not overlap.
  std::vector<Cells> fixed;
  /// The colour of each cell by index(), '.' for none; empty if no cell has one.
  std::string colours;
  /// By colour of a piece: the colours of the board on which it may lie. One that is not there lies on its own. A cell
  /// without a colour, of a piece or of the board, goes with all.
  std::map<char, std::string> colour_rules;
  /// By colour of the board, how many of its cells stay empty; if any is named, no other cells do (see `required`).
  std::map<char, int> holes_by_colour;
  /// The names of the cells by index(), empty for blocked ones; none if they have no names.
  std::vector<std::string> cell_names;

  /// The number of cells, blocked ones too.
  int box() const { return layers * rows * columns; }
  /// The number of cells that are not blocked.
  int area() const { return box() - static_cast<int>(blocked.size()); }
  Rounds rounds() const { return {wrap == Wrap::none ? 0 : columns, wrap == Wrap::both ? rows : 0}; }
  /// Whether a cell is on the board and not blocked.
  bool has(Cell c) const;
  /// The index of a cell in a list of all cells, layer by layer and row by row.
  std::size_t index(Cell c) const { return (c.row / layer_rows * rows + c.row % layer_rows) * columns + c.column; }
  /// That list.
  Cells all_cells() const { return rectangle(rows, columns, layers); }
  /// Its sides, as in a file: `10x10`, on cubes `3x3x3`.
  std::string size() const;
  /// Where a cell is, for messages: `row 2, column 3`, on cubes `layer 1, row 2, column 3`.
  std::string place_of(Cell c) const;
  /// May a cell of a piece, of this colour, lie on a cell of the board of that colour? On this cell of the board? And a
  /// piece on these cells, with these colours (as in Piece)?
  bool permits(char colour_of_piece, char colour_of_board) const;
  bool takes(Cell c, char colour_of_piece) const {
    return colours.empty() || permits(colour_of_piece, colours[index(c)]);
  }
  bool takes(const Cells& cells, const std::string& colours_of_piece) const;
  /// How many ends of rows come before a cell in a text: 1 where a row begins, 2 where a layer begins, else 0.
  int breaks_before(Cell c) const { return c.column > 0 || c == Cell{} ? 0 : c.row % layer_rows == 0 ? 2 : 1; }
};

/// What a puzzle that does not say `holes` means: as many cells stay empty as the pieces leave, or any number.
enum class HolesLeftOut { as_pieces_leave, any };

/// Reads a puzzle file. Throws InputError, with file, line and column, for anything that is wrong with it, such as
/// pieces whose area cannot fit the board; that message shows the sums.
Puzzle load_puzzle(const std::string& path, HolesLeftOut holes = HolesLeftOut::as_pieces_leave);
/// The same from text; messages call the file `source`, and so is the puzzle called if it has no key `name`.
Puzzle parse_puzzle(const std::string& text, const std::string& source,
                    HolesLeftOut holes = HolesLeftOut::as_pieces_leave);

/// The built-in puzzle of this name. Throws InputError, which suggests the most similar name, if there is none.
Puzzle builtin_puzzle(const std::string& name, HolesLeftOut holes = HolesLeftOut::as_pieces_leave);
/// All built-in puzzles, sorted by name.
std::vector<Puzzle> builtin_puzzles();
/// The built-in puzzle of this name, or else the puzzle of this file. Throws InputError.
Puzzle find_puzzle(const std::string& name_or_path, HolesLeftOut holes = HolesLeftOut::as_pieces_leave);

}  // namespace pentocity::packing
