#pragma once
// Players and sequencers ready to be made for games. What makes them is an Entrant of one of these kinds: written in
// C++, be it built in or a plugin (compiled.cpp), a command (command.cpp, java.cpp), or a function (Entry::make_by()).

#include <stdexcept>

#include "pentocity/game/played_games.hpp"
#include "pentocity/input/suggestion.hpp"
#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::entrants {

struct PlayerEntry;
struct SequencerEntry;

/// What differs between players and sequencers: their types, the words for messages and keys, the built-in ones. They
/// are made for a game under these rules, or on a land of so many rows.
struct PlayerRole {
  using Spec = PlayerSpec;
  using Entry = PlayerEntry;
  using Made = match::PlayerSession;
  using Setting = Rules;
  using Seed = std::uint64_t;
  static constexpr const char* word = "player";
  static const std::vector<Spec>& built_in() { return builtin_players(); }
};
struct SequencerRole {
  using Spec = SequencerSpec;
  using Entry = SequencerEntry;
  using Made = Sequencer;
  using Setting = int;
  using Seed = match::StreamSeed;
  static constexpr const char* word = "sequencer";
  static const std::vector<Spec>& built_in() { return builtin_sequencers(); }
};

/// A player or a sequencer with the values of its options, which is made anew for each game.
template <class Role>
class Entrant {
 public:
  virtual ~Entrant() = default;

  /// Makes it for one game; may be called on any thread. Rules must outlive it. Throws what the constructor of the
  /// player or sequencer throws, or what command_player() throws if it exchanges lines.
  virtual std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                                    const typename Role::Seed& seed) const = 0;
  /// The same with other values of its options, under its own name. Throws std::logic_error if it has none.
  virtual typename Role::Entry with(const Options&) const { throw std::logic_error("this takes no options"); }
  /// Tells whether this is a command that has not been asked what it declares.
  virtual bool unasked() const { return false; }
  /// Starts such a command once in order to ask it, and returns the player with what it declares. Throws as asked()
  /// does; std::logic_error if there is nothing to ask.
  virtual typename Role::Entry ask() const { throw std::logic_error("only commands can be asked"); }
  /// What its processes run and see; null if they see nothing of their own, or there are none.
  virtual const isolation::WardenSetup* setup() const { return nullptr; }
};

/// Entry::identity() of one that is made of this, and whose processes see what `setup` says; null: nothing.
std::string identity_of(const std::string& made_of, const isolation::WardenSetup* setup);

/// What is known of players and sequencers alike.
template <class Role>
struct Entry {
  std::string name;  ///< the name in results and traces
  /// JSON text of what decides its moves, except for name, seed, and the files that its processes see of their own.
  std::string made_of;
  bool built_in = true;
  bool isolated = false;  ///< runs in a process of its own
  bool portable =
      false;  ///< a module of WebAssembly, which reaches nothing of the system though it plays in this process
  /// Files and folders that the words of its command name, alone or in a list such as a class path, and that its
  /// process does not see.
  std::vector<std::string> withheld;
  std::shared_ptr<const Entrant<Role>> entrant;  ///< null where only the name is known

  /// Entrant::make().
  std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                            const typename Role::Seed& seed) const {
    return entrant->make(setting, seed);
  }
  /// EntrantId::identity: `made_of`, with hashes of those files. Which it sees depends on where the files of others
  /// lie, so all of a run are made before this is asked for. Throws InputError if a file cannot be read.
  std::string identity() const { return identity_of(made_of, entrant ? entrant->setup() : nullptr); }
  /// From now on this function makes it, as Entrant::make() does.
  template <class Make>
  void make_by(Make make) {
    struct Made : Entrant<Role> {
      explicit Made(Make make) : make_(std::move(make)) {}
      std::unique_ptr<typename Role::Made> make(const typename Role::Setting& setting,
                                                const typename Role::Seed& seed) const override {
        return make_(setting, seed);
      }
      Make make_;
    };
    entrant = std::make_shared<const Made>(std::move(make));
  }
};

/// A player of a config. Its options have been checked.
struct PlayerEntry : Entry<PlayerRole> {
  std::string summary;               ///< one line for lists; empty for a command that has not been asked
  std::vector<OptionSpec> declared;  ///< its options; empty for a command that has not been asked
  Options options;                   ///< their values
  PlayedGames plays;                 ///< the games that it declares to play
  /// It declares no options and takes any: a command that says nothing about options, or has not been asked.
  bool any_options = false;
  /// The commitment to a number that its author adds to the draw (match::contribution_commitment()); empty: none.
  std::string contribution;
};

/// A sequencer of a config.
struct SequencerEntry : Entry<SequencerRole> {
  /// What sets its draws under a secret apart from those of others: its own name, whatever the config calls it; and, if
  /// there are such, after a line feed its options other than the defaults, as JSON, or the contents of its file.
  std::string draws_as;
  /// Where its option `generator` is set, as `file:line:column`; empty if it is not.
  std::string generator_place;

  /// Entrant::make(). One that is not built in is held to proper requests: another one is thrown as ParticipantFailed,
  /// with the error `bad_request: ` and the request.
  std::unique_ptr<Sequencer> make(int side, const match::StreamSeed& seed) const;
};

/// The player with what it declares (`summary`, `declared`, `plays`): a command that has not been asked is started once
/// in order to ask it, any other player is returned as it is. Throws InputError, with the place in the config, if the
/// declaration is wrong or an option of the config is not one of those declared; what the command's process throws if
/// it fails.
PlayerEntry asked(const PlayerEntry& player);
/// The same, but a command that cannot be asked, because its process fails, is returned as it is: its games will show
/// the failure.
PlayerEntry asked_if_possible(const PlayerEntry& player);
/// The player with some options set, each by a text of the form `name=value`. Throws InputError for an unknown option
/// or a wrong value, and as asked_if_possible() does.
PlayerEntry with_options(const PlayerEntry& player, const std::vector<std::string>& assignments);
/// Throws InputError if the player declares that it does not play under these rules. A command is asked.
void require_plays(const PlayerEntry& player, const Rules& rules);

}  // namespace pentocity::entrants
