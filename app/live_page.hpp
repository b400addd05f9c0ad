#pragma once
// A page on this machine that shows a run while it lasts (`run --serve`).

#include <chrono>
#include <deque>
#include <map>
#include <mutex>

#include "commands.hpp"
#include "local_server.hpp"
#include "pentocity/figures/summary.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::app {

/// A web server for the report page of a run under way. At `/` it serves the page, and at `/state.json` the data for
/// which the page asks every second or two: an object of format `pentocity-live/1` with progress, summary and the
/// newest game. `/end.json` is the same, answered when the run has ended. `/game.json?player=P&sequencer=S`, with their
/// numbers in the summary, is the best recorded game of this pairing so far, as `pentocity-games/2`, and
/// `/game.json?file=F` one that the page has been given before, if it is among the last of them or the best of a
/// pairing. Under `seed: secret` no game is shown: its requests are still to be played by others. Only this machine can
/// read it; see LocalServer.
///
/// The threads that play only store results here, and now and then a copy of a game if the page is open in a browser.
/// All other work is done on the server's thread, and page and data are made once a second at most, however many ask
/// for them. So a slow browser delays no game, and the end of the run by 12 seconds at most.
class LivePage {
 public:
  /// Starts the server, which runs until the object is destroyed. Throws UserError if the port is taken, or if this
  /// program was built without the page, and std::system_error if no threads can be had.
  /// @param port 0: any free port
  /// @param name of the run
  /// @param folder the results folder with the traces; empty: none are recorded
  /// @param keep the command that makes a page that stays
  LivePage(figures::SummaryConfig config, int port, std::string name = "", std::string folder = "",
           std::string keep = "");

  /// The address of the page.
  std::string address() const;

  /// Sends the last state to the pages that are open. To be called once, when the run has ended.
  void finish();

  // To be called by the run; see RunOptions. May be called by several threads.
  void progress(std::size_t done, std::size_t before, std::size_t all);
  void stored(const match::GameRow& game);
  void played(const match::TraceHeader& header, const match::GameRecord& record);

 private:
  using Clock = std::chrono::steady_clock;

  // A text that is made anew only after a second.
  struct Kept {
    std::shared_ptr<const std::string> get(const std::function<std::string()>& make);
    std::shared_ptr<const std::string> text;
    Clock::time_point at;
  };

  /// Whether recorded games can be asked for. Not under a secret: others have still to play the same requests.
  bool shows_games() const { return !folder_.empty() && !config_.commitment; }
  std::string summary_json();
  std::string html();
  std::string state_json(bool ended);
  std::string game_json(const std::string& query);

  const figures::SummaryConfig config_;
  const std::string name_, folder_, keep_;
  const Clock::time_point begin_ = Clock::now();
  std::mutex mutex_;                                                    ///< guards what the run stores here
  std::map<std::pair<std::string, std::string>, match::GameRow> best_;  ///< by player and sequencer
  figures::SummaryBuilder builder_;
  std::size_t done_ = 0, before_ = 0, all_ = 0;
  std::deque<std::pair<std::string, std::string>> newest_;  ///< the newest games: file and JSON, the last at the end
  /// Whether the page has asked since the last game was copied.
  std::atomic<bool> game_wanted_{false};
  Kept html_, state_;  ///< of the server's thread
  std::optional<LocalServer> server_;
};

}  // namespace pentocity::app
