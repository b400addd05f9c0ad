#include "pentocity/packing/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "pentocity/core/polyomino.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "puzzle/area.hpp"

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

// The labels of a row; nothing if one cannot be read. Blanks between them are left out or, if the row is `doubled`,
// each label is there twice or has a blank behind it. Rows of hexagons may be indented.
std::vector<std::string> labels_of(std::string_view row, bool doubled) {
  std::vector<std::string> out;
  const auto skip_blanks = [&] { row.remove_prefix(std::min(row.find_first_not_of(blanks), row.size())); };
  for (skip_blanks(); !row.empty();) {
    const std::string_view label = take_label(row);
    if (label.empty() || blanks.find(label[0]) != std::string_view::npos) return {};
    if (!doubled)
      skip_blanks();
    else if (row.starts_with(label) || row.starts_with(' '))
      row.remove_prefix(row.starts_with(' ') ? 1 : label.size());
    else if (!row.empty())
      return {};
    out.emplace_back(label);
  }
  return out;
}

// An empty line, or one that only counts: "8 solutions", "2098 solutions found", "27 pieces, and no more fit".
bool is_between_boards(std::string_view line) {
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  return line.empty() ||
         (digits > 0 && (line.substr(digits).starts_with(" solution") || line.substr(digits).starts_with(" piece")));
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

// The labels of a board that is drawn in these rows. Messages call its place `at`.
std::vector<std::string> labels_of(const std::vector<std::string_view>& rows, const Puzzle& puzzle,
                                   const std::string& at) {
  const auto expected = static_cast<std::size_t>(puzzle.layers) * puzzle.rows;
  if (rows.size() != expected)
    throw InputError("{}: a board of {}, but puzzle {} has {}{}", at, counted(rows.size(), "row"), puzzle.name,
                     expected, puzzle.layers > 1 ? fmt::format(", in {} layers", puzzle.layers) : "");
  std::vector<std::string> out;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    auto labels = labels_of(rows[r], false);
    if (std::ssize(labels) != puzzle.columns)
      if (auto doubled = labels_of(rows[r], true); std::ssize(doubled) == puzzle.columns) labels = std::move(doubled);
    if (labels.empty()) throw InputError("{}: row {} of the board has no cells that can be read", at, r + 1);
    if (std::ssize(labels) != puzzle.columns)
      throw InputError("{}: row {} of the board has {} cells, but puzzle {} has {} columns", at, r + 1, labels.size(),
                       puzzle.name, puzzle.columns);
    out.insert(out.end(), labels.begin(), labels.end());
  }
  return out;
}

