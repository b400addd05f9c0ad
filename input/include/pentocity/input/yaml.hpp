#pragma once
// Reading YAML that people write: every complaint names file, line, column and key, and says what would be right.

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pentocity::input {

/// Bad input, in one line for its author. The command line prints it and exits with 2.
class InputError : public std::runtime_error {
 public:
  /// The message is made printable().
  explicit InputError(std::string_view message);
};

/// The candidate nearest to `word` by edit distance (Damerau-Levenshtein); none if nothing is near.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates);

/// `, did you mean 'x'?` with the nearest candidate, or `; known are a, b, c` if none is near.
std::string suggestion(std::string_view word, const std::vector<std::string>& candidates);

/// The whole file. Throws InputError if it cannot be read, has more bytes than `most`, or is no regular file: a device
/// or a named pipe may have no end. Standard input and the pipes that a shell makes for <(...) are read to their end.
std::string read_file(const std::string& path, std::size_t most = std::size_t{1} << 30);

/// A node of a YAML document, with the file it is from. Copying is cheap.
class YamlNode {
 public:
  /// Reads a file. Throws InputError for a file that cannot be read, is larger than 2 MiB, is empty, is no UTF-8 text,
  /// is broken YAML (with line and column), holds several documents, nests too deep, grows beyond a million values by
  /// its aliases, has a key twice in a mapping, or uses tags or merge keys.
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
  void check_keys(const std::vector<std::string>& keys) const;
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
  /// What stands here, for messages: `a mapping`, `a list`, `'word'` (cut short if it is long) or `nothing`.
  std::string described() const;
  /// A scalar's plain text, whatever it means.
  const std::string& raw() const { return node_.Scalar(); }

  const std::string& file() const { return file_; }
  int line() const { return mark_.line + 1; }
  int column() const { return mark_.column + 1; }
  /// `file:line:column`, as messages begin.
  std::string place() const;

 private:
  YamlNode(const YAML::Node& node, const YAML::Mark& mark, std::string file, std::string key)
      : node_(node), mark_(mark), file_(std::move(file)), key_(std::move(key)) {}
  std::string subject() const;
  YAML::Node node_;
  YAML::Mark mark_;  ///< where it stands; of a value that is left out, its key
  std::string file_;
  std::string key_;  ///< the key this is the value of, for messages; may be empty
};

struct YamlNode::Entry {
  std::string key;
  YamlNode key_node;
  YamlNode value;
};

}  // namespace pentocity::input
