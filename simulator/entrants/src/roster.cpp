#include "pentocity/entrants/roster.hpp"

#include <fmt/format.h>

#include "kinds.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/printable.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/hosted.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;

// Characters.
constexpr std::size_t longest_name = 100;

// Gives an entry the name that the config wants, and checks it: a plugin's own one may be anything.
template <class Entry>
void rename(Entry& entry, const Origin& origin) {
  const SourceText name = origin.name.value_or(SourceText{entry.name, origin.place});
  check_name(name);
  entry.name = name.text;
}

bool is_command(const Origin& origin) {
  return origin.kind == "command" || origin.kind == "java" || origin.kind == "wasm";
}

// An entry of any kind but a file format.
template <class Role>
typename Role::Entry entry_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  typename Role::Entry entry =
      is_command(origin) ? command_of<Role>(origin, folder, hosting) : compiled_of<Role>(origin, folder, hosting);
  rename(entry, origin);
  return entry;
}

PlayerEntry player_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  PlayerEntry entry = entry_of<PlayerRole>(origin, folder, hosting);
  if (!origin.contribution) return entry;
  entry.contribution = origin.contribution->text;
  if (!match::Secret::of_hex(entry.contribution))
    origin.contribution->fail("'contribution' must be the 64 hexadecimal digits that `pentocity contribute` prints");
  return entry;
}

SequencerEntry sequencer_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  if (find_named(sequencer_formats(), origin.kind) == nullptr) {
    SequencerEntry entry = entry_of<SequencerRole>(origin, folder, hosting);
    if (!is_command(origin))
      for (const auto& [name, value] : origin.options)
        if (name.text == generator_option().name) entry.generator_place = value.place;
    return entry;
  }
  Options none;
  set_options(none, origin.options, {}, fmt::format("a {}", origin.kind));
  const std::string path = (fs::path(folder) / origin.value.text).lexically_normal().string();
  at(origin.value, [&] { return read_file(path); });  // a missing file is a fault of this line, not of that file
  SequencerEntry entry = sequencer_of_file(origin.kind, path);
  rename(entry, origin);
  return entry;
}

}  // namespace

void check_name(const SourceText& name) {
  if (name.text.empty()) name.fail("a name must have at least one character");
  if (has_unseen(name.text))
    name.fail(fmt::format("the name \"{}\" has characters that cannot be printed", printable(name.text)));
  if (has_odd_blanks(name.text))
    name.fail(
        fmt::format("the name \"{}\" has blanks at an end, two in a row, or others than the usual one", name.text));
  if (const std::size_t length = display_columns(name.text); length > longest_name)
    name.fail(fmt::format("the name '{}' has {} characters: at most {} are allowed", name.text, length, longest_name));
}

void read_files(const Origin& origin, const std::string& folder, isolation::WardenSetup& setup, bool confined) {
  for (const SourceText& file : origin.files) {
    fs::path path = fs::absolute((fs::path(folder) / file.text).lexically_normal()).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    at(file, [&] {
      std::error_code error;
      if (!fs::exists(path, error)) throw InputError("there is no file or folder '{}'", path.string());
      if (confined) {
        if (isolation::is_below(fs::path(setup.confinement->folder), path))
          throw InputError(
              "'{}' is or contains the config's folder, which no player may see: name what is needed in it", file.text);
        add_own(setup, path);
      } else {
        setup.confinement->kept->watch(path.string());
        setup.files.push_back(path.string());
      }
    });
  }
}

std::string draws_of(const std::string& name, const Options& options, const std::vector<OptionSpec>& declared) {
  std::map<std::string, OptionValue> set;
  for (const auto& [key, value] : options.values()) {
    const OptionSpec* spec = find_named(declared, key);
    if (key != generator_option().name && (spec == nullptr || value != spec->fallback)) set[key] = value;
  }
  return set.empty() ? name : name + '\n' + text_of_json(isolation::options_json(with_any({}, std::move(set))));
}

PlayerEntry player_of_yaml(const input::YamlNode& node, const std::string& folder, const isolation::Hosting& hosting) {
  return player_of(player_origin(node), folder, hosting);
}

SequencerEntry sequencer_of_yaml(const input::YamlNode& node, const std::string& folder,
                                 const isolation::Hosting& hosting) {
  return sequencer_of(sequencer_origin(node), folder, hosting);
}

PlayerEntry player_of_word(const std::string& word, const isolation::Hosting& hosting) {
  return player_of(player_origin(word), hosting.confinement->folder, hosting);
}

SequencerEntry sequencer_of_word(const std::string& word, const isolation::Hosting& hosting,
                                 const std::vector<std::string>& assignments) {
  Origin origin = sequencer_origin(word);
  origin.options = split_assignments(assignments);
  return sequencer_of(origin, hosting.confinement->folder, hosting);
}

SequencerEntry sequencer_of_file(const std::string& format, const std::string& path) {
  const SequencerFormat* reader = find_named(sequencer_formats(), format);
  if (reader == nullptr) throw std::invalid_argument("there is no format of sequencers '" + format + "'");
  return sequencer_of_file(format, reader->load(path));
}

SequencerEntry sequencer_of_file(const std::string& format, const SequencerFile& file) {
  SequencerEntry entry;
  entry.name = file.name;
  entry.made_of = text_of_json(nlohmann::json{{format, match::blake2b(file.contents)}});
  entry.draws_as = file.name + '\n' + file.contents;
  entry.generator_place = file.generator_place;
  entry.make_by([file](int side, const match::StreamSeed& seed) {
    static const Options none;
    return file.make({side, seed.seed, seed.random(file.generator), none});
  });
  return entry;
}

}  // namespace pentocity::entrants
