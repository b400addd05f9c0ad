#include "pentocity/core/picture.hpp"

#include <algorithm>
#include <stdexcept>

#include "pentocity/core/polyomino.hpp"

namespace pentocity::inline core {

std::vector<std::string> picture_lines(std::string_view picture) {
  std::vector<std::string> lines(1);
  for (const char ch : picture) {
    if (ch == '\n' || ch == '|')
      lines.emplace_back();
    else
      lines.back().push_back(ch);
  }
  for (std::string& line : lines) line.erase(line.find_last_not_of(" \t\r") + 1);
  const auto filled = [](const std::string& line) { return !line.empty(); };
  lines.erase(std::find_if(lines.rbegin(), lines.rend(), filled).base(), lines.end());
  lines.erase(lines.begin(), std::find_if(lines.begin(), lines.end(), filled));
  return lines;
}

std::vector<std::vector<std::string>> picture_layers(std::string_view picture, Lattice lattice) {
  std::vector<std::vector<std::string>> layers(1);
  bool ended = false;
  for (std::string& line : picture_lines(picture)) {
    const bool is_empty = line.empty() && lattice == Lattice::cube;
    if (!is_empty && ended) layers.emplace_back();
    if (!is_empty) layers.back().push_back(std::move(line));
    ended = is_empty;
  }
  return layers;
}

Cells cells_of_picture(std::string_view picture, std::string_view marks, std::string_view blanks, Lattice lattice) {
  Cells cells;
  const auto layers = picture_layers(picture, lattice);
  for (std::size_t l = 0; l < layers.size(); ++l)
    for (std::size_t r = 0; r < layers[l].size(); ++r)
      for (std::size_t c = 0; c < layers[l][r].size(); ++c) {
        const char ch = layers[l][r][c];
        if (marks.find(ch) != std::string_view::npos)
          cells.push_back({static_cast<int>(l) * layer_rows + static_cast<int>(r), static_cast<int>(c)});
        else if (blanks.find(ch) == std::string_view::npos)
          throw std::invalid_argument("'" + std::string(1, ch) + "' in " +
                                      (lattice == Lattice::cube ? "layer " + std::to_string(l + 1) + ", " : "") +
                                      "line " + std::to_string(r + 1) + ", column " + std::to_string(c + 1) +
                                      " of the picture: expected one of '" + std::string(marks) + "' for a cell or '" +
                                      std::string(blanks) + "' for none");
      }
  return cells;
}

std::string picture_of(const Cells& cells, char mark, char blank, char separator, Lattice lattice) {
  const Box e = bounding_box(cells, lattice);
  std::string out;
  for (const Cell c : rectangle(e.rows, e.columns, e.layers)) {
    if (c.column == 0 && c != Cell{}) out += std::string(c.row % layer_rows == 0 ? 2 : 1, separator);
    out.push_back(std::binary_search(cells.begin(), cells.end(), c) ? mark : blank);
  }
  return out;
}

std::string placement_label(int i) {
  return i < std::ssize(short_labels) ? std::string(1, short_labels[i]) : "[" + std::to_string(i + 1) + "]";
}

std::vector<std::string_view> split_labels(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    // A bracket that nothing closes is a label by itself.
    length = text[0] == '[' ? std::max<std::size_t>(text.find(']') + 1, 1) : 1;
    out.push_back(text.substr(0, length));
  }
  return out;
}

}  // namespace pentocity::inline core
