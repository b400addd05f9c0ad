// What configs and words of the command line say of players and sequencers.

#include <fmt/format.h>

#include "kinds.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;

std::vector<SourceText> source_texts(const input::YamlNode& node, std::size_t max) {
  std::vector<SourceText> out;
  for (const input::YamlNode& element : node.elements()) out.push_back(source_text(element));
  check_count(node, out.size(), max);
  return out;
}

// The one key of an entry that says where a player or sequencer comes from, and all else.
Origin origin_of(const input::YamlNode& node, const std::vector<std::string>& kinds,
                 const std::vector<std::string>& others = {}) {
  if (!node.is_mapping()) return {.kind = kinds[0], .value = source_text(node)};
  std::vector<std::string> keys{"name", "options", "files"};
  if (kinds[0] == PlayerRole::word) keys.emplace_back("contribution");
  for (const auto* more : {&kinds, &others}) keys.insert(keys.end(), more->begin(), more->end());
  node.check_keys(keys);
  Origin out{.kind = "", .value = {}, .place = node.place()};
  for (const input::YamlNode::Entry& entry : node.entries()) {
    if (entry.key == "name") out.name = source_text(entry.value);
    if (entry.key == "contribution") out.contribution = source_text(entry.value);
    if (entry.key == "options") out.options = source_options(entry.value);
    if (entry.key == "files") out.files = source_texts(entry.value, max_files);
    if (std::ranges::find(kinds, entry.key) == kinds.end()) continue;
    if (!out.kind.empty()) entry.key_node.fail("'{}' and '{}' exclude each other", out.kind, entry.key);
    out.kind = entry.key;
    if (entry.key == "command") {
      out.value.place = entry.value.place();
      out.words = source_texts(entry.value, max_words);
    } else {
      out.value = source_text(entry.value);
    }
  }
  if (out.kind.empty()) node.fail("one of the keys {} is missing", fmt::join(kinds, ", "));
  constexpr std::array<std::string_view, 3> with_files{"plugin", "command", "java"};
  if (const auto files = node.find("files"); files && std::ranges::find(with_files, out.kind) == with_files.end())
    files->fail("'files' is for a plugin, a command or Java: what is built in needs none");
  return out;
}

const std::vector<std::string> player_kinds{"player", "plugin", "command", "java", "wasm"};

// A player that a YAML file describes as a config's entry does; its paths begin in the file's folder.
Origin origin_of_file(const std::string& path) {
  const input::YamlNode root = input::YamlNode::load(path);
  if (root.is_mapping() && root.has("phases")) throw InputError("{}: a mix is a sequencer, not a player", path);
  if (!root.is_mapping() || std::ranges::none_of(player_kinds, [&](const auto& kind) { return root.has(kind); }))
    throw InputError(
        "{}: no player: expected one of the keys {}, as an entry of a config has; the players of a config are named "
        "together with --config",
        path, fmt::join(player_kinds, ", "));
  return origin_of(root, player_kinds).with_absolute_paths(fs::absolute(path).parent_path().string());
}

// Tells whether there are Java sources in a folder, or in one below it.
bool holds_java(const fs::path& folder) {
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error); it != fs::recursive_directory_iterator();
       it.increment(error))
    if (it->path().extension() == ".java") return true;
  return false;
}

// What files are taken for; one of YAML may be a player's entry, too.
const std::map<std::string, std::string> kinds_by_extension{{".so", "plugin"},  {".jar", "java"}, {".wasm", "wasm"},
                                                            {".py", "command"}, {".yaml", "mix"}, {".yml", "mix"}};

template <class Role>
Origin origin_of_word(const std::string& word) {
  if (find_named(Role::built_in(), word) != nullptr) return {.kind = Role::word, .value = {word}};
  const fs::path path = word;
  const auto absolute = [&] { return SourceText{fs::absolute(path).lexically_normal().string()}; };
  std::error_code error;
  if (fs::is_directory(path, error) && holds_java(path)) return {.kind = "java", .value = absolute()};
  const auto found = kinds_by_extension.find(path.extension().string());
  const std::string kind = found == kinds_by_extension.end() ? "" : found->second;
  if (!fs::is_regular_file(path, error)) {
    if (path.has_parent_path() || !kind.empty()) throw InputError("there is no file '{}'", word);
    built_in_spec<Role>(word);  // which throws
  }
  const bool is_yaml = kind == "mix";
  if (kind == "command") return {.kind = kind, .value = {}, .words = {{"python3"}, absolute()}};
  if (!kind.empty() && !is_yaml) return {.kind = kind, .value = absolute()};
  if (isolation::is_program(path)) return {.kind = "command", .value = {}, .words = {absolute()}};
  if (is_yaml && std::is_same_v<Role, PlayerRole>) return origin_of_file(word);
  if (is_yaml) return {.kind = kind, .value = absolute()};
  constexpr std::array<std::string_view, 7> sources{".c", ".cc", ".cpp", ".cxx", ".hpp", ".java", ".rs"};
  if (std::ranges::find(sources, path.extension().string()) != sources.end())
    throw InputError("{}: is source code: build it first, and name what the build makes, such as build/lib{}.so", word,
                     path.stem().string());
  throw InputError(
      "{}: expected a shared library (*.so), a Python file (*.py), a folder of Java sources, a jar, a "
      "WebAssembly module (*.wasm) or a program, but it may not be executed; "
      "chmod +x makes it a program, --config takes any `command:` of a config",
      word);
}

}  // namespace

void SourceText::fail(const std::string& message) const {
  throw InputError("{}{}{}", place, place.empty() ? "" : ": ", message);
}

void check_count(const input::YamlNode& list, std::size_t count, std::size_t max) {
  if (count > max) list.fail("has {} elements: at most {} are allowed", count, max);
}

SourceText source_text(const input::YamlNode& node) { return {node.text(), node.place(), node.is_quoted()}; }

std::string Origin::config_text() const {
  nlohmann::json out;
  if (kind == "command")
    for (const SourceText& word : words) out[kind].push_back(word.text);
  else
    out[kind] = value.text;
  if (name) out["name"] = name->text;
  if (contribution) out["contribution"] = contribution->text;
  for (const SourceText& file : files) out["files"].push_back(file.text);
  for (const auto& [option, its_value] : options)
    std::visit([&, &key = option.text](const auto& read) { out["options"][key] = read; }, undeclared_value(its_value));
  return text_of_json(out);
}

Origin Origin::with_absolute_paths(const std::string& folder) const {
  const auto absolute = [&](SourceText& path) {
    path.text = (fs::path(folder) / path.text).lexically_normal().string();
  };
  Origin out = *this;
  if (kind != PlayerRole::word && kind != SequencerRole::word && kind != "command") absolute(out.value);
  for (SourceText& word : out.words)
    if (std::error_code error; fs::is_regular_file(fs::path(folder) / word.text, error)) absolute(word);
  for (SourceText& file : out.files) absolute(file);
  return out;
}

Origin player_origin(const input::YamlNode& node, const std::vector<std::string>& others) {
  return origin_of(node, player_kinds, others);
}

Origin sequencer_origin(const input::YamlNode& node) {
  std::vector<std::string> kinds{"sequencer", "plugin", "command", "java", "wasm"};
  for (const SequencerFormat& format : sequencer_formats()) kinds.push_back(format.name);
  return origin_of(node, kinds);
}

Origin player_origin(const std::string& word) { return origin_of_word<PlayerRole>(word); }
Origin sequencer_origin(const std::string& word) { return origin_of_word<SequencerRole>(word); }

}  // namespace pentocity::entrants
