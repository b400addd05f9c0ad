#include "pentocity/isolation/hosted.hpp"

#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <tuple>

#include "pentocity/guest/lines.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/secret.hpp"

/// The first bytes of this program or library; the name is the linker's.
extern "C" [[gnu::visibility("hidden")]] const ElfW(Ehdr) __ehdr_start;  // NOLINT(bugprone-reserved-identifier)

namespace pentocity::isolation {

namespace {

using nlohmann::json;

template <class Spec>
std::shared_ptr<const Spec> spec_of(const json& participant, const std::vector<Spec>& built_in) {
  if (participant.contains("plugin"))
    return load_plugin<Spec>(participant.at("file").get<std::string>(), participant.at("plugin").get<std::string>());
  for (const Spec& spec : built_in)
    if (spec.name == participant.at("built_in").get<std::string>()) return {std::shared_ptr<void>(), &spec};
  throw InputError("there is no such participant built in");
}

// What a plugin declares.
std::string description_of(const json& participant) {
  if (participant.at("role") != "player") return guest::ready_line(*spec_of(participant, builtin_sequencers()), false);
  const auto spec = spec_of(participant, builtin_players());
  return guest::ready_line(
      *spec, games_of_plugin(participant.at("file").get<std::string>(), participant.at("plugin").get<std::string>()));
}

void serve(const json& participant, const StartOrder& order, int in, int out) {
  if (participant.at("role") == "player") {
    guest::serve(*spec_of(participant, builtin_players()), {}, in, out);
  } else {
    std::optional<RequestRandom> random;
    if (order.key) random.emplace(std::make_shared<match::ChaChaBlocks>(*order.key));
    guest::serve(*spec_of(participant, builtin_sequencers()), in, out, random ? &*random : nullptr);
  }
}

std::shared_ptr<boost::dll::shared_library> open_library(const std::string& path, const std::string& shown) {
  try {
    // Symbols stay its own: two plugins may define the same classes.
    return std::make_shared<boost::dll::shared_library>(std::filesystem::absolute(path).string(),
                                                        boost::dll::load_mode::rtld_now);
  } catch (const std::exception& e) {
    ElfW(Ehdr) header{};
    const bool whole(std::ifstream(path, std::ios::binary).read(reinterpret_cast<char*>(&header), sizeof header));
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) throw InputError("'{}' is no shared library", shown);
    // The loader takes a library for another processor for one that is not there.
    const auto kind = [](const ElfW(Ehdr) & of) {
      return std::tuple(of.e_ident[EI_CLASS], of.e_ident[EI_DATA], of.e_machine);
    };
    if (whole && kind(header) != kind(__ehdr_start))
      throw InputError("'{}' was built for another kind of processor than this program: build it on this machine",
                       shown);
    throw InputError("'{}' cannot be loaded as a shared library: {}", shown, e.what());
  }
}

}  // namespace

void serve_participant(const json& participant, const StartOrder& order, int in, int out) {
  const bool describes = order.task == Task::describe;
  const auto fail = [&](const std::string& why) { guest::write_line(out, text_of_json(json{{"failed", why}})); };
  try {
    if (describes)
      guest::write_line(out, description_of(participant));
    else
      serve(participant, order, in, out);
  } catch (const InputError& e) {
    fail(e.what());
  } catch (const std::bad_alloc&) {
    fail("memory");
  } catch (const std::exception& e) {
    fail(describes ? fmt::format("'{}' cannot be loaded as a plugin: {}", participant.at("plugin").get<std::string>(),
                                 e.what())
                   : e.what());
  } catch (...) {
    fail("unknown exception");
  }
}

json options_json(const Options& options) {
  json out = json::object();
  for (const auto& [name, value] : options.values())
    std::visit([&, &key = name](const auto& v) { out[key] = v; }, value);
  return out;
}

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
  const bool player = std::is_same_v<Spec, PlayerSpec>;
  const std::string word = player ? "player" : "sequencer", other = player ? "sequencer" : "player";
  const std::string symbol = "pentocity_" + word, other_symbol = "pentocity_" + other;
  const auto library = open_library(path, shown);
  if (!library->has("pentocity_abi"))
    throw InputError("'{}' is no Pentocity plugin: it lacks the symbol pentocity_abi", shown);
  if (const std::string tag = library->get<const char*()>("pentocity_abi")(); tag != abi_tag)
    throw InputError("'{}' was built for '{}', this program is '{}': build it again", shown, tag, abi_tag);
  if (!library->has(symbol))
    throw InputError("'{}' has no {}: it lacks the symbol {}{}", shown, word, symbol,
                     library->has(other_symbol) ? fmt::format(", but has {}", other_symbol) : "");
  const std::shared_ptr<const Spec> spec(library, library->get<const Spec*()>(symbol)());
  if (spec == nullptr || spec->make == nullptr) throw InputError("'{}' makes no {}", shown, word);
  if constexpr (std::is_same_v<Spec, SequencerSpec>)
    if (std::ranges::any_of(spec->options, [](const OptionSpec& o) { return o.name == generator_option().name; }))
      throw InputError("'{}' declares the option 'generator', which every sequencer has already", shown);
  return spec;
}

template std::shared_ptr<const PlayerSpec> load_plugin(const std::string& path, const std::string& shown);
template std::shared_ptr<const SequencerSpec> load_plugin(const std::string& path, const std::string& shown);

}  // namespace pentocity::isolation
