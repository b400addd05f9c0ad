#include "live_page.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "pentocity/tournament/files.hpp"
#include "report_data.hpp"

namespace pentocity::app {

using namespace match;
using namespace tournament;

namespace {

using namespace std::chrono_literals;

constexpr auto state_age = 1s;

}  // namespace

LivePage::LivePage(SummaryConfig config, int port) : builder_(std::move(config)) {
  report_html("null", "null");  // throws if there is none
  server_.emplace(port, [this](const std::string& path) -> HttpAnswer {
    const auto part = path.substr(0, path.find('?'));
    if (part == "/") return {200, "text/html; charset=utf-8", html_.get([this] { return html(); })};
    if (part == "/state.json") return {200, "application/json", state_.get([this] { return state_json(); })};
    return {404, "text/plain", std::make_shared<const std::string>("There is nothing here\n")};
  });
}

LivePage::~LivePage() = default;

std::string LivePage::address() const { return server_->address(); }

std::shared_ptr<const std::string> LivePage::Kept::get(const std::function<std::string()>& make) {
  if (!text_ || Clock::now() - at_ > state_age) {
    text_ = std::make_shared<const std::string>(make());
    at_ = Clock::now();
  }
  return text_;
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
}

void LivePage::played(const TraceHeader& header, const GameRecord& record) {
  if (!game_wanted_.exchange(false)) return;
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
  std::string text = game.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  newest_ = std::move(text);
}

std::string LivePage::summary_json() {
  std::unique_lock lock(mutex_);
  const SummaryBuilder games = builder_;
  lock.unlock();
  return json_text(games.summary());
}

std::string LivePage::html() { return report_html(summary_json(), games_json({}, true)); }

std::string LivePage::state_json() {
  const std::string summary = summary_json();
  game_wanted_ = true;
  const std::lock_guard lock(mutex_);
  return fmt::format(R"({{"format":"pentocity-live/1","done":{},"before":{},"all":{},"summary":{},"newest":{}}})",
                     done_, before_, all_, summary, newest_.empty() ? "null" : newest_);
}

}  // namespace pentocity::app
