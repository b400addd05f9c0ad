#include "pentocity/packing/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "area.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::packing {
namespace {

constexpr std::string_view blanks = " \t\r";
// A label that stands for several pieces is cut by search; more steps than this are given up.
constexpr int max_cutting_steps = 100'000;

// The next label of a row, taken off its front: a bracket to its end, or a character of one or several bytes. Empty if
// a bracket does not close, or for a control character.
std::string_view take_label(std::string_view& row) {
  std::size_t size = 1;
  if (row[0] == '[')
    size = row.find(']') == std::string_view::npos ? 0 : row.find(']') + 1;
  else
    while (size < row.size() && (static_cast<unsigned char>(row[size]) & 0xC0) == 0x80) ++size;
  const std::string_view label = row.substr(0, size);
  const auto is_control = [](char ch) { return static_cast<unsigned char>(ch) < ' ' || ch == 127; };
  if (std::any_of(label.begin(), label.end(), is_control)) return {};
  row.remove_prefix(size);
  return label;
}

// The labels of a row, blanks left out; nothing if one cannot be read.
std::vector<std::string> labels_of(std::string_view row) {
  std::vector<std::string> out;
  for (;;) {
    row.remove_prefix(std::min(row.find_first_not_of(blanks), row.size()));
    if (row.empty()) return out;
    const std::string_view label = take_label(row);
    if (label.empty()) return {};
    out.emplace_back(label);
  }
}

// The labels of a row in which each is doubled or followed by a blank; nothing if it is no such row. Rows of hexagons
// may be indented.
std::vector<std::string> doubled_labels_of(std::string_view row) {
  std::vector<std::string> out;
  row.remove_prefix(std::min(row.find_first_not_of(blanks), row.size()));
  while (!row.empty()) {
    const std::string_view label = take_label(row);
    if (label.empty() || blanks.find(label[0]) != std::string_view::npos) return {};
    if (row.starts_with(label))
      row.remove_prefix(label.size());
    else if (row.starts_with(' '))
      row.remove_prefix(1);
    else if (!row.empty())
      return {};
    out.emplace_back(label);
  }
  return out;
}

// "8 solutions", "2098 solutions found", "27 pieces, and no more fit", and the like.
bool only_counts(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return digits > 0 && (line.substr(digits).starts_with(" solution") || line.substr(digits).starts_with(" piece"));
}

std::vector<std::string_view> split(std::string_view text, char at) {
  std::vector<std::string_view> out;
  for (std::size_t end = 0; (end = text.find(at)) != std::string_view::npos; text.remove_prefix(end + 1))
    out.push_back(text.substr(0, end));
  out.push_back(text);
  return out;
}

template <class... Args>
Verdict wrong(fmt::format_string<Args...> format, Args&&... args) {
  return {fmt::format(format, std::forward<Args>(args)...), true, {}};
}

// Cuts cells into placements of one kind, filling the first cell in every way.
struct Cutter {
  const PieceKind& kind;
  const Puzzle& puzzle;
  std::map<Cell, char> rest;  // with their colours, if `shows_colours`
  bool shows_colours;
  std::vector<Cells> pieces{}, found{};  // so far, and after search() the only way; empty if there is none
  int ways = 0, steps = 0;

  // Is there more than one way, or are there too many to see?
  bool is_unclear() const { return steps > max_cutting_steps || ways > 1; }

  void search() {
    ++steps;
    if (is_unclear()) return;
    if (rest.empty()) {
      if (++ways == 1) found = pieces;
      return;
    }
    for (const Orientation& orientation : kind.orientations) {
      const Cells cells = placed_at(orientation.cells, rest.begin()->first, puzzle.lattice);
      if (cells.empty() || !fits(cells, orientation.colours)) continue;
      const auto before = rest;
      for (const Cell c : cells) rest.erase(c);
      pieces.push_back(cells);
      search();
      pieces.pop_back();
      rest = before;
    }
  }

  bool fits(const Cells& cells, const std::string& of_cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto at = rest.find(cells[i]);
      if (at == rest.end() || (shows_colours && at->second != (of_cells.empty() ? '.' : of_cells[i]))) return false;
    }
    return puzzle.takes(cells, of_cells);
  }
};

}  // namespace

