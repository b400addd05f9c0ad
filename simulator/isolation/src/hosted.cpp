#include "pentocity/isolation/hosted.hpp"

#include <fmt/format.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <nlohmann/json.hpp>
#include <tuple>

#include "frames.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/match/trace.hpp"

/// The first bytes of this program or library; the name is the linker's.
extern "C" [[gnu::visibility("hidden")]] const ElfW(Ehdr) __ehdr_start;  // NOLINT(bugprone-reserved-identifier)

namespace pentocity::isolation {

namespace {

using nlohmann::json;

// Thrown when the other end has closed the pipe, so that no messages can be sent any more.
struct Hangup {};

class Pipe {
 public:
  Pipe(int in, int out) : in_(in), out_(out) {}

  void write(std::string bytes) const {
    if (bytes.size() > longest_message) bytes = FrameWriter(Frame::too_long).finish();
    for (std::string_view rest = bytes; !rest.empty();) {
      const ssize_t n = ::write(out_, rest.data(), rest.size());
      if (n < 0 && errno != EINTR) throw Hangup();
      if (n > 0) rest.remove_prefix(n);
    }
  }
  // The next frame, without its length. One read does as a rule: the other end sends one frame and waits.
  const std::string& read() {
    FrameLength length = 0;
    fill(sizeof length);
    std::memcpy(&length, buffer_.data(), sizeof length);
    fill(sizeof length + length);
    frame_.assign(buffer_, sizeof length, length);
    buffer_.erase(0, sizeof length + length);
    return frame_;
  }

 private:
  // Reads until there are so many bytes.
  void fill(std::size_t size) {
    std::array<char, 4096> chunk;
    while (buffer_.size() < size) {
      const ssize_t n = ::read(in_, chunk.data(), chunk.size());
      if (n == 0 || (n < 0 && errno != EINTR)) throw Hangup();
      if (n > 0) buffer_.append(chunk.data(), n);
    }
  }
  int in_, out_;
  std::string buffer_, frame_;
};

template <class Spec>
std::shared_ptr<const Spec> spec_of(const json& participant, const std::vector<Spec>& built_in) {
  if (participant.contains("plugin"))
    return load_plugin<Spec>(participant.at("file").get<std::string>(), participant.at("plugin").get<std::string>());
  for (const Spec& spec : built_in)
    if (spec.name == participant.at("built_in").get<std::string>()) return {std::shared_ptr<void>(), &spec};
  throw InputError("there is no such participant built in");
}

// The values that options_json() writes, in the declared types. Skips values that are no scalar, and throws
// std::invalid_argument for an undeclared name or a wrong value.
Options options_of_json(const json& values, const std::vector<OptionSpec>& declared) {
  Options out(declared);
  for (const auto& [name, value] : values.items())
    if (const auto option = match::option_of_json(value)) out.set(declared, name, *option);
  return out;
}

void serve_player(const json& participant, const StartOrder& order, const json& context, Pipe& pipe) {
  const auto spec = spec_of(participant, builtin_players());
  const Options options = options_of_json(participant.at("options"), spec->options);
  const Rules rules = match::rules_of_json(context);
  const auto player = spec->make({rules, order.seed, options});
  if (!player) throw std::runtime_error("no player was made");
  pipe.write(FrameWriter(Frame::ready).add(std::uint8_t{0}).finish());

  // The land that the player sees is kept here, by the same rules; what counts is judged at the other end.
  match::Game game(rules);
  std::optional<Outcome> last;
  for (int number = 0;; ++number) {
    FrameReader turn(pipe.read());
    const bool is_opening = turn.get<Frame>() == Frame::opening;
    const Request request = turn.get_request();
    const match::Turn judged =
        game.answer(request, is_opening ? turn.get_move() : player->play(request, game.view(number, last)));
    last = judged.outcome();
    if (is_opening) continue;
    pipe.write(FrameWriter(Frame::answer).add_move(judged.move).finish());
  }
}

void serve_sequencer(const json& participant, const StartOrder& order, const json& context, Pipe& pipe) {
  const auto spec = spec_of(participant, builtin_sequencers());
  std::vector<OptionSpec> declared = spec->options;
  declared.push_back(generator_option());
  const Options options = options_of_json(participant.at("options"), declared);
  const Generator generator = options.text(generator_option().name) == "java" ? Generator::java : Generator::pcg;
  RequestRandom random = order.has_key ? RequestRandom(std::make_shared<match::ChaChaBlocks>(order.key))
                                       : RequestRandom(generator, order.seed);
  const auto sequencer = spec->make({context.get<int>(), order.seed, std::move(random), options});
  if (!sequencer) throw std::runtime_error("no sequencer was made");
  const bool adaptive = sequencer->adaptive();
  pipe.write(FrameWriter(Frame::ready).add(adaptive).finish());
  for (;;) {
    FrameReader turn(pipe.read());
    turn.get<Frame>();
    const int number = turn.get<int>();
    Land land(context.get<int>());
    if (adaptive)
      for (const Kind kind : all_kinds)
        if (kind != Kind::empty) land.place(kind, turn.get_board());
    pipe.write(FrameWriter(Frame::answer).add_request(sequencer->next(number, adaptive ? &land : nullptr)).finish());
  }
}

json declared_json(const std::vector<OptionSpec>& declared) {
  json out = json::array();
  for (const OptionSpec& o : declared) {
    out.push_back({{"name", o.name}, {"meaning", o.meaning}, {"choices", o.choices}, {"min", o.min}, {"max", o.max}});
    std::visit([&](const auto& v) { out.back()["default"] = v; }, o.fallback);
  }
  return out;
}

void describe(const json& participant, Pipe& pipe) {
  const auto tell = [&](const auto& spec, const PlayedGames& plays) {
    const json description{{"name", spec.name},
                           {"summary", spec.summary},
                           {"options", declared_json(spec.options)},
                           {"sides", plays.sides},
                           {"rules", plays.rules}};
    pipe.write(FrameWriter(Frame::description).add_text(text_of_json(description)).finish());
  };
  if (participant.at("role") != "player") return tell(*spec_of(participant, builtin_sequencers()), {});
  const auto spec = spec_of(participant, builtin_players());
  tell(*spec, games_of_plugin(participant.at("file").get<std::string>(), participant.at("plugin").get<std::string>()));
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

void serve_participant(const json& participant, const StartOrder& order, const json& context, int in, int out) {
  Pipe pipe(in, out);
  const auto tell = [&](Frame kind, std::string_view text) {
    pipe.write(FrameWriter(kind).add_text(text.substr(0, longest_message / 2)).finish());
  };
  try {
    try {
      if (order.task == Task::describe)
        describe(participant, pipe);
      else if (participant.at("role") == "player")
        serve_player(participant, order, context, pipe);
      else
        serve_sequencer(participant, order, context, pipe);
    } catch (const Hangup&) {
      throw;
    } catch (const InputError& e) {
      tell(Frame::bad_input, e.what());
    } catch (const std::bad_alloc&) {
      tell(Frame::out_of_memory, "");
    } catch (const std::exception& e) {
      tell(Frame::exception, e.what());
    } catch (...) {
      tell(Frame::exception, "unknown exception");
    }
  } catch (const Hangup&) {  // the game is over
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
