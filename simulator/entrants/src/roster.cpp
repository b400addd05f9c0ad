#include "pentocity/entrants/roster.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <utility>

#include "pentocity/core/random.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/isolation/participants.hpp"
#include "pentocity/isolation/paths.hpp"
#include "pentocity/isolation/plugin_library.hpp"
#include "pentocity/match/hashing.hpp"
#include "pentocity/match/json_cells.hpp"

namespace pentocity::entrants {

using namespace match;
using namespace isolation;

namespace {

using nlohmann::ordered_json;

// Characters.
constexpr std::size_t longest_name = 100;

// What differs between players and sequencers: the words for messages and keys, the built-in ones.
struct PlayerRole {
  using Spec = PlayerSpec;
  static constexpr const char* word = "player";
  static const std::vector<Spec>& built_in() { return builtin_players(); }
};
struct SequencerRole {
  using Spec = SequencerSpec;
  static constexpr const char* word = "sequencer";
  static const std::vector<Spec>& built_in() { return builtin_sequencers(); }
};

// What something is, as JSON, once with hashes of 64 bits, by which its stored games are known, and once with hashes of
// 256 bits, of which nobody finds two contents with one hash.
struct Identity {
  ordered_json brief = ordered_json::object(), full = ordered_json::object();

  // These bytes, as a value.
  static Identity of_bytes(std::string_view bytes) {
    return {fmt::format("{:016x}", hash_bytes(bytes)), blake2b(bytes)};
  }
  Identity& add(const std::string& name, const ordered_json& value) { return add(name, Identity{value, value}); }
  Identity& add(const std::string& name, const Identity& value) {
    brief[name] = value.brief;
    full[name] = value.full;
    return *this;
  }
  // All members of another one.
  void update(const Identity& more) {
    brief.update(more.brief);
    full.update(more.full);
  }
};

// Gives an entry what it is, with its options.
template <class Entry>
void identify(Entry& entry, Identity identity, const Options& options) {
  identity.add("options", ordered_json(options_json(options)));
  entry.identity = text_of_json(identity.brief);
  entry.contents = text_of_json(identity.full);
}

std::string resolved(const std::string& path, const std::string& folder) {
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

template <class Spec>
const Spec* find(const std::vector<Spec>& specs, const std::string& name) {
  const auto it = std::ranges::find(specs, name, &Spec::name);
  return it == specs.end() ? nullptr : &*it;
}

// Runs `f`; what it throws as InputError without a place gets the place of the node.
template <class F>
decltype(auto) at(const YamlNode& node, F&& f) {
  try {
    return f();
  } catch (const InputError& e) {
    node.fail(e.what());
  }
}

void check_name(const YamlNode& node, const std::string& name) {
  if (name.empty()) node.fail("a name must have at least one character");
  if (has_unseen(name)) node.fail("the name \"{}\" has characters that cannot be printed", printable(name));
  if (has_odd_blanks(name))
    node.fail("the name \"{}\" has blanks at an end, two in a row, or others than the usual one", name);
  if (const std::size_t length = display_columns(name); length > longest_name)
    node.fail("the name '{}' has {} characters: at most {} are allowed", name, length, longest_name);
}

const OptionSpec& option_named(const std::string& name, const std::vector<OptionSpec>& declared,
                               const std::string& owner) {
  if (const OptionSpec* spec = find(declared, name)) return *spec;
  if (declared.empty()) throw InputError("{} takes no options", owner);
  throw InputError("{} has no option '{}'{}", owner, name, suggestion(name, names_of(declared)));
}

// Sets an option from a text.
void set_option(Options& options, const OptionSpec& spec, const std::string& text) {
  try {
    options.set({spec}, spec.name, parse_option(spec, text));
  } catch (const std::invalid_argument& e) {
    throw InputError(e.what());
  }
}

// Sets an option that need not be declared, to any value.
void set_any(Options& options, const std::string& name, const OptionValue& value) {
  std::map<std::string, OptionValue> values = options.values();
  values[name] = value;
  std::vector<OptionSpec> specs;
  for (const auto& [key, its_value] : values) specs.push_back({.name = key, .fallback = its_value, .meaning = ""});
  options = Options(specs);
}

// The one key of an entry that says where a player or sequencer comes from.
YamlNode::Entry source_of(const YamlNode& node, const std::vector<std::string>& sources) {
  std::vector<std::string> keys{"name", "options", "files"};
  if (std::ranges::find(sources, "player") != sources.end()) keys.emplace_back("contribution");
  keys.insert(keys.end(), sources.begin(), sources.end());
  node.check_keys(keys);
  std::optional<YamlNode::Entry> source;
  for (YamlNode::Entry& entry : node.entries()) {
    if (std::find(sources.begin(), sources.end(), entry.key) == sources.end()) continue;
    if (source) entry.key_node.fail("'{}' and '{}' exclude each other", source->key, entry.key);
    source.emplace(std::move(entry));
  }
  if (!source) node.fail("one of the keys {} is missing", fmt::join(sources, ", "));
  if (const auto files = node.find("files"); files && source->key != "plugin" && source->key != "command")
    files->fail("'files' is for a plugin or a command: what is built in needs none");
  return *source;
}

namespace fs = std::filesystem;

// Every file in a folder can be shown to players: no pipe or device in it, by which games could meet, and each readable
// by the user that plays, who has no rights here if this one is root. Throws InputError.
void check_shown(const fs::path& path) {
  const auto check = [](const fs::path& file, const fs::file_status& status) {
    if (!fs::is_regular_file(status) && !fs::is_directory(status))
      throw InputError("'{}' is no file or folder: players are shown nothing else", file.string());
    const auto needed =
        fs::is_directory(status) ? fs::perms::others_read | fs::perms::others_exec : fs::perms::others_read;
    if (geteuid() == 0 && (status.permissions() & needed) != needed)
      throw InputError(
          "'{}' cannot be read by the user that players run as, for this one is root: make it readable for all, as "
          "with chmod -R a+rX",
          file.string());
  };
  check(path, fs::status(path));
  if (!fs::is_directory(path)) return;
  for (const auto& entry : fs::recursive_directory_iterator(path))
    if (!entry.is_symlink()) check(entry.path(), entry.status());
}

// Names and contents of all files of a folder, or a file's contents, as hashes.
Identity identity_of_files(const fs::path& path) {
  if (!fs::is_directory(path)) return Identity::of_bytes(read_file(path.string()));
  std::vector<std::string> brief, full;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(path).string() + '\0';
    const Identity file = Identity::of_bytes(read_file(entry.path().string()));
    brief.push_back(name + file.brief.get<std::string>());
    full.push_back(name + file.full.get<std::string>());
  }
  std::ranges::sort(brief);
  std::ranges::sort(full);
  return {Identity::of_bytes(fmt::format("{}", fmt::join(brief, "\n"))).brief,
          Identity::of_bytes(fmt::format("{}", fmt::join(full, "\n"))).full};
}

// Tells whether this is a program that can be started. Such a file is no secret: it belongs to the system, or to an
// interpreter that is shown anyway.
bool is_program(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(path, error) && access(path.c_str(), X_OK) == 0;
}

// Makes a file or folder the participant's own: it is shown to the participant's processes and, but for what everybody
// sees, to no others. Returns where its bytes lie for this run. Throws InputError for a link to a file elsewhere, and
// if players cannot read it.
std::string add_own(WardenSetup& setup, const fs::path& path) {
  const fs::path absolute = fs::absolute(path).lexically_normal();
  KeptFiles& kept = *setup.confinement->kept;
  if (is_system_file(absolute.string())) {
    setup.files.push_back(absolute.string());
    return kept.place(absolute.string());
  }
  // A link could lead to a file that must not be shown. Links to programs are allowed, because interpreters are often
  // links to programs of the system.
  if (const fs::path target = fs::canonical(absolute);
      target != fs::canonical(absolute.parent_path()) / absolute.filename() && !is_program(target))
    throw InputError("'{}' is a link to '{}': name the file itself", absolute.string(), target.string());
  check_shown(absolute);
  setup.files.push_back(absolute.string());
  setup.confinement->own.push_back(absolute.string());
  return kept.place(absolute.string());
}

// Tells whether this is the user's home or a folder above it. Such a folder belongs to no program and no player.
bool holds_home(const fs::path& folder) {
  const char* const home = std::getenv("HOME");
  return home != nullptr && is_below(fs::path(home).lexically_normal(), folder);
}

// Tells whether everybody puts files into this folder, as into /tmp.
bool is_for_all(const fs::path& folder) {
  const fs::perms all = fs::perms::others_write | fs::perms::sticky_bit;
  std::error_code error;
  return (fs::status(folder, error).permissions() & all) == all;
}

// Tells whether this lies where packages of the system put their files, and nobody else does.
bool is_of_packages(const fs::path& file) {
  return is_system_file(file.string()) &&
         (is_program(file) || !(is_below(file, "/usr/local") || is_below(file, "/usr/src")));
}

// Adds the folder of such a file, unless it is the system's or everybody's, the user's home or a folder above it, or
// holds the config.
void add_folder_of(WardenSetup& setup, const fs::path& path) {
  const fs::path file = fs::absolute(path).lexically_normal(), folder = file.parent_path();
  if (!folder.has_relative_path() || is_of_packages(file) || is_for_all(folder) || holds_home(folder) ||
      is_below(fs::path(setup.confinement->folder), folder))
    return;
  check_shown(folder);
  setup.folders.push_back(folder.string());
}

// Reads the key `files`, which names what a participant needs besides its program. Returns the hashes of these files,
// which are part of its identity. What is not confined reads them where they lie.
Identity read_files(const YamlNode& node, const std::string& folder, WardenSetup& setup, bool confined = true) {
  Identity hashes;
  const auto files = node.find("files");
  if (!files) return hashes;
  for (const YamlNode& element : files->elements()) {
    const std::string word = element.text();
    fs::path path = fs::absolute(resolved(word, folder)).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    at(element, [&] {
      std::error_code error;
      if (!fs::exists(path, error)) throw InputError("there is no file or folder '{}'", path.string());
      if (confined) {
        if (is_below(fs::path(setup.confinement->folder), path))
          throw InputError(
              "'{}' is or contains the config's folder, which no player may see: name what is needed in it", word);
        hashes.add(word, identity_of_files(add_own(setup, path)));
      } else {
        setup.confinement->kept->watch(path.string());
        hashes.add(word, identity_of_files(path));
      }
    });
  }
  return hashes;
}

// Where a player or sequencer comes from, and everything about it that decides games.
template <class Role>
struct Source {
  std::string name, summary;
  std::vector<OptionSpec> options;  ///< that it declares
  PlayedGames plays;                ///< of a player
  Identity identity;
  bool built_in = true;
  std::shared_ptr<const typename Role::Spec> spec;  ///< in this process
  std::optional<WardenSetup> isolated;              ///< in another; there is one or the other
};

template <class Role>
Source<Role> built_in_source(const std::string& name, const Hosting& hosting = {Isolation::none, nullptr}) {
  const auto* spec = find(Role::built_in(), name);
  if (spec == nullptr)
    throw InputError("there is no {} '{}'{}", Role::word, name, suggestion(name, names_of(Role::built_in())));
  Source<Role> source{
      spec->name, spec->summary, spec->options, {}, Identity().add(Role::word, ordered_json(name)), true, {}, {}};
  if (std::is_same_v<Role, PlayerRole> && hosting.isolation == Isolation::all)
    source.isolated = {.participant = {{"role", Role::word}, {"built_in", name}}, .confinement = hosting.confinement};
  else
    source.spec = {std::shared_ptr<void>(), spec};  // lives as long as the program
  return source;
}

template <class Role>
Source<Role> plugin_source(const YamlNode& entry, const YamlNode& node, const std::string& folder,
                           const Hosting& hosting) {
  const std::string path = resolved(node.text(), folder);
  Source<Role> source;
  source.built_in = false;
  at(node, [&] {
    const std::string absolute = fs::absolute(path).lexically_normal().string();
    WardenSetup setup{.participant = {{"role", Role::word}, {"plugin", path}, {"file", absolute}},
                      .confinement = hosting.confinement};
    std::string contents = read_file(path);  // for what it tells of a file that is none
    Identity files;
    if (hosting.isolation == Isolation::none) {
      hosting.confinement->kept->watch(absolute);
      contents = read_file(path);
      files = read_files(entry, folder, setup, false);
      source.spec = load_plugin<typename Role::Spec>(path, path);
      source.name = source.spec->name;
      source.summary = source.spec->summary;
      source.options = source.spec->options;
      if (std::is_same_v<Role, PlayerRole>) source.plays = games_of_plugin(path, path);
    } else {
      contents = read_file(add_own(setup, path));
      add_folder_of(setup, path);
      files = read_files(entry, folder, setup);
      const Description description = describe_plugin(std::make_shared<WardenPool>(setup));
      source.name = description.name;
      source.summary = description.summary;
      source.options = *description.options;
      source.plays = description.plays;
      source.isolated = std::move(setup);
    }
    source.identity.add("plugin", Identity::of_bytes(contents)).add(Role::word, ordered_json(source.name));
    if (!files.brief.empty()) source.identity.add("files", files);
  });
  return source;
}

std::shared_ptr<WardenPool> pool_of(WardenSetup setup, const Options& options) {
  setup.participant["options"] = options_json(options);
  return std::make_shared<WardenPool>(std::move(setup));
}

// Sets what an entry's processes see. What is built in sees nothing of its own.
template <class Entry>
void set_seen(Entry& entry, const std::shared_ptr<WardenPool>& pool) {
  if (pool->setup().participant.contains("built_in")) return;
  entry.seen = [pool] { return digest_of_seen(pool->setup()); };
  entry.seen_contents = [pool] { return digest_of_seen(pool->setup(), KeptFiles::Hash::resistant); };
}

// The member `draws_as` of a sequencer.
std::string draws_of(const std::string& name, const Options& options, const std::vector<OptionSpec>& declared) {
  Options set;
  for (const auto& [key, value] : options.values()) {
    const OptionSpec* spec = find(declared, key);
    if (key != generator_option().name && (spec == nullptr || value != spec->fallback)) set_any(set, key, value);
  }
  return set.values().empty() ? name : name + '\n' + text_of_json(options_json(set));
}

PlayerEntry entry_of(Source<PlayerRole> source, Options options) {
  PlayerEntry entry{
      .name = source.name, .identity = {}, .built_in = source.built_in, .isolated = source.isolated.has_value()};
  identify(entry, source.identity, options);
  entry.summary = source.summary;
  entry.declared = source.options;
  entry.options = options;
  entry.plays = source.plays;
  entry.with = [source](const Options& others) { return entry_of(source, others); };
  if (source.isolated) {
    const auto pool = pool_of(std::move(*source.isolated), options);
    entry.make = [pool](const Rules& rules, std::uint64_t seed) { return hosted_player(pool, rules, seed); };
    set_seen(entry, pool);
  } else {
    entry.make = [spec = std::move(source.spec), options = std::make_shared<const Options>(std::move(options))](
                     const Rules& rules, std::uint64_t seed) {
      return std::make_unique<LocalPlayer>(spec->make({rules, seed, *options}));
    };
  }
  return entry;
}

SequencerEntry entry_of(Source<SequencerRole> source, Options options) {
  SequencerEntry entry{
      .name = source.name, .identity = {}, .built_in = source.built_in, .isolated = source.isolated.has_value()};
  identify(entry, source.identity, options);
  entry.draws_as = draws_of(source.name, options, source.options);
  const Generator generator = options.text(generator_option().name) == "java" ? Generator::java : Generator::pcg;
  if (source.isolated) {
    const auto pool = pool_of(std::move(*source.isolated), options);
    entry.make = [pool](int side, const StreamSeed& seed) {
      return hosted_sequencer(pool, side, seed.for_untrusted());
    };
    set_seen(entry, pool);
  } else {
    entry.make = [spec = std::move(source.spec), options = std::make_shared<const Options>(std::move(options)),
                  generator, built_in = source.built_in](int side, const StreamSeed& stream) {
      const StreamSeed seed = built_in ? stream : stream.for_untrusted();
      return spec->make({side, seed.seed, seed.random(generator), *options});
    };
  }
  return entry;
}

// The program that the first word of a command names, as a shell would find it in this folder; empty if there is none.
std::string find_program(const std::string& word, const std::filesystem::path& folder) {
  if (word.find('/') != word.npos) {
    const auto path = (folder / word).lexically_normal();
    return is_program(path) ? path.string() : "";
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path);
  for (std::string entry; std::getline(folders, entry, ':');)
    if (entry.starts_with('/') && is_program(std::filesystem::path(entry) / word))
      return (std::filesystem::path(entry) / word).string();
  return "";
}

// A program and, if it is a link, what it leads to, link by link.
std::vector<std::string> links_of(fs::path program) {
  std::vector<std::string> out{program.string()};
  std::error_code error;
  while (out.size() < 40 && fs::is_symlink(program, error)) {
    program = (program.parent_path() / fs::read_symlink(program, error)).lexically_normal();
    out.push_back(program.string());
  }
  return out;
}

// Where a program and what it needs lie, following its links: of /x/bin/python3 that is /x.
std::vector<std::string> folders_of_program(const std::string& program) {
  std::vector<std::string> out;
  for (const fs::path link : links_of(program)) {
    const auto folder = link.parent_path();
    const bool part = (folder.filename() == "bin" || folder.filename() == "shims") && !holds_home(folder.parent_path());
    out.push_back((part ? folder.parent_path() : folder).string());
  }
  return out;
}

// A value of an undeclared option: a boolean or a number if the text would be one in JSON.
OptionValue value_of_text(const std::string& text) {
  const auto read = parse_json(text);
  const auto value = read.is_number() || read.is_boolean() ? option_of_json(read) : std::nullopt;
  return value.value_or(text);
}

// Throws InputError if this program is a script whose first line names an interpreter that is not there, of which the
// system would say no more than that "no such file" could be started.
void check_interpreter(const std::string& program) {
  std::string line(256, '\0');  // as many bytes as the system reads
  std::ifstream file(program, std::ios::binary);
  file.read(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(static_cast<std::size_t>(file.gcount()));
  line.erase(std::min(line.find('\n'), line.size()));
  if (line.starts_with("\xef\xbb\xbf#!"))
    throw InputError("'{}' begins with a byte order mark, after which the system does not see its #!: save it without",
                     program);
  if (!line.starts_with("#!")) return;
  if (line.ends_with('\r'))
    throw InputError(
        "the first line of '{}' ends in a carriage return (CR), as lines of Windows do, and the system takes that as "
        "part of the interpreter's name: save it with line feeds (LF) only, as sed -i 's/\\r$//' does",
        program);
  std::istringstream words(line.substr(2));
  std::string interpreter;
  words >> interpreter;
  if (std::error_code error; interpreter.starts_with('/') && !fs::exists(interpreter, error))
    throw InputError("the first line of '{}' names the interpreter '{}', which is not there", program, interpreter);
}

struct Command {
  WardenSetup setup;
  Options options;  ///< those of the config
  std::string name;
  Identity identity;  ///< all but the options
  std::vector<std::string> withheld;
};

// What a word such as `-Dpath=/x/classes:lib/a.jar` may name: the parts between `=`, `:`, `,` and `;`.
std::vector<std::string> parts_of(const std::string& word) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= word.size();) {
    const std::size_t end = std::min(word.find_first_of("=:,;", begin), word.size());
    if (end > begin) parts.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

// The files and folders that words name and the process does not see.
std::vector<std::string> withheld_from(const WardenSetup& setup, const std::vector<std::string>& words,
                                       const fs::path& folder) {
  const auto is_shown = [&](const fs::path& path) {
    for (const auto* places : {&setup.files, &setup.folders, &setup.support})
      if (std::ranges::any_of(*places, [&](const std::string& place) { return is_below(path, place); })) return true;
    return is_system_file(path.string()) || is_below(path, "/dev") || is_below(path, "/proc");
  };
  std::vector<std::string> out;
  for (const std::string& word : words)
    for (const std::string& part : parts_of(word)) {
      std::error_code error;
      fs::path path = (folder / part).lexically_normal();
      if (!path.has_filename()) path = path.parent_path();
      if (path.has_relative_path() && fs::exists(path, error) && !is_shown(path) &&
          std::ranges::find(out, path.string()) == out.end())
        out.push_back(path.string());
    }
  return out;
}

// The first argument of an interpreter, if it is named like a source file and is not there; else empty.
std::string missing_script(const std::vector<std::string>& words, const fs::path& folder) {
  constexpr std::string_view extensions[] = {".py",  ".js", ".mjs", ".cjs", ".java",
                                             ".jar", ".rb", ".pl",  ".lua", ".sh"};
  const auto script =
      std::find_if(words.begin() + 1, words.end(), [](const auto& word) { return !word.starts_with('-'); });
  if (script == words.end() ||
      std::ranges::find(extensions, fs::path(*script).extension().string()) == std::end(extensions))
    return "";
  std::error_code error;
  return fs::exists(folder / *script, error) ? "" : *script;
}

// Reads a `command`: its words, and its options, which can be any.
Command read_command(const YamlNode& node, const YamlNode& words_node, const char* role, const Hosting& hosting) {
  Command out;
  std::vector<std::string> words;
  for (const YamlNode& word : words_node.elements()) words.push_back(word.text());
  if (words.empty()) words_node.fail("the command has no words: expected such as [python3, my.py]");
  const std::filesystem::path folder = hosting.confinement->folder;
  out.setup = {.participant = {{"role", role}, {"command", words}},
               .program = find_program(words[0], folder),
               .confinement = hosting.confinement};
  if (out.setup.program.empty())
    words_node.elements()[0].fail("there is no program '{}' {}", words[0],
                                  words[0].find('/') == std::string::npos ? "on the PATH" : "that can be started");
  at(words_node.elements()[0], [&] { check_interpreter(out.setup.program); });
  if (const std::string script = missing_script(words, folder); !script.empty())
    words_node.fail("there is no file '{}' in {}", script, folder.string());
  out.setup.support = folders_of_program(out.setup.program);
  // Where another entry names this program by its path, it belongs to both.
  out.setup.files = links_of(out.setup.program);
  // The files that the words name decide the moves, too.
  Identity files;
  for (const std::string& word : words) {
    const std::filesystem::path path = folder / word;
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) continue;
    files.add(word, at(words_node, [&] {
                const std::string kept = add_own(out.setup, path);
                add_folder_of(out.setup, path);
                return Identity::of_bytes(read_file(kept));
              }));
  }
  // What is installed with a program of its own is its own as well.
  std::error_code error;
  if (words[0].find('/') != words[0].npos && !is_system_file(out.setup.program) &&
      !fs::is_symlink(out.setup.program, error))
    for (const std::string& support : std::exchange(out.setup.support, {})) out.setup.folders.push_back(support);
  if (const auto options = node.find("options"))
    for (const YamlNode::Entry& entry : options->entries()) {
      const std::string text = entry.value.text();
      set_any(out.options, entry.key, entry.value.is_quoted() ? OptionValue(text) : value_of_text(text));
    }
  // Called by the last file among its words: [python3, my.py] is `my`.
  out.name = std::filesystem::path(files.brief.empty() ? words[0] : std::prev(files.brief.end()).key()).stem().string();
  files.update(read_files(node, folder.string(), out.setup));
  out.withheld = withheld_from(out.setup, words, folder);
  out.identity.add("command", ordered_json(words)).add("files", files);
  return out;
}

// A player that is a command, with those options sent that the config sets. What it declares is known once it has been
// asked.
PlayerEntry entry_of(const std::shared_ptr<const Command>& command, const Options& sent,
                     const std::shared_ptr<const Description>& description) {
  PlayerEntry entry{.name = command->name, .identity = {}, .built_in = false, .isolated = true};
  identify(entry, command->identity, sent);
  entry.withheld = command->withheld;
  entry.any_options = description == nullptr || !description->options;
  entry.options = sent;
  if (description) {
    entry.summary = description->summary;
    entry.plays = description->plays;
  }
  if (!entry.any_options) {
    entry.declared = *description->options;
    entry.options = Options(entry.declared);
    for (const auto& [name, value] : sent.values()) entry.options.set(entry.declared, name, value);
  }
  // Declared defaults are not sent: what a command said when it was asked must not reach its games.
  entry.with = [command, description, sent, declared = entry.declared](const Options& others) {
    Options more = sent;
    for (const auto& [name, value] : others.values()) {
      const OptionSpec* spec = find(declared, name);
      if (spec == nullptr || sent.values().contains(name) || value != spec->fallback) set_any(more, name, value);
    }
    return entry_of(command, more, description);
  };
  const auto pool = std::make_shared<WardenPool>(command->setup);
  entry.make = [pool, options = options_json(sent)](const Rules& rules, std::uint64_t seed) {
    return command_player(pool, options, rules, seed);
  };
  set_seen(entry, pool);
  return entry;
}

// The player after it has been asked. `node` is its entry in the config.
PlayerEntry ask_command(const std::shared_ptr<const Command>& command, const YamlNode& node) {
  const YamlNode words = node.at("command");
  // With a warden of its own: one that is started now might see files of players whose entries are still to be read.
  const auto description = at(words, [&] {
    return std::make_shared<const Description>(describe_command(std::make_shared<WardenPool>(command->setup)));
  });
  Options sent = command->options;
  const auto options = node.find("options");
  if (options && description->options) {
    const Options read = read_options(*options, *description->options, fmt::format("player '{}'", command->name));
    for (const auto& [name, value] : command->options.values()) set_any(sent, name, read.values().at(name));
  }
  return entry_of(command, sent, description);
}

// A sequencer's own options and the one that all have.
std::vector<OptionSpec> options_of(const Source<SequencerRole>& source) {
  std::vector<OptionSpec> options = source.options;
  options.push_back(generator_option());
  return options;
}
const std::vector<OptionSpec>& options_of(const Source<PlayerRole>& source) { return source.options; }

// An entry that is made by a spec: built in or from a plugin.
template <class Role>
auto entry_of_yaml(const YamlNode& node, const YamlNode::Entry& source, const std::string& folder,
                   const Hosting& hosting) {
  Source<Role> found =
      source.key == "plugin"
          ? plugin_source<Role>(node, source.value, folder, hosting)
          : at(source.value, [&, name = source.value.text()] { return built_in_source<Role>(name, hosting); });
  const std::vector<OptionSpec> declared = options_of(found);
  const auto node_of_options = node.find("options");
  return entry_of(found, node_of_options
                             ? read_options(*node_of_options, declared, fmt::format("{} '{}'", Role::word, found.name))
                             : Options(declared));
}

// Gives an entry the name that the config wants, and checks it: a plugin's own one may be anything.
template <class Entry>
Entry named(Entry entry, const YamlNode& node) {
  const auto name = node.find("name");
  if (name) entry.name = name->text();
  check_name(name ? *name : node, entry.name);
  if constexpr (std::is_same_v<Entry, PlayerEntry>)
    if (const auto contribution = node.find("contribution")) {
      entry.contribution = contribution->text();
      if (!Secret::of_hex(entry.contribution))
        contribution->fail("'contribution' must be the 64 hexadecimal digits that `pentocity contribute` prints");
    }
  return entry;
}

// The names and values of texts `name=value`.
std::vector<std::pair<std::string, std::string>> split(const std::vector<std::string>& assignments) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string& assignment : assignments) {
    const std::size_t sign = assignment.find('=');
    if (sign == assignment.npos || sign == 0) throw InputError("option '{}': expected NAME=VALUE", assignment);
    out.emplace_back(assignment.substr(0, sign), assignment.substr(sign + 1));
  }
  return out;
}

