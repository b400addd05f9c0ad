#pragma once
// Solutions as boards of marks and as texts, and their images under symmetry.

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "problem/packing.hpp"
#include "problem/problem.hpp"

namespace pentocity::packing {

/// Turns solutions (lists of placed tiles) into boards and texts, and computes the images of a solution under the
/// symmetries of the puzzle. All images of a solution form its class. The puzzle and the packing must outlive it.
class Boards {
 public:
  /// What covers a cell: a piece, a hole, or that it is blocked. Marks have numbers in the order of their labels in
  /// texts, and are stored with the high byte first, so that memcmp() compares boards as their texts.
  using Mark = std::uint16_t;
  /// The mark of each cell, row by row. If shows_colours(), then the colour of the piece there, '.' for none. For
  /// Labels::kinds, at last the kind of each piece, by its mark. All boards of a puzzle have the same size.
  using Board = std::vector<Mark>;
  using View = std::span<const Mark>;

  /// @param labels those of texts
  Boards(const Puzzle& puzzle, const Packing& packing, Labels labels = Labels::placements);

  Lattice lattice() const { return puzzle_.lattice; }
  std::size_t symmetries() const { return classes_.size(); }
  /// The number of marks of a board.
  std::size_t size() const { return empty_.size(); }

  /// Draws these placements and the puzzle's fixed placements. Pieces are marked in the order of their first cells.
  void draw(std::span<const PlacedTile> placements, Board& board) const;
  /// The board of a solution's text with Labels::placements; none if that is no text of this puzzle.
  std::optional<Board> read(std::string_view text) const;

  /// Calls f(image) for all images of a board that contain the fixed placements, itself first; some may come again.
  template <class F>
  void for_each_image(View board, F&& f) const {
    f(board);
    Board image(size());
    for (const Symmetry& by : std::span(classes_).subspan(1)) {
      if (!has_fixed(board, by)) continue;
      write_image(board, by, image);
      f(View(image));
    }
  }
  /// The image of a board with the smallest text.
  Board least_of_class(View board) const;
  /// The number of different solutions in the class.
  int class_size(View board) const;
  /// Whether the text of a board, with Labels::placements, is less than that of another one.
  bool is_less(View a, View b) const;
  /// The text of a board, as solution_text() writes it, with the labels of these boards or with those of placements.
  std::string text(View board) const { return text(board, labels_); }
  std::string text(View board, Labels labels) const;

 private:
  struct Symmetry {
    std::vector<Mark> from;   // for each cell, the cell from which the image takes its content
    std::vector<Mark> kinds;  // for Labels::kinds: the image of each kind
  };
  struct NewMarks;
  // The parts of the constructor.
  void set_texts();
  Symmetry symmetry_of(const Isometry& g) const;
  std::size_t cells() const { return static_cast<std::size_t>(puzzle_.box()); }
  static constexpr std::size_t number_of(Mark mark) {
    return std::endian::native == std::endian::little ? static_cast<Mark>(mark << 8 | mark >> 8) : mark;
  }
  static constexpr Mark mark_of(std::size_t number) { return static_cast<Mark>(number_of(static_cast<Mark>(number))); }
  bool is_piece(Mark mark) const { return mark != hole_ && mark != blocked_; }
  // Does the image of a board contain the fixed placements? Is it the board itself? May it be less than another board?
  bool has_fixed(View board, const Symmetry& by) const;
  bool is_image_of_itself(View board, const Symmetry& by) const;
  bool may_be_less(View board, const Symmetry& by, View other) const;
  void write_image(View board, const Symmetry& by, Board& image) const;
  const Puzzle& puzzle_;
  const Packing& packing_;
  Labels labels_;
  bool shows_colours_;
  std::vector<std::string> label_of_;  // by number of a mark, as other lists by mark
  std::vector<Mark> piece_marks_;      // of the first piece, the second and so on
  Mark hole_ = 0, blocked_ = 0;
  std::size_t kinds_at_ = 0;  // where the kinds begin on a board: by mark
  std::vector<std::string> kind_labels_;
  bool are_short_ = false;    // whether all labels have one character
  std::string short_labels_;  // then they, and a text of such labels
  std::string blank_;
  bool keeps_order_ = false;  // whether the placements of a solution are in the order of their first cells on the board
  Board empty_;
  Problem problem_;                // that is not restricted
  std::vector<Mark> cell_of_;      // by position in it: the index on the puzzle's board
  std::vector<Symmetry> classes_;  // the identity first
};

/// A kind's name as it stands in a text: in brackets if it is longer than one character.
std::string kind_label(const std::string& name);

}  // namespace pentocity::packing
