#include "boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {
namespace {

constexpr std::string_view short_label = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

// What stands for a colour on a board.
std::uint16_t of_colour(char ch) { return static_cast<std::uint16_t>(Boards::colour + static_cast<unsigned char>(ch)); }

// Gives labels in order of first use; what is no label stays.
class Relabelling {
 public:
  Relabelling() {
    for (const char c : {'.', '#', '|'}) label_[c] = c;
  }
  char operator()(char old) {
    // Whether it is new is hard to predict, so that there is no branch.
    char& label = label_[old];
    const bool is_new = label == 0;
    const char fresh = short_label[std::min(next_, short_label.size() - 1)];
    label = is_new ? fresh : label;
    next_ += is_new ? 1 : 0;
    return label;
  }

 private:
  std::array<char, 128> label_{};
  std::size_t next_ = 0;
};

}  // namespace

Boards::Boards(const Puzzle& puzzle, const Packing& packing)
    : puzzle_(puzzle),
      packing_(packing),
      empty_(puzzle.box(), hole),
      cell_of_(packing.box()),
      shows_colours_(packing::shows_colours(puzzle)) {
  const auto index = [&](Cell c) { return static_cast<std::uint16_t>(puzzle.index(c)); };
  const Cells all = puzzle.all_cells();
  for (const Cell c : puzzle.blocked) empty_[index(c)] = blocked;
  for (const Cell c : packing.cells) cell_of_[packing.index(c)] = index(packing.to_board(c, packing.lattice));
  for (std::size_t f = 0; f < puzzle.fixed.size(); ++f)
    for (const Cell c : puzzle.fixed[f]) empty_[index(c)] = static_cast<std::uint16_t>(f);

  if (shows_colours_) empty_.resize(2 * empty_.size(), of_colour('.'));
  for (const Cell c : all) {
    blank_.append(puzzle.breaks_before(c), '|');
    at_.push_back(static_cast<std::uint16_t>(blank_.size()));
    blank_ += empty_[index(c)] == blocked ? '#' : '.';
  }
  for (const std::uint16_t cell : cell_of_) place_of_.push_back(at_[cell]);
  for (int row = 0; row < 2; ++row)
    for (const Packing::Shape& shape : packing.shapes)
      offsets_[row].push_back(offsets_of(shape, row, packing.columns, packing.rows * packing.columns, packing.lattice));
  for (const Isometry& g : packing.classes) {
    Permutation& cells = class_images_.emplace_back(empty_.size());
    std::iota(cells.begin(), cells.end(), std::uint16_t{0});
    const Isometry from = g.inverse();
    for (const Cell c : all)
      if (empty_[index(c)] != blocked) cells[index(c)] = index(from(c, puzzle.lattice));
    if (shows_colours_)
      for (std::size_t i = 0; i < all.size(); ++i)
        cells[all.size() + i] = static_cast<std::uint16_t>(all.size() + cells[i]);
    Permutation& characters = text_images_.emplace_back(blank_.size());
    std::iota(characters.begin(), characters.end(), std::uint16_t{0});
    for (std::size_t i = 0; i < at_.size(); ++i) characters[at_[i]] = at_[cells[i]];
  }

  std::size_t max = 0;
  for (const Packing::Shape& shape : packing.shapes) max = std::max(max, packing.cells.size() / shape.cells.size());
  by_text_ = puzzle.fixed.empty() && max <= short_label.size() && !shows_colours_;
  keeps_order_ = std::is_sorted(packing.cells.begin(), packing.cells.end(), [&](Cell a, Cell b) {
    return packing.to_board(a, packing.lattice) < packing.to_board(b, packing.lattice);
  });
}

void Boards::fill(std::span<const IndexedPlacement> placements, Board& board) const {
  board = empty_;
  auto number = static_cast<std::uint16_t>(puzzle_.fixed.size());
  for (const IndexedPlacement& p : placements) {
    for_each_cell(p, [&](std::size_t i) { board[cell_of_[i]] = number; });
    ++number;
    const std::string& colours = packing_.shapes[p.shape].colours;
    auto at = colours.begin();
    if (shows_colours_ && !colours.empty())
      for_each_cell(p, [&](std::size_t i) { board[at_.size() + cell_of_[i]] = of_colour(*at++); });
  }
}

std::string Boards::text(const Board& board) const {
  std::string out;
  const std::size_t cells = at_.size();
  std::vector<int> label(cells, -1);
  int next = 0;
  const std::size_t columns = static_cast<std::size_t>(puzzle_.columns), of_layer = puzzle_.rows * columns;
  for (std::size_t i = 0; i < cells; ++i) {
    if (i > 0 && i % columns == 0) out.append(i % of_layer == 0 ? 2 : 1, '|');
    if (board[i] == hole) {
      out += '.';
    } else if (board[i] == blocked) {
      out += '#';
    } else {
      int& l = label[board[i]];
      if (l < 0) l = next++;
      out += label_with_colour(placement_label(l), shows_colours_ ? static_cast<char>(board[cells + i] - colour) : '.');
    }
  }
  return out;
}

