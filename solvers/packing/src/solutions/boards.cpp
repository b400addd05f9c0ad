#include "solutions/boards.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"

namespace pentocity::packing {

// New marks by the numbers of the old ones; holes and blocked cells keep theirs. No more of it is touched than there
// are marks.
struct Boards::NewMarks {
  static constexpr Mark none = 0xffff;

  explicit NewMarks(const Boards& boards) {
    std::fill_n(of.begin(), boards.label_of_.size(), none);
    of[number_of(boards.hole_)] = boards.hole_;
    of[number_of(boards.blocked_)] = boards.blocked_;
  }
  Mark& operator[](Mark old) { return of[number_of(old)]; }
  // Marks the pieces of an image in the order of their first cells.
  void write_image(View board, std::span<const Mark> from, const Mark* fresh, Mark* image) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      // Whether a piece is new is hard to predict, so that there is no branch.
      Mark& mark = (*this)[board[from[i]]];
      const bool is_new = mark == none;
      mark = is_new ? *fresh : mark;
      fresh += is_new ? 1 : 0;
      image[i] = mark;
    }
  }

  std::array<Mark, max_board_cells + 2> of;
};

Boards::Boards(const Puzzle& puzzle, const Packing& packing, Labels labels)
    : puzzle_(puzzle),
      packing_(packing),
      labels_(labels),
      shows_colours_(packing::shows_colours(puzzle)),
      problem_(problem_of(packing, {})),
      cell_of_(problem_.free.size()) {
  std::size_t smallest = packing.cells.size() + 1;
  for (const Packing::Shape& shape : packing.shapes) smallest = std::min(smallest, shape.cells.size());
  label_of_ = {".", "#"};
  for (std::size_t i = 0; i < puzzle.fixed.size() + packing.cells.size() / smallest; ++i)
    label_of_.push_back(placement_label(static_cast<int>(i)));
  std::vector<std::string> unsorted = label_of_;
  std::sort(label_of_.begin(), label_of_.end());
  for (const std::string& label : unsorted)
    piece_marks_.push_back(mark_of(std::lower_bound(label_of_.begin(), label_of_.end(), label) - label_of_.begin()));
  hole_ = piece_marks_[0];
  blocked_ = piece_marks_[1];
  piece_marks_.erase(piece_marks_.begin(), piece_marks_.begin() + 2);

  const auto index = [&](Cell c) { return static_cast<Mark>(puzzle.index(c)); };
  empty_.assign(cells(), hole_);
  for (const Cell c : puzzle.blocked) empty_[index(c)] = blocked_;
  for (int p = 0; p < problem_.positions(); ++p)
    if (problem_.free[p]) cell_of_[p] = index(packing.to_board(problem_.cell_of[p], packing.lattice));
  if (shows_colours_) empty_.resize(2 * empty_.size(), '.');
  kinds_at_ = empty_.size();
  if (labels == Labels::kinds) empty_.resize(kinds_at_ + label_of_.size());
  set_texts();
  keeps_order_ =
      puzzle.fixed.empty() && std::is_sorted(packing.cells.begin(), packing.cells.end(), [&](Cell a, Cell b) {
        return packing.to_board(a, packing.lattice) < packing.to_board(b, packing.lattice);
      });
  for (std::size_t f = 0; f < puzzle.fixed.size(); ++f) {
    for (const Cell c : puzzle.fixed[f]) empty_[index(c)] = piece_marks_[f];
    if (labels == Labels::kinds)
      empty_[kinds_at_ + number_of(piece_marks_[f])] =
          static_cast<Mark>(kind_on(puzzle, packing.kinds, puzzle.fixed[f])->kind);
  }

  for (const Isometry& g : packing.classes) classes_.push_back(symmetry_of(g));
}

void Boards::set_texts() {
  for (const Cell c : puzzle_.all_cells()) blank_.append(puzzle_.breaks_before(c), '|') += '.';
  for (const PieceKind& kind : packing_.kinds) kind_labels_.push_back(kind_label(kind.name));
  const auto are_short = [](const std::vector<std::string>& labels) {
    return std::all_of(labels.begin(), labels.end(), [](const std::string& label) { return label.size() == 1; });
  };
  are_short_ = !shows_colours_ && are_short(label_of_) && (labels_ == Labels::placements || are_short(kind_labels_));
  for (const std::string& label : label_of_) short_labels_ += label[0];
}

