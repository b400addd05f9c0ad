#include "pentocity/simulator/roster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "pentocity/core/random.hpp"
#include "pentocity/simulator/files.hpp"

namespace pentocity {
namespace {

using nlohmann::ordered_json;

// A trace's file name has two of them, and most file systems allow 255 bytes.
constexpr std::size_t longest_name = 100;

// What differs between players and sequencers: the words for messages and keys, the built-in ones, a plugin's symbol.
struct PlayerSide {
  using Spec = PlayerSpec;
  static constexpr const char* word = "player";
  static constexpr const char* symbol = "pentocity_player";
  static constexpr const char* other_symbol = "pentocity_sequencer";
  static const std::vector<Spec>& built_in() { return builtin_players(); }
};
struct SequencerSide {
  using Spec = SequencerSpec;
  static constexpr const char* word = "sequencer";
  static constexpr const char* symbol = "pentocity_sequencer";
  static constexpr const char* other_symbol = "pentocity_player";
  static const std::vector<Spec>& built_in() { return builtin_sequencers(); }
};

std::string hash_of(std::string_view contents) { return fmt::format("{:016x}", hash_bytes(contents)); }

std::string resolved(const std::string& path, const std::string& folder) {
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

template <class Spec>
const Spec* find(const std::vector<Spec>& specs, const std::string& name) {
  const auto it = std::find_if(specs.begin(), specs.end(), [&](const Spec& s) { return s.name == name; });
  return it == specs.end() ? nullptr : &*it;
}

template <class Spec>
std::vector<std::string> names_of(const std::vector<Spec>& specs) {
  std::vector<std::string> out;
  for (const Spec& spec : specs) out.push_back(spec.name);
  return out;
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
  const bool control = std::any_of(name.begin(), name.end(), [](unsigned char ch) { return ch < 0x20 || ch == 0x7f; });
  const std::string printable = ordered_json(name).dump(-1, ' ', true, ordered_json::error_handler_t::replace);
  if (control || ordered_json::parse(printable) != name)
    node.fail(fmt::format("the name {} has characters that cannot be printed", printable));
  if (file_name_part(name).size() > longest_name)
    node.fail(
        fmt::format("the name '{}' is too long to be part of a file name: at most {} characters, those that are "
                    "no letter, digit, '.', '-' or '_' count three times",
                    name, longest_name));
}

const OptionSpec& option_named(const std::string& name, const std::vector<OptionSpec>& declared,
                               const std::string& owner) {
  if (const OptionSpec* spec = find(declared, name)) return *spec;
  if (declared.empty()) throw InputError(fmt::format("{} takes no options", owner));
  throw InputError(fmt::format("{} has no option '{}'{}", owner, name, suggestion(name, names_of(declared))));
}

// Sets an option from a text; one in quotes is a string whatever it looks like.
void set_option(Options& options, const OptionSpec& spec, const std::string& text, bool quoted) {
  try {
    options.set({spec}, spec.name, quoted ? OptionValue(text) : parse_option(spec, text));
  } catch (const std::invalid_argument& e) {
    throw InputError(e.what());
  }
}

ordered_json to_json(const Options& options) {
  ordered_json json = ordered_json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& v) { json[key] = v; }, value);
  return json;
}

// A plugin's spec, which keeps the library loaded.
template <class Side>
std::shared_ptr<const typename Side::Spec> load_plugin(const YamlNode& node, const std::string& path) {
  using Spec = typename Side::Spec;
  std::shared_ptr<boost::dll::shared_library> library;
  try {
    // Symbols stay its own: two plugins may define the same classes.
    library = std::make_shared<boost::dll::shared_library>(std::filesystem::absolute(path).string(),
                                                           boost::dll::load_mode::rtld_now);
  } catch (const std::exception& e) {
    node.fail(fmt::format("'{}' cannot be loaded as a shared library: {}", path, e.what()));
  }
  if (!library->has("pentocity_abi"))
    node.fail(fmt::format("'{}' is no Pentocity plugin: it lacks the symbol pentocity_abi", path));
  const std::string tag = library->get<const char*()>("pentocity_abi")();
  if (tag != abi_tag)
    node.fail(fmt::format("'{}' was built for '{}', this program is '{}': build it again", path, tag, abi_tag));
  if (!library->has(Side::symbol))
    node.fail(fmt::format("'{}' has no {}: it lacks the symbol {}{}", path, Side::word, Side::symbol,
                          library->has(Side::other_symbol) ? fmt::format(", but has {}", Side::other_symbol) : ""));
  const Spec* spec = library->get<const Spec*()>(Side::symbol)();
  if (spec == nullptr || spec->make == nullptr) node.fail(fmt::format("'{}' makes no {}", path, Side::word));
  if (std::is_same_v<Side, SequencerSide> && find(spec->options, generator_option().name) != nullptr)
    node.fail(fmt::format("'{}' declares the option 'generator', which every sequencer has already", path));
  return {library, spec};
}

// The one key of an entry that says where a player or sequencer comes from.
YamlNode::Entry source_of(const YamlNode& node, const std::vector<std::string>& sources) {
  std::vector<std::string> keys{"name", "options"};
  keys.insert(keys.end(), sources.begin(), sources.end());
  node.check_keys(keys);
  std::optional<YamlNode::Entry> source;
  for (YamlNode::Entry& entry : node.entries()) {
    if (std::find(sources.begin(), sources.end(), entry.key) == sources.end()) continue;
    if (source) entry.key_node.fail(fmt::format("'{}' and '{}' exclude each other", source->key, entry.key));
    source.emplace(std::move(entry));
  }
  if (!source) node.fail(fmt::format("one of the keys {} is missing", fmt::join(sources, ", ")));
  return *source;
}

// A spec and what of it decides games.
template <class Side>
struct Source {
  std::shared_ptr<const typename Side::Spec> spec;
  ordered_json identity;
  bool built_in = true;
};

template <class Side>
Source<Side> built_in_source(const std::string& name) {
  if (const auto* spec = find(Side::built_in(), name))
    return {{std::shared_ptr<void>(), spec}, {{Side::word, name}}, true};  // lives as long as the program
  throw InputError(
      fmt::format("there is no {} '{}'{}", Side::word, name, suggestion(name, names_of(Side::built_in()))));
}

template <class Side>
Source<Side> plugin_source(const YamlNode& node, const std::string& folder) {
  const std::string path = resolved(node.text(), folder);
  const std::string contents = at(node, [&] { return read_file(path); });
  auto spec = load_plugin<Side>(node, path);
  ordered_json identity{{"plugin", hash_of(contents)}, {Side::word, spec->name}};
  return {std::move(spec), std::move(identity), false};
}

template <class Side>
std::string identity_of(Source<Side> source, const Options& options) {
  source.identity["options"] = to_json(options);
  return source.identity.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

PlayerEntry entry_of(Source<PlayerSide> source, Options options) {
  PlayerEntry entry{source.spec->name, identity_of(source, options), source.built_in, {}};
  entry.make = [spec = std::move(source.spec), options = std::make_shared<const Options>(std::move(options))](
                   const Rules& rules, std::uint64_t seed) {
    return spec->make({rules, seed, *options});
  };
  return entry;
}

SequencerEntry entry_of(Source<SequencerSide> source, Options options) {
  SequencerEntry entry{source.spec->name, identity_of(source, options), source.built_in, {}};
  const Generator generator = options.text(generator_option().name) == "java" ? Generator::java : Generator::pcg;
  entry.make = [spec = std::move(source.spec), options = std::make_shared<const Options>(std::move(options)),
                generator](int side, std::uint64_t seed) {
    return spec->make({side, seed, RequestRandom(generator, seed), *options});
  };
  return entry;
}

// A sequencer's own options and the one that all have.
std::vector<OptionSpec> options_of(const SequencerSpec& spec) {
  std::vector<OptionSpec> options = spec.options;
  options.push_back(generator_option());
  return options;
}
const std::vector<OptionSpec>& options_of(const PlayerSpec& spec) { return spec.options; }

// An entry that is made by a spec: built in or from a plugin.
template <class Side>
auto entry_of_yaml(const YamlNode& node, const YamlNode::Entry& source, const std::string& folder) {
  Source<Side> found = source.key == "plugin"
                           ? plugin_source<Side>(source.value, folder)
                           : at(source.value, [name = source.value.text()] { return built_in_source<Side>(name); });
  const std::vector<OptionSpec> declared = options_of(*found.spec);
  const auto node_of_options = node.find("options");
  return entry_of(found, node_of_options ? read_options(*node_of_options, declared,
                                                        fmt::format("{} '{}'", Side::word, found.spec->name))
                                         : Options(declared));
}

// Gives an entry the name that the config wants, and checks it: a plugin's own one may be anything.
template <class Entry>
Entry named(Entry entry, const YamlNode& node) {
  const auto name = node.find("name");
  if (name) entry.name = name->text();
  check_name(name ? *name : node, entry.name);
  return entry;
}

}  // namespace

const OptionSpec& generator_option() {
  static const OptionSpec option{
      "generator", "java", "the stream's random numbers: java.util.Random or PCG", {"java", "pcg"}};
  return option;
}

Options read_options(const YamlNode& node, const std::vector<OptionSpec>& declared, const std::string& owner) {
  Options options(declared);
  for (const YamlNode::Entry& entry : node.entries()) {
    const OptionSpec& spec =
        at(entry.key_node, [&]() -> const OptionSpec& { return option_named(entry.key, declared, owner); });
    const std::string text = entry.value.text();
    at(entry.value, [&] { set_option(options, spec, text, entry.value.is_quoted()); });
  }
  return options;
}

PlayerEntry built_in_player(const std::string& name) {
  Source<PlayerSide> source = built_in_source<PlayerSide>(name);
  const Options options(options_of(*source.spec));
  return entry_of(std::move(source), options);
}

SequencerEntry built_in_sequencer(const std::string& name, const std::vector<std::string>& assignments) {
  Source<SequencerSide> source = built_in_source<SequencerSide>(name);
  const std::vector<OptionSpec> declared = options_of(*source.spec);
  Options options(declared);
  for (const std::string& assignment : assignments) {
    const std::size_t sign = assignment.find('=');
    if (sign == assignment.npos) throw InputError(fmt::format("option '{}': expected key=value", assignment));
    const std::string key = assignment.substr(0, sign);
    const OptionSpec& spec = option_named(key, declared, fmt::format("sequencer '{}'", name));
    set_option(options, spec, assignment.substr(sign + 1), false);
  }
  return entry_of(std::move(source), std::move(options));
}

PlayerEntry player_of_yaml(const YamlNode& node, const std::string& folder) {
  if (!node.is_mapping()) return at(node, [name = node.text()] { return built_in_player(name); });
  const YamlNode::Entry source = source_of(node, {"player", "plugin"});
  return named(entry_of_yaml<PlayerSide>(node, source, folder), node);
}

SequencerEntry sequencer_of_yaml(const YamlNode& node, const std::string& folder) {
  if (!node.is_mapping()) return at(node, [name = node.text()] { return built_in_sequencer(name); });
  std::vector<std::string> sources{"sequencer", "plugin"};
  for (const SequencerFormat& format : sequencer_formats()) sources.push_back(format.name);
  const YamlNode::Entry source = source_of(node, sources);
  if (find(sequencer_formats(), source.key) == nullptr)
    return named(entry_of_yaml<SequencerSide>(node, source, folder), node);
  if (const auto options = node.find("options")) read_options(*options, {}, fmt::format("a {}", source.key));
  const std::string path = resolved(source.value.text(), folder);
  at(source.value, [&] { return read_file(path); });  // a missing file is a fault of this line, not of that file
  return named(sequencer_of_file(source.key, path), node);
}

SequencerEntry sequencer_of_file(const std::string& format, const std::string& path) {
  const SequencerFormat* reader = find(sequencer_formats(), format);
  if (reader == nullptr) throw std::invalid_argument("there is no format of sequencers '" + format + "'");
  SequencerFile file = reader->load(path);
  SequencerEntry entry{file.name, ordered_json{{format, hash_of(file.contents)}}.dump(), true, {}};
  entry.make = [make = std::move(file.make), generator = file.generator](int side, std::uint64_t seed) {
    static const Options none;
    return make({side, seed, RequestRandom(generator, seed), none});
  };
  return entry;
}

}  // namespace pentocity