void Boards::draw(std::span<const IndexedPlacement> placements, Draft& draft) const {
  if (!by_text_) {
    fill(placements, draft.board);
    return;
  }
  if (draft.text.empty()) draft.text = blank_;
  char* const text = draft.text.data();
  const std::uint16_t* const place = place_of_.data();
  const auto write = [&](const IndexedPlacement& p, char label) {
    for_each_cell(p, [=](std::size_t i) { text[place[i]] = label; });
  };
  auto& old = draft.placements;
  const auto same = static_cast<std::size_t>(
      std::mismatch(old.begin(), old.end(), placements.begin(), placements.end()).first - old.begin());
  if (packing_.max_holes > 0)
    for (std::size_t i = same; i < old.size(); ++i) write(old[i], '.');
  for (std::size_t i = same; i < placements.size(); ++i) write(placements[i], short_label[i]);
  old.resize(placements.size());
  std::copy(placements.begin() + static_cast<std::ptrdiff_t>(same), placements.end(),
            old.begin() + static_cast<std::ptrdiff_t>(same));
}

std::string Boards::text(const Draft& draft) const {
  if (!by_text_) return text(draft.board);
  return keeps_order_ ? draft.text : image_of(draft.text, text_images_[0]);
}

std::string Boards::image_of(const std::string& text, const Permutation& from) const {
  std::string out = blank_;
  Relabelling relabelled;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = relabelled(text[from[i]]);
  return out;
}

