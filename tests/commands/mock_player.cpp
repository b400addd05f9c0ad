// A player over lines of JSON for the tests: plays the first site at the edge, and misbehaves as told by its only
// argument. It knows nothing of this project: what it needs of the messages it finds by their text.
#include <pthread.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

namespace {

const std::string nul(1, '\0');
int volatile one = 1;
int volatile* const busy = &one;

void say(const std::string& line) {
  const std::string bytes = line + "\n";
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t n = write(1, bytes.data() + at, bytes.size() - at);
    if (n < 0) std::exit(0);
    at += static_cast<std::size_t>(n);
  }
}

double own_cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

// Starts one child after the other that works for a while. Their CPU time is not added to that of this process, because
// SIGCHLD is ignored.
void work_in_children() {
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    const pid_t child = fork();
    if (child == 0) {
      while (own_cpu_seconds() < 0.02) continue;
      _exit(0);
    }
    waitpid(child, nullptr, 0);  // with SIGCHLD ignored this only waits until there is no child
  }
}

// Starts too many threads.
void start_threads() {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 20);
  for (int i = 0; i < 600; ++i) {
    pthread_t thread{};
    const auto wait = [](void*) -> void* {
      for (;;) pause();
    };
    pthread_create(&thread, &small, wait, nullptr);
  }
  for (;;) pause();
}

cpu_set_t cores() {
  cpu_set_t out;
  CPU_ZERO(&out);
  sched_getaffinity(0, sizeof out, &out);
  return out;
}

// Starts a thread and waits until this one may run on these cores.
void start_thread_on(const cpu_set_t& all) {
  pthread_t thread{};
  const auto wait = [](void*) -> void* {
    for (;;) pause();
  };
  pthread_create(&thread, nullptr, wait, nullptr);
  for (cpu_set_t now = cores(); !CPU_EQUAL(&now, &all); now = cores()) sched_yield();
}

int number_after(const std::string& line, const std::string& key) {
  const std::size_t at = line.find("\"" + key + "\":");
  return at == line.npos ? -1 : std::atoi(line.c_str() + at + key.size() + 3);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string does = argc > 1 ? argv[1] : "play";
  const cpu_set_t all_cores = cores();
  std::string line;
  std::getline(std::cin, line);
  const auto is = [&](const char* what) { return does == what; };
  if (is("unflushed")) std::cin.tie(nullptr);  // or else reading would flush
  if (is("die")) return 5;
  if (is("mute")) pause();
  if (is("no_ready")) say("{\"hello\":\"you\"}");
  if (is("no_json")) say("ready when you are");
  if (is("ready_without_line_feed")) {
    std::fputs(R"({"ready":true})", stdout);
    std::fflush(stdout);
    pause();
  }
  if (is("nul_ready")) say(R"({"ready":true})" + nul);
  say(R"({"ready":true,"name":"mock"})");
  const int side = number_after(line, "side");
  int column = 0;
  while (std::getline(std::cin, line)) {
    if (line.find("\"end\":") != line.npos) {
      if (is("stay"))
        for (;;) pause();
      return 0;
    }
    const int turn = number_after(line, "turn");
    const std::string echo = "{\"turn\":" + std::to_string(turn);
    // Along the first row, 1x1 factories and upright I pentominoes alike: whatever fits is fine, the rest is rejected.
    std::string answer = echo + ",\"accept\":false}";
    if (is("think")) usleep(20'000);
    if (turn < 2 || is("play")) {
      if (column + 5 <= side)
        answer = echo + ",\"accept\":true,\"rotation\":0,\"location\":[0," + std::to_string(column) +
                 "],\"road\":[],\"note\":\"ready\",\"unknown\":{\"a\":[1]}}";
      column += 6;
      say(answer);
      continue;
    }
    if (is("unflushed")) {
      std::printf("%s\n", answer.c_str());  // stays in a buffer until the end
    } else if (is("no_line_feed") || is("carriage_return")) {
      std::printf("%s%s", answer.c_str(), is("no_line_feed") ? "" : "\r");
      std::fflush(stdout);
    } else if (is("nulls")) {
      say(echo + ",\"accept\":false,\"rotation\":null,\"location\":null,\"road\":null,\"note\":null}");
    } else if (is("null_cells")) {
      say(echo + ",\"accept\":true,\"rotation\":0,\"location\":[5,5],\"road\":null,\"park\":null,\"water\":null}");
    } else if (is("null_accept")) {
      say(echo + ",\"accept\":null}");
    } else if (is("garbage"))
      say("\xff\xfe rubbish {");
    else if (is("nul"))
      say(answer + nul);
    else if (is("nul_and_more"))
      say(answer + nul + answer);
    else if (is("trailing"))
      say(answer + " and so on");
    else if (is("wrong_turn"))
      say("{\"turn\":" + std::to_string(turn + 1) + ",\"accept\":false}");
    else if (is("no_accept"))
      say(echo + "}");
    else if (is("bad_types"))
      say(echo + ",\"accept\":true,\"rotation\":\"0\",\"location\":{}}");
    else if (is("huge_numbers"))
      say(echo + ",\"accept\":true,\"rotation\":1e99,\"location\":[99999999999,0]}");
    else if (is("deep"))
      say(echo + ",\"accept\":" + std::string(500'000, '['));
    else if (is("twice"))
      say(answer + "\n" + answer);
    else if (is("flood_line"))
      for (;;) (void)!write(1, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 59);
    else if (is("flood_lines"))
      for (;;) say("again");
    else if (is("flood_errors")) {
      for (int i = 0; i < 20'000; ++i) (void)!write(2, "complaint\n", 10);
      (void)!write(2, "the last word\n", 14);
      say(answer);
    } else if (is("close")) {
      close(1);
      pause();
    } else if (is("exit"))
      return 7;
    else if (is("eof")) {
      close(0);
      close(1);
      pause();
    } else if (is("deaf")) {
      close(0);
      say(answer);
      pause();
    } else if (is("segfault"))
      raise(SIGSEGV);
    else if (is("loop"))
      while (*busy != 0) continue;
    else if (is("sleep"))
      pause();
    else if (is("children"))
      work_in_children();
    else if (is("threads"))
      start_threads();
    else if (is("one_thread")) {
      if (turn == 2) start_thread_on(all_cores);
      say(answer);
    } else if (is("memory"))
      for (;;) std::memset(std::malloc(1 << 20), 1, 1 << 20);
    else if (is("last_words")) {
      say(answer);
      return 9;
    } else
      say(answer);
  }
  return 0;
}
