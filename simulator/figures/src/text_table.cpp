#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <set>
#include <utility>

#include "pentocity/input/printable.hpp"

namespace pentocity::figures {
namespace {

const std::string indent = "  ";  // of a line in its section
constexpr std::size_t longest_label = 24;
constexpr std::size_t longest_head = 12;  // of a player, on one line
constexpr std::size_t max_heads = 4;      // lines, unless it takes more to tell two heads apart

// The first bytes of a text that fill so many columns.
std::size_t bytes_of(std::string_view text, std::size_t columns) {
  std::size_t end = 0;
  for (std::size_t used = 0; end < text.size(); ++end)
    if ((text[end] & 0xC0) != 0x80 && used++ == columns) break;
  return end;
}

std::string shortened(std::string_view name, std::size_t longest) {
  if (display_columns(name) <= longest) return std::string(name);
  return std::string(name.substr(0, bytes_of(name, longest - 1))) + "…";
}

// A long name with its beginning and its end.
std::string without_middle(std::string_view name, std::size_t longest) {
  const std::size_t columns = display_columns(name);
  if (columns <= longest) return std::string(name);
  const std::size_t end = longest / 2;
  return fmt::format("{}…{}", name.substr(0, bytes_of(name, longest - 1 - end)),
                     name.substr(bytes_of(name, columns - end)));
}

// The first of these ways of cutting, by `cut(name, step)`, after which all names that differ still do.
template <class Cut>
auto cut_distinctly(const std::vector<std::string>& names, const Cut& cut) {
  const std::size_t different = std::set(names.begin(), names.end()).size();
  for (std::size_t step = 0;; ++step) {
    std::vector<std::decay_t<decltype(cut(names[0], step))>> out;
    for (const std::string& name : names) out.push_back(cut(name, step));
    if (std::set(out.begin(), out.end()).size() == different) return out;
  }
}

// A long name on several lines, broken after a dash or the like if there is one.
std::vector<std::string> broken(std::string_view name, std::size_t max_lines) {
  std::vector<std::string> lines;
  while (display_columns(name) > longest_head && lines.size() + 1 < max_lines) {
    const std::size_t dash = name.substr(0, bytes_of(name, longest_head)).find_last_of("-_. /");
    const std::size_t end = dash == std::string_view::npos ? bytes_of(name, longest_head) : dash + 1;
    lines.emplace_back(name.substr(0, end));
    name.remove_prefix(end);
  }
  lines.push_back(shortened(name, longest_head));
  return lines;
}

// A number without the sign of one that is rounded to zero.
std::string unsigned_zero(std::string number) {
  if (number.find_first_of("123456789") == std::string::npos && number.find_first_of("+-") == 0) number.erase(0, 1);
  return number;
}

std::string padding(std::size_t width, const std::string& text) {
  return fmt::format("{:{}}", "", width - std::min(width, display_columns(text)));
}

}  // namespace

Table::Table(const std::vector<std::string>& heads, bool spare) : names_(heads), columns_(heads.size()), spare_(spare) {
  const auto lines_of =
      cut_distinctly(heads, [](const std::string& name, std::size_t step) { return broken(name, max_heads + step); });
  for (std::size_t c = 0; c < heads.size(); ++c) {
    columns_[c].heads = lines_of[c];
    for (const std::string& head : columns_[c].heads)
      columns_[c].text_width = std::max(columns_[c].text_width, display_columns(head));
  }
}

void Table::section(const std::string& title) { lines_.push_back({title, {}}); }

void Table::line(const Label& label, std::vector<TableCell> cells) {
  cells.resize(columns_.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    columns_[c].text_width = std::max(columns_[c].text_width, display_columns(cells[c].text));
    columns_[c].mark_width = std::max(columns_[c].mark_width, cells[c].marks.size());
  }
  lines_.push_back({label, std::move(cells)});
}

std::string Table::text(std::size_t width, bool colour) const {
  std::size_t label_width = 0;
  for (const Line& line : lines_)
    if (!line.cells.empty()) label_width = std::max(label_width, indent.size() + display_columns(line.label.shown));
  std::string out;
  for (std::size_t first = 0; first < columns_.size();) {
    if (first > 0 && spare_ && first + 1 == columns_.size()) break;
    if (first > 0) out += '\n';
    std::size_t last = first, used = label_width, head_lines = 0;
    while (last < columns_.size() && (last == first || used + columns_[last].width() <= width)) {
      head_lines = std::max(head_lines, columns_[last].heads.size());
      used += columns_[last++].width();
    }
    const auto add_row = [&](const std::string& label, const auto& field_of) {
      std::string row = label + padding(label_width, label);
      for (std::size_t c = first; c < last; ++c) row += field_of(c);
      row.erase(row.find_last_not_of(' ') + 1);
      out += row + '\n';
    };
    for (std::size_t row = 0; row < head_lines; ++row)
      add_row("", [&](std::size_t c) { return columns_[c].head(head_lines - row); });
    std::string title, between;
    for (const Line& line : lines_) {
      if (line.cells.empty()) {
        title = between + line.label.shown + '\n';
        continue;
      }
      const auto has_text = [&](std::size_t c) { return !line.cells[c].text.empty(); };
      if (std::ranges::none_of(std::views::iota(first, last), has_text)) continue;
      out += std::exchange(title, "");
      between = "\n";
      add_row(indent + line.label.shown, [&](std::size_t c) { return columns_[c].field(line.cells[c], colour); });
    }
    first = last;
  }
  return out;
}

std::string Table::Column::head(std::size_t line) const {
  return field({line <= heads.size() ? heads[heads.size() - line] : ""}, false);
}

std::string Table::Column::field(const TableCell& cell, bool colour) const {
  std::string out(1 + text_width - display_columns(cell.text), ' ');
  if (colour && cell.best) out += "\x1b[1;32m";
  out += cell.text + cell.marks;
  if (colour && cell.best) out += "\x1b[0m";
  return out.append(mark_width - cell.marks.size(), ' ');
}

std::vector<Label> labels_of(const std::vector<std::string>& names) {
  const auto shown = cut_distinctly(names, [](const std::string& name, std::size_t step) {
    const std::size_t longest = longest_label + step / 2;
    return step % 2 == 0 ? shortened(name, longest) : without_middle(name, longest);
  });
  std::vector<Label> out;
  for (std::size_t i = 0; i < names.size(); ++i) out.emplace_back(names[i], shown[i]);
  return out;
}

std::string number(std::optional<double> value, int digits) {
  return value ? unsigned_zero(fmt::format("{:.{}f}", *value, digits)) : "-";
}
std::string number(const std::optional<statistics::StratifiedMean>& mean) { return mean ? number(mean->mean) : "-"; }
std::string signed_number(std::optional<double> value, int digits) {
  return value ? unsigned_zero(fmt::format("{:+.{}f}", *value, digits)) : "-";
}

}  // namespace pentocity::figures
