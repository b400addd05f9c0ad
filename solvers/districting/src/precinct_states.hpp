#pragma once
// What is known of a precinct while it grows: its size, and as much of its votes as can still matter.

#include <cstdint>
#include <vector>

namespace pentocity::districting {

/// Precincts of `size` cells that are worth `score[v]` when they have v votes. An open precinct is in one of states()
/// states; two numbers of votes are the same state if they end in the same score whatever is added.
class PrecinctStates {
 public:
  /// A precinct after it grew.
  struct Grown {
    enum Kind : std::uint8_t { too_large, open, closed } kind = too_large;
    std::uint8_t state = 0;  ///< if open
    std::uint8_t score = 0;  ///< if closed
  };

  /// `score` has size + 1 numbers.
  explicit PrecinctStates(const std::vector<int>& score);

  int states() const { return static_cast<int>(size_of_.size()); }
  int size_of(int state) const { return size_of_[state]; }
  /// The least score it may end in.
  int least_score(int state) const { return least_score_[state]; }
  /// A cell with or without a vote: on its own, added to a precinct, and as the link of two.
  Grown begun(bool vote) const { return begun_[vote]; }
  Grown grown(int state, bool vote) const { return grown_[state][vote]; }
  Grown linked(int a, int b, bool vote) const { return linked_[a * states() + b][vote]; }

 private:
  struct ByVote {
    Grown without, with;
    const Grown& operator[](bool vote) const { return vote ? with : without; }
  };
  std::vector<int> size_of_, least_score_;
  ByVote begun_;
  std::vector<ByVote> grown_, linked_;
};

}  // namespace pentocity::districting
