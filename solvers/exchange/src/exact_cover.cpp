#include "pentocity/exchange/exact_cover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/input/byte_order_mark.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/number_of.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/packing/solution.hpp"

namespace pentocity::exchange {

using packing::DrawnBoard, packing::Piece, packing::PieceKind, packing::Puzzle;

namespace {

// How often pieces of a kind may be used.
struct Bounds {
  int min = 0;
  int max = 0;              // what the board's area permits, if there is none
  bool is_bounded = false;  // does the puzzle say more than that?
};

// The puzzle with no other piece.
Puzzle alone(Puzzle puzzle, const Piece& piece) {
  puzzle.pieces = {piece};
  return puzzle;
}

Bounds bounds_of(const Puzzle& puzzle, const PieceKind& kind) {
  for (const int e : kind.entries)
    if (kind.entries.size() > 1 &&
        packing::kinds_of(alone(puzzle, puzzle.pieces[e])).front().orientations.size() != kind.orientations.size())
      throw InputError(
          "{}: pieces of kind {} share some of their orientations, but not all (flip and rotate differ): how many may "
          "be used cannot be said in this format",
          puzzle.name, kind.name);
  const int most = puzzle.area() / static_cast<int>(kind.orientations.front().cells.size());
  return {kind.min, std::min(kind.max.value_or(most), std::max(most, kind.min)),
          kind.min > 0 || (kind.max && *kind.max < most)};
}

// Knuth's programs take names of 8 characters, so a solid has no letter before the layer.
std::string name_of(const Puzzle& puzzle, Cell c) {
  const std::string layer = puzzle.lattice == Lattice::cube ? std::to_string(c.row / layer_rows + 1) : "";
  return fmt::format("{}r{}c{}", layer, c.row % layer_rows + 1, c.column + 1);
}

std::string name_of_kind(std::size_t kind) { return fmt::format("p{}", kind + 1); }

// What the names in a file stand for.
std::string legend(const Puzzle& puzzle) {
  return fmt::format("{}: {}; p1, p2, ... are the kinds of pieces", puzzle.name,
                     puzzle.lattice == Lattice::cube ? "1r2c3 is a cell, in layer 1, row 2 and column 3"
                                                     : "r2c3 is a cell, in row 2 and column 3");
}

// Builds the cover of a puzzle.
class CoverBuilder {
 public:
  // With `all_holes` holes are options even where they need not be counted.
  CoverBuilder(const Puzzle& puzzle, bool all_holes) : puzzle_(puzzle), kinds_(packing::kinds_of(puzzle)) {
    // The range of holes that the numbers of pieces permit.
    int min_holes = puzzle.area(), max_holes = puzzle.area();
    for (const PieceKind& kind : kinds_) {
      const Bounds& bounds = bounds_.emplace_back(bounds_of(puzzle, kind));
      const int size = static_cast<int>(kind.orientations.front().cells.size());
      min_holes = std::max(min_holes - bounds.max * size, 0);
      max_holes = std::max(max_holes - bounds.min * size, 0);
    }
    const bool can_have_holes = puzzle.max_holes > 0 && max_holes > 0;
    const bool counts_holes =
        puzzle.min_holes > min_holes || puzzle.max_holes < max_holes || !puzzle.holes_by_colour.empty();
    has_holes_ = can_have_holes && (counts_holes || all_holes);
    has_optional_ = can_have_holes && !has_holes_;
    add_kinds();
    for (const Cells& cells : puzzle.fixed)
      item_of_fixed_[cells] = add({fmt::format("f{}", item_of_fixed_.size() + 1)});
    add_holes(std::max(puzzle.min_holes, min_holes), std::min(puzzle.max_holes, max_holes));
    for (const Cell c : puzzle.all_cells())
      if (puzzle.has(c)) item_of_cell_[c] = add({name_of(puzzle, c), 1, 1, has_optional_ && !is_required(c)});
    for (const auto& [first, item] : item_of_cell_) add_options(first);
  }
  ExactCover take() { return std::move(out_); }