Boards::Symmetry Boards::symmetry_of(const Isometry& g) const {
  Symmetry out;
  out.from.resize(cells());
  std::iota(out.from.begin(), out.from.end(), Mark{0});
  const Isometry back = g.inverse();
  for (const Cell c : puzzle_.all_cells())
    if (puzzle_.has(c)) out.from[puzzle_.index(c)] = static_cast<Mark>(puzzle_.index(back(c, puzzle_.lattice)));
  if (labels_ != Labels::kinds) return out;
  for (const PieceKind& kind : packing_.kinds) {
    const Orientation image = image_of(kind.orientations.front(), g.linear(), puzzle_.lattice);
    const auto at = std::find_if(packing_.kinds.begin(), packing_.kinds.end(), [&](const PieceKind& other) {
      return std::binary_search(other.orientations.begin(), other.orientations.end(), image);
    });
    out.kinds.push_back(static_cast<Mark>(at - packing_.kinds.begin()));
  }
  return out;
}

void Boards::draw(std::span<const PlacedTile> placements, Board& board) const {
  board = empty_;
  const Mark* const marks = piece_marks_.data() + puzzle_.fixed.size();
  const Mark* next = marks;
  const Mark* const cell_of = cell_of_.data();
  Mark* const to = board.data();
  for (const PlacedTile& p : placements) {
    const Problem::Tile& tile = problem_.tile(p);
    const Mark mark = *next++;
    for (const int offset : tile.offsets) to[cell_of[p.position + offset]] = mark;
    if (!shows_colours_) continue;
    const std::string& colours = tile.colours;
    for (std::size_t i = 0; i < colours.size(); ++i)
      to[cells() + cell_of[p.position + tile.offsets[i]]] = static_cast<Mark>(colours[i]);
  }
  NewMarks renewed(*this);
  if (!keeps_order_) renewed.write_image(board, classes_.front().from, piece_marks_.data(), board.data());
  if (labels_ != Labels::kinds) return;
  const auto kind_of = [&](Mark drawn) -> Mark& {
    return board[kinds_at_ + number_of(keeps_order_ ? drawn : renewed[drawn])];
  };
  for (std::size_t f = 0; f < puzzle_.fixed.size(); ++f)
    kind_of(piece_marks_[f]) = empty_[kinds_at_ + number_of(piece_marks_[f])];
  for (std::size_t i = 0; i < placements.size(); ++i)
    kind_of(marks[i]) = static_cast<Mark>(packing_.shapes[problem_.tile(placements[i]).shape].kind);
}

std::optional<Boards::Board> Boards::read(std::string_view text) const {
  if (std::any_of(text.begin(), text.end(), [](char c) { return c <= ' ' || c > '~'; })) return std::nullopt;
  const std::vector<std::string> labels = labels_of_text(text);
  if (labels.size() != cells()) return std::nullopt;
  Board out = empty_;
  for (std::size_t i = 0; i < labels.size(); ++i) out[i] = labels[i] == "#" ? blocked_ : hole_;
  auto mark = piece_marks_.begin();
  for (const Region& region : regions_of(puzzle_, labels, shows_colours_)) {
    if (mark == piece_marks_.end()) return std::nullopt;
    for (std::size_t i = 0; i < region.cells.size(); ++i) {
      const std::size_t cell = puzzle_.index(region.cells[i]);
      out[cell] = *mark;
      if (shows_colours_) out[cells() + cell] = static_cast<Mark>(region.colours[i]);
    }
    if (labels_ == Labels::kinds) {
      const auto kind = kind_on(puzzle_, packing_.kinds, region.cells, region.colours);
      if (!kind) return std::nullopt;
      out[kinds_at_ + number_of(*mark)] = static_cast<Mark>(kind->kind);
    }
    ++mark;
  }
  return out;
}