// The entry of a config that a word of the command line stands for, if the word names a file; none if it can only be
// the name of something built in.
template <class Role>
std::optional<std::string> entry_of_file(const std::string& word) {
  if (find(Role::built_in(), word) != nullptr) return std::nullopt;
  const fs::path path = word;
  const auto extension = path.extension();
  const bool is_yaml = extension == ".yaml" || extension == ".yml";
  std::error_code error;
  if (!fs::is_regular_file(path, error)) {
    if (path.has_parent_path() || extension == ".so" || extension == ".py" || is_yaml)
      throw InputError("there is no file '{}'", word);
    return std::nullopt;
  }
  const std::string absolute = fs::absolute(path).lexically_normal().string();
  nlohmann::json entry;
  if (extension == ".so")
    entry = {{"plugin", absolute}};
  else if (extension == ".py")
    entry = {{"command", {"python3", absolute}}};
  else if (is_program(path))
    entry = {{"command", nlohmann::json::array({absolute})}};
  else if (is_yaml && std::is_same_v<Role, SequencerRole>)
    entry = {{"mix", absolute}};
  else if (is_yaml)
    throw InputError("{}: a player is no YAML file; the players of a config are named together with --config", word);
  else
    throw InputError(
        "{}: expected a shared library (*.so), a Python file (*.py) or a program, but it may not be executed; "
        "chmod +x makes it a program, --config takes any `command:` of a config",
        word);
  return text_of_json(entry);
}

