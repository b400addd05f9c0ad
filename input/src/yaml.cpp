#include "pentocity/input/yaml.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fstream>
#include <set>
#include <sstream>

#include <fmt/format.h>

namespace pentocity {
namespace {

constexpr int max_depth = 64;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

[[noreturn]] void fail_at(const std::string& file, int line, int column, const std::string& message) {
  if (line < 1) throw InputError(fmt::format("{}: {}", file, message));
  throw InputError(fmt::format("{}:{}:{}: {}", file, line, column, message));
}

// yaml-cpp keeps the first or the last of equal keys in silence; and a document that nests without end would overflow the
// stack of every later walk.
void check_tree(const YAML::Node& node, const std::string& file, int depth) {
  if (depth > max_depth)
    fail_at(file, node.Mark().line + 1, node.Mark().column + 1, fmt::format("nested deeper than {} levels", max_depth));
  if (node.IsMap()) {
    std::set<std::string> seen;
    for (const auto& entry : node) {
      const YAML::Node& key = entry.first;
      if (!key.IsScalar())
        fail_at(file, key.Mark().line + 1, key.Mark().column + 1, "a key must be a plain word");
      if (!seen.insert(key.Scalar()).second)
        fail_at(file, key.Mark().line + 1, key.Mark().column + 1, fmt::format("key '{}' is given twice", key.Scalar()));
      check_tree(entry.second, file, depth + 1);
    }
  } else if (node.IsSequence()) {
    for (const auto& element : node) check_tree(element, file, depth + 1);
  }
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    if (const std::size_t d = edit_distance(word.substr(0, 100), candidate); d < least) {
      least = d;
      best = candidate;
    }
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(word, candidates)) return fmt::format(", did you mean '{}'?", *near);
  return fmt::format("; known are {}", fmt::join(candidates, ", "));
}

std::string read_file(const std::string& path) {
  errno = 0;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (in) text << in.rdbuf();
  // An empty file sets failbit on the output; a directory opens but cannot be read.
  if (!in.is_open() || in.bad() || (text.fail() && errno != 0))
    throw InputError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  return text.str();
}

YamlNode YamlNode::load(const std::string& path) { return parse(read_file(path), path); }

YamlNode YamlNode::parse(const std::string& text, const std::string& name) {
  // Brackets are counted first: the parser itself recurses.
  int depth = 0;
  for (const char ch : text) {
    if (ch == '[' || ch == '{') ++depth;
    if ((ch == ']' || ch == '}') && depth > 0) --depth;
    if (depth > 4 * max_depth) throw InputError(fmt::format("{}: nested deeper than {} levels", name, max_depth));
  }
  YAML::Node root;
  try {
    root = YAML::Load(text);
  } catch (const YAML::Exception& e) {
    fail_at(name, e.mark.line + 1, e.mark.column + 1, fmt::format("broken YAML: {}", e.msg));
  }
  if (root.IsNull()) throw InputError(fmt::format("{}: the file is empty", name));
  check_tree(root, name, 0);
  return {root, name, ""};
}

void YamlNode::fail(const std::string& message) const { fail_at(file_, line(), column(), message); }

std::string YamlNode::subject() const { return key_.empty() ? "this" : fmt::format("'{}'", key_); }

std::string YamlNode::described() const {
  if (is_mapping()) return "a mapping";
  if (is_sequence()) return "a list";
  return is_null() ? "nothing" : fmt::format("'{}'", raw());
}

void YamlNode::check_keys(std::initializer_list<std::string_view> keys) const {
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const Entry& entry : entries())
    if (std::find(keys.begin(), keys.end(), entry.key) == keys.end())
      entry.key_node.fail(fmt::format("unknown key '{}'{}", entry.key, suggestion(entry.key, known)));
}

std::vector<YamlNode::Entry> YamlNode::entries() const {
  if (!node_.IsMap()) fail(fmt::format("{} must be a mapping, not {}", subject(), described()));
  std::vector<Entry> out;
  for (const auto& entry : node_)
    out.push_back({entry.first.Scalar(), {entry.first, file_, key_}, {entry.second, file_, entry.first.Scalar()}});
  return out;
}

std::vector<YamlNode> YamlNode::elements() const {
  if (!node_.IsSequence()) fail(fmt::format("{} must be a list, not {}", subject(), described()));
  std::vector<YamlNode> out;
  for (const auto& element : node_) out.push_back({element, file_, key_});
  return out;
}

bool YamlNode::has(std::string_view key) const { return find(key).has_value(); }

YamlNode YamlNode::at(std::string_view key) const {
  if (auto value = find(key)) return *value;
  fail(fmt::format("the key '{}' is missing", key));
}

std::optional<YamlNode> YamlNode::find(std::string_view key) const {
  for (Entry& entry : entries())
    if (entry.key == key) return std::move(entry.value);
  return std::nullopt;
}

std::string YamlNode::text() const {
  if (!node_.IsScalar()) fail(fmt::format("{} must be a word, not {}", subject(), described()));
  return node_.Scalar();
}

std::int64_t YamlNode::integer(std::int64_t least, std::int64_t most) const {
  const auto wrong = [&] {
    fail(fmt::format("{} must be an integer from {} to {}, not {}", subject(), least, most, described()));
  };
  if (!node_.IsScalar() || is_quoted()) wrong();
  const std::string& s = node_.Scalar();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc() || end != s.data() + s.size() || value < least || value > most) wrong();
  return value;
}

double YamlNode::number() const {
  double value = 0;
  const auto wrong = [&] { fail(fmt::format("{} must be a number, not {}", subject(), described())); };
  if (!node_.IsScalar() || is_quoted()) wrong();
  const std::string& s = node_.Scalar();
  const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), value);
  if (error != std::errc() || end != s.data() + s.size() || !std::isfinite(value)) wrong();
  return value;
}

bool YamlNode::boolean() const {
  if (node_.IsScalar() && !is_quoted()) {
    if (node_.Scalar() == "true") return true;
    if (node_.Scalar() == "false") return false;
  }
  fail(fmt::format("{} must be true or false, not {}", subject(), described()));
}

}  // namespace pentocity
