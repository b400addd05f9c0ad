#pragma once
// The YAML texts of configs/puzzles/, from a source file that the build generates.

#include <span>
#include <string_view>

namespace pentocity::packing {

struct BuiltinPuzzle {
  std::string_view name;
  std::string_view yaml;
};
std::span<const BuiltinPuzzle> builtin_puzzle_texts();

}  // namespace pentocity::packing
