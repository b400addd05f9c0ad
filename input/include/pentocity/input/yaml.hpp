#pragma once
// Reading YAML files that people write. Error messages have file, line, column and key, and say what would be right.

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pentocity/input/user_error.hpp"

namespace pentocity::inline input {

/// The candidate with the smallest edit distance to `word` (insertions, deletions, substitutions, and exchanges of
/// adjacent characters); no value if all candidates differ from it too much.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// The end of an error message: `, did you mean 'x'?` with the nearest candidate, or `; known are a, b, c` if none is
/// near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The contents of a file. Throws InputError if it cannot be read, has more than `max` bytes, or is no regular file,
/// because a device or named pipe may never end. Standard input (/dev/stdin) and the pipes that a shell makes for
/// <(...) are allowed, up to 256 MiB.
std::string read_file(const std::string& path, std::size_t max = std::size_t{1} << 30);

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

  bool is_mapping() const { return node_.IsMap(); }
  bool is_sequence() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }
  bool is_null() const { return !node_.IsDefined() || node_.IsNull(); }
  /// Tells whether this is a scalar in quotes, which is a word and no number: "5" is a word, 5 a number.
  bool is_quoted() const { return node_.IsScalar() && node_.Tag() == "!"; }

  /// Fails unless this is a mapping that has no other keys than these.
  void check_keys(const std::vector<std::string>& keys) const;
  /// The entries of a mapping in order; fails if this is none.
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
  /// The value of a key that formerly had another name, found under either of them; fails if both are there, or if this
  /// is no mapping.
  std::optional<YamlNode> find(std::string_view key, std::string_view former) const;

  /// The scalar as a value of that type. Each fails, with a message that names the key, if it is no such value:
  /// integer() also outside of `min` to `max`, number() also for infinity and NaN, and all but text() for a scalar in
  /// quotes.
  std::string text() const;
  std::int64_t integer(std::int64_t min, std::int64_t max) const;
  double number() const;
  bool boolean() const;
  /// What this node is, for messages: `a mapping`, `a list`, `'word'` (long ones are cut) or `nothing`.
  std::string described() const;
  /// The text of a scalar, in quotes or not; empty for other nodes.
  const std::string& raw() const { return node_.Scalar(); }

  const std::string& file() const { return file_; }
  int line() const { return mark_.line + 1; }
  int column() const { return mark_.column + 1; }
  /// The place as messages begin with it: `file:line:column`.
  std::string place() const;

 private:
  YamlNode(const YAML::Node& node, const YAML::Mark& mark, std::string file, std::string key)
      : node_(node), mark_(mark), file_(std::move(file)), key_(std::move(key)) {}
  std::string subject() const;
  YAML::Node node_;
  YAML::Mark mark_;  ///< where it begins; if the value is left out, where its key begins
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
