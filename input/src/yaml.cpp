#include "pentocity/input/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

#include "pentocity/input/printable.hpp"

namespace pentocity::inline input {
namespace {

constexpr int max_depth = 64;
constexpr int max_values = 1'000'000;
constexpr std::size_t max_file_size = std::size_t{2} << 20;

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

template <class... Args>
[[noreturn]] void fail_at(const std::string& file, const YAML::Mark& mark, fmt::format_string<Args...> format,
                          Args&&... args) {
  const std::string message = fmt::format(format, std::forward<Args>(args)...);
  if (mark.is_null()) throw InputError("{}: {}", file, message);
  throw InputError("{}:{}:{}: {}", file, mark.line + 1, mark.column + 1, message);
}

bool is_control(char ch) { return static_cast<unsigned char>(ch) < 0x20 || ch == 0x7f; }

// At most about 60 bytes of it.
std::string excerpt(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && end < 60) end += std::max<std::size_t>(1, character_length(text.substr(end)));
  return end < text.size() ? fmt::format("{}...", text.substr(0, end)) : std::string(text);
}

// The parser takes a byte 4 for the end of the file and what is no UTF-8 for some other character, in silence.
void check_characters(std::string_view text, const std::string& file) {
  YAML::Mark mark;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text.substr(i));
    if (length == 0) fail_at(file, mark, "the byte 0x{:02x} is no UTF-8 text", static_cast<unsigned char>(text[i]));
    if (is_control(text[i]) && text[i] != '\n' && text[i] != '\r' && text[i] != '\t')
      fail_at(file, mark, "the control character 0x{:02x} is no text", static_cast<unsigned char>(text[i]));
    mark.column += 1;
    if (text[i] == '\n') mark.line += 1, mark.column = 0;
    i += length;
  }
}

constexpr std::string_view too_deep = "nested deeper than {} levels";

// A tag as it is written.
std::string short_tag(std::string tag) {
  constexpr std::string_view standard = "tag:yaml.org,2002:";
  return excerpt(tag.starts_with(standard) ? tag.replace(0, standard.size(), "!!") : tag);
}

// Counts the values as a walk meets them, those behind aliases each time: a page of aliases can stand for more values
// than memory holds. yaml-cpp keeps the first or the last of equal keys in silence; and a document that nests without
// end would overflow the stack of every later walk.
void check_tree(const YAML::Node& node, const std::string& file, int depth, int& values) {
  if (++values > max_values)
    fail_at(file, node.Mark(), "more than {} values, those behind aliases counted each time", max_values);
  if (depth > max_depth) fail_at(file, node.Mark(), too_deep, max_depth);
  if (const std::string& tag = node.Tag(); !tag.empty() && tag != "?" && tag != "!")
    fail_at(file, node.Mark(), "tags like {} have no meaning here: leave it out", short_tag(tag));
  if (node.IsMap()) {
    std::set<std::string> seen;
    for (const auto& entry : node) {
      const YAML::Node& key = entry.first;
      if (!key.IsScalar()) fail_at(file, key.Mark(), "a key must be a plain word");
      if (key.Scalar() == "<<") fail_at(file, key.Mark(), "merge keys ('<<') are not supported: write the keys out");
      if (!seen.insert(key.Scalar()).second)
        fail_at(file, key.Mark(), "key '{}' is given twice", excerpt(key.Scalar()));
      check_tree(entry.second, file, depth + 1, values);
    }
  } else if (node.IsSequence()) {
    for (const auto& element : node) check_tree(element, file, depth + 1, values);
  }
}

// Finds where a second document begins, and which bracket was opened last and not closed. YAML::LoadAll would gather
// documents without end where the parser comes upon a sign that it neither understands nor passes, such as a comma at
// the start of a line.
class Places : public YAML::EventHandler {
 public:
  const std::optional<YAML::Mark>& second_document() const { return second_; }
  /// Of `[` or `{`.
  std::optional<YAML::Mark> open_bracket() const {
    const auto last =
        std::ranges::find_if(open_.rbegin(), open_.rend(), [](const auto& mark) { return mark.has_value(); });
    return last == open_.rend() ? std::nullopt : *last;
  }
  bool enough() const { return documents_ > 2; }

  void OnDocumentStart(const YAML::Mark&) override { ++documents_; }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override { note(mark); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { note(mark); }
  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string&) override { note(mark); }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value style) override {
    begin(mark, style);
  }
  void OnSequenceEnd() override { open_.pop_back(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value style) override {
    begin(mark, style);
  }
  void OnMapEnd() override { open_.pop_back(); }

 private:
  void note(const YAML::Mark& mark) {
    if (documents_ > 1 && !second_) second_ = mark;
  }
  void begin(const YAML::Mark& mark, YAML::EmitterStyle::value style) {
    note(mark);
    open_.push_back(style == YAML::EmitterStyle::Flow ? std::optional(mark) : std::nullopt);
  }
  int documents_ = 0;
  std::optional<YAML::Mark> second_;
  std::vector<std::optional<YAML::Mark>> open_;  ///< lists and mappings; a mark if they began with a bracket
};

