#pragma once
// Puzzles by name or from files of any format, and as files of ours.

#include <string>

#include "pentocity/packing/puzzle.hpp"

namespace pentocity::exchange {

/// A built-in puzzle by name, or a file: YAML, or an `.xmpuzzle`, after which `#2` names its second problem. `holes` is
/// for YAML: an `.xmpuzzle` always says which cells may stay empty. Throws InputError.
packing::Puzzle find_puzzle(const std::string& name_or_path,
                            packing::HolesLeftOut holes = packing::HolesLeftOut::as_pieces_leave);

/// The puzzle as a YAML file.
std::string yaml_of(const packing::Puzzle& puzzle);

}  // namespace pentocity::exchange
