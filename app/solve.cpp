#include "pentocity/solvers/solve.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "commands.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/solvers/svg.hpp"

namespace pentocity {
namespace {

std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

struct Arguments {
  std::string puzzle;
  bool first = false, all = false, unique = false, count = false;
  std::uint64_t limit = 0;
  int jobs = 0;
  std::string engine;
  std::string format = "text";
  std::string labels = "placements";
  bool progress = false;
  std::uint64_t progress_every = 0;
};

nlohmann::ordered_json number(const std::optional<std::string>& n) {
  return n ? nlohmann::ordered_json(*n) : nlohmann::ordered_json(nullptr);
}

// A square as two characters: a label doubled, or a hole as ". ". Odd rows of hexagons begin a character later.
std::string doubled(const Puzzle& puzzle, const std::string& text) {
  std::string out;
  std::size_t longest = 1;
  for (std::size_t i = 0, end; i < text.size(); i = end) {
    end = text[i] == '[' ? text.find(']', i) + 1 : i + 1;
    longest = std::max(longest, end - i);
  }
  const std::size_t width = longest == 1 ? 2 : longest + 1;
  int row = 0;
  for (std::size_t i = 0, end; i < text.size(); i = end) {
    end = text[i] == '[' ? text.find(']', i) + 1 : i + 1;
    const std::string label = text.substr(i, end - i);
    if (label == "|") {
      while (!out.empty() && out.back() == ' ') out.pop_back();
      out += '\n';
      if (puzzle.lattice == Lattice::hex && ++row % 2 == 1) out += std::string(width / 2, ' ');
    } else if (longest == 1) {
      out += label;
      out += label == "." ? " " : label;
    } else {
      out += label + std::string(width - label.size(), ' ');
    }
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  return out;
}

}  // namespace
}  // namespace pentocity
