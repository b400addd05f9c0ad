#include "pentocity/packing/solve.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "choice.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/input/user_error.hpp"
#include "searcher.hpp"

namespace pentocity::packing {

// A new one is an Engine in a file of its own, and a place in this list.
std::vector<const Engine*> engines() { return {&scan_engine, &cover_engine, &frontier_engine, &restarts_engine}; }

const Engine& engine_named(const std::string& name) {
  for (const Engine* engine : engines())
    if (engine->name == name) return *engine;
  throw InputError("there is no engine '{}'{}", name, suggestion(name, names_of(solve_engines())));
}

SolveResult solve(const Puzzle& puzzle, const SolveOptions& options) {
  Searcher searcher(puzzle, options);
  const Engine& engine = options.engine.empty() ? scan_engine : engine_named(options.engine);
  if (searcher.finish_without_search(engine)) return searcher.take_result();
  if (!options.engine.empty()) {
    if (engine.first_only && options.task != Task::first && options.limit != 1)
      throw InputError("engine {} finds one solution: expected --first, or --limit 1", engine.name);
    if (!searcher.is_done_by(engine, {}))
      throw InputError("engine {} cannot hold puzzle {}: {}{}", engine.name, puzzle.name, searcher.excess(engine),
                       &engine == &cover_engine ? "" : "; without --engine, another one is tried");
  } else if (!searcher.is_done_from_checkpoint() && !search_by_choice(searcher)) {
    throw InputError("puzzle {} is too large for the engines: {}", puzzle.name, searcher.excess(scan_engine));
  }
  return searcher.take_result();
}

std::string search_key(const Puzzle& puzzle, const SolveOptions& options) {
  std::string text =
      fmt::format("{} {} {} {} {} {} {} {}", static_cast<int>(options.task), options.limit.value_or(0), options.engine,
                  static_cast<int>(puzzle.lattice), puzzle.rows, puzzle.columns, puzzle.min_holes, puzzle.max_holes);
  if (options.rotations_only) text += " rotations";
  if (puzzle.layers > 1) text += fmt::format(" layers {}", puzzle.layers);
  const auto add = [&](const Cells& cells) {
    text += " :";
    for (const Cell c : cells) text += fmt::format(" {} {}", c.row, c.column);
  };
  if (puzzle.rounds().any()) text += puzzle.wrap == Wrap::both ? " torus" : " cylinder";
  add(puzzle.blocked);
  add(puzzle.required);
  for (const Piece& piece : puzzle.pieces) {
    add(piece.shape);
    text += fmt::format(" {} {} {} {}", piece.min, piece.max.value_or(-1), piece.flip, piece.rotate);
    if (!piece.colours.empty()) text += " colours " + piece.colours;
  }
  text += " fixed";
  for (const Cells& cells : puzzle.fixed) add(cells);
  if (!puzzle.colours.empty()) text += " colours " + puzzle.colours;
  for (const auto& [colour, holes] : puzzle.holes_by_colour) text += fmt::format(" {}:{} holes", colour, holes);
  for (const auto& [piece, board] : puzzle.colour_rules) text += fmt::format(" {}:{}", piece, board);
  return fmt::format("{:08x}", hash_bytes(text) >> 32);
}

std::vector<EngineInfo> solve_engines() {
  std::vector<EngineInfo> out;
  for (const Engine* engine : engines()) out.push_back({std::string(engine->name), std::string(engine->summary)});
  return out;
}

}  // namespace pentocity::packing