bool Boards::is_text(std::string_view text) const {
  if (std::any_of(text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~'; })) return false;
  const auto labels = split_labels(text);
  return std::count_if(labels.begin(), labels.end(), [](std::string_view label) { return label != "|"; }) ==
         puzzle_.box();
}

Boards::Board Boards::read(std::string_view text) const {
  Board out;
  // Labels of one character, the usual case, need no map.
  std::array<std::uint16_t, 128> numbers;
  numbers.fill(hole);
  numbers['#'] = blocked;
  std::map<std::string_view, std::uint16_t> long_ones;
  std::uint16_t next = 0;
  if (shows_colours_) return read_with_colours(text);
  for (const std::string_view label : split_labels(text)) {
    if (label == "|") continue;
    std::uint16_t& n = label.size() == 1 ? numbers[static_cast<unsigned char>(label[0])]
                                         : long_ones.try_emplace(label, hole).first->second;
    if (n == hole && label != ".") n = next++;
    out.push_back(n);
  }
  return out;
}

Boards::Board Boards::read_with_colours(std::string_view text) const {
  Board out, colours;
  std::map<std::string, std::uint16_t> numbers{{".", hole}, {"#", blocked}};
  std::uint16_t next = 0;
  for (const std::string_view label : split_labels(text)) {
    if (label == "|") continue;
    const auto [name, of_cell] = label_and_colour(label);
    const auto [number, is_new] = numbers.try_emplace(name, next);
    if (is_new) ++next;
    out.push_back(number->second);
    colours.push_back(of_colour(of_cell));
  }
  out.insert(out.end(), colours.begin(), colours.end());
  return out;
}

// Replaces `best` if the image's text is less.
void Boards::write_if_less(const std::string& text, const Permutation& from, std::string& best) {
  Relabelling relabelled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = relabelled(text[from[i]]);
    if (c == best[i]) continue;
    if (c > best[i]) return;
    best[i] = c;
    while (++i < text.size()) best[i] = relabelled(text[from[i]]);
  }
}

bool Boards::has_fixed(const Board& board) const {
  return std::all_of(puzzle_.fixed.begin(), puzzle_.fixed.end(), [&](const Cells& fixed) {
    const std::uint16_t piece = board[puzzle_.index(fixed[0])];
    return piece < blocked && static_cast<std::size_t>(std::count(board.begin(), board.end(), piece)) == fixed.size() &&
           std::all_of(fixed.begin(), fixed.end(), [&](Cell c) { return board[puzzle_.index(c)] == piece; });
  });
}

std::string Boards::min_of_class(const Board& board) const {
  std::string best;
  for_each_image(board, [&](const Board& image) {
    if (std::string other = text(image); best.empty() || other < best) best = std::move(other);
  });
  return best;
}

std::string Boards::min_of_class(const Draft& draft) const {
  if (!by_text_) return min_of_class(draft.board);
  std::string best = text(draft);
  for (std::size_t g = 1; g < text_images_.size(); ++g) write_if_less(draft.text, text_images_[g], best);
  return best;
}

int Boards::class_size(const Board& board) const {
  if (puzzle_.fixed.empty()) {
    // The images that differ: all, by those that are equal to the board itself.
    int equal = 0;
    std::vector<std::uint16_t> to(board.size());
    for (const Permutation& from : class_images_) {
      std::fill(to.begin(), to.end(), hole);
      bool same = true;
      for (std::size_t i = 0; i < board.size() && same; ++i) {
        const std::uint16_t piece = board[i], other = board[from[i]];
        if (piece >= colour || other >= colour) {
          same = piece == other;
        } else {
          if (to[piece] == hole) to[piece] = other;
          same = to[piece] == other;
        }
      }
      equal += same ? 1 : 0;
    }
    return static_cast<int>(class_images_.size()) / std::max(equal, 1);  // the identity is one of them
  }
  std::set<std::string> all;
  for_each_image(board, [&](const Board& image) { all.insert(text(image)); });
  return static_cast<int>(all.size());
}

std::string kind_label(const std::string& name) { return name.size() == 1 ? name : fmt::format("[{}]", name); }

KindLabels::KindLabels(const Puzzle& puzzle)
    : puzzle_(puzzle),
      kinds_(kinds_of(puzzle)),
      has_colours_(!puzzle.colours.empty()),
      shows_colours_(shows_colours(puzzle)),
      cell_of_(puzzle.all_cells()) {
  for (const PieceKind& kind : kinds_) {
    labels_.push_back(kind_label(kind.name));
    longest_ = std::max(longest_, labels_.back().size());
  }
  const bool solid = puzzle.lattice == Lattice::cube;
  for (const Cell c : cell_of_)
    root_of_.push_back(2 * (solid ? c.row % layer_rows * puzzle.columns + c.column : c.column) +
                       sort_of(c, puzzle.lattice));
  nodes_.resize(2 * static_cast<std::size_t>(solid ? puzzle.rows * puzzle.columns : puzzle.columns));
}

std::string KindLabels::operator()(const Boards::Board& board) {
  if (shows_colours_) return with_colours(board);
  std::fill(pieces_.begin(), pieces_.end(), Piece{});
  const std::size_t cells = board.size();
  for (std::size_t i = 0; i < cells; ++i) {
    const std::uint16_t number = board[i];
    if (number >= Boards::blocked) continue;
    if (number >= pieces_.size()) pieces_.resize(number + std::size_t{1});
    Piece& piece = pieces_[number];
    const int cell = static_cast<int>(i);
    piece.node = piece.node < 0 ? root_of_[i] : next(piece.node, cell - piece.last);
    piece.last = cell;
  }
  for (std::size_t p = 0; p < pieces_.size(); ++p) {
    if (pieces_[p].node < 0) continue;
    const std::string*& label = nodes_[pieces_[p].node].label;
    if (label == nullptr || has_colours_) {
      Cells piece;
      for (std::size_t i = 0; i < cells; ++i)
        if (board[i] == p) piece.push_back(cell_of_[i]);
      label = &labels_[kind_on(puzzle_, kinds_, piece)->kind];
    }
    pieces_[p].label = label;
  }

  std::string out(cells * longest_ + static_cast<std::size_t>((puzzle_.rows + 1) * puzzle_.layers), '|');
  char* to = out.data();
  const std::uint16_t* number = board.data();
  const Piece* const pieces = pieces_.data();
  for (int r = 0; r < puzzle_.layers * puzzle_.rows; ++r, ++to) {
    if (r > 0 && r % puzzle_.rows == 0) ++to;
    for (int c = 0; c < puzzle_.columns; ++c, ++number)
      if (*number >= Boards::blocked)
        *to++ = *number == Boards::hole ? '.' : '#';
      else if (const std::string& label = *pieces[*number].label; label.size() == 1)
        *to++ = label[0];
      else
        to = std::copy(label.begin(), label.end(), to);
  }
  out.resize(static_cast<std::size_t>(to - out.data()) - 1);  // without the last '|'
  return out;
}

std::string KindLabels::with_colours(const Boards::Board& board) const {
  std::map<std::uint16_t, Placement> pieces;
  const std::size_t cells = cell_of_.size();
  for (std::size_t i = 0; i < cells; ++i) {
    if (board[i] >= Boards::colour) continue;
    pieces[board[i]].cells.push_back(cell_of_[i]);
    pieces[board[i]].colours += static_cast<char>(board[cells + i] - Boards::colour);
  }
  Solution solution;
  for (const auto& [number, piece] : pieces)
    solution.push_back(*placement_on(puzzle_, kinds_, piece.cells, piece.colours));
  return solution_text(puzzle_, solution, Labels::kinds);
}

int KindLabels::next(int node, int step) {
  for (int child = nodes_[node].child; child >= 0; child = nodes_[child].sibling)
    if (nodes_[child].step == step) return child;
  nodes_.push_back({step, -1, nodes_[node].child, nullptr});
  return nodes_[node].child = static_cast<int>(nodes_.size()) - 1;
}

}  // namespace pentocity::packing
