#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <list>

#include "commands.hpp"

namespace pentocity::app {
namespace {

std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> first_at{0};
static_assert(std::atomic<const std::string*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "set in a signal handler");

// What the handler writes: texts that stay where they are, as a handler may not make any.
std::atomic<const std::string*> first_words{nullptr}, last_words{nullptr};

const std::string* kept(std::string text) {
  static auto& texts = *new std::list<std::string>;  // not destroyed: a signal may come while the program ends
  return &texts.emplace_back(std::move(text));
}

void write_words(const std::string* words) {
  if (words == nullptr) return;
  const int error = errno;
  if (::write(STDERR_FILENO, words->data(), words->size()) < 0) errno = error;  // a complaint that is lost
}

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
    write_words(first_words);
  } else if (now - first_at > same_signal_ms) {
    write_words(last_words);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

const std::atomic<bool>& stop_on_signals(const std::string& meanwhile, const std::string& lost) {
  first_words = kept(fmt::format("\npentocity: stopping: {}; the same signal once more ends it at once\n", meanwhile));
  last_words = kept(fmt::format("\npentocity: ended at once: {}\n", lost));
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGINT, SIGTERM}) sigaction(signal, &action, nullptr);
  return interrupted;
}

}  // namespace pentocity::app
