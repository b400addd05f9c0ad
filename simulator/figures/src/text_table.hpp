#pragma once
// Tables for people, in the terminal.

#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include "pentocity/statistics/statistics.hpp"

namespace pentocity::figures {

struct TableCell {
  std::string text;
  std::string marks = {};
  bool best = false;
};

/// What a line is called.
struct Label {
  std::string whole;
  std::string shown = whole;  ///< the same, shortened where room is short

  template <class Text>
    requires std::convertible_to<Text, std::string>
  Label(const Text& text) : whole(text) {}  // NOLINT(google-explicit-constructor,modernize-pass-by-value)
  Label(std::string all, std::string some) : whole(std::move(all)), shown(std::move(some)) {}
};
/// The names of players or sequencers as labels. Long ones are shortened so that no two of them look the same.
std::vector<Label> labels_of(const std::vector<std::string>& names);

/// Lines under a common head, with a column for each player and perhaps others.
class Table {
 public:
  /// Long heads are broken into lines, and cut where that leaves them distinct.
  /// @param spare text() leaves out the last column where no other one would stand beside it
  explicit Table(const std::vector<std::string>& heads, bool spare = false);

  void section(const std::string& title);
  /// Cells that are missing at the end are empty.
  void line(const Label& label, std::vector<TableCell> cells);
  /// A line whose first cells, so many of them, are `of(c)`.
  template <class Of>
  void line(const Label& label, std::size_t cells, const Of& of) {
    std::vector<TableCell> out;
    for (std::size_t c = 0; c < cells; ++c) out.push_back({of(c)});
    line(label, std::move(out));
  }
  /// As many columns side by side as fit into `width`, the others below, with the lines in which these have something.
  /// @param colour also mark the best values with the colours of a terminal
  std::string text(std::size_t width, bool colour) const;
  /// For a paper, with whole names; see paper_text(). Bold stands for the mark `*` of what is best.
  std::string latex_text() const;
  std::string markdown_text() const;

 private:
  struct Line {
    Label label;
    std::vector<TableCell> cells;  // none: the line is a section's title
  };
  struct Column {
    std::vector<std::string> heads = {};
    std::size_t text_width = 0, mark_width = 1;

    std::size_t width() const { return 1 + text_width + mark_width; }
    // The head's line of that number from below, from 1.
    std::string head(std::size_t line) const;
    std::string field(const TableCell& cell, bool colour) const;
  };
  std::vector<std::string> names_;  // of the columns
  std::vector<Column> columns_;
  std::vector<Line> lines_;
  bool spare_;
};

/// A number, or a dash for none.
std::string number(std::optional<double> value, int digits = 1);
/// The number that a mean is.
std::string number(const std::optional<statistics::StratifiedMean>& mean);
/// A number with its sign, or a dash for none.
std::string signed_number(std::optional<double> value, int digits = 1);

}  // namespace pentocity::figures
