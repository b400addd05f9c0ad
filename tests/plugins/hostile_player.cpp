// A player that does to its process, and to whatever it can reach, what untrusted players do by mistake or on purpose.
// Up to then, and in what it leaves alone, it plays the first site at the edge.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "pentocity/game/player.hpp"
#include "pentocity/helpers/sites.hpp"

namespace {

using namespace pentocity;
namespace fs = std::filesystem;

int volatile* const nowhere = nullptr;
int volatile one = 1;
int volatile* const busy = &one;

void use_memory(std::size_t chunk) {
  for (;;) std::memset(new char[chunk], 1, chunk);
}

// Processes that would outlive the game: of another session, ignoring signals, holding on to every file.
void leave_orphans() {
  for (int i = 0; i < 3; ++i)
    if (fork() == 0) {
      setsid();
      signal(SIGTERM, SIG_IGN);
      signal(SIGHUP, SIG_IGN);
      if (fork() == 0)
        for (;;) pause();
      for (;;) pause();
    }
}

// Processes that come and go while their use is counted.
#if defined(PENTOCITY_THREAD_SANITIZER)
constexpr int many_children = 400;  // to start one takes a hundred times as long
#else
constexpr int many_children = 4000;
#endif
void come_and_go() {
  for (int i = 0; i < many_children; ++i) {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    waitpid(child, nullptr, 0);
  }
}

bool can_write(const std::string& path) {
  const int file = open(path.c_str(), O_CREAT | O_WRONLY, 0600);
  if (file < 0) return false;
  close(file);
  unlink(path.c_str());
  return true;
}

std::string bytes_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What it could write to besides its own folder.
std::string writable(const std::string& folder) {
  std::string out;
  for (const std::string& place : {folder, fs::current_path().string(), std::string("/tmp"), std::string("/var/tmp"),
                                   std::string("/dev/shm"), std::string("/root"), std::string("/etc")})
    if (can_write(place + "/pentocity-was-here")) out += place + " ";
  return out;
}

// Ways to the network that are open.
std::string reachable() {
  std::string out;
  for (const int domain : {AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK})
    for (const int type : {SOCK_STREAM, SOCK_DGRAM, SOCK_RAW})
      if (socket(domain, type, 0) >= 0) out += "socket " + std::to_string(domain) + " ";
  return out;
}

// Where the seed, which is told here masked, can be read as a number or in decimal: files, other processes, own memory.
std::string seen(const std::string& folder, std::uint64_t masked) {
  constexpr std::uint64_t mask = 0x5555555555555555;
  const std::string decimal = std::to_string(masked ^ mask);
  std::string out;
  const auto look = [&](const std::string& path) {
    if (fs::is_regular_file(path) && bytes_of(path).find(decimal) != std::string::npos)
      out += fs::path(path).filename().string() + " ";
  };
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error))
    look(it->path().string());
  for (auto it = fs::directory_iterator("/proc", error); !error && it != fs::directory_iterator(); it.increment(error))
    if (const std::string process = it->path().string(); isdigit(process[6]) != 0) {
      for (const char* file : {"/cmdline", "/environ"}) look(process + file);
      const pid_t number = std::atoi(process.c_str() + 6);
      if (number == getpid()) continue;
      if (open((process + "/mem").c_str(), O_RDONLY) >= 0) out += "memory of " + process + " ";
      if (number != getppid()) out += process + " ";
    }
  std::istringstream maps(bytes_of("/proc/self/maps"));
  int regions = 0;
  bool in_memory = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char readable = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %c", &begin, &end, &readable) != 3 || readable != 'r') continue;
    if (line.find("[v") != line.npos) continue;
    ++regions;
    for (unsigned long at = begin; at + 8 <= end; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);  // NOLINT(performance-no-int-to-ptr)
      if ((word ^ mask) == masked && at != reinterpret_cast<unsigned long>(&word)) in_memory = true;
    }
  }
  if (in_memory) out = "memory " + out;
  if (regions == 0) out += "(no memory to look at)";
  return out;
}

class Hostile : public Player {
 public:
  explicit Hostile(const PlayerSetup& setup)
      : does_(setup.options.text("does")),
        folder_(setup.options.text("folder")),
        masked_(std::strtoull(setup.options.text("masked").c_str(), nullptr, 10)),
        turn_(setup.options.integer("turn")),
        active_(setup.seed % static_cast<std::uint64_t>(setup.options.integer("one_in")) == 0) {
    if (active_ && turn_ == 0 && does_ == "loop") loop();
  }

