#pragma once
// The columns of the table `game`, as one list. The table's schema, storing, reading, comparing and hashing of rows all
// use this list.

#include <sodium/crypto_generichash.h>

#include "pentocity/match/game.hpp"

namespace pentocity::results {

/// A value in a column: nothing (NULL), an integer, a floating-point number or a text.
using ColumnValue = std::variant<std::monostate, std::int64_t, double, std::string>;

enum class ColumnType : std::uint8_t { whole, real, text };
/// The type's name in SQL.
std::string_view name_of(ColumnType type);

/// A column: its name, its type, and functions that read and write its value in a row.
struct Column {
  std::string_view name = {};
  ColumnType type = ColumnType::whole;
  bool nullable = false;
  /// Whether the value is the same each time the game is played.
  bool deterministic = true;
  /// Whether the value is a part of the game's digest, which is older than some columns.
  bool digested = true;
  /// It is also read with Store::Read::brief.
  bool brief = false;
  /// Added after the table was first made: it stands after the key, is nullable and not digested, and tables that were
  /// made before it are without it until they are written.
  bool added = false;
  /// Reads the value from a row. What is no number or text, such as a course, is a text of JSON.
  ColumnValue (*get)(const match::GameRow& row) = nullptr;
  /// Writes a value to a row. It must have the column's type, or be nothing if the column is nullable. Integers that do
  /// not fit become the nearest that do. Throws InputError for a word without meaning.
  void (*set)(match::GameRow& row, const ColumnValue& value) = nullptr;
};

/// All columns of the table but `key`, in their order. The first three (player, sequencer, repeat) identify the game
/// within a schedule. The key is no part of a row because it follows from the schedule.
std::span<const Column> game_columns();

/// A hash of rows: BLAKE2b with 256 bits over a text. Its first line has the names of the digested columns and
/// `key`; each further line has their values in one row. Words are separated by tabs, and each line ends in a line
/// feed.
class RowDigest {
 public:
  RowDigest();
  /// Adds a row; the order of the rows matters.
  void add(const match::GameRow& row, std::string_view key);
  /// The hash as 64 hexadecimal digits. May be called once, at the end.
  std::string hex();

 private:
  void add_line();
  crypto_generichash_state state_;
  std::string line_;  ///< the one that is added, a member only to reuse its memory
};

/// A value as one word: nothing as `\N`, numbers with all digits that matter, texts with each backslash and control
/// character as `\xNN`.
std::string word_of(const ColumnValue& value);

}  // namespace pentocity::results