DrawnBoard blank_board(const Puzzle& puzzle, int line) {
  DrawnBoard out{std::vector<std::string>(puzzle.box(), "."), line};
  for (const Cell c : puzzle.blocked) out.labels[puzzle.index(c)] = "#";
  return out;
}

std::vector<DrawnBoard> read_boards(const Puzzle& puzzle, std::string_view text, const std::string& source) {
  std::vector<DrawnBoard> out;
  std::vector<std::string_view> rows;
  int line_number = 0, first_line = 0;
  const std::size_t rows_of_board = static_cast<std::size_t>(puzzle.layers) * puzzle.rows;
  const auto finish = [&] {
    if (rows.empty()) return;
    const std::string at = fmt::format("{}:{}", source, first_line);
    if (rows.size() != rows_of_board)
      throw InputError("{}: a board of {}, but puzzle {} has {}{}", at, counted(rows.size(), "row"), puzzle.name,
                       rows_of_board, puzzle.layers > 1 ? fmt::format(", in {} layers", puzzle.layers) : "");
    DrawnBoard board{{}, first_line};
    for (std::size_t r = 0; r < rows.size(); ++r) {
      auto labels = labels_of(rows[r]);
      if (static_cast<int>(labels.size()) != puzzle.columns)
        if (auto doubled = doubled_labels_of(rows[r]); static_cast<int>(doubled.size()) == puzzle.columns)
          labels = std::move(doubled);
      if (labels.empty()) throw InputError("{}: row {} of the board has no cells that can be read", at, r + 1);
      if (static_cast<int>(labels.size()) != puzzle.columns)
        throw InputError("{}: row {} of the board has {} cells, but puzzle {} has {} columns", at, r + 1, labels.size(),
                         puzzle.name, puzzle.columns);
      board.labels.insert(board.labels.end(), labels.begin(), labels.end());
    }
    out.push_back(std::move(board));
    rows.clear();
  };
  for (std::string_view line : split(text, '\n')) {
    ++line_number;
    while (!line.empty() && blanks.find(line.back()) != std::string_view::npos) line.remove_suffix(1);
    // Layers have empty lines between them, as boards have.
    if (line.empty() && puzzle.layers > 1 && rows.size() < rows_of_board && rows.size() % puzzle.rows == 0) continue;
    const bool between = line.empty() || only_counts(line);
    const bool whole_board = line.find('|') != std::string_view::npos || rows_of_board == 1;
    if (between || whole_board) finish();
    if (between) continue;
    if (rows.empty()) first_line = line_number;
    for (const std::string_view row : split(line, '|'))
      if (!row.empty() || puzzle.lattice != Lattice::cube) rows.push_back(row);
    if (whole_board) finish();
  }
  finish();
  return out;
}

std::optional<OrientedKind> Verifier::kind_on(const Region& region) const {
  return packing::kind_on(puzzle_, kinds_, region.cells, shows_colours_ ? std::optional(region.colours) : std::nullopt);
}

int Verifier::named_kind(std::string_view label) const {
  if (label.size() > 1 && label.front() == '[' && label.back() == ']') label = label.substr(1, label.size() - 2);
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k].name == label) return static_cast<int>(k);
  return -1;
}