bool Boards::has_fixed(View board, const Symmetry& by) const {
  return std::all_of(puzzle_.fixed.begin(), puzzle_.fixed.end(), [&](const Cells& fixed) {
    const auto mark_at = [&](Cell c) { return board[by.from[puzzle_.index(c)]]; };
    const Mark mark = mark_at(fixed[0]);
    return is_piece(mark) &&
           static_cast<std::size_t>(std::count(board.begin(), board.begin() + puzzle_.box(), mark)) == fixed.size() &&
           std::all_of(fixed.begin(), fixed.end(), [&](Cell c) { return mark_at(c) == mark; });
  });
}

bool Boards::is_image_of_itself(View board, const Symmetry& by) const {
  NewMarks renewed(*this);
  const std::size_t n = cells();
  for (std::size_t i = 0; i < n; ++i) {
    Mark& mark = renewed[board[by.from[i]]];
    if (mark == NewMarks::none) mark = board[i];
    if (mark != board[i] || (shows_colours_ && board[n + by.from[i]] != board[n + i])) return false;
  }
  return true;
}

bool Boards::may_be_less(View board, const Symmetry& by, View other) const {
  if (shows_colours_) return true;
  NewMarks renewed(*this);
  const Mark* fresh = piece_marks_.data();
  for (std::size_t i = 0; i < by.from.size(); ++i) {
    Mark& mark = renewed[board[by.from[i]]];
    if (mark == NewMarks::none) mark = *fresh++;
    if (mark != other[i]) return number_of(mark) < number_of(other[i]);
  }
  return false;
}

void Boards::write_image(View board, const Symmetry& by, Board& image) const {
  NewMarks renewed(*this);
  renewed.write_image(board, by.from, piece_marks_.data(), image.data());
  const std::size_t n = cells();
  for (std::size_t i = 0; shows_colours_ && i < n; ++i) image[n + i] = board[n + by.from[i]];
  for (std::size_t old = 0; labels_ == Labels::kinds && old < label_of_.size(); ++old)
    if (const Mark mark = renewed.of[old]; mark != NewMarks::none)
      image[kinds_at_ + number_of(mark)] = by.kinds[board[kinds_at_ + old]];
}

Boards::Board Boards::least_of_class(View board) const {
  Board least(board.begin(), board.end()), image(size());
  for (const Symmetry& by : std::span(classes_).subspan(1)) {
    if (!has_fixed(board, by) || !may_be_less(board, by, least)) continue;
    write_image(board, by, image);
    if (is_less(image, least)) least.swap(image);
  }
  return least;
}

int Boards::class_size(View board) const {
  // Each solution is the image by as many symmetries as keep it.
  std::ptrdiff_t solutions = 0, equal = 0;
  for (const Symmetry& by : classes_) {
    solutions += has_fixed(board, by) ? 1 : 0;
    equal += is_image_of_itself(board, by) ? 1 : 0;
  }
  return static_cast<int>(solutions / equal);
}

bool Boards::is_less(View a, View b) const {
  // The colour of a cell is a part of its label.
  if (shows_colours_) return text(a, Labels::placements) < text(b, Labels::placements);
  return std::memcmp(a.data(), b.data(), a.size_bytes()) < 0;
}

std::string Boards::text(View board, Labels labels) const {
  const Mark* mark = board.data();
  if (are_short_) {
    std::string out = blank_, of_kinds;
    if (labels == Labels::kinds) of_kinds = short_labels_;
    for (std::size_t number = 0; number < of_kinds.size(); ++number)
      if (is_piece(mark_of(number))) of_kinds[number] = kind_labels_[board[kinds_at_ + number]][0];
    const char* const label = of_kinds.empty() ? short_labels_.data() : of_kinds.data();
    for (char& c : out)
      if (c != '|') c = label[number_of(*mark++)];
    return out;
  }
  std::string out;
  for (const char c : blank_) {
    if (c == '|') {
      out += '|';
      continue;
    }
    const bool by_kind = labels == Labels::kinds && is_piece(*mark);
    const std::string& label =
        by_kind ? kind_labels_[board[kinds_at_ + number_of(*mark)]] : label_of_[number_of(*mark)];
    out += shows_colours_ ? label_with_colour(label, static_cast<char>(mark[cells()])) : label;
    ++mark;
  }
  return out;
}

std::string kind_label(const std::string& name) { return name.size() == 1 ? name : fmt::format("[{}]", name); }

}  // namespace pentocity::packing
