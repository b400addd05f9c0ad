#pragma once
// What a results folder promises: the cup that it is committed to (`commitment.json`), who plays in it (`roster.json`),
// and who was taken out of it later (`disqualified.json`).

#include <algorithm>

#include "pentocity/match/trace_check.hpp"
#include "pentocity/results/schedule.hpp"

namespace pentocity::results {

/// The names of these files in a results folder.
inline constexpr const char* commitment_file = "commitment.json";
inline constexpr const char* roster_file = "roster.json";
inline constexpr const char* disqualified_file = "disqualified.json";

/// What a cup is, but for its players.
struct Commitment {
  std::string version;  ///< of the program
  std::string secret;   ///< Secret::commitment() of the secret
  std::string beacon;   ///< the name of the public beacon that is drawn from, too; empty: there is none
  Rules rules;
  /// Games of each player on each sequencer. None for a batch of a league, whose plan says it.
  std::optional<int> repeats;
  match::Limits limits;
  Failures failures = Failures::apart;
  match::Isolation isolation = match::Isolation::plugins;
  match::Require require = match::Require::box;
  /// Config::lockstep; none: as plays_in_lockstep() decides when the players are known.
  std::optional<bool> lockstep;
  std::vector<match::EntrantId> sequencers;

  friend bool operator==(const Commitment&, const Commitment&) = default;
};

/// A player of a roster.
struct RosterPlayer : match::EntrantId {
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

/// A player that its host has taken out after entries were closed, and why.
struct Disqualified {
  std::string name, why;

  friend bool operator==(const Disqualified&, const Disqualified&) = default;
};
using Disqualifications = std::vector<Disqualified>;

/// Takes the players of these names out of any list of what has a name.
template <class Named>
void erase_names(std::vector<Named>& list, const std::vector<std::string>& names) {
  std::erase_if(list, [&](const auto& one) { return std::ranges::find(names, one.name) != names.end(); });
}

/// The names of those of a roster's or a config's players who do not play: their authors have committed to a number
/// and, by what the requests follow from, have not revealed it.
template <class Player>
std::vector<std::string> unrevealed(const std::vector<Player>& players, const match::Derivation& derivation) {
  std::vector<std::string> out;
  for (const Player& player : players)
    if (!player.contribution.empty() &&
        std::ranges::find(derivation.contributions, player.name, &match::Contribution::player) ==
            derivation.contributions.end())
      out.push_back(player.name);
  return out;
}

/// The canonical text, formats `pentocity-commitment/1`, `pentocity-roster/1` and `pentocity-disqualified/1`.
std::string promise_text(const Commitment& commitment);
std::string promise_text(const Roster& roster);
std::string promise_text(const Disqualifications& out);
/// From such a text, that of the file `path`. Throws InputError if it is anything else than what promise_text() gives,
/// such as the same content in other words.
Commitment commitment_of_text(std::string_view text, const std::string& path);
Roster roster_of_text(std::string_view text, const std::string& path);
/// The BLAKE2b hash of the text, 64 hexadecimal digits, as `b2sum -l 256` prints it of the file.
std::string digest_of(const Commitment& commitment);
std::string digest_of(const Roster& roster);

/// Those of a results folder; none if it has no such file. Throw InputError as above, and for a link.
std::optional<Commitment> commitment_of_folder(const std::string& folder);
std::optional<Roster> roster_of_folder(const std::string& folder);
std::optional<Disqualifications> disqualifications_of_folder(const std::string& folder);

/// Where the games of a results folder are not those of the commitment or the roster, `expected` being what was
/// promised. A player who has committed to a number and has not revealed it must not have played, nor one of `out`.
std::vector<match::Difference> differences(const Commitment& promised, const Schedule& schedule);
std::vector<match::Difference> differences(const Roster& promised, const Schedule& schedule,
                                           const Disqualifications& out = {});
/// Where players or sequencers (`kind`), in any order, are not those that were agreed. Where one has no identity, only
/// the names are compared.
std::vector<match::Difference> differences(std::string_view kind, const std::vector<match::EntrantId>& agreed,
                                           const std::vector<match::EntrantId>& found);
/// What a cup is by the schedule of its games, with no more than that tells.
Commitment commitment_of(const Schedule& schedule);
/// The members of commitment.json, to be compared.
nlohmann::ordered_json to_json(const Commitment& commitment);

}  // namespace pentocity::results