Verdict Verifier::judge(const std::vector<Region>& placements) const {
  Solution solution;
  int covered = 0;
  std::vector<std::vector<int>> used;
  for (const PieceKind& kind : kinds_) used.emplace_back(kind.orientations.size());
  for (const Region& region : placements) {
    const auto& [label, cells, colours] = region;
    const auto found = kind_on(region);
    if (!found)
      return wrong("the {} cells of label '{}' from {} on are {}", cells.size(), label, puzzle_.place_of(cells.front()),
                   !is_connected(cells, puzzle_.lattice) ? "not connected"
                   : puzzle_.colours.empty()             ? "no permitted piece"
                                                         : "no piece that the colours permit there");
    ++used[found->kind][found->orientation];
    covered += static_cast<int>(cells.size());
    solution.push_back({found->kind, cells, kinds_[found->kind].orientations[found->orientation].colours});
  }
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    if (counts_allowed(puzzle_, kinds_[k], used[k])) continue;
    const auto& [name, orientations, entries, min, max] = kinds_[k];
    const int total = std::accumulate(used[k].begin(), used[k].end(), 0);
    const bool right_total = total >= min && total <= max.value_or(total);
    return wrong("piece {} is there {} times{}, and the puzzle asks for {}", name, total,
                 right_total ? " in these positions" : "",
                 max ? range_text(min, *max) : fmt::format("at least {}", min));
  }
  if (const int holes = puzzle_.area() - covered; holes < puzzle_.min_holes || holes > puzzle_.max_holes)
    return wrong("{} cells are empty, and the puzzle asks for {}", holes,
                 range_text(puzzle_.min_holes, puzzle_.max_holes));
  for (const auto& [colour, asked] : puzzle_.holes_by_colour) {
    auto holes = std::count(puzzle_.colours.begin(), puzzle_.colours.end(), colour);
    for (const Placement& placed : solution)
      holes -= std::count_if(placed.cells.begin(), placed.cells.end(),
                             [&, of = colour](Cell c) { return puzzle_.colours[puzzle_.index(c)] == of; });
    if (holes != asked)
      return wrong("{} cells of colour {} are empty, and the puzzle asks for {}", holes, colour, asked);
  }
  for (const Cell c : puzzle_.required)
    if (std::none_of(solution.begin(), solution.end(),
                     [&](const Placement& p) { return std::find(p.cells.begin(), p.cells.end(), c) != p.cells.end(); }))
      return wrong("the cell in {} is empty, and must not be", puzzle_.place_of(c));
  for (const Cells& fixed : puzzle_.fixed)
    if (std::none_of(solution.begin(), solution.end(), [&](const Placement& p) { return p.cells == fixed; }))
      return wrong("the fixed piece at {} is missing", puzzle_.place_of(fixed.front()));
  std::sort(solution.begin(), solution.end(), [](const Placement& a, const Placement& b) { return a.cells < b.cells; });
  return {std::nullopt, true, std::move(solution)};
}

Verdict Verifier::check(const DrawnBoard& board) const {
  for (const Cell cell : puzzle_.all_cells()) {
    const std::string& label = board.labels[puzzle_.index(cell)];
    const bool blocked = std::binary_search(puzzle_.blocked.begin(), puzzle_.blocked.end(), cell);
    if (blocked != (label == "#"))
      return wrong("the cell in {} is {} and drawn as '{}'", puzzle_.place_of(cell), blocked ? "blocked" : "in play",
                   label);
  }
  bool names = true, several = false;
  const std::vector<Region> regions = regions_of(puzzle_, board.labels, shows_colours_);
  for (const Region& region : regions) {
    const int kind = named_kind(region.label);
    const auto found = kind_on(region);
    names &= kind >= 0;
    several |= kind >= 0 && (!found || found->kind != kind);
  }
  Verdict verdict = judge(regions);
  if (!verdict.fault || !names || !several) return verdict;

  std::vector<Region> pieces;
  for (const auto& [label, cells, colours] : regions) {
    const PieceKind& kind = kinds_[named_kind(label)];
    Cutter cutter{kind, puzzle_, {}, shows_colours_};
    for (std::size_t i = 0; i < cells.size(); ++i) cutter.rest[cells[i]] = colours[i];
    const std::map<Cell, char> colour_of = cutter.rest;
    cutter.search();
    if (cutter.is_unclear())
      return {fmt::format("label '{}' does not tell which cells belong together; label each piece apart", label),
              false,
              {}};
    if (cutter.found.empty())
      return wrong("the {} cells of label '{}' cannot be cut into pieces {}", cells.size(), label, kind.name);
    for (const Cells& piece : cutter.found) {
      pieces.push_back({label, piece, {}});
      for (const Cell c : piece) pieces.back().colours += colour_of.at(c);
    }
  }
  return judge(pieces);
}

}  // namespace pentocity::packing
