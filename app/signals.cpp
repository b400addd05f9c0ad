#include "signals.hpp"

#include <csignal>
#include <cstdint>
#include <ctime>

namespace pentocity::app {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> first_at{0};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<std::int64_t>::is_always_lock_free,
              "set in a signal handler");

// `timeout` sends its signal to the process and to its group: what comes with the first is no second one.
constexpr std::int64_t same_signal_ms = 500;

std::int64_t now_ms() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return std::int64_t{t.tv_sec} * 1000 + t.tv_nsec / 1'000'000;
}

void on_signal(int signal) {
  const std::int64_t now = now_ms();
  if (!interrupted.exchange(true)) {
    first_at = now;
  } else if (now - first_at > same_signal_ms) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interrupted;
}

}  // namespace pentocity::app
