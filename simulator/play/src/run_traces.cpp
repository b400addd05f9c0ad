#include <fmt/format.h>

#include "pentocity/core/parallel.hpp"
#include "pentocity/match/trace_check.hpp"
#include "run_parts.hpp"

namespace pentocity::play {

std::vector<bool> RunTraces::present() {
  std::vector<bool> out =
      options_.traces == results::TracePolicy::none ? std::vector<bool>(schedule_.games()) : folder_.present();
  any_ = std::ranges::find(out, true) != out.end();
  return out;
}

std::string RunTraces::fault_of(const results::GameId& id, const results::GameEnd& end) const {
  match::GameRow row;
  row.player = schedule_.players[id.player].name;
  row.sequencer = schedule_.sequencers[id.sequencer].name;
  row.repeat = id.repeat;
  row.status = end.status;
  row.score = end.score;
  row.turns = end.turns;
  const std::string path = folder_.path(id);
  std::string text;
  try {
    text = folder_.text(id);
  } catch (const InputError& e) {
    return match::without_path(e.what(), path);
  }
  return match::trace_fault(text, path, trace_header(schedule_, id), row, options_.folder);
}

void RunTraces::check(const std::vector<results::GameId>& games, const GameEnds& ends) {
  std::vector<std::string> faults(games.size());
  std::vector<results::CheckedTraces::Mark> marks(games.size());
  std::atomic<bool> any_new{false};
  for_each_parallel(options_.jobs, static_cast<int>(games.size()), [&](int i) {
    const results::GameEnd& end = *ends[schedule_.number_of(games[i])];
    marks[i] = folder_.mark_of(games[i], end).value_or(0);
    if (checked_.contains(marks[i])) return;
    faults[i] = fault_of(games[i], end);
    any_new = true;
  });
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (faults[i].empty()) continue;
    warn(options_, fmt::format("{}: {}: it is written anew", folder_.path(games[i]), faults[i]));
    folder_.remove(games[i]);
    forget(games[i]);
    marks[i] = 0;
  }
  if (any_new) results::Folder(options_.folder).sync_files();
  checked_.update(std::move(marks), schedule_.games());
}

void RunTraces::tell_missing(const std::vector<RunGame>& missing) const {
  constexpr std::size_t max_told = 10;  // that many are named
  std::vector<std::string> paths;
  for (const RunGame& game : missing)
    if (!forgotten_.contains(game.stored)) paths.push_back(folder_.path(game.stored));
  const std::size_t named = any_ ? std::min(paths.size(), max_told) : 0;
  for (std::size_t i = 0; i < named; ++i) warn(options_, fmt::format("{}: missing: it is written anew", paths[i]));
  if (paths.size() > named)
    warn(options_, fmt::format("{}/traces: {}{} missing: they are written anew", options_.folder, paths.size() - named,
                               named > 0 ? " more are" : " traces of stored games are"));
}

}  // namespace pentocity::play