 private:
  int add(ExactCover::Item item) {
    out_.items.push_back(std::move(item));
    return static_cast<int>(out_.items.size()) - 1;
  }
  void add_kinds() {
    for (std::size_t k = 0; k < kinds_.size(); ++k) {
      // Knuth's programs know no items that must stay uncovered; such pieces have no options either. And an option
      // needs an item that is not optional.
      const auto& [min, max, is_bounded] = bounds_[k];
      if (max > 0 && (is_bounded || has_optional_)) item_of_kind_[k] = add({name_of_kind(k), min, max});
    }
  }
  void add_holes(int min, int max) {
    for (const auto& [colour, holes] : puzzle_.holes_by_colour)
      if (holes > 0) item_of_holes_[colour] = add({fmt::format("holes{}", colour), holes, holes});
    if (has_holes_ && puzzle_.holes_by_colour.empty()) item_of_holes_['.'] = add({"holes", min, max});
  }

  bool is_required(Cell c) const { return std::binary_search(puzzle_.required.begin(), puzzle_.required.end(), c); }
  // What may be at a cell: a placement that begins there, or a hole.
  void add_options(Cell first) {
    for (std::size_t k = 0; k < kinds_.size(); ++k)
      if (bounds_[k].max > 0)
        packing::for_each_placement_from(puzzle_, kinds_[k], first, [&](int, const packing::Orientation& placed) {
          add_placement(k, placed.cells, placed.colours);
        });
    if (!has_holes_ || is_required(first)) return;
    const char colour = puzzle_.holes_by_colour.empty() ? '.' : puzzle_.colours[puzzle_.index(first)];
    if (const auto holes = item_of_holes_.find(colour); holes != item_of_holes_.end())
      out_.options.push_back({{holes->second, item_of_cell_.at(first)}, {first}, true});
  }
  void add_placement(std::size_t kind, const Cells& cells, const std::string& colours) {
    ExactCover::Option& option = out_.options.emplace_back();
    option.cells = cells;
    option.colours = colours;
    if (const auto item = item_of_kind_.find(kind); item != item_of_kind_.end()) option.items.push_back(item->second);
    if (const auto item = item_of_fixed_.find(cells); item != item_of_fixed_.end())
      option.items.push_back(item->second);
    for (const Cell c : cells) option.items.push_back(item_of_cell_.at(c));
  }

  const Puzzle& puzzle_;
  const std::vector<PieceKind> kinds_;
  std::vector<Bounds> bounds_;                     // by kind
  bool has_holes_ = false, has_optional_ = false;  // are holes options, or else cells optional, but for required ones?
  std::map<std::size_t, int> item_of_kind_;        // of those that are bounded
  std::map<Cells, int> item_of_fixed_;
  std::map<char, int> item_of_holes_;  // by colour of the board; '.': whatever the colour
  std::map<Cell, int> item_of_cell_;
  ExactCover out_;
};

// A formula under construction.
class Formula {
 public:
  explicit Formula(int variables) : variables_(variables) {}

  void add(const std::vector<int>& clause) {
    fmt::format_to(std::back_inserter(clauses_), "{} 0\n", fmt::join(clause, " "));
    ++count_;
  }
  // At least `min` and at most `max` of these are true.
  void bound(const std::vector<int>& literals, int min, int max) {
    const int n = static_cast<int>(literals.size());
    max = std::min(max, n);
    if (min > n) return add(std::vector<int>{});
    if (min == 1) add(literals);
    if (max == 1 && n <= 5) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < i; ++j) add({-literals[i], -literals[j]});
      if (min <= 1) return;
    }
    if (min <= 1 && max == n) return;
    const std::vector<int> at_least = counted(literals, std::min(std::max(min, max + 1), n));
    if (min > 0) add({at_least[min - 1]});
    if (max < n) add({-at_least[max]});
  }
  int variables() const { return variables_; }
  std::string text(const std::string& comments) const {
    return fmt::format("{}p cnf {} {}\n{}", comments, variables_, count_, clauses_);
  }

 private:
  // Variables of which number j, below `width`, says that j + 1 or more of these are true.
  std::vector<int> counted(const std::vector<int>& literals, int width) {
    std::vector<int> at_least;  // of those so far
    for (const int literal : literals) {
      std::vector<int> next;
      const int known = static_cast<int>(at_least.size());
      for (int j = 0; j < std::min(width, known + 1); ++j) {
        const int here = ++variables_;
        next.push_back(here);
        if (j < known) add({-at_least[j], here});
        std::vector<int> grows{-literal, here}, only{literal, -here};
        if (j > 0) grows.push_back(-at_least[j - 1]);
        add(grows);
        if (j < known) only.push_back(at_least[j]);
        add(only);
        if (j > 0) add({-here, at_least[j - 1]});
      }
      at_least = std::move(next);
    }
    return at_least;
  }