constexpr const char* command_line = "the command line";

// An entry for any word.
template <class Role>
std::string entry_of_any_word(const std::string& word) {
  if (auto entry = entry_of_file<Role>(word)) return *entry;
  built_in_source<Role>(word);  // which throws if there is none
  return text_of_json(nlohmann::json{{Role::word, word}});
}

}  // namespace

Options read_options(const YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner) {
  Options options(declared);
  for (const YamlNode::Entry& entry : node.entries()) {
    const OptionSpec& spec =
        at(entry.key_node, [&]() -> const OptionSpec& { return option_named(entry.key, declared, owner); });
    const std::string text = entry.value.text();
    at(entry.value, [&] { set_option(options, spec, text); });
  }
  return options;
}

PlayerEntry built_in_player(const std::string& name) {
  Source<PlayerRole> source = built_in_source<PlayerRole>(name);
  const Options options(options_of(source));
  return entry_of(std::move(source), options);
}

SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments) {
  Source<SequencerRole> source = built_in_source<SequencerRole>(name);
  const std::vector<OptionSpec> declared = options_of(source);
  Options options(declared);
  for (const auto& [key, text] : split(assignments))
    set_option(options, option_named(key, declared, fmt::format("sequencer '{}'", name)), text);
  return entry_of(std::move(source), std::move(options));
}

