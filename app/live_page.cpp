#include "live_page.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "pentocity/input/user_error.hpp"
#include "pentocity/tournament/files.hpp"
#include "report_data.hpp"

namespace pentocity::app {

using namespace match;
using namespace tournament;

namespace {

using namespace std::chrono_literals;

constexpr auto state_age = 1s;

// Written piece by piece, so that the end of the run does not wait for a reader.
void answer(httplib::Response& response, std::shared_ptr<const std::string> text, const char* type) {
  const std::size_t size = text->size();
  response.set_content_provider(
      size, type, [text = std::move(text)](std::size_t at, std::size_t, httplib::DataSink& sink) {
        return sink.write(text->data() + at, std::min<std::size_t>(text->size() - at, 1 << 16));
      });
}

}  // namespace

LivePage::LivePage(SummaryConfig config, int port)
    : builder_(std::move(config)), server_(std::make_unique<httplib::Server>()) {
  report_html("null", "null");  // throws if there is none
  // As few threads as can be: those of the run have work to do.
  server_->new_task_queue = [] { return new httplib::ThreadPool(4); };
  // Not the library's own options, which would let a second run listen at the same port.
  server_->set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    fcntl(socket, F_SETFD, FD_CLOEXEC);
  });
  server_->set_read_timeout(5s);
  server_->set_write_timeout(2s);
  server_->set_keep_alive_timeout(1);  // for which the end of the run waits
  server_->set_payload_max_length(0);
  server_->set_default_headers({{"Cache-Control", "no-store"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cross-Origin-Resource-Policy", "same-origin"},
                                {"Referrer-Policy", "no-referrer"}});

  constexpr const char* host = "127.0.0.1";
  port_ = port == 0 ? server_->bind_to_any_port(host) : server_->bind_to_port(host, port) ? port : -1;
  if (port_ < 0) throw UserError(fmt::format("--serve: port {} of this machine is taken", port));

  server_->set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
    const std::array names{fmt::format("127.0.0.1:{}", port_), fmt::format("localhost:{}", port_)};
    if (request.get_header_value_count("Host") == 1 &&
        std::find(names.begin(), names.end(), request.get_header_value("Host")) != names.end())
      return httplib::Server::HandlerResponse::Unhandled;
    response.status = 403;
    response.set_content("Only for this machine, under its own name: " + address() + "\n", "text/plain");
    return httplib::Server::HandlerResponse::Handled;
  });
  server_->Get("/", [this](const httplib::Request&, httplib::Response& response) {
    answer(response, std::make_shared<const std::string>(report_html(summary_json(), games_json({}, true))),
           "text/html; charset=utf-8");
  });
  server_->Get("/state.json", [this](const httplib::Request&, httplib::Response& response) {
    std::shared_ptr<const std::string> state;
    {
      const std::lock_guard lock(state_mutex_);
      if (!state_ || Clock::now() - state_at_ > state_age) {
        state_ = std::make_shared<const std::string>(state_json());
        state_at_ = Clock::now();
      }
      state = state_;
    }
    answer(response, std::move(state), "application/json");
  });
  thread_ = std::jthread([this] { server_->listen_after_bind(); });
  while (!server_->is_running()) std::this_thread::sleep_for(1ms);  // or stop() would come too early
}

LivePage::~LivePage() { server_->stop(); }

std::string LivePage::address() const { return fmt::format("http://127.0.0.1:{}/", port_); }

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

std::string LivePage::state_json() {
  const std::string summary = summary_json();
  game_wanted_ = true;
  const std::lock_guard lock(mutex_);
  return fmt::format(R"({{"format":"pentocity-live/1","done":{},"before":{},"all":{},"summary":{},"newest":{}}})",
                     done_, before_, all_, summary, newest_.empty() ? "null" : newest_);
}

}  // namespace pentocity::app