// The number that the whole text is.
template <class T>
std::optional<T> number_of(std::string_view text) {
  T value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

// The only document of a text.
YAML::Node load_document(const std::string& text, const std::string& file) {
  // With a mark at the end, a quotation that is not closed runs into it; by itself the parser takes it as closed.
  const std::string closed = text + (text.empty() || text.back() == '\n' ? "...\n" : "\n...\n");
  const auto last_line = std::count(closed.begin(), closed.end(), '\n') - 1;
  Places places;
  try {
    std::istringstream in(closed);
    YAML::Parser parser(in);
    while (!places.enough() && parser.HandleNextDocument(places)) continue;
    if (places.second_document())
      fail_at(
          file, *places.second_document(),
          "this does not belong to what stands above it (is the indentation right?), and a file holds one document");
    return YAML::Load(closed);
  } catch (const YAML::DeepRecursion& e) {
    fail_at(file, e.mark.line < last_line ? e.mark : YAML::Mark::null_mark(), too_deep, max_depth);
  } catch (const YAML::Exception& e) {
    const bool in_brackets = e.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW || e.msg == YAML::ErrorMsg::END_OF_MAP_FLOW;
    if (const auto bracket = places.open_bracket(); bracket && in_brackets)
      fail_at(file, *bracket, "broken YAML: this bracket is not closed");
    if (e.mark.line < last_line) fail_at(file, e.mark, "broken YAML: {}", e.msg);
    YAML::Mark end;
    end.line = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    end.column = static_cast<int>(text.size() - (text.rfind('\n') + 1));
    fail_at(file, end, "broken YAML: a quotation or bracket is open at the end of the file");
  }
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  word = word.substr(0, 100);
  std::optional<std::string> best;
  std::size_t min = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates)
    // Something of the word must be left: of two letters, not both may differ.
    if (const std::size_t d = edit_distance(word, candidate); d < min && d < std::max(word.size(), candidate.size())) {
      min = d;
      best = candidate;
    }
  if (best) return best;
  const auto begins = [&](const std::string& candidate) { return candidate.starts_with(word); };
  if (word.size() >= 3 && std::ranges::count_if(candidates, begins) == 1)
    best = *std::ranges::find_if(candidates, begins);
  return best;
}

std::string suggestion(std::string_view word, const std::vector<std::string>& candidates) {
  if (const auto near = nearest(word, candidates)) return fmt::format(", did you mean '{}'?", *near);
  return fmt::format("; known are {}", fmt::join(candidates, ", "));
}

YamlNode YamlNode::load(const std::string& path) { return parse(read_file(path, max_file_size), path); }

YamlNode YamlNode::parse(const std::string& text, const std::string& name) {
  check_characters(text, name);
  const YAML::Node root = load_document(text, name);
  if (root.IsNull()) throw InputError("{}: the file is empty", name);
  int values = 0;
  check_tree(root, name, 0, values);
  return {root, root.Mark(), name, ""};
}

void YamlNode::fail(const std::string& message) const { fail_at(file_, mark_, "{}", message); }

std::string YamlNode::place() const { return fmt::format("{}:{}:{}", file_, line(), column()); }

std::string YamlNode::subject() const { return key_.empty() ? "this" : fmt::format("'{}'", excerpt(key_)); }

std::string YamlNode::described() const {
  if (is_mapping()) return "a mapping";
  if (is_sequence()) return "a list";
  return is_null() ? "nothing" : fmt::format("'{}'", excerpt(raw()));
}

void YamlNode::check_keys(const std::vector<std::string>& keys) const {
  for (const Entry& entry : entries())
    if (std::ranges::find(keys, entry.key) == keys.end())
      entry.key_node.fail("unknown key '{}'{}", excerpt(entry.key), suggestion(entry.key, keys));
}

std::vector<YamlNode::Entry> YamlNode::entries() const {
  if (!node_.IsMap()) fail("{} must be a mapping, not {}", subject(), described());
  std::vector<Entry> out;
  for (const auto& entry : node_) {
    const YAML::Node &key = entry.first, &value = entry.second;
    // For a value that is left out, the parser gives the beginning of the next line as its place.
    const bool left_out = value.IsNull() && value.Mark().line != key.Mark().line;
    const YAML::Mark mark = left_out ? key.Mark() : value.Mark();
    out.push_back({key.Scalar(), {key, key.Mark(), file_, key_}, {value, mark, file_, key.Scalar()}});
  }
  return out;
}

std::vector<YamlNode> YamlNode::elements() const {
  if (!node_.IsSequence()) fail("{} must be a list, not {}", subject(), described());
  std::vector<YamlNode> out;
  for (const auto& element : node_) out.push_back({element, element.Mark(), file_, key_});
  return out;
}

bool YamlNode::has(std::string_view key) const { return find(key).has_value(); }

YamlNode YamlNode::at(std::string_view key) const {
  if (auto value = find(key)) return *value;
  fail("the key '{}' is missing", key);
}

std::optional<YamlNode> YamlNode::find(std::string_view key) const {
  for (Entry& entry : entries())
    if (entry.key == key) return std::move(entry.value);
  return std::nullopt;
}

std::optional<YamlNode> YamlNode::find(std::string_view key, std::string_view former) const {
  auto value = find(key), other = find(former);
  if (value && other) other->fail("'{}' is the former name of '{}': give one of them", former, key);
  return value ? value : other;
}

std::string YamlNode::text() const {
  if (!node_.IsScalar()) fail("{} must be a word, not {}", subject(), described());
  return node_.Scalar();
}

std::int64_t YamlNode::integer(std::int64_t min, std::int64_t max) const {
  const auto value = is_quoted() ? std::nullopt : number_of<std::int64_t>(raw());
  if (!value || *value < min || *value > max)
    fail("{} must be an integer from {} to {}, not {}", subject(), min, max, described());
  return *value;
}

double YamlNode::number() const {
  const auto value = is_quoted() ? std::nullopt : number_of<double>(raw());
  if (!value || !std::isfinite(*value)) fail("{} must be a number, not {}", subject(), described());
  return *value;
}

bool YamlNode::boolean() const {
  if (node_.IsScalar() && !is_quoted()) {
    if (node_.Scalar() == "true") return true;
    if (node_.Scalar() == "false") return false;
  }
  fail("{} must be true or false, not {}", subject(), described());
}

}  // namespace pentocity::inline input