PlayerEntry asked(const PlayerEntry& player) {
  if (!player.ask) return player;
  PlayerEntry out = player.ask();
  out.name = player.name;
  out.contribution = player.contribution;
  return out;
}

PlayerEntry asked_if_possible(const PlayerEntry& player) {
  try {
    return asked(player);
  } catch (const UserError&) {
    throw;
  } catch (const std::exception&) {  // of its process
    return player;
  }
}

PlayerEntry with_options(const PlayerEntry& player, const std::vector<std::string>& assignments) {
  if (assignments.empty()) return player;
  const PlayerEntry entry = asked_if_possible(player);
  Options options = entry.options;
  for (const auto& [key, text] : split(assignments))
    if (entry.any_options)
      set_any(options, key, value_of_text(text));
    else
      set_option(options, option_named(key, entry.declared, fmt::format("player '{}'", entry.name)), text);
  PlayerEntry out = entry.with(options);
  out.name = entry.name;
  out.contribution = entry.contribution;
  return out;
}

void require_plays(const PlayerEntry& player, const Rules& rules) {
  const PlayedGames plays = asked_if_possible(player).plays;
  if (!plays.include(rules))
    throw InputError("player '{}' plays {} only, and not side {} under {}", player.name, plays.words(), rules.side,
                     rules.profile);
}

