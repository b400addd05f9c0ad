#pragma once
// The board of the gerrymander game: voters of two parties, A and B, one on each cell, who are to be divided into
// connected districts (docs/reference/gerrymander.md).

#include <functional>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace pentocity::districting {

/// Which cells are connected: those that share a side, or also those that share a corner.
enum class Contiguity { rook, queen };

/// What the districts of a plan must be, besides connected.
struct DistrictRules {
  DistrictRules(int size = 0) : min(size), max(size) {}  // NOLINT(google-explicit-constructor): districts of one size
  DistrictRules(int from, int to, int number = 0) : min(from), max(to), districts(number) {}
  /// A district has from `min` to `max` voters. If `min` is 0, it has any number of them where the number of districts
  /// is given, and else as many as the board has columns; then the cells must have no weights.
  int min, max;
  int districts = 0;  ///< how many there are; 0: any number
  Contiguity contiguity = Contiguity::rook;
  /// The number of voters of each cell, row by row, each at least 1; empty: one on each. All voters of a cell are of
  /// the same party. Those of blocked cells do not count.
  std::vector<int> weights;
  /// The number of each cell's county, from 0, row by row, -1 for none; empty: there are no counties. A county is split
  /// if it lies in more than one district. Of all plans only those are counted, listed and drawn that split at most
  /// `max_splits`.
  std::vector<int> counties;
  int max_splits = std::numeric_limits<int>::max();
};

/// A board of voters, to be divided into districts.
struct Electorate {
  int rows = 0;
  int columns = 0;
  DistrictRules rules;
  /// Row by row, a character for each cell: 'A' or 'B' for voters of that party, '#' for a blocked cell.
  std::string cells;
  /// The votes for A in each cell, row by row, where cells have votes of both parties, which are then their weights;
  /// empty: all voters of a cell are of its party.
  std::vector<int> votes{};

  /// The number of voters of a cell, and of those for A; of all cells that are not blocked; and of party A.
  int weight(int cell) const { return rules.weights.empty() ? 1 : rules.weights[static_cast<std::size_t>(cell)]; }
  int votes_in(int cell) const {
    return !votes.empty()                                 ? votes[static_cast<std::size_t>(cell)]
           : cells[static_cast<std::size_t>(cell)] == 'A' ? weight(cell)
                                                          : 0;
  }
  int voters() const;
  int votes_of_a() const;
  /// The number of districts that a plan has; 0 if plans differ in it.
  int districts() const;
  /// The number of counties.
  int counties() const;
  /// The number of voters of a district, as text: `5`, or `4 to 6`.
  std::string sizes_text() const;
};

/// A board on which all voters are of party B. `blocked` is empty or a picture of the board: `rows` lines, ended by
/// line feeds or '|', of at most `columns` characters, in which '#' marks blocked cells and other characters mean
/// nothing. Throws InputError if the picture does not fit, if a side is not from 1 to 50, if there are no voters, or if
/// their number cannot be that of districts by the rules. A board that is too wide for count_plans() is accepted.
Electorate electorate_without_votes(int rows, int columns, DistrictRules rules, std::string_view blocked = {});

/// Reads a picture of 'A', 'B' and '#', with rows split at line ends or '|'. The parties may have other letters or
/// digits, of which the first in the alphabet stands for A, but of 0 and 1 that is 1; small letters are as large ones.
/// Or the cells have votes of both parties, those for A first: `12/7 3/4`, split by blanks or commas, a cell with more
/// of A being 'A'. Throws InputError as above, for rows of different lengths, and for anything else, with its row and
/// column.
Electorate read_electorate(std::string_view picture, DistrictRules rules = {});
/// The board with other rules. Throws InputError as above.
Electorate with_rules(Electorate electorate, DistrictRules rules);
/// The weights of a picture: rows split at line ends or '|', numbers split by blanks or commas, '#' or '.' for a
/// blocked cell (which counts as 1). Throws InputError if there are not rows x columns numbers of 1 to 999.
std::vector<int> read_weights(int rows, int columns, std::string_view text);
/// The counties of a picture: rows split at line ends or '|', a label for each cell, as in a plan, '#' or '.' for none.
/// They are numbered in the order of their first cells. Throws InputError if the picture is not rows x columns.
std::vector<int> read_counties(int rows, int columns, std::string_view text);
/// The picture of a board, rows joined by '|'.
std::string picture_of(const Electorate& electorate);

/// The indices of the cells that are connected to the cell of this index, blocked ones too.
std::vector<int> neighbours(const Electorate& electorate, int cell);
/// Some cells, and those to which steps lead from them, from neighbour to neighbour, over cells of which `leads` is
/// true.
std::set<int> reached_from(const Electorate& electorate, std::vector<int> cells, const std::function<bool(int)>& leads);

}  // namespace pentocity::districting