  Move play(const Request& request, const View& view) override {
    const Move honest = first_site(request, view.land);
    if (!active_ || view.turn < turn_) return honest;
    Move move = honest;
    if (does_ == "segfault") *nowhere = 1;  // NOLINT(clang-analyzer-core.NullDereference)
    if (does_ == "abort") std::abort();
    if (does_ == "exit") std::exit(3);
    if (does_ == "leave") _exit(0);
    if (does_ == "terminate") std::terminate();
    if (does_ == "loop") loop();
    if (does_ == "sleep")
      for (;;) pause();
    if (does_ == "stop") raise(SIGSTOP);
    if (does_ == "kill") raise(SIGKILL);
    if (does_ == "memory") use_memory(1 << 20);
    if (does_ == "memory_of_children" && fork() == 0) use_memory(1 << 20);
    if (does_ == "memory_of_children") pause();
    if (does_ == "huge") std::vector<char>(std::size_t{1} << 40).front() = 1;
    if (does_ == "overflow") move.rotation = overflow(1);
    if (does_ == "flood")
      for (;;) std::puts("the flood comes, the flood comes, the flood comes");
    if (does_ == "garbage")
      for (int file = 3; file < 10; ++file) (void)!write(file, "rubbish rubbish rubbish rubbish ", 32);
    if (does_ == "close")
      for (int file = 0; file < 100; ++file) close(file);
    if (does_ == "orphans" && view.turn == turn_) leave_orphans();
    if (does_ == "come_and_go" && view.turn == turn_) come_and_go();
    if (does_ == "kill_others") kill_others();
    if (does_ == "scribble") move.note = "writes: " + writable(folder_);
    if (does_ == "connect") move.note = "reaches: " + reachable();
    if (does_ == "snoop") move.note = "sees: " + seen(folder_, masked_);
    if (does_ == "own_folder")
      move.note = can_write(std::string(std::getenv("TMPDIR")) + "/mine") ? "writes its own" : "cannot write its own";
    if (does_ == "invalid") move = Move::at(7, {0, 0});
    return move;
  }

 private:
  // Out of a box it would be all processes of the machine.
  static void kill_others() {
    std::array<char, 64> name{};
    if (gethostname(name.data(), name.size() - 1) == 0 && std::string_view(name.data()) == "box")
      kill(getppid(), SIGKILL), kill(-1, SIGKILL), kill(0, SIGKILL);
    raise(SIGKILL);
  }
  static void loop() {
    while (*busy != 0) continue;
  }
  static int overflow(int depth) {
    volatile char waste[4096] = {};
    waste[depth % 4096] = 1;
    return *busy == 0 ? 0 : overflow(depth + 1) + waste[0];
  }
  // Of all rotations the first site in rows; of those in one place the first rotation.
  static Move first_site(const Request& request, const Land& land) {
    const Grid& grid = land.grid();
    Move best = Move::reject();
    for (int k = 0; k < static_cast<int>(request.rotations().size()); ++k) {
      const Cells& shape = request.rotations()[k];
      for (const Cell at : grid.cells(legal_sites(land, request.type(), shape)))
        if (grid.board(translated(shape, at)).intersects(grid.rim())) {
          if (!best.accept || at < best.location) best = Move::at(k, at);
          break;
        }
    }
    return best;
  }

  const std::string does_, folder_;
  const std::uint64_t masked_;
  const int turn_;
  const bool active_;
};

const OptionSpec does{.name = "does", .fallback = "nothing", .meaning = "what it does"};
const OptionSpec folder{.name = "folder", .fallback = "", .meaning = "where it looks around"};
const OptionSpec masked{.name = "masked", .fallback = "0", .meaning = "the seed that it looks for, masked"};
const OptionSpec turn{.name = "turn", .fallback = std::int64_t{2}, .meaning = "from this turn on", .min = 0};
const OptionSpec one_in{"one_in", std::int64_t{1}, "in one game of so many, by its own seed", {}, 1, 100};

PENTOCITY_PLAYER(Hostile, "hostile", "does harm as told", does, folder, masked, turn, one_in)

}  // namespace
