#include "live_page.hpp"

#include <cstdio>

#include "pentocity/input/gzip.hpp"
#include "pentocity/results/trace_folder.hpp"
#include "report_data.hpp"

namespace pentocity::app {
namespace {

constexpr std::size_t most_kept = 50;  // games, as many as the page keeps

}  // namespace

LivePage::LivePage(SummaryConfig config, int port, std::string name, std::string folder, std::string keep)
    : config_(std::move(config)),
      name_(std::move(name)),
      folder_(std::move(folder)),
      keep_(std::move(keep)),
      builder_(config_) {
  report_html("null", "null", "null");  // throws if there is none
  server_.emplace(port, [this](const std::string& path) -> HttpAnswer {
    const auto part = path.substr(0, path.find('?'));
    if (part == "/") return {200, "text/html; charset=utf-8", html_.get([this] { return html(); })};
    if (part == "/state.json") return {200, "application/json", state_.get([this] { return state_json(false); })};
    if (part == "/end.json") return {200, "application/json", nullptr};
    if (part == "/game.json")
      return {200, "application/json", std::make_shared<const std::string>(game_json(path.substr(part.size())))};
    return {404, "text/plain", std::make_shared<const std::string>("There is nothing here\n")};
  });
}

std::string LivePage::address() const { return server_->address(); }

std::shared_ptr<const std::string> LivePage::Kept::get(const std::function<std::string()>& make) {
  if (!text || Clock::now() - at > std::chrono::seconds(1)) {
    text = std::make_shared<const std::string>(make());
    at = Clock::now();
  }
  return text;
}

void LivePage::progress(std::size_t done, std::size_t before, std::size_t all) {
  const std::lock_guard lock(mutex_);
  done_ = done;
  before_ = before;
  all_ = all;
}

void LivePage::stored(const GameRow& game) {
  const std::lock_guard lock(mutex_);
  builder_.add(game);
  if (game.status != Status::ok || !shows_games()) return;
  const auto [best, first] = best_.try_emplace({game.player, game.sequencer}, game);
  const GameRow& old = best->second;
  if (!first && std::pair(-game.score, game.repeat) < std::pair(-old.score, old.repeat)) best->second = game;
}

void LivePage::played(const TraceHeader& header, const GameRecord& record) {
  if (config_.commitment || !game_wanted_.exchange(false)) return;
  const std::string which = header.seed ? std::to_string(*header.seed) : fmt::format("repeat-{}", *header.repeat);
  nlohmann::json game = {{"file", fmt::format("{}__{}__{}__live.jsonl.gz", file_name_part(header.sequencer),
                                              file_name_part(header.player), which)},
                         {"player", header.player},
                         {"sequencer", header.sequencer},
                         {"seed", header.seed ? nlohmann::json(*header.seed) : nlohmann::json()},
                         {"status", name_of(record.status)},
                         {"score", record.score},
                         {"trace", base64(gzip(trace_text(header, record)))}};
  if (!header.seed) game["repeat"] = *header.repeat;
  std::pair kept(game["file"].get<std::string>(), text_of_json(game));
  const std::lock_guard lock(mutex_);
  newest_.push_back(std::move(kept));
  if (newest_.size() > most_kept) newest_.pop_front();
}

std::string LivePage::summary_json() {
  std::unique_lock lock(mutex_);
  const SummaryBuilder games = builder_;
  lock.unlock();
  return json_text(games.summary());
}

std::string LivePage::html() {
  return report_html(summary_json(), games_json({}, true), run_json({.name = name_, .date = today(), .keep = keep_}));
}

std::string LivePage::state_json(bool ended) {
  const std::string summary = summary_json();
  game_wanted_ = true;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  const std::lock_guard lock(mutex_);
  return fmt::format(
      R"({{"format":"pentocity-live/1","done":{},"before":{},"all":{},"seconds":{:.1f},"ended":{},"recorded":{},)"
      R"("summary":{},"newest":{}}})",
      done_, before_, all_, seconds, ended, shows_games(), summary, newest_.empty() ? "null" : newest_.back().second);
}

std::string LivePage::game_json(const std::string& query) {
  std::size_t player = 0, sequencer = 0;
  std::optional<GameRow> game;
  if (constexpr std::string_view asks = "?file="; query.starts_with(asks)) {
    const std::string_view file = std::string_view(query).substr(asks.size());
    const std::lock_guard lock(mutex_);
    for (const auto& [name, text] : newest_)
      if (name == file) return fmt::format(R"({{"format":"pentocity-games/2","games":[{}]}})", text);
    for (const auto& [pairing, best] : best_)
      if (trace_name(best.sequencer, best.player, best.seed, best.repeat) == file) game = best;
  } else if (std::sscanf(query.c_str(), "?player=%5zu&sequencer=%5zu", &player, &sequencer) == 2 &&
             player < config_.players.size() && sequencer < config_.sequencers.size()) {
    const std::lock_guard lock(mutex_);
    const auto best = best_.find({config_.players[player], config_.sequencers[sequencer]});
    if (best != best_.end()) game = best->second;
  }
  Showcase out;
  if (game) {
    const std::string file = trace_name(game->sequencer, game->player, game->seed, game->repeat);
    try {
      out.games.push_back(
          {.file = file, .path = {}, .game = *game, .trace = Folder(folder_).folder(traces_folder).read(file)});
    } catch (const UserError&) {  // removed, for a better one is there now
    }
  }
  return games_json(out, true);
}

void LivePage::finish() {
  server_->finish({200, "application/json", std::make_shared<const std::string>(state_json(true))});
}

}  // namespace pentocity::app
