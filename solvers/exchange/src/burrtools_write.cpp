#include <fmt/format.h>

#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>
#include <utility>

#include "pentocity/core/picture.hpp"
#include "pentocity/core/polyomino.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/input/gzip.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::exchange {

using packing::Piece, packing::Puzzle;

namespace {

// How often a piece can be used on the board.
int most_used(const Puzzle& puzzle, const Piece& piece) {
  const int fits = puzzle.area() / static_cast<int>(piece.shape.size());
  return std::max(piece.min, std::min(piece.max.value_or(fits), fits));
}

// The cells that the pieces cover at least or at most.
template <class Number>
int covered_by(const Puzzle& puzzle, Number&& number) {
  int out = 0;
  for (const Piece& piece : puzzle.pieces) out += number(piece) * static_cast<int>(piece.shape.size());
  return out;
}

// Throws InputError for what an .xmpuzzle cannot say.
void check_sayable(const Puzzle& puzzle) {
  const auto refuse = [&](const std::string& what) {
    throw InputError("{}: {} cannot be said in an .xmpuzzle", puzzle.name, what);
  };
  const bool solid = puzzle.lattice == Lattice::cube;
  if (puzzle.lattice == Lattice::hex || puzzle.lattice == Lattice::triangle)
    refuse(puzzle.lattice == Lattice::hex ? "a board of hexagons" : "a board of triangles");
  const auto permitted = [&](bool rotate, bool flip, const Piece& piece) {
    const auto all = orientations(piece.shape, rotate, flip, puzzle.lattice);
    return std::set<Cells>(all.begin(), all.end());
  };
  if (puzzle.rounds().any()) refuse("a board whose edges meet (`wrap`)");
  if (!puzzle.fixed.empty()) refuse("a fixed placement");
  if (!puzzle.holes_by_colour.empty()) refuse("how many cells of a colour stay empty");
  for (const Piece& piece : puzzle.pieces)
    if (permitted(piece.rotate, piece.flip, piece) != permitted(true, !solid, piece))
      refuse(fmt::format("that piece {} {}", piece.name,
                         !piece.rotate ? "must not be turned"
                         : solid       ? "may be mirrored"
                                       : "must not be mirrored"));
  const int most = covered_by(puzzle, [&](const Piece& piece) { return most_used(puzzle, piece); });
  if (most == 0) refuse("a board on which no piece fits");
  if (puzzle.min_holes > std::max(puzzle.area() - most, 0))
    refuse(fmt::format("that at least {} cells stay empty", puzzle.min_holes));
}

void add_shape(pugi::xml_node& shapes, const char* name, const Box& size, const std::string& cells) {
  pugi::xml_node voxel = shapes.append_child("voxel");
  voxel.append_attribute("x") = size.columns;
  voxel.append_attribute("y") = size.rows;
  voxel.append_attribute("z") = size.layers;
  voxel.append_attribute("name") = name;
  voxel.append_attribute("type") = 0;
  voxel.text() = cells.c_str();
}

// The colours that are used. Their numbers are their places, from 1.
std::string used_colours(const Puzzle& puzzle) {
  std::string used = puzzle.colours, out;
  for (const Piece& piece : puzzle.pieces) used += piece.colours;
  for (const char letter : packing::colour_letters)
    if (used.find(letter) != std::string::npos) out += letter;
  return out;
}

void add_colours(pugi::xml_node& root, std::size_t count) {
  pugi::xml_node colours = root.append_child("colors");
  for (std::size_t i = 0; i < count; ++i) {  // seven bright ones, then darker ones
    pugi::xml_node colour = colours.append_child("color");
    const std::size_t bright = 255 - 60 * (i / 7);
    for (const auto& [name, bit] : {std::pair("red", 1U), std::pair("green", 2U), std::pair("blue", 4U)})
      colour.append_attribute(name) = ((i % 7 + 1) & bit) != 0 ? bright : 0;
  }
}

// The pairs of a colour of pieces and one of the board on which it may lie.
void add_colour_rules(const Puzzle& puzzle, const std::string& colours, pugi::xml_node bitmap) {
  for (std::size_t piece = 0; piece < colours.size(); ++piece)
    for (std::size_t result = 0; result < colours.size(); ++result) {
      if (!puzzle.permits(colours[piece], colours[result])) continue;
      pugi::xml_node pair = bitmap.append_child("pair");
      pair.append_attribute("piece") = piece;
      pair.append_attribute("result") = result;
    }
}

// Cells as an .xmpuzzle has them, with the number of its colour behind each.
std::string with_colours(const std::string& cells, const std::string& of_cells, const std::string& colours) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out += cells[i];
    if (!of_cells.empty() && of_cells[i] != '.') out += std::to_string(colours.find(of_cells[i]) + 1);
  }
  return out;
}

}  // namespace

std::string write_xmpuzzle(const Puzzle& puzzle) {
  check_sayable(puzzle);
  pugi::xml_document document;
  document.append_child(pugi::node_declaration).append_attribute("version") = "1.0";
  pugi::xml_node root = document.append_child("puzzle");
  root.append_attribute("version") = 2;
  root.append_child("gridType").append_attribute("type") = 0;
  const std::string colours = used_colours(puzzle);
  add_colours(root, colours.size());
  pugi::xml_node shapes = root.append_child("shapes");
  pugi::xml_node problem = root.append_child("problems").append_child("problem");
  problem.append_attribute("name") = puzzle.name.c_str();
  problem.append_attribute("state") = 0;
  pugi::xml_node parts = problem.append_child("shapes");
  int id = 0;
  for (const Piece& piece : puzzle.pieces) {
    pugi::xml_node part = parts.append_child("shape");
    part.append_attribute("id") = id++;
    const int max = most_used(puzzle, piece);
    part.append_attribute(piece.min == max ? "count" : "min") = piece.min;
    if (piece.min != max) part.append_attribute("max") = max;
    const Box size = bounding_box(piece.shape, puzzle.lattice);
    std::string picture = picture_of(piece.shape, '#', '_', '|', puzzle.lattice);
    std::erase(picture, '|');
    std::string of_picture(picture.size(), '.');
    auto colour = piece.colours.begin();
    for (std::size_t i = 0; i < picture.size() && colour != piece.colours.end(); ++i)
      if (picture[i] == '#') of_picture[i] = *colour++;
    add_shape(shapes, piece.name.c_str(), size, with_colours(picture, of_picture, colours));
  }
  std::string cells(puzzle.box(), puzzle.max_holes > 0 ? '+' : '#');
  for (const Cell c : puzzle.blocked) cells[puzzle.index(c)] = '_';
  for (const Cell c : puzzle.required) cells[puzzle.index(c)] = '#';
  add_shape(shapes, "board", {puzzle.layers, puzzle.rows, puzzle.columns},
            with_colours(cells, puzzle.colours, colours));
  problem.append_child("result").append_attribute("id") = id;
  add_colour_rules(puzzle, colours, problem.append_child("bitmap"));
  const int least = covered_by(puzzle, [](const Piece& piece) { return piece.min; });
  if (puzzle.max_holes > 0 && puzzle.max_holes < puzzle.area() - least)
    problem.append_attribute("maxHoles") = puzzle.max_holes;
  std::ostringstream out;
  document.save(out, " ");
  return gzip(out.str());
}

}  // namespace pentocity::exchange