  int variables_, count_ = 0;
  std::string clauses_;
};

// That of a puzzle, without comments.
Formula formula_of(const ExactCover& cover) {
  std::vector<std::vector<int>> options_of(cover.items.size());
  for (std::size_t o = 0; o < cover.options.size(); ++o)
    for (const int item : cover.options[o].items) options_of[item].push_back(static_cast<int>(o) + 1);
  Formula out(static_cast<int>(cover.options.size()));
  for (std::size_t i = 0; i < cover.items.size(); ++i)
    out.bound(options_of[i], cover.items[i].is_optional ? 0 : cover.items[i].min, cover.items[i].max);
  return out;
}

template <class... Args>
[[noreturn]] void fail(const std::string& source, int line, fmt::format_string<Args...> format, Args&&... args) {
  throw InputError("{}:{}: {}", source, line, fmt::format(format, std::forward<Args>(args)...));
}

template <class F>
void for_each_line(std::string_view text, F&& f) {
  std::istringstream in{std::string(text)};
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    f(line, ++number);
  }
}

std::vector<std::string> words_of(std::string_view line) {
  std::istringstream words{std::string(line)};
  return {std::istream_iterator<std::string>(words), {}};
}

// The bounds of an item, as `2:3|name` or `2|name`; without them it is covered once.
ExactCover::Item read_item(const std::string& word, bool is_optional, const std::string& source, int line) {
  ExactCover::Item out{word, 1, 1, is_optional};
  const std::size_t bar = word.find('|');
  if (bar != std::string::npos) {
    const std::string bounds = word.substr(0, bar);
    const std::size_t colon = bounds.find(':');
    out.name = word.substr(bar + 1);
    const auto max = number_of<int>(bounds.substr(colon == std::string::npos ? 0 : colon + 1));
    const auto min = colon == std::string::npos ? max : number_of<int>(bounds.substr(0, colon));
    if (!min || !max || is_optional || *min < 0 || *max < 1 || *min > *max || out.name.empty())
      fail(source, line, "'{}': expected bounds as in 2:3|name, before an item that must be covered", printable(word));
    out.min = *min;
    out.max = *max;
  }
  if (out.name.find_first_of(":|") != std::string::npos)
    fail(source, line, "the item '{}' has a : or a | in its name", printable(word));
  return out;
}

// Reads the line of the items, of which those behind a `|` are optional.
void read_items(const std::vector<std::string>& words, const std::string& source, int line, ExactCover& to,
                std::map<std::string, int>& number_of) {
  bool is_optional = false;
  for (const std::string& word : words) {
    if (word == "|" && is_optional) fail(source, line, "a second | between items");
    if (word == "|") {
      is_optional = true;
      continue;
    }
    to.items.push_back(read_item(word, is_optional, source, line));
    if (!number_of.emplace(to.items.back().name, static_cast<int>(to.items.size()) - 1).second)
      fail(source, line, "the item '{}' is there twice", printable(to.items.back().name));
  }
  if (to.items.empty()) fail(source, line, "expected the names of the items");
}

// Draws a placement; false if a cell is taken. `colours` are empty, or to be shown.
bool draw(DrawnBoard& board, const Puzzle& puzzle, const Cells& cells, const std::string& colours, int number) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string& label = board.labels[puzzle.index(cells[i])];
    if (label != ".") return false;
    label = packing::label_with_colour(placement_label(number), colours.empty() ? '.' : colours[i]);
  }
  return true;
}

// "12:", as it stands before each solution of DLX1 to DLX3.
bool is_solution_number(std::string_view line) {
  const auto words = words_of(line);
  return words.size() == 1 && words[0].ends_with(':') &&
         number_of<std::uint64_t>(std::string_view(words[0]).substr(0, words[0].size() - 1));
}

// An option of a solution. DLX1 to DLX3 put "(1 of 4)" behind it, which of those that were left for an item it is.
bool is_option(std::string_view line) { return line.size() > 1 && line[0] == ' ' && line[1] != ' ' && line[1] != '('; }

}  // namespace

