#pragma once
// Reading YAML that people write: every complaint names file, line, column and key, and says what would be right.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <yaml-cpp/yaml.h>

namespace pentocity {

/// Bad input, in one line for its author. The command line prints it and exits with 2.
class InputError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The candidate nearest to `word` by edit distance (Damerau-Levenshtein); none if nothing is near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `, did you mean 'x'?` with the nearest candidate, or `; known are a, b, c` if none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The whole file. Throws InputError if it cannot be read.
std::string read_file(const std::string& path);

/// A node of a YAML document, with the file it is from. Copying is cheap.
class YamlNode {
 public:
  /// Reads a file. Throws InputError for a file that cannot be read, is empty, is broken YAML (with line and column), nests
  /// too deep, or has a key twice in a mapping.
  static YamlNode load(const std::string& path);
  /// The same from text; `name` stands for the file in messages.
  static YamlNode parse(const std::string& text, const std::string& name);

  /// Throws InputError: `file:line:column: message`.
  [[noreturn]] void fail(const std::string& message) const;

  bool is_mapping() const { return node_.IsMap(); }
  bool is_sequence() const { return node_.IsSequence(); }
  bool is_scalar() const { return node_.IsScalar(); }
  bool is_null() const { return !node_.IsDefined() || node_.IsNull(); }
  /// Was a scalar written in quotes (so that "5" is a word, not a number)?
  bool is_quoted() const { return node_.IsScalar() && node_.Tag() == "!"; }

  /// Fails unless this is a mapping with no other keys than these.
  void check_keys(std::initializer_list<std::string_view> keys) const;
  /// The keys of a mapping in order, each with its value; the key's own node is for messages.
  struct Entry;
  std::vector<Entry> entries() const;
  /// The elements of a sequence; fails if it is none.
  std::vector<YamlNode> elements() const;
  bool has(std::string_view key) const;
  /// The value of a key; fails if the key is missing.
  YamlNode at(std::string_view key) const;
  /// The value of a key, or none.
  std::optional<YamlNode> find(std::string_view key) const;

  /// The scalar as that type; fails, naming the key, if it is no such thing.
  std::string text() const;
  std::int64_t integer(std::int64_t least, std::int64_t most) const;
  double number() const;
  bool boolean() const;
  /// What stands here, for messages: `a mapping`, `a list`, `'word'` or `nothing`.
  std::string described() const;
  /// A scalar's plain text, whatever it means.
  const std::string& raw() const { return node_.Scalar(); }

  const std::string& file() const { return file_; }
  int line() const { return node_.Mark().line + 1; }
  int column() const { return node_.Mark().column + 1; }

 private:
  YamlNode(YAML::Node node, std::string file, std::string key)
      : node_(std::move(node)), file_(std::move(file)), key_(std::move(key)) {}
  std::string subject() const;
  YAML::Node node_;
  std::string file_;
  std::string key_;  ///< the key this is the value of, for messages; may be empty
};

struct YamlNode::Entry {
  std::string key;
  YamlNode key_node;
  YamlNode value;
};

}  // namespace pentocity
