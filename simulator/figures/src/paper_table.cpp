#include <fmt/format.h>

#include <map>

#include "pentocity/figures/summary.hpp"
#include "text_table.hpp"

namespace pentocity::figures {
namespace {

// Text that LaTeX prints as it is. What begins with a sign is a number, and has the signs of one.
std::string latex(const std::string& text, bool bold = false) {
  static const std::map<char, std::string> special = {{'\\', "\\textbackslash{}"},
                                                      {'~', "\\textasciitilde{}"},
                                                      {'^', "\\textasciicircum{}"},
                                                      {'<', "$<$"},
                                                      {'>', "$>$"}};
  if (text == "-") return "--";
  if (text.starts_with("±")) return fmt::format("$\\pm{}$", text.substr(std::string("±").size()));
  if (text.starts_with('+') || text.starts_with('-'))
    return bold ? fmt::format("$\\mathbf{{{}}}$", text) : fmt::format("${}$", text);
  std::string out;
  for (const char c : text) {
    if (const auto found = special.find(c); found != special.end())
      out += found->second;
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += {'\\', c};
    else
      out += c;
  }
  return bold ? fmt::format("\\textbf{{{}}}", out) : out;
}

std::string markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\|*_`<>[]#~").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

// What is no longer said by bold type.
std::string other_marks(const TableCell& cell) {
  std::string marks = cell.marks;
  if (cell.best) std::erase(marks, '*');
  return marks;
}

}  // namespace

std::string Table::latex_text() const {
  std::string out = fmt::format("\\begin{{tabular}}{{l{}}}\n\\toprule\n", std::string(names_.size(), 'r'));
  for (const std::string& name : names_) out += " & " + latex(name);
  out += " \\\\\n";
  for (const Line& line : lines_) {
    if (line.cells.empty()) {
      out += fmt::format("\\midrule\n\\multicolumn{{{}}}{{l}}{{\\emph{{{}}}}} \\\\\n", names_.size() + 1,
                         latex(line.label.whole));
      continue;
    }
    out += latex(line.label.whole);
    for (const TableCell& cell : line.cells) out += " & " + latex(cell.text, cell.best) + latex(other_marks(cell));
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string Table::markdown_text() const {
  std::string out = "|", rule = "\n|:--";
  for (const std::string& name : names_) {
    out += " | " + markdown(name);
    rule += "|--:";
  }
  out += " |" + rule + "|\n";
  for (const Line& line : lines_) {
    if (line.cells.empty()) {
      out += fmt::format("| *{}*", markdown(line.label.whole));
      for (std::size_t c = 0; c < names_.size(); ++c) out += " |";
    } else {
      out += "| " + markdown(line.label.whole);
      for (const TableCell& cell : line.cells)
        out += " | " + (cell.best ? fmt::format("**{}**", markdown(cell.text)) : markdown(cell.text)) +
               markdown(other_marks(cell));
    }
    out += " |\n";
  }
  return out;
}

}  // namespace pentocity::figures
