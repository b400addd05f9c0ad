#pragma once
// What a results folder tells of a player or sequencer.

#include <string>

namespace pentocity::match {

/// A player or sequencer as a schedule names it: what a results folder tells of it.
struct EntrantId {
  std::string name;  ///< the name in results and traces
  /// What it is, as JSON text: built in or not, its options, and BLAKE2b hashes of all files that it is made from or
  /// sees. Games are played again if it changes.
  std::string identity;

  friend bool operator==(const EntrantId&, const EntrantId&) = default;
};

}  // namespace pentocity::match