PlayerEntry player_of_word(const std::string& word, const Hosting& hosting) {
  if (const auto entry = entry_of_file<PlayerRole>(word))
    return player_of_yaml(YamlNode::parse(*entry, command_line), hosting.confinement->folder, hosting);
  const Source<PlayerRole> source = built_in_source<PlayerRole>(word, hosting);
  return entry_of(source, Options(source.options));
}

SequencerEntry sequencer_of_word(const std::string& word, const Hosting& hosting) {
  if (const auto entry = entry_of_file<SequencerRole>(word))
    return sequencer_of_yaml(YamlNode::parse(*entry, command_line), hosting.confinement->folder, hosting);
  return built_in_sequencer(word);
}

std::string player_entry_of_word(const std::string& word) { return entry_of_any_word<PlayerRole>(word); }
std::string sequencer_entry_of_word(const std::string& word) { return entry_of_any_word<SequencerRole>(word); }

PlayerEntry player_of_yaml(const YamlNode& node, const std::string& folder, const Hosting& hosting) {
  if (!node.is_mapping())
    return at(node, [&, name = node.text()] {
      const auto source = built_in_source<PlayerRole>(name, hosting);
      return entry_of(source, Options(source.options));
    });
  const YamlNode::Entry source = source_of(node, {"player", "plugin", "command"});
  if (source.key != "command") return named(entry_of_yaml<PlayerRole>(node, source, folder, hosting), node);
  const auto command = std::make_shared<const Command>(read_command(node, source.value, "player", hosting));
  PlayerEntry entry = entry_of(command, command->options, nullptr);
  entry.ask = [command, node] { return ask_command(command, node); };
  return named(std::move(entry), node);
}

