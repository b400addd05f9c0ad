// What the boxes of games cost by themselves: as often as the first argument says, a process is started that has
// process numbers and mounts of its own and shares this one's memory; it mounts a folder in memory and its processes'
// /proc, and starts the process of a game, which closes /proc and ends. These are the system calls of a game in a box,
// without filters, limits, messages and the game.
#include <sched.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr unsigned long proc_flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;

int first_of_box(void*) {
  if (mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "size=1048576,mode=700") != 0 ||
      mount("proc", "/proc", "proc", proc_flags, "hidepid=ptraceable") != 0)
    _exit(1);
  const pid_t game = _Fork();
  if (game == 0)
    _exit(mount(nullptr, "/proc", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | proc_flags, nullptr) == 0 ? 0 : 1);
  int status = 1;
  waitpid(game, &status, 0);
  _exit(status == 0 ? 0 : 1);
}

}  // namespace

int main(int count, char** words) {
  const int boxes = count > 1 ? std::atoi(words[1]) : 1;
  if (unshare(CLONE_NEWNS | (geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0 ||
      mount(nullptr, "/", nullptr, MS_PRIVATE | MS_REC, nullptr) != 0) {
    std::perror("bare_box: no boxes can be made here");
    return 1;
  }
  constexpr std::size_t stack_size = 1 << 20;
  void* const stack = mmap(nullptr, stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return 1;
  for (int i = 0; i < boxes; ++i) {
    const pid_t first = clone(first_of_box, static_cast<char*>(stack) + stack_size,
                              SIGCHLD | CLONE_VM | CLONE_NEWPID | CLONE_NEWNS, nullptr);
    int status = 1;
    if (first < 0 || waitpid(first, &status, 0) != first || status != 0) {
      std::fputs("bare_box: a box cannot be made\n", stderr);
      return 1;
    }
  }
}
