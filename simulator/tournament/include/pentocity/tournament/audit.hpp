#pragma once
// Looks whether the results in a folder fit each other, and whether the same games come out when they are played again.

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "pentocity/tournament/config.hpp"

namespace pentocity::tournament {

struct AuditOptions {
  std::optional<std::size_t> games;  ///< so many games are played again, drawn by a hash of the digest; none: all
  int jobs = 1;
  /// Has what a results folder does not remember: players and sequencers that came from files.
  const Config* config = nullptr;
  const std::atomic<bool>* interrupted = nullptr;  ///< set: no more games are looked at
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

/// What does not fit.
struct AuditFinding {
  std::string where;            ///< a file, or a row of results.sqlite, and perhaps a turn
  std::string field;            ///< such as `score`
  std::string expected, found;  ///< by what else is known, and here
};

/// Games that could not be played again.
struct AuditGap {
  std::string why;
  std::size_t games = 0;
};

struct Audit {
  std::size_t games = 0;  ///< of the plan
  std::size_t rows = 0, traces = 0, played_again = 0;
  std::vector<AuditFinding> findings;
  std::vector<AuditGap> gaps;
  std::string digest;  ///< of the rows, see Store::digest()
  bool interrupted = false;
};

/// Compares the rows, the traces and the summary of a results folder with each other, judges the moves in each trace
/// anew, asks the streams again for its requests, and plays games again. Writes nothing. Throws InputError if the
/// folder is no results folder, or cannot be read.
Audit audit_results(const std::string& folder, const AuditOptions& options);

/// `where: field: expected this, found that`, in one line.
std::string text_of(const AuditFinding& finding);
/// Format pentocity-audit/1.
nlohmann::ordered_json to_json(const Audit& audit);

}  // namespace pentocity::tournament
