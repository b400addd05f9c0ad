#include "boards.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace pentocity {
namespace {

constexpr std::size_t short_labels = 61;
constexpr std::string_view short_label = "123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace

Boards::Boards(const Puzzle& puzzle, const Packing& packing)
    : puzzle_(puzzle),
      packing_(packing),
      empty_(static_cast<std::size_t>(puzzle.rows * puzzle.columns), hole),
      cell_of_(static_cast<std::size_t>(packing.rows * packing.columns)) {
  const auto index = [&](Cell c) { return static_cast<std::uint16_t>(c.row * puzzle.columns + c.column); };
  for (const Cell c : puzzle.blocked) empty_[index(c)] = blocked;
  for (const Cell c : packing.cells)
    cell_of_[static_cast<std::size_t>(c.row * packing.columns + c.column)] =
        index(packing.to_board(c, packing.lattice));
  for (std::size_t f = 0; f < puzzle.fixed.size(); ++f)
    for (const Cell c : puzzle.fixed[f]) empty_[index(c)] = static_cast<std::uint16_t>(f);

  const auto permutation = [&](const Isometry& g) {
    Permutation out(empty_.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<std::uint16_t>(i);
    const Isometry from = g.inverse();
    for (int r = 0; r < puzzle.rows; ++r)
      for (int c = 0; c < puzzle.columns; ++c)
        if (empty_[index({r, c})] != blocked) out[index({r, c})] = index(from({r, c}, puzzle.lattice));
    return out;
  };
  for (const Isometry& g : packing.classes) class_images_.push_back(permutation(g));
  for (int r = 0; r < puzzle.rows; ++r) {
    if (r > 0) blank_ += '|';
    for (int c = 0; c < puzzle.columns; ++c) {
      at_.push_back(static_cast<std::uint16_t>(blank_.size()));
      blank_ += empty_[index({r, c})] == blocked ? '#' : '.';
    }
  }

  std::size_t most = puzzle.fixed.size();
  if (!packing.shapes.empty()) {
    const auto size = [](const Packing::Shape& shape) { return shape.cells.size(); };
    most +=
        packing.cells.size() / size(*std::min_element(packing.shapes.begin(), packing.shapes.end(),
                                                      [&](const auto& a, const auto& b) { return size(a) < size(b); }));
  }
  short_labels_ = most <= short_labels;
  keeps_order_ =
      puzzle.fixed.empty() && std::is_sorted(packing.cells.begin(), packing.cells.end(), [&](Cell a, Cell b) {
        return packing.to_board(a, packing.lattice) < packing.to_board(b, packing.lattice);
      });
}

template <class F>
void Boards::for_each_cell(const Placing& p, F&& f) const {
  const Cells& shape = packing_.shapes[p.shape].cells;
  const bool odd = packing_.lattice == Lattice::hex && p.row % 2 == 1;
  for (const Cell c : shape) {
    const int row = p.row + c.row;
    const int column = p.column + c.column - shape[0].column + (odd && c.row % 2 == 1 ? 1 : 0);
    f(cell_of_[static_cast<std::size_t>(row * packing_.columns + column)]);
  }
}

void Boards::fill(std::span<const Placing> placings, Board& board) const {
  board = empty_;
  auto number = static_cast<std::uint16_t>(puzzle_.fixed.size());
  for (const Placing& p : placings) {
    for_each_cell(p, [&](std::size_t cell) { board[cell] = number; });
    ++number;
  }
}

void Boards::append(const Board& board, std::string& out) const {
  if (short_labels_) {
    const std::size_t begin = out.size();
    out += blank_;
    std::array<char, short_labels> label{};
    std::size_t next = 0;
    for (std::size_t i = 0; i < board.size(); ++i) {
      if (board[i] >= blocked) continue;
      char& l = label[board[i]];
      if (l == 0) l = short_label[next++];
      out[begin + at_[i]] = l;
    }
    return;
  }
  std::vector<int> label(board.size(), -1);
  int next = 0;
  for (std::size_t i = 0; i < board.size(); ++i) {
    if (i > 0 && i % static_cast<std::size_t>(puzzle_.columns) == 0) out += '|';
    if (board[i] == hole) {
      out += '.';
    } else if (board[i] == blocked) {
      out += '#';
    } else {
      int& l = label[board[i]];
      if (l < 0) l = next++;
      out += placement_label(l);
    }
  }
}

std::string Boards::text(const Board& board) const {
  std::string out;
  append(board, out);
  return out;
}

void Boards::append(std::span<const Placing> placings, std::string& out) const {
  if (!short_labels_ || !keeps_order_) {
    Board board;
    fill(placings, board);
    append(board, out);
    return;
  }
  char* const begin = out.append(blank_).data() + out.size() - blank_.size();
  std::size_t next = 0;
  for (const Placing& p : placings) {
    const char label = short_label[next++];
    for_each_cell(p, [&](std::size_t cell) { begin[at_[cell]] = label; });
  }
}

Boards::Board Boards::read(std::string_view text) const {
  Board out;
  std::map<std::string_view, std::uint16_t> numbers;
  for (const std::string_view label : split_labels(text)) {
    if (label == "|") continue;
    if (label == ".")
      out.push_back(hole);
    else if (label == "#")
      out.push_back(blocked);
    else
      out.push_back(numbers.emplace(label, static_cast<std::uint16_t>(numbers.size())).first->second);
  }
  return out;
}

// Replaces `best` if the image's text is less (or `best` is empty); false if it is not. Labels of one character only.
bool Boards::write_if_less(const Board& board, const Permutation& from, std::string& best) const {
  std::array<char, short_labels> label{};
  std::size_t next = 0;
  const auto letter = [&](std::size_t i) {
    const std::uint16_t piece = board[from[i]];
    if (piece == hole) return '.';
    if (piece == blocked) return '#';
    char& l = label[piece];
    if (l == 0) l = short_label[next++];
    return l;
  };
  std::size_t i = 0;
  const bool any = !best.empty();
  if (any) {
    for (;; ++i) {
      if (i == board.size()) return false;
      const char ch = letter(i), other = best[at_[i]];
      if (ch == other) continue;
      if (ch > other) return false;
      best[at_[i++]] = ch;
      break;
    }
  } else {
    best = blank_;
  }
  for (; i < board.size(); ++i) best[at_[i]] = letter(i);
  return true;
}

bool Boards::has_fixed(const Board& board) const {
  const auto index = [&](Cell c) { return static_cast<std::size_t>(c.row * puzzle_.columns + c.column); };
  return std::all_of(puzzle_.fixed.begin(), puzzle_.fixed.end(), [&](const Cells& fixed) {
    const std::uint16_t piece = board[index(fixed[0])];
    return piece < blocked && static_cast<std::size_t>(std::count(board.begin(), board.end(), piece)) == fixed.size() &&
           std::all_of(fixed.begin(), fixed.end(), [&](Cell c) { return board[index(c)] == piece; });
  });
}

std::string Boards::least_of_class(const Board& board) const {
  std::string best;
  if (short_labels_ && puzzle_.fixed.empty()) {
    for (const Permutation& from : class_images_) write_if_less(board, from, best);
    return best;
  }
  for_each_image(board, [&](const Board& image) {
    if (std::string other = text(image); best.empty() || other < best) best = std::move(other);
  });
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
        if (piece >= blocked || other >= blocked) {
          same = piece == other;
        } else {
          if (to[piece] == hole) to[piece] = other;
          same = to[piece] == other;
        }
      }
      equal += same ? 1 : 0;
    }
    return static_cast<int>(class_images_.size()) / equal;
  }
  std::set<std::string> all;
  for_each_image(board, [&](const Board& image) { all.insert(text(image)); });
  return static_cast<int>(all.size());
}

}  // namespace pentocity
