#pragma once
// The columns of the table `game`: one list, from which its schema, storing and reading rows, and what is compared and
// digested of them follow.

#include <sodium/crypto_generichash.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "pentocity/match/results.hpp"

namespace pentocity::tournament {

/// What a row has in a column: nothing (NULL), a whole number, a number or a text. Texts belong to somebody else.
using ColumnValue = std::variant<std::monostate, std::int64_t, double, std::string_view>;

enum class ColumnType : std::uint8_t { whole, real, text };
/// As SQL calls it.
std::string_view name_of(ColumnType type);

struct Column {
  std::string_view name;
  ColumnType type = ColumnType::whole;
  bool nullable = false;
  /// The same whenever and wherever the game is played?
  bool deterministic = true;
  /// The text lives as long as the row.
  ColumnValue (*get)(const match::GameRow& row) = nullptr;
  /// Takes a value of the column's type, and nothing only if the column is nullable. Throws InputError for a word that
  /// has no meaning.
  void (*set)(match::GameRow& row, const ColumnValue& value) = nullptr;
};

/// All but the last one, `key`, in the order of the table; the first three tell the game. The key is no part of a row:
/// it follows from the plan.
std::span<const Column> game_columns();

/// A digest of rows, BLAKE2b of 256 bits over a text: a line with the names of the deterministic columns and `key`,
/// then a line for each row with its values as words; words are separated by tabs, and each line ends in a line feed.
class RowDigest {
 public:
  RowDigest();
  /// In the order of the digest.
  void add(const match::GameRow& row, std::string_view key);
  /// 64 hexadecimal digits. Call it once, in the end.
  std::string hex();

 private:
  void add_line(const std::string& line);
  crypto_generichash_state state_;
  std::string line_;  ///< its memory is used again
};

/// A value as one word: nothing as \N, numbers with all their digits, texts with every backslash and control character
/// as \xNN.
std::string word_of(const ColumnValue& value);

}  // namespace pentocity::tournament