// Cuts what has one label into placements of one kind, filling the first cell in every way.
struct Cutter {
  const PieceKind& kind;
  const Puzzle& puzzle;
  bool shows_colours;
  std::string label;
  std::map<Cell, char> rest;              // with their colours, if `shows_colours`
  std::vector<Region> pieces{}, found{};  // so far, and after search() the only way; empty if there is none
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
    for_each_placement_from(puzzle, kind, rest.begin()->first, [&](int, const Orientation& placed) {
      const Cells& cells = placed.cells;
      if (!fits(cells, placed.colours)) return;
      const auto before = rest;
      pieces.push_back({label, cells, {}});
      for (const Cell c : cells) {
        if (shows_colours) pieces.back().colours += rest.at(c);
        rest.erase(c);
      }
      search();
      pieces.pop_back();
      rest = before;
    });
  }

  bool fits(const Cells& cells, const std::string& of_cells) const {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto at = rest.find(cells[i]);
      if (at == rest.end() || (shows_colours && at->second != (of_cells.empty() ? '.' : of_cells[i]))) return false;
    }
    return true;
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
    if (!rows.empty()) out.push_back({labels_of(rows, puzzle, fmt::format("{}:{}", source, first_line)), first_line});
    rows.clear();
  };
  for (std::string_view line : split(text, '\n')) {
    ++line_number;
    line = line.substr(0, line.find_last_not_of(blanks) + 1);
    // Layers have empty lines between them, as boards have.
    if (line.empty() && rows.size() < rows_of_board && rows.size() % puzzle.rows == 0) continue;
    const bool between = is_between_boards(line);
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

int Verifier::named_kind(std::string_view label) const {
  if (label.size() > 1 && label.front() == '[' && label.back() == ']') label = label.substr(1, label.size() - 2);
  for (std::size_t k = 0; k < kinds_.size(); ++k)
    if (kinds_[k].name == label) return static_cast<int>(k);
  return -1;
}

std::optional<std::string> Verifier::fault_of_holes(const Solution& solution) const {
  std::vector<bool> is_covered(puzzle_.box());
  for (const Placement& placed : solution)
    for (const Cell c : placed.cells) is_covered[puzzle_.index(c)] = true;
  Cells empty = puzzle_.all_cells();
  std::erase_if(empty, [&](Cell c) { return !puzzle_.has(c) || is_covered[puzzle_.index(c)]; });
  const int holes = static_cast<int>(empty.size());
  if (holes < puzzle_.min_holes || holes > puzzle_.max_holes)
    return fmt::format("{} cells are empty, and the puzzle asks for {}", holes,
                       range_text(puzzle_.min_holes, puzzle_.max_holes));
  for (const auto& [colour, asked] : puzzle_.holes_by_colour) {
    const auto is_of_colour = [&, of = colour](Cell c) { return puzzle_.colours[puzzle_.index(c)] == of; };
    if (const auto n = std::count_if(empty.begin(), empty.end(), is_of_colour); n != asked)
      return fmt::format("{} cells of colour {} are empty, and the puzzle asks for {}", n, colour, asked);
  }
  for (const Cell c : puzzle_.required)
    if (std::binary_search(empty.begin(), empty.end(), c))
      return fmt::format("the cell in {} is empty, and must not be", puzzle_.place_of(c));
  return std::nullopt;
}

Verdict Verifier::judge(const std::vector<Region>& placements) const {
  Solution solution;
  std::vector<std::vector<int>> used;
  for (const PieceKind& kind : kinds_) used.emplace_back(kind.orientations.size());
  for (const Region& region : placements) {
    const auto& [label, cells, colours] = region;
    const auto found = kind_on(puzzle_, kinds_, region.cells, region.colours);
    if (!found)
      return wrong("the {} cells of label '{}' from {} on are {}", cells.size(), label, puzzle_.place_of(cells.front()),
                   !puzzle_.rounds().any() && !is_connected(cells, puzzle_.lattice) ? "not connected"
                   : puzzle_.colours.empty()                                        ? "no permitted piece"
                                             : "no piece that the colours permit there");
    ++used[found->kind][found->orientation];
    solution.push_back({found->kind, cells, found->colours});
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
  if (const auto fault = fault_of_holes(solution)) return wrong("{}", *fault);
  for (const Cells& fixed : puzzle_.fixed)
    if (std::none_of(solution.begin(), solution.end(), [&](const Placement& p) { return p.cells == fixed; }))
      return wrong("the fixed piece at {} is missing", puzzle_.place_of(fixed.front()));
  std::sort(solution.begin(), solution.end(), [](const Placement& a, const Placement& b) { return a.cells < b.cells; });
  return {std::nullopt, true, std::move(solution)};
}

Verdict Verifier::check(const DrawnBoard& board) const {
  for (const Cell cell : puzzle_.all_cells()) {
    const std::string& label = board.labels[puzzle_.index(cell)];
    const bool blocked = !puzzle_.has(cell);
    if (blocked != (label == "#"))
      return wrong("the cell in {} is {} and drawn as '{}'", puzzle_.place_of(cell), blocked ? "blocked" : "in play",
                   label);
  }
  bool names = true, several = false;
  const std::vector<Region> regions = regions_of(puzzle_, board.labels, shows_colours_);
  for (const Region& region : regions) {
    const int kind = named_kind(region.label);
    const auto found = kind_on(puzzle_, kinds_, region.cells, region.colours);
    names &= kind >= 0;
    several |= kind >= 0 && (!found || found->kind != kind);
  }
  Verdict verdict = judge(regions);
  if (!verdict.fault || !names || !several) return verdict;

  std::vector<Region> pieces;
  for (const auto& [label, cells, colours] : regions) {
    const PieceKind& kind = kinds_[named_kind(label)];
    Cutter cutter{kind, puzzle_, shows_colours_, label, {}};
    for (std::size_t i = 0; i < cells.size(); ++i) cutter.rest[cells[i]] = shows_colours_ ? colours[i] : '.';
    cutter.search();
    if (cutter.is_unclear())
      return {fmt::format("label '{}' does not tell which cells belong together; label each piece apart", label),
              false,
              {}};
    if (cutter.found.empty())
      return wrong("the {} cells of label '{}' cannot be cut into pieces {}", cells.size(), label, kind.name);
    pieces.insert(pieces.end(), cutter.found.begin(), cutter.found.end());
  }
  return judge(pieces);
}

}  // namespace pentocity::packing
