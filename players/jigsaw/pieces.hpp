#pragma once
// The pieces that `jigsaw` is composed of: an option's words, each with what it stands for. All pieces of an option
// have the same interface, so a new one is a function and a line in its table.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace pentocity::players {

template <class Use>
struct Piece {
  std::string word;  ///< in a config
  Use use;
};
/// The first is the default.
template <class Use>
using Pieces = std::vector<Piece<Use>>;

template <class Use>
std::vector<std::string> words_of(const Pieces<Use>& pieces) {
  std::vector<std::string> out;
  for (const auto& piece : pieces) out.push_back(piece.word);
  return out;
}

/// What a word stands for. Throws std::logic_error for a word that is not in the table: options are checked before.
template <class Use>
const Use& piece_of(const Pieces<Use>& pieces, const std::string& word) {
  const auto it = std::find_if(pieces.begin(), pieces.end(), [&](const auto& piece) { return piece.word == word; });
  if (it == pieces.end()) throw std::logic_error("no piece '" + word + "'");
  return it->use;
}

}  // namespace pentocity::players
