#include "plane.hpp"

namespace pentocity::players::planner {

Runs runs_of(const Cells& cells) {
  Runs out;
  for (const Cell c : cells) {
    if (!out.empty() && out.back().row == c.row && out.back().column + out.back().length == c.column &&
        out.back().length < 5)
      ++out.back().length;
    else
      out.push_back({c.row, c.column, 1});
  }
  return out;
}

}  // namespace pentocity::players::planner
