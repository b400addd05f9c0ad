#include "pentocity/tournament/trace_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <set>

#include "pentocity/input/gzip.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/tournament/files.hpp"

namespace pentocity::tournament {

using namespace match;

namespace {

constexpr std::string_view separator = "__";

// The part of a trace's name that says the cell, both separators included; empty if it is no such name.
std::string_view cell_part(std::string_view name) {
  const std::size_t first = name.find(separator);
  const std::size_t second = first == name.npos ? first : name.find(separator, first + separator.size());
  return second == name.npos ? std::string_view() : name.substr(0, second + separator.size());
}

}  // namespace

TracePolicy policy_for(Store& store, std::optional<TracePolicy> asked) {
  FolderNotes notes = store.notes();
  if (asked && *asked != TracePolicy::none) notes.all_traces = *asked == TracePolicy::all;
  store.store_notes(notes);
  return asked.value_or(notes.all_traces ? TracePolicy::all : TracePolicy::best_worst);
}

std::string trace_name(std::string_view sequencer, std::string_view player, std::optional<std::uint64_t> seed,
                       int repeat) {
  return fmt::format("{1}{0}{2}{0}{3}{4}.jsonl.gz", separator, file_name_part(sequencer), file_name_part(player),
                     seed ? fmt::format("{}{}", *seed, separator) : "", repeat);
}

std::string trace_name(const Schedule& schedule, const GameId& id) {
  return trace_name(schedule.sequencers[id.sequencer].name, schedule.players[id.player].name, schedule.seed_of(id),
                    id.repeat);
}

TraceFolder::TraceFolder(std::string folder, const Schedule& schedule, TracePolicy policy)
    : folder_(std::move(folder)),
      schedule_(schedule),
      policy_(policy),
      cells_(schedule.players.size() * schedule.sequencers.size()) {
  if (policy != TracePolicy::none) make_folder(folder_);
}

TraceFolder::Cell& TraceFolder::cell_of(const GameId& id) {
  return cells_[schedule_.number_of({.player = id.player, .sequencer = id.sequencer})];
}

bool TraceFolder::offer(const GameId& id, Status status, int score) {
  if (policy_ == TracePolicy::none) return false;
  const std::lock_guard lock(mutex_);
  Cell& cell = cell_of(id);
  const bool anyway = policy_ == TracePolicy::all || status != Status::ok || id.repeat == 0;
  if (anyway) cell.others.push_back(id.repeat);
  if (status != Status::ok) return true;
  const auto first = [&](const Extreme& old) { return score == old.score && id.repeat < old.repeat; };
  const bool best = !cell.best || score > cell.best->score || first(*cell.best);
  const bool worst = !cell.worst || score < cell.worst->score || first(*cell.worst);
  if (best) cell.best = {score, id.repeat};
  if (worst) cell.worst = {score, id.repeat};
  return anyway || best || worst;
}

void TraceFolder::write(const GameId& id, const TraceHeader& header, const GameRecord& record) {
  write_file(folder_ + "/" + trace_name(schedule_, id), gzip(trace_text(header, record)), OnDisk::later);
  unsynced_ = true;
}

bool TraceFolder::copy(const GameId& id, const std::string& from) {
  const std::string name = trace_name(schedule_, id);
  if (::access((from + "/" + name).c_str(), F_OK) != 0) return false;
  write_file(folder_ + "/" + name, read_file(from + "/" + name), OnDisk::later);
  unsynced_ = true;
  return true;
}

void TraceFolder::forget_cell(const GameId& id) const {
  const std::string own = trace_name(schedule_, id);
  for (const std::string& name : names_in(folder_))
    if (cell_part(name) == cell_part(own)) remove_file(folder_ + "/" + name);
}

void TraceFolder::sync() {
  if (unsynced_.exchange(false)) sync_files(folder_);
}

std::map<std::string, GameId> TraceFolder::kept() const {
  std::map<std::string, GameId> out;
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const Cell& cell = cells_[i];
    std::set<int> repeats(cell.others.begin(), cell.others.end());
    if (cell.best) repeats.insert({cell.best->repeat, cell.worst->repeat});
    GameId id = schedule_.game(i);  // the first repeat has all cells
    for (const int repeat : repeats) {
      id.repeat = repeat;
      out.emplace(trace_name(schedule_, id), id);
    }
  }
  return out;
}

std::vector<GameId> TraceFolder::tidy() {
  std::set<std::string, std::less<>> cells;
  for (std::size_t i = 0; i < cells_.size(); ++i) cells.emplace(cell_part(trace_name(schedule_, schedule_.game(i))));
  std::map<std::string, GameId> missing = kept();
  if (policy_ != TracePolicy::none)
    for (const std::string& name : names_in(folder_))
      if (missing.erase(name) == 0 && (name.ends_with(".tmp") || cells.contains(cell_part(name))))
        remove_file(folder_ + "/" + name);
  std::vector<GameId> out;
  for (const auto& [name, id] : missing) out.push_back(id);
  return out;
}

}  // namespace pentocity::tournament
