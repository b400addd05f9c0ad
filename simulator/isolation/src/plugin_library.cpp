#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <filesystem>
#include <fstream>

#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/hosted.hpp"

namespace pentocity::isolation {
namespace {

template <class Spec>
struct Symbols;
template <>
struct Symbols<PlayerSpec> {
  static constexpr const char *word = "player", *symbol = "pentocity_player", *other = "pentocity_sequencer";
};
template <>
struct Symbols<SequencerSpec> {
  static constexpr const char *word = "sequencer", *symbol = "pentocity_sequencer", *other = "pentocity_player";
};

std::shared_ptr<boost::dll::shared_library> open_library(const std::string& path, const std::string& shown) {
  try {
    // Symbols stay its own: two plugins may define the same classes.
    return std::make_shared<boost::dll::shared_library>(std::filesystem::absolute(path).string(),
                                                        boost::dll::load_mode::rtld_now);
  } catch (const std::exception& e) {
    std::string magic(4, '\0');
    if (!std::ifstream(path, std::ios::binary).read(magic.data(), 4) || magic != "\177ELF")
      throw InputError("'{}' is no shared library", shown);
    throw InputError("'{}' cannot be loaded as a shared library: {}", shown, e.what());
  }
}

}  // namespace

PlayedGames games_of_plugin(const std::string& path, const std::string& shown) {
  const auto library = open_library(path, shown);
  PlayedGames games;
  if (library->has("pentocity_plays")) games = *library->get<const PlayedGames*()>("pentocity_plays")();
  try {
    games.check();
  } catch (const std::invalid_argument& e) {
    throw InputError("'{}': {}", shown, e.what());
  }
  return games;
}

template <class Spec>
std::shared_ptr<const Spec> load_plugin(const std::string& path, const std::string& shown) {
  using Role = Symbols<Spec>;
  const auto library = open_library(path, shown);
  if (!library->has("pentocity_abi"))
    throw InputError("'{}' is no Pentocity plugin: it lacks the symbol pentocity_abi", shown);
  if (const std::string tag = library->get<const char*()>("pentocity_abi")(); tag != abi_tag)
    throw InputError(
        "'{}' was built for '{}', this program is '{}': build it again (compatibility.md has the names that changed)",
        shown, tag, abi_tag);
  if (!library->has(Role::symbol))
    throw InputError("'{}' has no {}: it lacks the symbol {}{}", shown, Role::word, Role::symbol,
                     library->has(Role::other) ? fmt::format(", but has {}", Role::other) : "");
  const std::shared_ptr<const Spec> spec(library, library->get<const Spec*()>(Role::symbol)());
  if (spec == nullptr || spec->make == nullptr) throw InputError("'{}' makes no {}", shown, Role::word);
  if constexpr (std::is_same_v<Spec, SequencerSpec>)
    if (std::ranges::any_of(spec->options, [](const OptionSpec& o) { return o.name == generator_option().name; }))
      throw InputError("'{}' declares the option 'generator', which every sequencer has already", shown);
  return spec;
}

template std::shared_ptr<const PlayerSpec> load_plugin(const std::string& path, const std::string& shown);
template std::shared_ptr<const SequencerSpec> load_plugin(const std::string& path, const std::string& shown);

}  // namespace pentocity::isolation
