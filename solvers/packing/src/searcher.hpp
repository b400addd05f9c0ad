#pragma once
// Searches a puzzle with one engine after the other, or with several in turns, and keeps the result. Which engine is to
// search is for others to say: for the user, or for choice.hpp.

#include <fmt/format.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engines/engine.hpp"
#include "solutions/boards.hpp"

namespace pentocity::packing {

/// A puzzle with what its engines share, and the result as far as there is one.
class Searcher {
 public:
  /// Both must outlive it. Throws BrokenCheckpoint if `options.checkpoint` is that of another search.
  Searcher(const Puzzle& puzzle, const SolveOptions& options);

  /// A search of a tree that is stopped after some time, and goes on from there. Times are in nanoseconds by its own
  /// account, so they are the same on every machine.
  struct InTurns {
    double had = 0;           ///< nanoseconds of all its turns
    std::uint64_t found = 0;  ///< solutions
    /// What the engine wrote. Empty: it has not begun, or its tree knows where it is.
    std::string stopped_at = {};
  };

  const SolveOptions& options() const { return options_; }
  const Packing& packing() const { return packing_; }
  bool wants_few() const { return options_.task == Task::first || options_.limit; }
  bool stopped() const { return control_.stopped(); }

  /// Searches with an engine; where there is a checkpoint, from there. False if the engine gave up.
  /// @param found the solutions that were found before the place where `effort` says that it begins
  bool is_done_by(const Engine& engine, Effort effort, std::uint64_t found = 0);
  /// Searches with a tree for so many nanoseconds more. Returns true if it is done. May be called by another engine
  /// that is at work (Effort::goes_on), which is to give up if it is done.
  bool is_done_in_turn(const Engine& engine, InTurns& search, double nanoseconds);
  /// The tree of an engine, which is kept, since tables take time to make. Null if it cannot be held in
  /// `effort.max_bytes`.
  SearchTree* tree_of(const Engine& engine, const Effort& effort);
  /// Tells whether a colouring shows that there is no solution; that is the result then.
  bool is_refuted();
  /// The same for weights on cells and pieces (refutation.hpp), which may take seconds to find.
  bool is_refuted_by_weights();
  /// If all cells are blocked or fixed, the fixed placements are the solution, and this is true; an engine has to be
  /// named all the same.
  bool finish_without_search(const Engine& engine);
  /// Goes on from the checkpoint with its engine. False if there is none. Throws BrokenCheckpoint.
  bool is_done_from_checkpoint();

  /// Why an engine gave up, in words.
  std::string excess(const Engine& engine);
  /// Explains that it did, and what of the puzzle was too large for it, if anything was.
  void explain_that_gave_up(const Engine& engine);
  template <class... Args>
  void explain(fmt::format_string<Args...> text, Args&&... args) const {
    if (options_.explain) options_.explain(fmt::format(text, std::forward<Args>(args)...));
  }

  /// What was found. To be called once, at the end.
  SolveResult take_result();

 private:
  // A search that was stopped.
  struct Checkpoint {
    // Throws BrokenCheckpoint.
    Checkpoint(const std::string& text, const std::string& key);

    std::uint64_t nodes = 0, found = 0;
    double seconds = 0;
    std::string engine = "scan";
    std::istringstream rest;  // what the engine wrote
  };
  // The engine at work, when it began, and the share that was done then and at the last report.
  struct AtWork {
    const Engine* engine = nullptr;
    double begun = 0;
    std::optional<double> share_begun;
    double share_reported = 0;
  };

  const Problem& problem_for(const Engine& engine);
  Outcome search_with(const Engine& engine, const Effort& effort, Control& control);
  Outcome list(const Engine& engine, const Effort& effort, Control& control);
  Outcome list_to(Listener& listener, const Engine& engine, const Effort& effort, Control& control);
  Outcome count(const Engine& engine, const Effort& effort, Control& control);
  bool limit_is_all(const Engine& engine);
  void conclude(const Engine& engine, Outcome outcome);
  std::string lack_of_memory() const;
  void keep(const std::vector<Boards::View>& boards);
  double seconds() const;
  void report(Control& control, std::span<const PlacedTile> placements);

  const Puzzle& puzzle_;
  const SolveOptions& options_;
  Packing packing_;
  Boards boards_;
  Control control_;
  std::optional<Checkpoint> from_;
  std::ostringstream stopped_at_;
  std::mutex report_mutex_;
  AtWork at_work_;
  double bytes_wanted_ = 0;                                      // by an engine that gave up for want of memory; else 0
  std::optional<std::vector<std::string>> conflict_;             // none: not looked for yet
  bool is_done_ = false;                                         // there is a result, also of a search that was stopped
  std::map<Restriction (*)(const Packing&), Problem> problems_;  // by restriction, which several engines have the same
  std::map<const Engine*, std::unique_ptr<SearchTree>> trees_;
  SolveResult result_;
};

}  // namespace pentocity::packing
