#include "pentocity/results/trace_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ranges>

#include "pentocity/input/gzip.hpp"

namespace pentocity::results {

using namespace match;

namespace {

constexpr std::string_view separator = "__";

// The part of a trace's name that says the cell, both separators included; empty if it is no such name.
std::string_view cell_part(std::string_view name) {
  const std::size_t first = name.find(separator);
  const std::size_t second = first == name.npos ? first : name.find(separator, first + separator.size());
  return second == name.npos ? std::string_view() : name.substr(0, second + separator.size());
}

// The part after it.
std::string tail_of(std::optional<std::uint64_t> seed, int repeat) {
  std::string tail;
  if (seed) tail.append(fmt::format_int(*seed).str()).append(separator);
  return tail.append(fmt::format_int(repeat).str()).append(".jsonl.gz");
}

}  // namespace

TracePolicy policy_for(Store& store, std::optional<TracePolicy> asked) {
  FolderNotes notes = store.notes();
  if (asked && *asked != TracePolicy::none) {
    notes.all_traces = *asked == TracePolicy::all;
    notes.no_losses = *asked == TracePolicy::best_worst;
  }
  store.store_notes(notes);
  return asked.value_or(notes.all_traces  ? TracePolicy::all
                        : notes.no_losses ? TracePolicy::best_worst
                                          : TracePolicy::losses);
}

std::string trace_name(std::string_view sequencer, std::string_view player, std::optional<std::uint64_t> seed,
                       int repeat) {
  return fmt::format("{1}{0}{2}{0}{3}", separator, file_name_part(sequencer), file_name_part(player),
                     tail_of(seed, repeat));
}

std::string trace_name(const Schedule& schedule, const GameId& id) {
  return trace_name(schedule.sequencers[id.sequencer].name, schedule.players[id.player].name, schedule.seed_of(id),
                    id.repeat);
}

TraceFolder::TraceFolder(const std::string& results, const Schedule& schedule, TracePolicy policy)
    : folder_(policy == TracePolicy::none ? Folder(results).folder(traces_folder)
                                          : Folder(results).make_folder(traces_folder)),
      schedule_(schedule),
      policy_(policy),
      cells_(schedule.players.size() * schedule.sequencers.size()) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].name = cell_part(trace_name(schedule, schedule.game(i)));  // the first repeat has all cells
    cell_numbers_.emplace(cells_[i].name, i);
  }
}

std::string TraceFolder::text(const GameId& id) const { return gunzip(stored(id), path(id)); }

std::optional<std::size_t> TraceFolder::size_of(const GameId& id) const {
  const auto status = folder_.status_of(file_of(id));
  return status ? std::optional(static_cast<std::size_t>(status->st_size)) : std::nullopt;
}

std::size_t TraceFolder::cell_number(const GameId& id) const {
  return schedule_.number_of({.player = id.player, .sequencer = id.sequencer});
}

std::string TraceFolder::file_of(const GameId& id) const {
  return cells_[cell_number(id)].name + tail_of(schedule_.seed_of(id), id.repeat);
}

std::optional<GameId> TraceFolder::game_of(std::string_view name) const {
  const auto cell = cell_numbers_.find(cell_part(name));
  if (cell == cell_numbers_.end()) return std::nullopt;
  GameId id = schedule_.game(cell->second);
  const std::string_view repeat = name.substr(name.rfind(separator) + separator.size());
  const auto [end, error] = std::from_chars(repeat.data(), repeat.data() + repeat.size(), id.repeat);
  if (error != std::errc() || id.repeat < 0 || id.repeat >= schedule_.repeats()) return std::nullopt;
  const std::string_view tail = name.substr(cell->first.size());
  return tail == tail_of(schedule_.seed_of(id), id.repeat) ? std::optional(id) : std::nullopt;
}

bool TraceFolder::offer(const GameId& id, Status status, int score) {
  if (policy_ == TracePolicy::none) return false;
  const std::lock_guard lock(mutex_);
  Cell& cell = cells_[cell_number(id)];
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
  folder_.write(file_of(id), gzip(trace_text(header, record)), OnDisk::later);
  unsynced_ = true;
}

bool TraceFolder::copy(const GameId& id, const Folder& from) {
  const std::string name = file_of(id);
  if (!from.has(name)) return false;
  folder_.write(name, from.read(name), OnDisk::later);
  unsynced_ = true;
  return true;
}

void TraceFolder::sync() {
  if (unsynced_.exchange(false)) folder_.sync_files();
}

void TraceFolder::forget_cells(const std::set<GameId>& ids) const {
  if (ids.empty()) return;
  std::set<std::size_t> cells;
  for (const GameId& id : ids) cells.insert(cell_number(id));
  remove_files([&](std::string_view name) {
    const auto cell = cell_numbers_.find(cell_part(name));
    return cell != cell_numbers_.end() && cells.contains(cell->second);
  });
}

void TraceFolder::remove_files(const std::function<bool(std::string_view name)>& which) const {
  std::vector<std::string> names;
  folder_.for_each_name([&](std::string_view name) {
    if (which(name)) names.emplace_back(name);
  });
  for (const std::string& name : names) folder_.remove(name);
}

std::vector<bool> TraceFolder::present(const std::function<void(std::string_view name)>& other) const {
  std::vector<bool> out(schedule_.games());
  folder_.for_each_name([&](std::string_view name) {
    if (const auto id = game_of(name))
      out[schedule_.number_of(*id)] = true;
    else if (other)
      other(name);
  });
  return out;
}

std::vector<bool> TraceFolder::kept() const {
  std::vector<bool> out(schedule_.games());
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    const auto keep = [&](int repeat) { out[i + static_cast<std::size_t>(repeat) * cells_.size()] = true; };
    std::ranges::for_each(cells_[i].others, keep);
    for (const auto& extreme : {cells_[i].best, cells_[i].worst})
      if (extreme) keep(extreme->repeat);
  }
  return out;
}

std::vector<GameId> TraceFolder::missing(const std::vector<bool>& present) const {
  const std::vector<bool> kept = this->kept();
  std::vector<std::pair<std::string, GameId>> found;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i] && !present[i]) found.emplace_back(file_of(schedule_.game(i)), schedule_.game(i));
  std::ranges::sort(found);
  const auto ids = found | std::views::values;
  return {ids.begin(), ids.end()};
}

std::vector<GameId> TraceFolder::tidy() const {
  if (policy_ == TracePolicy::none) return {};
  const std::vector<bool> kept = this->kept();
  std::vector<bool> present(kept.size());
  remove_files([&](std::string_view name) {
    const auto id = game_of(name);
    if (!id || !kept[schedule_.number_of(*id)])
      return name.ends_with(".tmp") || cell_numbers_.contains(cell_part(name));
    present[schedule_.number_of(*id)] = true;
    return false;
  });
  return missing(present);
}

}  // namespace pentocity::results