SequencerEntry sequencer_of_yaml(const YamlNode& node, const std::string& folder, const Hosting& hosting) {
  if (!node.is_mapping()) return at(node, [name = node.text()] { return built_in_sequencer(name); });
  std::vector<std::string> sources{"sequencer", "plugin", "command"};
  for (const SequencerFormat& format : sequencer_formats()) sources.push_back(format.name);
  const YamlNode::Entry source = source_of(node, sources);
  if (source.key == "command") {
    Command command = read_command(node, source.value, "sequencer", hosting);
    SequencerEntry entry{.name = command.name, .identity = {}, .built_in = false, .isolated = true};
    identify(entry, command.identity, command.options);
    entry.draws_as = draws_of(command.name, command.options, {});
    entry.withheld = command.withheld;
    const auto pool = std::make_shared<WardenPool>(std::move(command.setup));
    entry.make = [pool, options = options_json(command.options)](int side, const StreamSeed& seed) {
      return command_sequencer(pool, options, side, seed.for_untrusted().seed);
    };
    set_seen(entry, pool);
    return named(std::move(entry), node);
  }
  const auto options = node.find("options");
  if (find(sequencer_formats(), source.key) == nullptr) {
    SequencerEntry entry = entry_of_yaml<SequencerRole>(node, source, folder, hosting);
    const auto generator = options ? options->find(generator_option().name) : std::nullopt;
    if (generator) entry.generator_place = generator->place();
    return named(std::move(entry), node);
  }
  if (options) read_options(*options, {}, fmt::format("a {}", source.key));
  const std::string path = resolved(source.value.text(), folder);
  at(source.value, [&] { return read_file(path); });  // a missing file is a fault of this line, not of that file
  return named(sequencer_of_file(source.key, path), node);
}

SequencerEntry sequencer_of_file(const std::string& format, const std::string& path) {
  const SequencerFormat* reader = find(sequencer_formats(), format);
  if (reader == nullptr) throw std::invalid_argument("there is no format of sequencers '" + format + "'");
  SequencerFile file = reader->load(path);
  const Identity identity = Identity().add(format, Identity::of_bytes(file.contents));
  SequencerEntry entry{
      .name = file.name, .identity = text_of_json(identity.brief), .contents = text_of_json(identity.full)};
  entry.draws_as = file.name + '\n' + file.contents;
  entry.generator_place = file.generator_place;
  entry.make = [make = std::move(file.make), generator = file.generator](int side, const StreamSeed& seed) {
    static const Options none;
    return make({side, seed.seed, seed.random(generator), none});
  };
  return entry;
}

}  // namespace pentocity::entrants
