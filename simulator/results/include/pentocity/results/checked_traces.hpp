#pragma once
// Which traces of a results folder need not be read again.

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pentocity/results/trace_folder.hpp"

namespace pentocity::results {

/// The marks of traces that were on disk, whole, and told the outcomes of their games: the file `.checked-traces` of a
/// results folder, 8 bytes for each. A mark is a hash of the trace's file (path, size, number, and the times of its
/// last changes) and of the end. Thus a trace whose mark is there needs no reading unless something other than this
/// program changes bytes on the disk; one that was written over, cut short or copied has another mark. The marks decide
/// nothing but time: without the file all traces are read again.
class CheckedTraces {
 public:
  using Mark = std::uint64_t;

  /// Reads the file of this results folder, if there is one. Throws InputError if it cannot be read or is a link.
  explicit CheckedTraces(const std::string& folder);

  /// The mark of a trace in a folder as it is now; none if it is not there.
  static std::optional<Mark> mark_of(const Folder& folder, const std::string& name, const GameEnd& end);

  bool contains(Mark mark) const;

  /// Adds the marks of traces that are on disk. Throws InputError if the file cannot be opened; if its disk is full,
  /// they are lost.
  void add(std::span<const Mark> marks);

  /// Adds those of these marks that are not there; zeros are none. If the file has far more marks than the folder
  /// `games`, only these stay.
  void update(std::vector<Mark> marks, std::size_t games);

 private:
  /// Where the mark is in `table_`, or would be put.
  std::size_t place_of(Mark mark) const;

  Folder folder_;
  std::vector<Mark> table_;  ///< by hash, which a mark is itself; zeros are free places. Without those that were added
  std::size_t written_ = 0;  ///< marks in the file
};

}  // namespace pentocity::results
