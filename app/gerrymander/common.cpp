#include "common.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "commands.hpp"
#include "pentocity/core/picture.hpp"
#include "roman.hpp"

namespace pentocity::app {

using namespace districting;

void add_format(CLI::App& command, std::string& format) {
  choice(command, "--format text|json", format, "Format of the output: text or json (default: text)");
}

void add_size(CLI::App& command, int& size) {
  option(command, "--size K", size, "Voters of a district (default: as many as the board has columns)")
      ->check(number_from(1, 23));
}

Electorate read_voters(const std::string& argument, int size) {
  return read_picture(argument, [size](const std::string& text) { return read_electorate(text, size); });
}

std::pair<int, int> read_sides(const std::string& text) {
  int rows = 0, columns = 0, end = 0;
  if (std::sscanf(text.c_str(), "%4dx%4d%n", &rows, &columns, &end) == 2 && end == static_cast<int>(text.size()))
    return {rows, columns};
  if (std::sscanf(text.c_str(), "%4d%n", &rows, &end) == 1 && end == static_cast<int>(text.size())) return {rows, rows};
  throw InputError(fmt::format("'{}' is no size of a board: expected N or ROWSxCOLUMNS, as in 5 or 4x6", text));
}

int no_plan(const Electorate& e) {
  fmt::print(stderr, "the board has no plan with districts of {}\n", e.size);
  return exit_no;
}

std::string plan_with_legend(const Electorate& e, const DistrictPlan& plan) {
  std::vector<std::string> lines{""};
  for (const char ch : plan_text(e, plan)) {
    if (ch == '|')
      lines.emplace_back();
    else
      lines.back() += ch;
  }
  const std::vector<int> votes = votes_by_district(e, plan);
  std::vector<std::string> legend;
  for (int p = 0; p < e.districts(); ++p) {
    const int a = votes[p], b = e.size - a;
    legend.push_back(fmt::format("{}  {:<5}{} : {}  {}", placement_label(p), roman(p + 1), a, b,
                                 a > b   ? "A"
                                 : b > a ? "B"
                                         : "tie"));
  }
  std::string out;
  for (std::size_t i = 0; i < std::max(lines.size(), legend.size()); ++i) {
    std::string line = i < lines.size() ? lines[i] : std::string(lines.front().size(), ' ');
    if (i < legend.size()) line = fmt::format("{:<{}}   {}", line, lines.front().size(), legend[i]);
    out += line + '\n';
  }
  return out;
}

}  // namespace pentocity::app
