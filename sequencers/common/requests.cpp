#include "common/requests.hpp"

#include <algorithm>
#include <array>

#include "pentocity/core/picture.hpp"

namespace pentocity::sequencers {
namespace {

constexpr int longest_side = 5, walk_steps = 4;

// All corner walks as a tree: `next` of the last step leads to `ends`, of the others to `steps`.
struct WalkTree {
  struct Step {
    int choices = 0;
    std::array<std::size_t, 3> next{};
  };
  std::vector<Step> steps;  // the walk starts at 0
  std::vector<Request> ends;

  WalkTree() { grow(Cells{{0, 0}}); }

  // Adds what may follow the path; where it was put.
  std::size_t grow(Cells path) {
    if (path.size() == walk_steps + 1) {
      ends.emplace_back(Building::residence, path);
      return ends.size() - 1;
    }
    const std::size_t at = steps.size();
    steps.emplace_back();
    for (const Cell step : pentocity::steps(Lattice::square, 0)) {
      const Cell to = path.back() + step;
      if (to.row < 0 || to.column < 0 || std::find(path.begin(), path.end(), to) != path.end()) continue;
      path.push_back(to);
      const std::size_t next = grow(path);
      path.pop_back();
      Step& here = steps[at];
      here.next[here.choices++] = next;
    }
    return at;
  }
};

}  // namespace

Request residence(std::string_view picture) { return {Building::residence, cells_of_picture(picture, "X", ".")}; }

std::vector<Request> residences(std::initializer_list<std::string_view> pictures) {
  std::vector<Request> out;
  for (const std::string_view picture : pictures) out.push_back(residence(picture));
  return out;
}

const Request& factory(int rows, int columns) {
  static const auto table = [] {
    std::vector<Request> out;
    for (int h = 1; h <= longest_side; ++h)
      for (int w = 1; w <= longest_side; ++w) out.emplace_back(Building::factory, rectangle(h, w));
    return out;
  }();
  return table[(rows - 1) * longest_side + (columns - 1)];
}

const Request& star() {
  static const Request request = residence(".X.|XXX|.X.");
  return request;
}

const Request& line() {
  static const Request request = residence("XXXXX");
  return request;
}

const Request& corner_walk(RequestRandom& random) {
  static const WalkTree tree;
  std::size_t at = 0;
  for (int i = 0; i < walk_steps; ++i) {
    const WalkTree::Step& step = tree.steps[at];
    at = step.next[random.next_int(step.choices)];
  }
  return tree.ends[at];
}

}  // namespace pentocity::sequencers
