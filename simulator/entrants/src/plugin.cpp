// Plugins: players and sequencers from shared libraries.

#include <filesystem>

#include "compiled.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/own_files.hpp"
#include "pentocity/isolation/plugin_library.hpp"

namespace pentocity::entrants {
namespace {

namespace fs = std::filesystem;

using isolation::Isolation;
using isolation::WardenSetup;

// Loads the plugin into this process, or asks it what it is in one of its own.
template <class Role>
Code<Role> code_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  const std::string path = (fs::path(folder) / origin.value.text).lexically_normal().string();
  const std::string absolute = fs::absolute(path).lexically_normal().string();
  WardenSetup setup{.participant = {{"role", Role::word}, {"plugin", path}, {"file", absolute}},
                    .confinement = hosting.confinement};
  Code<Role> code;
  code.built_in = false;
  std::string contents = read_file(path);  // for what it tells of a file that is none
  Identity files;
  if (hosting.isolation == Isolation::none) {
    hosting.confinement->kept->watch(absolute);
    contents = read_file(path);
    files = read_files(origin, folder, setup, false);
    code.spec = isolation::load_plugin<typename Role::Spec>(path, path);
    code.description = {code.spec->name, code.spec->summary, code.spec->options};
    if (std::is_same_v<Role, PlayerRole>) code.description.plays = isolation::games_of_plugin(path, path);
  } else {
    contents = read_file(add_own(setup, path));
    add_folder_of(setup, path);
    files = read_files(origin, folder, setup);
    code.description = describe_plugin(std::make_shared<isolation::WardenPool>(setup));
    code.isolated = std::move(setup);
  }
  code.identity.add("plugin", Identity::of_bytes(contents))
      .add(Role::word, nlohmann::ordered_json(code.description.name));
  if (!files.brief.empty()) code.identity.add("files", files);
  return code;
}

}  // namespace

template <class Role>
typename Role::Entry plugin_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  return Compiled<Role>::entry(at(origin.value, [&] { return code_of<Role>(origin, folder, hosting); }), origin);
}

template PlayerEntry plugin_of<PlayerRole>(const Origin&, const std::string&, const isolation::Hosting&);
template SequencerEntry plugin_of<SequencerRole>(const Origin&, const std::string&, const isolation::Hosting&);

}  // namespace pentocity::entrants
