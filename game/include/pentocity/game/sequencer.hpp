#pragma once
// The interface of a sequencer: where requests come from. docs/adding-a-sequencer.md shows one of each kind.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pentocity/core/random.hpp"
#include "pentocity/game/land.hpp"
#include "pentocity/game/options.hpp"
#include "pentocity/game/request.hpp"

namespace pentocity::inline game {

/// The generators that a request stream can be drawn from.
enum class Generator : std::uint8_t { java, pcg };

/// The random numbers of one request stream.
class RequestRandom {
 public:
  RequestRandom(Generator generator, std::uint64_t seed)
      : source_(generator == Generator::java ? decltype(source_)(JavaRandom(seed)) : decltype(source_)(Pcg(seed))) {}
  /// Of a stream that nobody can foretell: from blocks that only those know who have the secret.
  explicit RequestRandom(std::shared_ptr<const RandomBlocks> blocks) : source_(BlockRandom(std::move(blocks))) {}
  /// Uniform in 0 .. n-1, n at least 1.
  int next_int(int n) {
    return std::visit([n](auto& s) { return s.next_int(n); }, source_);
  }
  /// Uniform in [0, 1).
  double next_double() {
    return std::visit([](auto& s) { return s.next_double(); }, source_);
  }

 private:
  std::variant<JavaRandom, Pcg, BlockRandom> source_;
};

/// What a sequencer is made from. The references outlive the sequencer.
struct SequencerSetup {
  int side = 50;
  std::uint64_t seed = 0;
  /// The usual source of all draws: seeded with `seed`, by the generator of the config. With `seed: secret` it is one
  /// that cannot be foretold, whatever the config's generator.
  RequestRandom random;
  const Options& options;
};

/// A request stream. One object serves one game.
class Sequencer {
 public:
  virtual ~Sequencer() = default;
  /// Does it look at the land? An adaptive stream depends on the player, so that comparisons on it are not paired.
  virtual bool adaptive() const { return false; }
  /// The request of turn 0, 1, 2, ... `land` is the land as the player sees it, or null if the stream is not adaptive.
  /// Streams never end.
  virtual Request next(int turn, const Land* land) = 0;
};

/// A sequencer by name. Every one also takes the option `generator` (java or pcg), which is not listed here.
struct SequencerSpec {
  std::string name;
  std::string summary;
  std::vector<OptionSpec> options;
  std::unique_ptr<Sequencer> (*make)(const SequencerSetup&) = nullptr;
};

/// The built-in sequencers, sorted by name.
const std::vector<SequencerSpec>& builtin_sequencers();

/// A request stream read from a file that describes it, no code needed.
struct SequencerFile {
  std::string name;                      ///< what the file calls itself
  Generator generator = Generator::pcg;  ///< what SequencerSetup::random is to be
  std::string generator_place;           ///< where the file names it, `file:line:column`; empty: nowhere
  std::string contents;                  ///< the bytes of the file, which decide the stream
  std::function<std::unique_ptr<Sequencer>(const SequencerSetup&)> make;
};

/// A format of such files. Its name is the key that names a file in a config, as in `{name: suburbs, mix:
/// suburbs.yaml}`.
struct SequencerFormat {
  std::string name;
  /// Throws what the reader of the format throws for a bad file.
  SequencerFile (*load)(const std::string& path) = nullptr;
};

/// The known formats, sorted by name.
const std::vector<SequencerFormat>& sequencer_formats();

namespace detail {
bool register_sequencer(SequencerSpec spec);
bool register_sequencer_format(SequencerFormat format);
}  // namespace detail

/// The option that every sequencer takes besides its own: `generator`, java or pcg.
const OptionSpec& generator_option();

}  // namespace pentocity::inline game

#include "pentocity/game/plugin.hpp"

/// PENTOCITY_SEQUENCER(Class, "name", "one line for list", option, ...), once, at file scope. Class must be
/// constructible from `const SequencerSetup&`.
#define PENTOCITY_SEQUENCER(Class, name_text, summary_text, ...)                                \
  PENTOCITY_EXPORT_SEQUENCER((::pentocity::SequencerSpec{                                       \
      name_text,                                                                                \
      summary_text,                                                                             \
      {__VA_ARGS__},                                                                            \
      [](const ::pentocity::SequencerSetup& setup) -> std::unique_ptr<::pentocity::Sequencer> { \
        return std::make_unique<Class>(setup);                                                  \
      }}))
