#pragma once
// What the host of a cup promises before he can know what it brings (docs/how-to/hosting.md): a commitment to the
// secret and to everything of the config but its players, and, when entries close, a roster of the players. Both are
// files of the results folder, in canonical JSON: of one content there is one text, and its hash is the digest that is
// published.

#include "pentocity/results/promises.hpp"
#include "pentocity/tournament/run.hpp"

namespace pentocity::tournament {

/// The commitment to a config, of which no sequencer was left out. Config::use() must have been called.
results::Commitment commitment_of(const Config& config);
/// The roster of a config's players under the commitment of this digest. Throws InputError if two have the same
/// commitment to a number, or if a file of a player cannot be read.
results::Roster roster_of(const Config& config, const std::string& commitment_digest);

/// Where a config and its players are not those of the commitment or the roster, with all hashes; see
/// results::differences(). Players and sequencers that the command line left out are not compared.
std::vector<match::Difference> differences(const results::Commitment& promised, const Config& config);
std::vector<match::Difference> differences(const results::Roster& promised, const Config& config);

/// Commits a results folder to a config: draws the secret and writes `commitment.json`. Returns the commitment. Does
/// nothing new if the folder has this very commitment. Throws InputError if it has another one or holds games, or if
/// the config has an open seed.
results::Commitment commit(const std::string& folder, Config config);
/// Writes what a folder promises, unless it does so already. Throws InputError if it promises something else or holds
/// games.
void promise(const std::string& folder, const results::Commitment& commitment);
void promise(const std::string& folder, const results::Roster& roster);
/// Closes the entries of a folder that has been committed to this config, and writes `roster.json`. Returns the roster.
/// Does nothing new if the folder has this very roster. Throws InputError if it has another one, holds games, or was
/// committed to something else.
results::Roster close_entries(const std::string& folder, Config config);

/// Takes a player out of a folder whose entries are closed, or that holds games: writes it with the reason to
/// `disqualified.json`, and leaves it out of the schedule and the summary of the games that are there, whose rows stay
/// as they are. Returns how many games of it are stored. What it says again of the same player replaces the reason.
/// Throws InputError if the folder has no such player, or if it is the last one.
std::size_t disqualify(const std::string& folder, const std::string& player, const std::string& why);

/// The text of a short file, as of a number or of what a beacon said, without blanks and ends of lines behind it.
/// Throws InputError as read_file() does.
std::string published_line(const std::string& path);
/// The numbers that authors of a roster's players have revealed, in a folder with a file for each, sorted by players.
/// Throws InputError if a file is none, or its number fits no commitment of the roster.
std::vector<match::Contribution> read_contributions(const std::string& path, const results::Roster& roster);

/// Files that a run is given besides its config. An empty path: none.
struct RunFiles {
  std::string secret = {};         ///< the secret of `seed: secret`; it is written if it does not exist
  std::string contributions = {};  ///< a folder with the numbers that authors have revealed
  std::string beacon = {};         ///< what the beacon said
};
/// Holds a run to what its folder promises, if that has a commitment: sets the derivation of the config's schedule, and
/// takes players out of the config whose authors have not revealed their numbers; with or without a commitment, those
/// that are disqualified, too. Returns for each a line that says so. Throws
/// InputError, with a line for each difference, if config or players are not those of the commitment and the roster, if
/// a number fits no commitment, if files are missing, or if the games of the folder were drawn
/// otherwise.
std::vector<std::string> keep_promises(Config& config, const RunOptions& options, const RunFiles& files);

}  // namespace pentocity::tournament
