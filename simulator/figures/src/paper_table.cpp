#include <fmt/format.h>

#include <map>

#include "pentocity/figures/summary.hpp"
#include "text_table.hpp"

namespace pentocity::figures {
namespace {

// Text that LaTeX prints as it is. Braces keep a bracket or a star from the end of the line before, which would take
// it, and a dash or a quote from one with which it would be joined.
std::string latex(const std::string& text) {
  static const std::map<char, std::string> special = {{'\\', "\\textbackslash{}"},
                                                      {'~', "\\textasciitilde{}"},
                                                      {'^', "\\textasciicircum{}"},
                                                      {'|', "\\textbar{}"},
                                                      {'"', "\\char34{}"},
                                                      {'<', "$<$"},
                                                      {'>', "$>$"}};
  std::string out;
  char before = 0;
  for (const char c : text) {
    const bool first = before == 0 && (c == '[' || c == '*');
    const bool joined = std::string_view("-'`").find(c) != std::string_view::npos &&
                        (before == c || (c == '`' && (before == '?' || before == '!')));
    if (first || joined) out += "{}";
    before = c;
    if (const auto found = special.find(c); found != special.end())
      out += found->second;
    else if (std::string_view("&%$#_{}").find(c) != std::string_view::npos)
      out += {'\\', c};
    else
      out += c;
  }
  return out;
}

// The figure of a cell: a number with a sign has those of mathematics.
std::string latex_figure(const TableCell& cell) {
  const std::string& text = cell.text;
  if (text == "-") return "--";
  constexpr std::string_view plus_minus = "±";
  if (const auto at = text.find(plus_minus); at != text.npos)
    return (at > 0 ? latex_figure({text.substr(0, at), "", cell.best}) : "") +
           fmt::format("$\\pm{}$", text.substr(at + plus_minus.size()));
  if (text.starts_with('+') || text.starts_with('-'))
    return cell.best ? fmt::format("$\\mathbf{{{}}}$", text) : fmt::format("${}$", text);
  return cell.best ? fmt::format("\\textbf{{{}}}", latex(text)) : latex(text);
}

std::string markdown(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("\\|*_`<>[]#~&$").find(c) != std::string_view::npos) out += '\\';
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
    for (const TableCell& cell : line.cells) out += " & " + latex_figure(cell) + latex(other_marks(cell));
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
