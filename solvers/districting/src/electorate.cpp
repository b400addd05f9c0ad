#include "pentocity/districting/electorate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <map>
#include <sstream>
#include <tuple>

#include "pentocity/core/picture.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {
namespace {

constexpr int max_side = 50, max_weight = 999;

void check_board(const Electorate& e) {
  const std::size_t weights = e.rules.weights.size();
  if (weights != 0 && weights != e.cells.size())
    throw InputError("there are {} weights for {} cells", weights, e.cells.size());
  if (!e.rules.counties.empty() && e.rules.counties.size() != e.cells.size())
    throw InputError("there are counties of {} cells for {} cells", e.rules.counties.size(), e.cells.size());
  if (e.rows < 1 || e.columns < 1 || e.rows > max_side || e.columns > max_side)
    throw InputError("a board of {} x {}: both sides must be from 1 to {}", e.rows, e.columns, max_side);
  if (e.voters() == 0) throw InputError("the board has no voters: all its cells are blocked");
}

// Fills in the sizes of districts if the rules leave them out, too.
void check(Electorate& e) {
  check_board(e);
  DistrictRules& rules = e.rules;
  const int voters = e.voters();
  if (rules.min == 0) {
    if (rules.districts == 0 && !rules.weights.empty())
      throw InputError(
          "the cells have weights: expected how many voters a district has (--size), or how many districts "
          "there are (--districts)");
    std::tie(rules.min, rules.max) = rules.districts > 0 ? std::pair(1, voters) : std::pair(e.columns, e.columns);
  }
  if (rules.min < 1 || rules.min > voters || rules.max < rules.min)
    throw InputError("districts of {}: the size must be from 1 to {}, the number of voters", e.sizes_text(), voters);
  if (rules.districts < 0 || rules.districts > voters)
    throw InputError("{} districts: the number must be from 1 to {}, that of voters", rules.districts, voters);
  if (rules.min == rules.max && voters % rules.min != 0)
    throw InputError("{} voters cannot be divided into districts of {}: {} = {} x {} + {}", voters, rules.min, voters,
                     voters / rules.min, rules.min, voters % rules.min);
  const int fewest = rules.districts > 0 ? rules.districts : (voters + rules.max - 1) / rules.max;
  if (std::int64_t{fewest} * rules.min > voters || std::int64_t{fewest} * rules.max < voters)
    throw InputError("{} voters cannot be divided into {} districts of {}", voters, fewest, e.sizes_text());
}

std::vector<std::string> words_of(std::string line) {
  std::replace(line.begin(), line.end(), ',', ' ');
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

// Adds a row of votes such as `12/7`.
void add_votes(Electorate& e, std::size_t number, const std::vector<std::string>& row) {
  if (number == 1) e.columns = static_cast<int>(row.size());
  if (std::ssize(row) != e.columns)
    throw InputError("row {} of the votes has {} cells, row 1 has {}", number, row.size(), e.columns);
  for (const std::string& word : row) {
    int a = 0, b = 0, end = 0;
    const bool is_blocked = word == "#";
    const bool is_right = std::sscanf(word.c_str(), "%6d/%6d%n", &a, &b, &end) == 2 && end == std::ssize(word);
    if (!is_blocked && (!is_right || std::min(a, b) < 0 || a + b < 1 || a + b > max_weight))
      throw InputError(
          "row {}, column {} of the votes is '{}': expected # or those for A and B, at most {}, as in 12/7", number,
          e.cells.size() % e.columns + 1, word, max_weight);
    e.cells += is_blocked ? '#' : a > b ? 'A' : 'B';
    e.votes.push_back(is_blocked ? 0 : a);
    e.rules.weights.push_back(is_blocked ? 1 : a + b);
  }
}

}  // namespace

int Electorate::voters() const {
  int sum = 0;
  for (int i = 0; i < std::ssize(cells); ++i) sum += cells[i] == '#' ? 0 : weight(i);
  return sum;
}

int Electorate::votes_of_a() const {
  int sum = 0;
  for (int i = 0; i < std::ssize(cells); ++i) sum += votes_in(i);
  return sum;
}

int Electorate::districts() const { return rules.min == rules.max ? voters() / rules.min : rules.districts; }

int Electorate::counties() const {
  return rules.counties.empty() ? 0 : 1 + *std::max_element(rules.counties.begin(), rules.counties.end());
}

std::string Electorate::sizes_text() const {
  return rules.min == rules.max ? std::to_string(rules.min) : fmt::format("{} to {}", rules.min, rules.max);
}

std::vector<int> neighbours(const Electorate& e, int cell) {
  std::vector<int> out;
  const int row = cell / e.columns, column = cell % e.columns;
  for (int r = row - 1; r <= row + 1; ++r)
    for (int c = column - 1; c <= column + 1; ++c) {
      const bool touches =
          e.rules.contiguity == Contiguity::queen ? r != row || c != column : (r == row) != (c == column);
      if (touches && r >= 0 && r < e.rows && c >= 0 && c < e.columns) out.push_back(r * e.columns + c);
    }
  return out;
}

std::set<int> reached_from(const Electorate& e, std::vector<int> cells, const std::function<bool(int)>& leads) {
  std::set<int> out(cells.begin(), cells.end());
  while (!cells.empty()) {
    const int cell = cells.back();
    cells.pop_back();
    for (const int next : neighbours(e, cell))
      if (leads(next) && out.insert(next).second) cells.push_back(next);
  }
  return out;
}

Electorate electorate_without_votes(int rows, int columns, DistrictRules rules, std::string_view blocked) {
  Electorate e{rows, columns, std::move(rules), std::string(std::max(0, rows) * std::max(0, columns), 'B')};
  if (!blocked.empty()) {
    const auto lines = picture_lines(blocked);
    if (std::ssize(lines) != rows)
      throw InputError("the picture of blocked cells has {} rows, the board {}", lines.size(), rows);
    for (std::size_t r = 0; r < lines.size(); ++r) {
      if (static_cast<int>(lines[r].size()) > columns)
        throw InputError("row {} of the picture of blocked cells has {} characters, the board {} columns", r + 1,
                         lines[r].size(), columns);
      for (std::size_t c = 0; c < lines[r].size(); ++c)
        if (lines[r][c] == '#') e.cells[r * columns + c] = '#';
    }
  }
  check(e);
  return e;
}

Electorate read_electorate(std::string_view picture, DistrictRules rules) {
  const auto lines = picture_lines(picture);
  if (lines.empty()) throw InputError("the picture of voters is empty: expected rows of A, B and #");
  Electorate e{static_cast<int>(lines.size()), static_cast<int>(lines.front().size()), std::move(rules), ""};
  const std::size_t slash = picture.find('/');
  if (slash != picture.npos && slash > 0 && picture[slash - 1] >= '0' && picture[slash - 1] <= '9') {
    for (std::size_t r = 0; r < lines.size(); ++r) add_votes(e, r + 1, words_of(lines[r]));
    check(e);
    return e;
  }
  std::set<char> letters;
  for (const char c : fmt::format("{}", fmt::join(lines, "")))
    if (c != '#') letters.insert(upper(c));
  std::string parties(letters.begin(), letters.end());
  if (parties == "B" || parties.size() > 2 ||
      !std::all_of(parties.begin(), parties.end(), [](unsigned char c) { return std::isalnum(c); }))
    parties = "AB";
  if (parties == "0" || parties == "01") parties = "10";
  for (std::size_t r = 0; r < lines.size(); ++r) {
    if (lines[r].size() != lines.front().size())
      throw InputError("row {} of the voters has {} characters, row 1 has {}", r + 1, lines[r].size(),
                       lines.front().size());
    for (std::size_t c = 0; c < lines[r].size(); ++c) {
      const std::size_t party = (parties + '#').find(upper(lines[r][c]));
      if (party == std::string::npos)
        throw InputError(
            "row {}, column {} of the voters is '{}': expected A or B for a voter, or the letters of two other "
            "parties, # "
            "for none, and | between rows",
            r + 1, c + 1, lines[r][c]);
      e.cells += lines[r][c] == '#' ? '#' : "AB"[party];
    }
  }
  check(e);
  return e;
}

Electorate with_rules(Electorate e, DistrictRules rules) {
  if (!e.votes.empty()) rules.weights = e.rules.weights;
  e.rules = std::move(rules);
  check(e);
  return e;
}

std::vector<int> read_weights(int rows, int columns, std::string_view text) {
  std::vector<int> weights;
  const auto lines = picture_lines(text);
  if (std::ssize(lines) != rows) throw InputError("the weights have {} rows, the board {}", lines.size(), rows);
  for (std::size_t r = 0; r < lines.size(); ++r) {
    int n = 0;
    for (const std::string& word : words_of(lines[r])) {
      int weight = word == "#" || word == "." ? 1 : 0;
      if (weight == 0) std::from_chars(word.data(), word.data() + word.size(), weight);
      if (weight < 1 || weight > max_weight || (word != "#" && word != "." && word != std::to_string(weight)))
        throw InputError(
            "row {}, column {} of the weights is '{}': expected a whole number from 1 to {}, or # for a blocked cell",
            r + 1, n + 1, word, max_weight);
      weights.push_back(weight);
      ++n;
    }
    if (n != columns) throw InputError("row {} of the weights has {} numbers, the board {} columns", r + 1, n, columns);
  }
  return weights;
}

std::vector<int> read_counties(int rows, int columns, std::string_view text) {
  std::vector<int> counties;
  std::map<std::string, int, std::less<>> number{{"#", -1}, {".", -1}};
  const auto lines = picture_lines(text);
  if (std::ssize(lines) != rows) throw InputError("the counties have {} rows, the board {}", lines.size(), rows);
  for (std::size_t r = 0; r < lines.size(); ++r) {
    const auto row = split_labels(lines[r]);
    if (std::ssize(row) != columns)
      throw InputError("row {} of the counties has {} cells, the board {} columns", r + 1, row.size(), columns);
    for (const std::string_view label : row)
      counties.push_back(number.try_emplace(std::string(label), static_cast<int>(number.size()) - 2).first->second);
  }
  return counties;
}

std::string picture_of(const Electorate& e) {
  std::string out;
  for (int r = 0; r < e.rows; ++r) {
    if (r > 0) out += '|';
    out += e.cells.substr(r * e.columns, e.columns);
  }
  return out;
}

}  // namespace pentocity::districting
