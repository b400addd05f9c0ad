#pragma once
// One player that was handed in: its files, and how they become a player.

#include <atomic>
#include <functional>
#include <stdexcept>

#include "pentocity/entrants/build.hpp"
#include "pentocity/league/league.hpp"
#include "pentocity/results/files.hpp"

namespace pentocity::league {

/// Where an author may say how a player is built and played: the entry of a config and, with the key `build`, the words
/// of a command.
inline constexpr const char* entry_file = "player.yaml";

/// What is wrong with what somebody handed in, for its author: a sentence, and what was printed.
struct Refused : std::runtime_error {
  explicit Refused(const std::string& why, std::string what_was_printed = {})
      : std::runtime_error(why), printed(std::move(what_was_printed)) {}
  std::string printed;  ///< printable_lines()
};

/// Somebody wants the program to stop.
struct Interrupted {};

/// The files in a folder and below it, but for hidden ones, caches and what projects write (`build`, `results`,
/// `watching`). Throws InputError for anything but files and folders of one name, and if they are too many or too
/// large or their names too long; and Interrupted as soon as that flag, if it is not null, is true.
entrants::FileTree files_handed_in(const results::Folder& folder, const std::atomic<bool>* interrupted);

/// The same as bytes, for a hash.
std::string digest_of(const entrants::FileTree& files);

/// Writes files into a new folder, readable for everybody. Throws UserError if that fails.
void write_tree(const std::string& folder, const entrants::FileTree& files);

/// How files become a player.
struct BuildPlan {
  std::string language;            ///< such as `C++`
  std::vector<std::string> build;  ///< the words of a command; empty if nothing is to be built
  /// The entry of a config, but for its name, as JSON text, when all files are there that the build leaves.
  std::function<std::string(const entrants::FileTree& built)> entry;
};

/// Looks which language it is. Java is moved below a folder `player`, for what the config's folder is cannot be a
/// player. Throws InputError if that is not clear, and UserError if this machine lacks the language's compiler.
/// @param package where CMake finds Pentocity
BuildPlan plan_build(entrants::FileTree& files, const std::string& name, const std::string& package);

/// The first check: what `pentocity check` looks at, and then games of the league, which a built-in player plays beside
/// it. Adds to `told` what holds and what does not. Throws Refused if a move is not legal, or a game fails.
void first_check(const entrants::PlayerEntry& candidate, const League& league,
                 const std::vector<entrants::SequencerEntry>& sequencers, int games, std::string& told);

}  // namespace pentocity::league
