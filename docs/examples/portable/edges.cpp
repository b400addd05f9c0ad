// A portable player: row by row, the first site at the edge of the land; no roads, parks or ponds. It needs nothing but
// the standard library. docs/how-to/portable.md says how it is built.
#include <algorithm>
#include <array>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

using Cell = std::pair<int, int>;
using Cells = std::vector<Cell>;

namespace {

// Reads what it needs of a line of JSON, from left to right. The fields come in the order of the protocol's page.
class Reader {
 public:
  explicit Reader(const std::string& line) : line_(line) {}
  // Goes behind the next such text; false if there is none before the end, or before `until`.
  bool find(const std::string& text, const std::string& until = "") {
    const std::size_t found = line_.find(text, at_);
    if (found == line_.npos || (!until.empty() && line_.find(until, at_) < found)) return false;
    at_ = found + text.size();
    return true;
  }
  char next() const { return at_ < line_.size() ? line_[at_] : '\0'; }
  int number() {
    int out = 0;
    for (; next() >= '0' && next() <= '9'; ++at_) out = 10 * out + (next() - '0');
    return out;
  }
  // A list such as [[0,0],[0,1]].
  Cells cells() {
    Cells out;
    for (++at_; next() == '[' || next() == ',';) {
      if (line_[at_++] == ',') continue;
      const int row = number();
      ++at_;
      out.emplace_back(row, number());
      ++at_;
    }
    ++at_;
    return out;
  }

 private:
  const std::string& line_;
  std::size_t at_ = 0;
};

class Edges {
 public:
  explicit Edges(int side) : side_(side) {}

  void note(char kind, const Cells& cells) { built_[kind == 'r'].insert(cells.begin(), cells.end()); }

  // The answer to a request, without its first field.
  std::string answer(bool residence, const std::vector<Cells>& rotations) const {
    for (int row = 0; row < side_; ++row)
      for (int column = 0; column < side_; ++column)
        for (std::size_t i = 0; i < rotations.size(); ++i)
          if (legal(residence, rotations[i], row, column))
            return "\"accept\":true,\"rotation\":" + std::to_string(i) + ",\"location\":[" + std::to_string(row) + "," +
                   std::to_string(column) + "]";
    return "\"accept\":false";
  }

 private:
  bool is_edge(int x) const { return x == 0 || x == side_ - 1; }
  // Free, not next to a building of the other type, and at the edge, which is the only road there is.
  bool legal(bool residence, const Cells& rotation, int row, int column) const {
    bool at_edge = false;
    for (const auto& [r, c] : rotation) {
      const int y = row + r, x = column + c;
      if (y >= side_ || x >= side_ || built_[0].count({y, x}) + built_[1].count({y, x}) > 0) return false;
      for (const Cell& beside : {Cell{y - 1, x}, Cell{y + 1, x}, Cell{y, x - 1}, Cell{y, x + 1}})
        if (built_[!residence].count(beside) > 0) return false;
      at_edge = at_edge || is_edge(y) || is_edge(x);
    }
    return at_edge;
  }

  int side_;
  std::array<std::set<Cell>, 2> built_;  // of factories and all else, and of residences
};

}  // namespace

int main() {
  std::string line;
  std::getline(std::cin, line);
  Reader hello(line);
  hello.find("\"side\":");
  Edges player(hello.number());
  std::cout << "{\"ready\":true,\"name\":\"edges\",\"options\":[]}" << std::endl;
  while (std::getline(std::cin, line)) {
    Reader turn(line);
    if (!turn.find("\"turn\":")) break;  // the end
    const int number = turn.number();
    turn.find("\"type\":\"");
    const bool residence = turn.next() == 'r';
    turn.find("\"rotations\":[");
    std::vector<Cells> rotations;
    while (turn.next() == '[' || turn.next() == ',') {
      if (turn.next() == ',') turn.find(",");
      rotations.push_back(turn.cells());
    }
    turn.find("\"placed\":[");
    while (turn.find("\"kind\":\"", "\"score\"")) {
      // A road, "road", begins with the letter of a residence.
      const char kind = turn.find("residence", "cells") ? 'r' : 'f';
      turn.find("\"cells\":");
      player.note(kind, turn.cells());
    }
    std::cout << "{\"turn\":" << number << ',' << player.answer(residence, rotations) << '}' << std::endl;
  }
}