std::string dlx_text(const Puzzle& puzzle) {
  const ExactCover cover = CoverBuilder(puzzle, false).take();
  std::string out = fmt::format("| {}\n", legend(puzzle));
  std::string items, optional;
  for (const auto& item : cover.items) {
    std::string& to = item.is_optional ? optional : items;
    if (!to.empty()) to += ' ';
    if (item.min != item.max) to += fmt::format("{}:", item.min);
    if (item.min != 1 || item.max != 1) to += fmt::format("{}|", item.max);
    to += item.name;
  }
  out += items + (optional.empty() ? "" : " | " + optional) + '\n';
  for (const auto& option : cover.options) out += text_of(cover, option) + '\n';
  return out;
}

std::string text_of(const ExactCover& cover, const ExactCover::Option& option) {
  std::vector<std::string_view> names;
  for (const int item : option.items) names.push_back(cover.items[item].name);
  return fmt::format("{}", fmt::join(names, " "));
}

ExactCover read_dlx(std::string_view text, const std::string& source) {
  ExactCover out;
  std::map<std::string, int> number_of;
  for_each_line(without_byte_order_mark(text), [&](std::string_view line, int number) {
    const auto words = words_of(line);
    if (line.starts_with('|') || words.empty()) return;
    if (out.items.empty()) return read_items(words, source, number, out, number_of);
    ExactCover::Option& option = out.options.emplace_back();
    bool has_needed = false;
    for (const std::string& word : words) {
      const auto item = number_of.find(word);
      if (item == number_of.end() && number_of.contains(word.substr(0, word.find(':'))))
        fail(source, number, "'{}' gives an item a colour: colours, as DLX2 has them, are not supported",
             printable(word));
      if (item == number_of.end()) fail(source, number, "there is no item '{}' in the first line", printable(word));
      if (std::find(option.items.begin(), option.items.end(), item->second) != option.items.end())
        fail(source, number, "the option has item '{}' twice", printable(word));
      option.items.push_back(item->second);
      has_needed |= !out.items[item->second].is_optional;
    }
    if (!has_needed) fail(source, number, "the option has no item that stands before the | of the first line");
  });
  if (out.items.empty()) throw InputError("{}: expected a line with the names of the items", source);
  return out;
}

std::string dimacs_text(const Puzzle& puzzle) {
  // That few cells stay empty is most of what rules a solution out; so holes are counted, needed or not.
  const ExactCover cover = CoverBuilder(puzzle, true).take();
  std::string comments = fmt::format("c {}\nc variables:\n", legend(puzzle));
  for (std::size_t o = 0; o < cover.options.size(); ++o)
    comments += fmt::format("c {} {}\n", o + 1, text_of(cover, cover.options[o]));
  return formula_of(cover).text(comments);
}

bool is_dlx_solution(std::string_view text) {
  bool has_number = false, has_option = false;
  for_each_line(text, [&](std::string_view line, int) {
    has_number |= is_solution_number(line);
    has_option |= is_option(line);
  });
  return has_number && has_option;
}

bool is_sat_solution(std::string_view text) {
  bool found = false;
  for_each_line(text,
                [&](std::string_view line, int) { found |= line == "s SATISFIABLE" || line == "s UNSATISFIABLE"; });
  return found;
}

std::vector<DrawnBoard> boards_of_dlx(const Puzzle& puzzle, std::string_view text, const std::string& source) {
  if (packing::shows_colours(puzzle))
    throw InputError(
        "{}: an exact cover's options tell no colours, and pieces of puzzle {} can lie on the same cells "
        "with different ones",
        source, puzzle.name);
  std::map<std::string, Cell> cell_of;
  for (const Cell c : puzzle.all_cells()) cell_of.emplace(name_of(puzzle, c), c);
  std::vector<DrawnBoard> out;
  int placements = 0;
  for_each_line(text, [&](std::string_view line, int number) {
    if (is_solution_number(line)) {
      out.push_back(packing::blank_board(puzzle, number));
      placements = 0;
      return;
    }
    if (!is_option(line)) return;
    if (out.empty()) fail(source, number, "an option before the first solution: expected a line such as 1:");
    Cells cells;
    bool is_hole = false;
    for (const std::string& name : words_of(line.substr(0, line.rfind(" (")))) {
      if (const auto cell = cell_of.find(name); cell != cell_of.end())
        cells.push_back(cell->second);
      else if (name.starts_with("holes"))
        is_hole = true;
      else if (name.size() < 2 || (name[0] != 'p' && name[0] != 'f' && name != "null"))
        fail(source, number, "puzzle {} has no item '{}'", puzzle.name, name);
    }
    if (!is_hole && !draw(out.back(), puzzle, cells, "", placements++))
      fail(source, number, "the option has a blocked cell, or one that another option of the solution has");
  });
  return out;
}

