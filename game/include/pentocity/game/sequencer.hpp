#pragma once
// The interface of a sequencer, which produces a request stream: one request for each turn of a game.
// docs/how-to/adding-a-sequencer.md shows a sequencer of each kind.

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

/// The random number generators from which a request stream can be drawn: JavaRandom and Pcg of random.hpp.
enum class Generator : std::uint8_t { java, pcg };

/// The random numbers of one request stream. A copy continues from the same number, independently of the original.
class RequestRandom {
 public:
  RequestRandom(Generator generator, std::uint64_t seed)
      : source_(generator == Generator::java ? decltype(source_)(JavaRandom(seed)) : decltype(source_)(Pcg(seed))) {}
  /// Draws from secret blocks of random words, so that the next request cannot be computed without the secret.
  explicit RequestRandom(std::shared_ptr<const RandomBlocks> blocks) : source_(BlockRandom(std::move(blocks))) {}
  /// An integer from 0 to n - 1, all equally likely; n must be at least 1.
  int next_int(int n) {
    return std::visit([n](auto& s) { return s.next_int(n); }, source_);
  }
  /// A number from 0 to below 1.
  double next_double() {
    return std::visit([](auto& s) { return s.next_double(); }, source_);
  }

 private:
  std::variant<JavaRandom, Pcg, BlockRandom> source_;
};

/// What a sequencer is constructed from. The options live longer than the sequencer.
struct SequencerSetup {
  int side = 50;  ///< rows and columns of the land
  std::uint64_t seed = 0;
  /// Random numbers for the stream; a sequencer usually draws from nothing else. They come from the generator that the
  /// config or the sequencer's file names, seeded with `seed`; with `seed: secret` in the config, from a cipher with a
  /// secret key.
  RequestRandom random;
  const Options& options;
};

/// A sequencer. One object serves one game.
class Sequencer {
 public:
  virtual ~Sequencer() = default;
  /// Tells whether the sequencer sees the land. The requests of an adaptive sequencer depend on the player, so players
  /// do not meet the same ones and their games are not paired.
  virtual bool adaptive() const { return false; }
  /// The request of this turn. It is called for the turns 0, 1, 2, ... in order, and must always return a request.
  /// `land` is the land that the player sees, or null if the sequencer is not adaptive. An exception ends the game as
  /// `sequencer_failed`, which does not count against the player.
  virtual Request next(int turn, const Land* land) = 0;
};

/// A sequencer as configs and the command `pentocity list sequencers` know it.
struct SequencerSpec {
  std::string name;
  std::string summary;              ///< one line for `list`
  std::vector<OptionSpec> options;  ///< without `generator`, which every sequencer has (see generator_option)
  std::function<std::unique_ptr<Sequencer>(const SequencerSetup&)> make;
};

/// The built-in sequencers, sorted by name.
const std::vector<SequencerSpec>& builtin_sequencers();

/// A sequencer that is described by a file instead of code, read from that file.
struct SequencerFile {
  std::string name;                      ///< its name in results, if the config gives no other
  Generator generator = Generator::pcg;  ///< that of SequencerSetup::random; files default to pcg, code to java
  std::string generator_place;           ///< where the file names the generator, `file:line:column`, or empty
  std::string contents;                  ///< the bytes of the file
  std::function<std::unique_ptr<Sequencer>(const SequencerSetup&)> make;
};

/// A format of such files. Its name is the key with which a config names a file, such as `mix` in `{name: suburbs, mix:
/// suburbs.yaml}`.
struct SequencerFormat {
  std::string name;
  /// Reads a file. What it throws for a bad file depends on the format.
  SequencerFile (*load)(const std::string& path) = nullptr;
};

/// The known formats, sorted by name.
const std::vector<SequencerFormat>& sequencer_formats();

namespace detail {
/// Add a sequencer or a format to the lists above, before main() begins: `make` is called when they are first asked
/// for. Return true.
bool register_sequencer(SequencerSpec (*make)());
bool register_sequencer_format(SequencerFormat (*make)());
}  // namespace detail

/// The option that every sequencer in code has besides its own: `generator`, which is java or pcg. Sequencers in code
/// default to java, as in 2016, files to pcg.
const OptionSpec& generator_option();

}  // namespace pentocity::inline game

#include "pentocity/game/plugin.hpp"

/// PENTOCITY_SEQUENCER(Class, "name", "one line for list", option, option, ...) registers a class as a sequencer. It
/// stands once in a source file, outside of functions. The class must have a constructor from `const SequencerSetup&`;
/// the options, of which there may be none, are OptionSpecs.
#define PENTOCITY_SEQUENCER(Class, name_text, summary_text, ...) \
  PENTOCITY_PARTICIPANT(Sequencer, sequencer, Class, name_text, summary_text, __VA_ARGS__)
