#include "pentocity/input/yaml.hpp"

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <set>
#include <sstream>

#include "pentocity/input/read_file.hpp"
#include "yaml_messages.hpp"

namespace pentocity::inline input {
namespace {

constexpr int max_depth = 64;
constexpr int max_values = 1'000'000;
constexpr std::size_t max_file_size = std::size_t{2} << 20;

template <class... Args>
[[noreturn]] void fail_at(const std::string& file, const YAML::Mark& mark, fmt::format_string<Args...> format,
                          Args&&... args) {
  input::fail_at(file, mark.is_null() ? -1 : mark.line, mark.column, format, std::forward<Args>(args)...);
}

bool is_control(char ch) { return static_cast<unsigned char>(ch) < 0x20 || ch == 0x7f; }

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

// The value of a node that the parser has read. Counts the values as the walk meets them, those behind aliases each
// time: a page of aliases can stand for more values than memory holds. yaml-cpp keeps the first or the last of equal
// keys in silence; and a document that nests without end would overflow the stack of every later walk.
YamlValue value_of(const YAML::Node& node, const std::string& file, int depth, int& values) {
  if (++values > max_values)
    fail_at(file, node.Mark(), "more than {} values, those behind aliases counted each time", max_values);
  if (depth > max_depth) fail_at(file, node.Mark(), too_deep, max_depth);
  const std::string& tag = node.Tag();
  if (!tag.empty() && tag != "?" && tag != "!")
    fail_at(file, node.Mark(), "tags like {} have no meaning here: leave it out", short_tag(tag));
  YamlValue out;
  if (!node.Mark().is_null()) out.line = node.Mark().line, out.column = node.Mark().column;
  if (node.IsMap()) {
    out.kind = YamlValue::Kind::mapping;
    std::set<std::string> seen;
    for (const auto& entry : node) {
      const YAML::Node& key = entry.first;
      if (!key.IsScalar()) fail_at(file, key.Mark(), "a key must be a plain word");
      if (key.Scalar() == "<<") fail_at(file, key.Mark(), "merge keys ('<<') are not supported: write the keys out");
      if (!seen.insert(key.Scalar()).second)
        fail_at(file, key.Mark(), "key '{}' is given twice", excerpt(key.Scalar()));
      int keys = 0;
      out.keys.push_back(value_of(key, file, depth, keys));
      out.members.push_back(value_of(entry.second, file, depth + 1, values));
    }
  } else if (node.IsSequence()) {
    out.kind = YamlValue::Kind::sequence;
    for (const auto& element : node) out.members.push_back(value_of(element, file, depth + 1, values));
  } else if (node.IsScalar()) {
    out.kind = YamlValue::Kind::scalar;
    out.text = node.Scalar();
    out.quoted = tag == "!";
  }
  return out;
}

// Finds where a second document begins, and which bracket was opened last and not closed. YAML::LoadAll would gather
// documents without end where the parser comes upon a sign that it neither understands nor passes, such as a comma at
// the start of a line.
class Places : public YAML::EventHandler {
 public:
  std::optional<YAML::Mark> second_document;
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
    if (documents_ > 1 && !second_document) second_document = mark;
  }
  void begin(const YAML::Mark& mark, YAML::EmitterStyle::value style) {
    note(mark);
    open_.push_back(style == YAML::EmitterStyle::Flow ? std::optional(mark) : std::nullopt);
  }
  int documents_ = 0;
  std::vector<std::optional<YAML::Mark>> open_;  ///< lists and mappings; a mark if they began with a bracket
};

// Is there a tab before the first word of a line?
bool begins_with_tab(const std::string& text, int line) {
  std::size_t at = 0;
  for (; line > 0 && at < text.size(); ++at) line -= text[at] == '\n';
  const std::size_t word = text.find_first_not_of(" \t", at);
  return text.substr(at, word - at).find('\t') != std::string::npos;
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
    if (places.second_document)
      fail_at(
          file, *places.second_document,
          "this does not belong to what stands above it (is the indentation right?), and a file holds one document");
    return YAML::Load(closed);
  } catch (const YAML::DeepRecursion& e) {
    fail_at(file, e.mark.line < last_line ? e.mark : YAML::Mark::null_mark(), too_deep, max_depth);
  } catch (const YAML::Exception& e) {
    const bool in_brackets = e.msg == YAML::ErrorMsg::END_OF_SEQ_FLOW || e.msg == YAML::ErrorMsg::END_OF_MAP_FLOW;
    if (const auto bracket = places.open_bracket(); bracket && in_brackets)
      fail_at(file, *bracket, "broken YAML: this bracket is not closed");
    if (e.mark.line < last_line) {
      const bool tab = e.mark.line >= 0 && begins_with_tab(text, e.mark.line);
      fail_at(file, e.mark, "broken YAML: {}", tab ? "a tab begins the line, where only blanks may stand" : e.msg);
    }
    YAML::Mark end;
    end.line = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    end.column = static_cast<int>(text.size() - (text.rfind('\n') + 1));
    fail_at(file, end, "broken YAML: a quotation or bracket is open at the end of the file");
  }
}

}  // namespace

YamlNode YamlNode::load(const std::string& path) { return parse(read_file(path, max_file_size), path); }

YamlNode YamlNode::parse(const std::string& text, const std::string& name) {
  check_characters(text, name);
  const YAML::Node root = load_document(text, name);
  if (root.IsNull()) throw InputError("{}: the file is empty", name);
  int values = 0;
  return {std::make_shared<YamlValue>(value_of(root, name, 0, values)), name, ""};
}

}  // namespace pentocity::inline input
