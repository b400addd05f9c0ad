#pragma once
// Reading YAML files that people write. Error messages have file, line, column and key, and say what would be right.

#include <fmt/core.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pentocity/input/user_error.hpp"

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

/// A node of a YAML document that knows its file. Copying is cheap. "Fails" means here: throws InputError with the
/// place of the node.
class YamlNode {
 public:
  /// Reads a file. Throws InputError if it cannot be read, is larger than 2 MiB, is empty, is not UTF-8 text, is broken
  /// YAML, holds several documents, nests deeper than 64 levels, has more than a million values (those behind aliases
  /// counted each time), has a key twice in a mapping, or uses tags or merge keys.
  static YamlNode load(const std::string& path);
  /// The same from text; messages call the file `name`.
  static YamlNode parse(const std::string& text, const std::string& name);

  /// Throws InputError with the message `file:line:column: message`. The message may be made as by fmt::format().
  [[noreturn]] void fail(const std::string& message) const;
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    fail(fmt::format(format, std::forward<Args>(args)...));
  }

  bool is_mapping() const { return value_->kind == YamlValue::Kind::mapping; }
  bool is_sequence() const { return value_->kind == YamlValue::Kind::sequence; }
  bool is_scalar() const { return value_->kind == YamlValue::Kind::scalar; }
  bool is_null() const { return value_->kind == YamlValue::Kind::nothing; }
  /// Tells whether this is a scalar in quotes: where any value may stand, "5" is a word and 5 a number.
  bool is_quoted() const { return value_->quoted; }

  /// Fails unless this is a mapping that has no other keys than these.
  void check_keys(const std::vector<std::string>& keys) const;
  /// The entries of a mapping in order; fails if this is none. Here and below, a key whose value is left out or null is
  /// taken as absent.
  struct Entry;
  std::vector<Entry> entries() const;
  /// The elements of a sequence; fails if this is none.
  std::vector<YamlNode> elements() const;
  /// Tells whether the mapping has this key. Fails if this is no mapping.
  bool has(std::string_view key) const;
  /// The value of a key; fails if the key is missing or this is no mapping.
  YamlNode at(std::string_view key) const;
  /// The value of a key, or none; fails if this is no mapping.
  std::optional<YamlNode> find(std::string_view key) const;

  /// The scalar as a value of that type. Each fails, with a message that names the key, if it is no such value:
  /// integer() also outside of `min` to `max`, and number() also for infinity and NaN. Quotes make no difference.
  std::string text() const;
  std::int64_t integer(std::int64_t min, std::int64_t max) const;
  double number() const;
  bool boolean() const;
  /// What this node is, for messages: `a mapping`, `a list`, `'word'` (long ones are cut) or `nothing`.
  std::string described() const;
  /// The text of a scalar, in quotes or not; empty for other nodes.
  const std::string& raw() const { return value_->text; }

  const std::string& file() const { return file_; }
  int line() const { return line_ + 1; }
  int column() const { return column_ + 1; }
  /// The place as messages begin with it: `file:line:column`.
  std::string place() const;

 private:
  YamlNode(std::shared_ptr<const YamlValue> value, std::string file, std::string key)
      : value_(std::move(value)),
        line_(value_->line),
        column_(value_->column),
        file_(std::move(file)),
        key_(std::move(key)) {}
  /// A value of the same document.
  YamlNode part(const YamlValue& value, const std::string& key) const { return {{value_, &value}, file_, key}; }
  std::vector<Entry> all_entries() const;  ///< those without a value, too
  std::string subject() const;
  std::shared_ptr<const YamlValue> value_;  ///< keeps the whole document
  int line_, column_;                       ///< where it begins, from 0; if the value is left out, where its key begins
  std::string file_;
  std::string key_;  ///< the key whose value this is, for messages; may be empty
};

/// A key of a mapping with its value; `key_node` is for messages about the key itself.
struct YamlNode::Entry {
  std::string key;
  YamlNode key_node;
  YamlNode value;
};

}  // namespace pentocity::inline input
