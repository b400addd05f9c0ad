#pragma once
// Players that are handed in to a league, as in a course: a folder for each, whose name is the player's. Each that is
// new or has changed is copied, built in a box, tried, and joins; what became of it is written to a text file beside
// its folder (docs/how-to/course.md). Nobody who hands in is trusted.
//
// The league keeps what it plays in `hand-ins/NAME/0001` and so on, with the files as they were handed in and what was
// built of them. `hand-ins/NAME/last.json` is written when all else is done; so what a killed process left is done
// again.

#include <atomic>
#include <functional>
#include <string>
#include <vector>

namespace pentocity::league {

/// A player that was taken up, because it was new or had changed.
struct HandIn {
  std::string name;  ///< of its folder, safe to print
  bool good = true;
  std::string outcome;  ///< a clause: `joins`, `is version 2 now`, or why it does not play
};

struct CollectOptions {
  int games = 10;            ///< of each part of the first check
  bool again = false;        ///< also those that have not changed
  double build_limit = 120;  ///< seconds of CPU time of a build; of wall time twice as many
  /// Where a build with CMake finds Pentocity (its CMake package), and what it needs of it.
  std::string package;
  std::vector<std::string> package_folders;
  /// Called after each player that was taken up.
  std::function<void(const HandIn&)> done;
  const std::atomic<bool>* interrupted = nullptr;  ///< between two players it is asked whether to stop
};

/// What was found.
struct Collected {
  int good = 0, bad = 0, unchanged = 0;
  bool interrupted = false;
};

/// Takes up what is new in the folder `hand_ins`. A player that cannot be built, or does not pass its check, changes
/// nothing: its former version stays. Throws InputError if one of the folders is not there or lies in the other one,
/// and UserError if this machine makes no boxes, or another process works in the league's folder.
Collected collect(const std::string& league, const std::string& hand_ins, const CollectOptions& options);

}  // namespace pentocity::league