std::vector<DrawnBoard> boards_of_sat(const Puzzle& puzzle, std::string_view text, const std::string& source) {
  const ExactCover cover = CoverBuilder(puzzle, true).take();
  const std::int64_t variables = formula_of(cover).variables();
  std::set<int> chosen;
  int first_line = 1;
  for_each_line(text, [&](std::string_view line, int number) {
    if (line == "s UNSATISFIABLE")
      fail(source, number, "the answer is that there is no solution; a proof of it is checked by other programs");
    if (line == "s SATISFIABLE") first_line = number;
    if (!line.starts_with("v ")) return;
    for (const std::string& word : words_of(line.substr(2))) {
      const auto literal = number_of<int>(word);
      if (!literal) fail(source, number, "expected a variable, not '{}'", word);
      if (const std::int64_t variable = std::abs(std::int64_t{*literal}); variable > variables)
        fail(source, number, "there is no variable {}: the formula has {}", variable, variables);
      if (*literal > 0) chosen.insert(*literal);
    }
  });
  const bool shows = packing::shows_colours(puzzle);
  DrawnBoard board = packing::blank_board(puzzle, first_line);
  int placements = 0;
  for (const int variable : chosen) {
    if (variable > static_cast<int>(cover.options.size())) break;
    const auto& option = cover.options[static_cast<std::size_t>(variable) - 1];
    if (!option.is_hole && !draw(board, puzzle, option.cells, shows ? option.colours : "", placements++))
      fail(source, first_line, "variable {} places a piece on a cell that another one has", variable);
  }
  return {board};
}

std::string refutation_text(const Puzzle& puzzle, const packing::Refutation& refutation) {
  nlohmann::ordered_json weights;
  for (std::size_t k = 0; k < refutation.kinds.size(); ++k) weights[name_of_kind(k)] = refutation.kinds[k];
  for (const Cell c : puzzle.all_cells())
    if (puzzle.has(c)) weights[name_of(puzzle, c)] = refutation.cells[puzzle.index(c)];
  const auto [total, covered] = packing::sums_of(puzzle, refutation);
  return text_of_json(nlohmann::ordered_json{{"format", refutation_format},
                                             {"puzzle", puzzle.name},
                                             {"unit", refutation.unit},
                                             {"covered", covered},
                                             {"total", total},
                                             {"weights", std::move(weights)}}) +
         "\n";
}

packing::Refutation read_refutation(const Puzzle& puzzle, const nlohmann::json& json, const std::string& source) {
  std::map<std::string, std::int32_t*> places;
  packing::Refutation out;
  out.cells.resize(static_cast<std::size_t>(puzzle.box()));
  out.kinds.resize(packing::kinds_of(puzzle).size());
  places["unit"] = &out.unit;
  const auto read = [&](const std::string& name, const nlohmann::json& value) {
    const auto place = places.find(name);
    if (place == places.end()) throw InputError("{}: puzzle {} has no item '{}'", source, puzzle.name, printable(name));
    if (!value.is_number_integer() || std::abs(value.get<double>()) > 2e9)
      throw InputError("{}: {}: expected a whole number up to 2e9", source, name);
    *place->second = value.get<std::int32_t>();
  };
  const auto field = [&](const char* name) {
    const auto found = json.find(name);
    if (found == json.end()) throw InputError("{}: '{}' is missing", source, name);
    return *found;
  };
  read("unit", field("unit"));
  places.clear();
  for (const Cell c : puzzle.all_cells())
    if (puzzle.has(c)) places[name_of(puzzle, c)] = &out.cells[puzzle.index(c)];
  for (std::size_t k = 0; k < out.kinds.size(); ++k) places[name_of_kind(k)] = &out.kinds[k];
  const nlohmann::json weights = field("weights");
  if (!weights.is_object()) throw InputError("{}: weights: expected an object", source);
  for (const auto& [name, value] : weights.items()) read(name, value);
  return out;
}

}  // namespace pentocity::exchange
