#pragma once
// What the host of a cup promises before he can know what it brings (docs/how-to/hosting.md): a commitment to the
// secret and to everything of the config but its players, and, when entries close, a roster of the players. Both are
// files of the results folder, in canonical JSON: of one content there is one text, and its hash is the digest that is
// published.

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/match/secret.hpp"
#include "pentocity/match/trace_check.hpp"
#include "pentocity/play/config.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::play {

/// The names of these files in a results folder.
inline constexpr const char* commitment_file = "commitment.json";
inline constexpr const char* roster_file = "roster.json";

/// A player or sequencer with hashes of 256 bits, for which nobody finds two files of one hash.
struct CommittedEntrant : entrants::EntrantId {
  std::string contents;  ///< PlayerEntry::contents: JSON text of its options and the hashes of its files
  std::string seen;      ///< Entry::seen(), resistant: of all that its processes see of their own; empty: nothing

  friend bool operator==(const CommittedEntrant&, const CommittedEntrant&) = default;
};

/// What a cup is, but for its players.
struct Commitment {
  std::string version;  ///< of the program
  std::string secret;   ///< Secret::commitment() of the secret
  int derivation = match::newest_derivation;
  std::string beacon;  ///< the name of the public beacon that is drawn from, too; empty: there is none
  Rules rules;
  /// Games of each player on each sequencer. None for a batch of a league, whose plan says it.
  std::optional<int> repeats;
  isolation::Limits limits;
  results::Failures failures = results::Failures::apart;
  isolation::Isolation isolation = isolation::Isolation::plugins;
  bool require_all = false;  ///< isolation::Hosting::require_all
  /// Config::lockstep; none: as plays_in_lockstep() decides when the players are known.
  std::optional<bool> lockstep;
  std::vector<CommittedEntrant> sequencers;

  friend bool operator==(const Commitment&, const Commitment&) = default;
};

/// A player of a roster.
struct RosterPlayer : CommittedEntrant {
  /// match::contribution_commitment() of the number that its author adds to the draw; empty: none.
  std::string contribution;

  friend bool operator==(const RosterPlayer&, const RosterPlayer&) = default;
};

/// Who plays, from when entries are closed.
struct Roster {
  std::string commitment;  ///< the digest of the cup's Commitment
  std::vector<RosterPlayer> players;

  friend bool operator==(const Roster&, const Roster&) = default;
};

/// The commitment to a config, of which no sequencer was left out. Config::use() must have been called.
Commitment commitment_of(const Config& config);
/// The roster of a config's players under the commitment of this digest. Throws InputError if two have the same
/// commitment to a number, or if a file of a player cannot be read.
Roster roster_of(const Config& config, const std::string& commitment_digest);

/// The canonical text, formats `pentocity-commitment/1` and `pentocity-roster/1`.
std::string text_of(const Commitment& commitment);
std::string text_of(const Roster& roster);
/// From such a text, that of the file `path`. Throws InputError if it is anything else than what text_of() gives, such
/// as the same content in other words.
Commitment commitment_of_text(std::string_view text, const std::string& path);
Roster roster_of_text(std::string_view text, const std::string& path);
/// The BLAKE2b hash of the text, 64 hexadecimal digits, as `b2sum -l 256` prints it of the file.
std::string digest_of(const Commitment& commitment);
std::string digest_of(const Roster& roster);

/// Those of a results folder; none if it has no such file. Throw InputError as above, and for a link.
std::optional<Commitment> commitment_of_folder(const std::string& folder);
std::optional<Roster> roster_of_folder(const std::string& folder);

/// Where the games of a results folder are not those of the commitment or the roster, `expected` being what was
/// promised. Sequencers and players are compared by names and 64-bit identities, which is what a folder tells. A player
/// who has committed to a number and has not revealed it must not have played.
std::vector<match::Difference> differences(const Commitment& promised, const results::Schedule& schedule);
std::vector<match::Difference> differences(const Roster& promised, const results::Schedule& schedule);
/// The same of a config and of players, with all hashes. Players and sequencers that the command line left out are not
/// compared.
std::vector<match::Difference> differences(const Commitment& promised, const Config& config);
std::vector<match::Difference> differences(const Roster& promised, const std::vector<entrants::PlayerEntry>& players);

/// Commits a results folder to a config: draws the secret and writes `commitment.json`. Returns the commitment. Does
/// nothing new if the folder has this very commitment. Throws InputError if it has another one or holds games, or if
/// the config has an open seed.
Commitment commit(const std::string& folder, Config config);
/// Writes what a folder promises, unless it does so already. Throws InputError if it promises something else or holds
/// games.
void promise(const std::string& folder, const Commitment& commitment);
void promise(const std::string& folder, const Roster& roster);
/// Closes the entries of a folder that has been committed to this config, and writes `roster.json`. Returns the roster.
/// Does nothing new if the folder has this very roster. Throws InputError if it has another one, holds games, or was
/// committed to something else.
Roster close_entries(const std::string& folder, Config config);

/// The text of a short file, as of a number or of what a beacon said, without blanks and ends of lines behind it.
/// Throws InputError as read_file() does.
std::string published_line(const std::string& path);
/// The numbers that authors of a roster's players have revealed, in a folder with a file for each, sorted by players.
/// Throws InputError if a file is none, or its number fits no commitment of the roster.
std::vector<match::Contribution> read_contributions(const std::string& path, const Roster& roster);

/// The names of files that a run in such a folder is given.
struct RunPromises {
  std::string folder;
  std::string contributions = {};  ///< a folder with the numbers that authors have revealed; empty: none
  std::string beacon = {};         ///< a file with what the beacon said; empty: none
  bool fresh = false;              ///< the results in the folder are about to be removed
};
/// Holds a run to what its folder promises, if that has a commitment: sets the derivation of the config's schedule, and
/// takes players out of the config whose authors have not revealed their numbers. Returns the names of these. Throws
/// InputError, in one line that names the first difference, if config or players are not those of the commitment and
/// the roster, if a number fits no commitment, if files are missing, or if the games of the folder were drawn
/// otherwise.
std::vector<std::string> keep_promises(Config& config, const RunPromises& promises);

}  // namespace pentocity::play
