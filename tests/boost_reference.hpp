#pragma once
// Boost.Graph as the reference for what is connected and how far things are, on the cells of a board.

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/connected_components.hpp>
#include <map>
#include <vector>

#include "slow_board.hpp"

namespace pentocity::testing {

/// The graph of the cells of a board: an edge for each two that touch.
class BoardGraph {
 public:
  explicit BoardGraph(const SlowBoard& board) : cells_(board.cells()), graph_(cells_.size()) {
    for (std::size_t i = 0; i < cells_.size(); ++i) vertices_[cells_[i]] = i;
    for (const auto& [cell, vertex] : vertices_)
      for (const Cell next : board.neighbours_of(cell))
        if (const auto it = vertices_.find(next); it != vertices_.end() && it->second > vertex)
          boost::add_edge(vertex, it->second, graph_);
  }

  /// The components as sorted lists, in order of their first cell.
  std::vector<Cells> components() const {
    std::vector<std::size_t> number(cells_.size());
    const std::size_t count = boost::connected_components(graph_, number.data());
    std::vector<Cells> out(count);
    for (std::size_t i = 0; i < cells_.size(); ++i) out[number[i]].push_back(cells_[i]);
    std::sort(out.begin(), out.end(), [](const Cells& a, const Cells& b) { return a.front() < b.front(); });
    return out;
  }

  /// The steps from the nearest of `sources` (those that are cells of the board, at distance 0) to each cell that can
  /// be reached.
  std::map<Cell, int> distances(const Cells& sources) const {
    Graph graph = graph_;
    const auto origin = boost::add_vertex(graph);
    for (const Cell c : sources)
      if (const auto it = vertices_.find(c); it != vertices_.end()) boost::add_edge(origin, it->second, graph);
    std::vector<int> steps(cells_.size() + 1, 0);
    boost::breadth_first_search(
        graph, origin,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(steps.data(), boost::on_tree_edge()))));
    std::map<Cell, int> out;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (steps[i] > 0) out[cells_[i]] = steps[i] - 1;
    return out;
  }

 private:
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::undirectedS>;
  Cells cells_;
  std::map<Cell, std::size_t> vertices_;
  Graph graph_;
};

}  // namespace pentocity::testing
