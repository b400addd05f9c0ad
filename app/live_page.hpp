#pragma once
// A run as a page on localhost, while it lasts.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "pentocity/match/game.hpp"
#include "pentocity/match/trace.hpp"
#include "pentocity/tournament/summary.hpp"

namespace httplib {
class Server;
}

namespace pentocity::app {

/// Serves the report page of a run under way: at `/` the page, at `/state.json` what it asks for every second or two:
/// an object of format pentocity-live/1 with progress, summary and the newest game. Only this machine is answered, and
/// only under its own name: not a page of another site whose name was made to lead here.
///
/// The threads that play leave a note, and now and then, while somebody looks on, a copy of a game; all else is done in
/// the server's own threads, so that a slow browser delays no game.
class LivePage {
 public:
  /// Serves until its end. Throws InputError if the port is taken, or this program was built without its page.
  /// @param port 0: any free one
  LivePage(tournament::SummaryConfig config, int port);
  ~LivePage();
  LivePage(const LivePage&) = delete;
  LivePage& operator=(const LivePage&) = delete;

  std::string address() const;

  // What a run tells; see RunOptions.
  void progress(std::size_t done, std::size_t before, std::size_t all);
  void stored(const match::GameRow& game);
  void played(const match::TraceHeader& header, const match::GameRecord& record);

 private:
  using Clock = std::chrono::steady_clock;

  std::string summary_json();
  std::string state_json();

  std::mutex mutex_;  ///< guards what the run tells
  tournament::SummaryBuilder builder_;
  std::size_t done_ = 0, before_ = 0, all_ = 0;
  std::string newest_;  ///< JSON
  std::atomic<bool> game_wanted_{false};
  std::mutex state_mutex_;  ///< guards the next two; one thread at a time sums up
  std::shared_ptr<const std::string> state_;
  Clock::time_point state_at_;
  std::unique_ptr<httplib::Server> server_;
  int port_ = 0;
  std::jthread thread_;
};

}  // namespace pentocity::app
