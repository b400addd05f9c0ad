// What a turn costs that two processes on one core take to ask and to answer, by the ways that there are: pipes, of
// which the asking side waits for one and watches two others, as for a game's process; pipes, without watching; and a
// futex in shared memory. The answering side has a filter of system calls, and a session of its own. Prints medians.
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <vector>

namespace {

constexpr int turns = 3000, trials = 25;
using Word = std::atomic<unsigned>;
using Ends = std::array<int, 2>;  // of a pipe

void filter_calls() {
  void* const filter = seccomp_init(SCMP_ACT_ALLOW);
  for (int call = 100; call < 150; ++call) seccomp_rule_add(filter, SCMP_ACT_ERRNO(1), call, 0);
  seccomp_load(filter);
}

template <class Ask, class Answer>
double microseconds(const Ask& ask, const Answer& answer) {
  const pid_t other = fork();
  if (other == 0) {
    setsid();
    filter_calls();
    for (unsigned turn = 1;; ++turn) answer(turn);
  }
  usleep(3000);
  const auto begin = std::chrono::steady_clock::now();
  for (unsigned turn = 1; turn <= turns; ++turn) ask(turn);
  const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - begin;
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  return passed.count() / turns;
}

void say(Word& word, unsigned turn) {
  word = turn;
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}
void hear(Word& word, unsigned turn) {
  const timespec limit{0, 10'000'000};
  while (word != turn) syscall(SYS_futex, &word, FUTEX_WAIT, turn - 1, &limit, nullptr, 0);
}

}  // namespace

int main() {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  sched_setaffinity(0, sizeof one, &one);
  std::array<std::vector<double>, 3> seen;
  std::array<char, 100> bytes{};
  for (int trial = 0; trial < trials; ++trial) {
    Ends there{}, back{}, quiet{};
    for (Ends* ends : {&there, &back, &quiet})
      if (pipe(ends->data()) != 0) return 1;
    auto* const words =
        static_cast<Word*>(mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    const auto put = [&](const Ends& ends) { return write(ends[1], bytes.data(), 60) == 60; };
    const auto take = [&](const Ends& ends) { return read(ends[0], bytes.data(), bytes.size()) == 60; };
    const auto answer = [&](unsigned) {
      if (!take(there) || !put(back)) _exit(1);
    };
    seen[0].push_back(microseconds(
        [&](unsigned) {
          pollfd files[] = {{back[0], POLLIN, 0}, {quiet[0], POLLIN, 0}, {quiet[0], POLLIN, 0}};
          if (!put(there) || poll(files, 3, 10) != 1 || !take(back)) _exit(1);
        },
        answer));
    seen[1].push_back(microseconds(
        [&](unsigned) {
          if (!put(there) || !take(back)) _exit(1);
        },
        answer));
    seen[2].push_back(microseconds(
        [&](unsigned turn) {
          say(words[0], turn);
          hear(words[16], turn);
        },
        [&](unsigned turn) {
          hear(words[0], turn);
          say(words[16], turn);
        }));
    for (const Ends& ends : {there, back, quiet})
      for (const int end : ends) close(end);
    munmap(words, 4096);
  }
  constexpr std::array names{"pipes, watching two others", "pipes", "a futex in shared memory"};
  for (std::size_t way = 0; way < seen.size(); ++way) {
    std::ranges::nth_element(seen[way], seen[way].begin() + trials / 2);
    std::printf("%-28s %.2f microseconds\n", names[way], seen[way][trials / 2]);
  }
}
