// A shared library is loaded into a copy of the process that keeps it, which has kept other games before: what is left
// of them in its memory, and in files that both have open? Says so on standard error like the attacks in Python. Built
// by the driver.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#include "pentocity/game/player.hpp"

namespace {

using namespace pentocity;

constexpr std::uint64_t mark = std::uint64_t{311} << 20, max = mark + (24 << 20);

std::string found;

void add(const std::string& what) { found += (found.empty() ? "\"" : ", \"") + what + "\""; }

// Sizes near the mark, as are told of a game that used so much memory. None stands in this program: they are computed.
int sizes_near_mark() {
  int count = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0, end = 0;
    char read = 0, write = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx %c%c", &begin, &end, &read, &write) != 4 || read != 'r' || write != 'w')
      continue;
    if (line.find("[v") != line.npos) continue;
    for (unsigned long at = begin; at + 8 <= end; at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, reinterpret_cast<const void*>(at), sizeof word);
      if (word >= mark && word < max && word % 1024 == 0) ++count;
    }
  }
  return count;
}

// Settings of open files stay with them, whoever has them open.
void look_at_files() {
  for (int file = 0; file < 64; ++file) {
    if (fcntl(file, F_GETSIG) == 40) add("signal of file " + std::to_string(file));
    if ((fcntl(file, F_GETFL) & O_APPEND) != 0 && fcntl(file, F_GETFL) >= 0)
      add("mode of file " + std::to_string(file));
    if (lseek(file, 0, SEEK_CUR) == 77) add("position of file " + std::to_string(file));
  }
}

void leave_in_files() {
  for (int file = 0; file < 64; ++file) {
    if (const int flags = fcntl(file, F_GETFL); flags >= 0) {
      fcntl(file, F_SETSIG, 40);
      fcntl(file, F_SETFL, flags | O_APPEND);
      (void)lseek(file, 77, SEEK_SET);
    }
  }
}

class Recall : public Player {
 public:
  explicit Recall(const PlayerSetup& setup) : does_(setup.options.text("attack")) {}

  Move play(const Request& /*request*/, const View& view) override {
    if (view.turn > 0) return Move::reject();
    if (does_ == "recall_files") {
      look_at_files();
      leave_in_files();
    }
    if (does_ == "recall_memory") {
      found = std::to_string(sizes_near_mark());  // in the first game those that are so large by chance
      auto* const room = static_cast<volatile char*>(std::malloc(mark));
      for (std::uint64_t at = 0; at < mark; at += 4096) room[at] = 1;
      usleep(100'000);
      std::free(const_cast<char*>(room));
    }
    std::fprintf(stderr, "GOT [%s]\n", found.c_str());
    return Move::reject();
  }

 private:
  const std::string does_;
};

const OptionSpec attack{"attack", "", "what it looks at"};

PENTOCITY_PLAYER(Recall, "recall", "looks for what earlier games left", attack)

}  // namespace
