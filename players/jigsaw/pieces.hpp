#pragma once
// The pieces from which the player `jigsaw` is put together. Each option has a table of the words that it allows; with
// each word stands its piece, the function or value that the word stands for. All pieces of a table have the same type,
// so a new one is a function and a line in its table.

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace pentocity::players {

/// A line of such a table.
template <class Use>
struct Piece {
  std::string word;  ///< the option's value in a config
  Use use;           ///< what it stands for
};
/// A table. The first line is the option's default.
template <class Use>
using Pieces = std::vector<Piece<Use>>;

/// The words of a table, in its order.
template <class Use>
std::vector<std::string> words_of(const Pieces<Use>& pieces) {
  std::vector<std::string> out;
  for (const auto& piece : pieces) out.push_back(piece.word);
  return out;
}

/// What a word stands for. Throws std::logic_error for a word that is not in the table; that cannot happen with a word
/// from a config, which was checked before.
template <class Use>
const Use& piece_of(const Pieces<Use>& pieces, const std::string& word) {
  const auto it = std::find_if(pieces.begin(), pieces.end(), [&](const auto& piece) { return piece.word == word; });
  if (it == pieces.end()) throw std::logic_error("no piece '" + word + "'");
  return it->use;
}

}  // namespace pentocity::players
