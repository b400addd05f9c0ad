#pragma once
// What a YAML document is made of, whichever parser has read it.

#include <cstdint>
#include <string>
#include <vector>

namespace pentocity::inline input {

/// A value of a document, with all that it contains.
struct YamlValue {
  enum class Kind : std::uint8_t { nothing, scalar, sequence, mapping };
  Kind kind = Kind::nothing;
  bool quoted = false;             ///< a scalar in quotes
  int line = -1, column = -1;      ///< where it begins, from 0; -1: not known
  std::string text;                ///< of a scalar
  std::vector<YamlValue> keys;     ///< of a mapping: scalars, one for each member
  std::vector<YamlValue> members;  ///< of a sequence or mapping, in order
};

}  // namespace pentocity::inline input
