// Players each of which makes one kind of what the kernel keeps for a process, as many as it is given, and tells of
// them in lines `GOT [MiB, how many]`. In C, because the process of an interpreter is larger than what many of them
// hold.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

enum { page = 4096, MiB = 1 << 20, huge = 2 * MiB, most_files = 256 };
static const double patience = 6, rest = 0.2;  // seconds to make them, and to be looked at
static char bytes[MiB];

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

static void tell(const char* format, ...) {
  char line[200];
  va_list values;
  va_start(values, format);
  const int size = vsnprintf(line, sizeof line, format, values);
  va_end(values);
  if (write(2, line, size) != size) _exit(3);
}

static void say(const char* text) {
  if (write(1, text, strlen(text)) < 0) _exit(3);
}

// What the kernel holds, in MiB: what it tells of itself and of files that are memory, and no less than what is known
// to be on its way. Most names it gives back when others want memory, but not those of files that are memory.
static double on_its_way;  // bytes in pipes and sockets, and pages that only the game holds
static int with_names;
static double number_in(const char* file_name, const char* const* keys, int count) {  // their sum
  char text[16384];
  const int file = open(file_name, O_RDONLY);
  const ssize_t size = read(file, text, sizeof text - 1);
  close(file);
  text[size < 0 ? 0 : size] = 0;
  double out = 0;
  for (int i = 0; i < count; ++i) {
    const char* const at = strstr(text, keys[i]);
    if (at) out += atof(at + strlen(keys[i]));
  }
  return out;
}

static double held(void) {
  static const char* const parts[] = {
      "SUnreclaim:", "Shmem:", "PageTables:", "VmallocUsed:", "Percpu:", "SReclaimable:"};
  static double before = -1;
  const double out = number_in("/proc/meminfo", parts, with_names ? 6 : 5) / 1024;
  if (before < 0) before = out;
  return out - before > on_its_way / MiB ? out - before : on_its_way / MiB;
}

static int failed(int result) { return result < 0 ? -1 : 1; }

// A process that is there, and has nothing open.
static _Noreturn void stay(void) {
  close_range(0, ~0U, 0);
  for (;;) pause();
}

static int processes(void) {
  const pid_t child = fork();
  if (child == 0) stay();
  return failed(child);
}

// Leaves all that this process has open to a copy of it.
static int leave_to_child(void) {
  const pid_t copy = fork();
  if (copy == 0)
    for (;;) pause();
  return copy < 0 ? -1 : close_range(3, ~0U, 0);
}

// More than a process may have open.
static int opened(int file) {
  if (file >= 0) return 1;
  return errno == EMFILE && leave_to_child() == 0 ? 0 : -1;
}

static const char* own_folder(void) { return getenv("TMPDIR"); }

static const char* own_path(const char* kind, int number) {
  static char out[100];
  snprintf(out, sizeof out, "%s/%s%d", own_folder(), kind, number);
  return out;
}

static void* mapped(size_t size, int protection) {
  return mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}

// Does it in a process that stays, as often as it says; -1 if that fails.
static int in_child(int (*work)(void)) {
  int ends[2], made = -1;
  if (pipe(ends) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    made = work();
    if (write(ends[1], &made, sizeof made) > 0 && made > 0) stay();
    _exit(1);
  }
  close(ends[1]);
  if (child < 0 || read(ends[0], &made, sizeof made) != sizeof made) made = -1;
  close(ends[0]);
  return made;
}

// Pages and mappings.

static int anonymous(void) {
  char* const at = mapped(MiB, PROT_READ | PROT_WRITE);
  if (at == MAP_FAILED) return -1;
  memset(at, 1, MiB);
  on_its_way += MiB;
  return 1;
}

static int page_tables(void) {  // one for each 2 MiB that are read
  volatile char* const at = mapped(1UL << 30, PROT_READ);
  if (at == MAP_FAILED) return -1;
  madvise((void*)at, 1UL << 30, MADV_NOHUGEPAGE);
  for (unsigned long i = 0; i < 1UL << 30; i += huge) (void)at[i];
  return 512;
}

// Makes each of these pages a mapping of its own.
static int split(char* at, int pages, int protection) {
  for (int i = 0; i < pages; i += 2)
    if (mprotect(at + (size_t)i * page, page, protection) != 0) return -1;
  return pages;
}

static int many_mappings(void) {
  char* const at = mapped((size_t)60000 * page, PROT_NONE);
  return at == MAP_FAILED ? -1 : split(at, 60000, PROT_READ);
}
static int mappings(void) { return in_child(many_mappings); }

static int map_files(void) {  // each of a file that was opened for it
  const int folder = open(own_folder(), O_RDONLY | O_DIRECTORY);
  for (int i = 0; i < 20000; ++i) {
    const int file = openat(folder, "mapped", O_RDWR | O_CREAT, 0600);
    if (file < 0 || mmap(NULL, page, PROT_READ, MAP_SHARED, file, (off_t)(i % 16) * page) == MAP_FAILED) return -1;
    close(file);
  }
  return 20000;
}
static int file_mappings(void) { return in_child(map_files); }

static int generations(void) {  // each process has a mark for each of its forebears in each of its mappings
  static int news = -1;
  char done = 0;
  if (news < 0) {
    int ends[2];
    char* const at = mapped(1500 * page, PROT_READ | PROT_WRITE);
    if (at == MAP_FAILED || pipe(ends) != 0) return -1;
    *at = 1;
    if (split(at, 1500, PROT_READ) < 0) return -1;
    news = ends[0];
    pid_t child = fork();
    if (child == 0) {
      while (child == 0 && write(ends[1], "x", 1) == 1) child = fork();
      stay();
    }
    close(ends[1]);
  }
  return read(news, &done, 1) == 1 ? 1 : -1;
}

static int touched(char* at) {
  if (at == MAP_FAILED) return -1;
  memset(at, 1, MiB);
  return 1;
}

static int shared_pages(void) {
  return touched(mmap(NULL, MiB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

static int map_shared(int file) { return touched(mmap(NULL, MiB, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)); }

static int shared_zeros(void) { return map_shared(open("/dev/zero", O_RDWR)); }

static int huge_pages(void) {
  return mmap(NULL, huge, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0) == MAP_FAILED ? -1 : 1;
}

static int parts_of_huge_pages(void) {  // one page of 512, of which the kernel keeps all
  char* const at = mapped(2 * huge, PROT_READ | PROT_WRITE);
  if (at == MAP_FAILED) return -1;
  char* const begin = (char*)(((unsigned long)at + huge - 1) / huge * huge);
  madvise(begin, huge, MADV_HUGEPAGE);
  *begin = 1;
  munmap(begin + page, at + 2 * huge - begin - page);
  if (begin > at) munmap(at, begin - at);
  // Those that the kernel has split since are given back.
  static const char* const split_pages[] = {"\nthp_split_page "};
  static double count, split_before = -1;
  const double split_now = number_in("/proc/vmstat", split_pages, 1);
  if (split_before < 0) split_before = split_now;
  on_its_way = (++count - (split_now - split_before)) * huge;
  return 1;
}

static int policies(void) {  // of where the pages of a file are to be
  static int number;
  const int file = open(own_path("policy", number++), O_RDWR | O_CREAT, 0600);
  unsigned long node = 1;
  const int pages = 16000;
  if (file < 0 || ftruncate(file, (off_t)pages * page) != 0) return -1;
  char* const at = mmap(NULL, (size_t)pages * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED) return -1;
  for (int i = 0; i < pages; i += 2) {
    const int preferred = 1;
    if (syscall(SYS_mbind, at + (size_t)i * page, page, preferred, &node, 2, 0) != 0) return -1;
  }
  munmap(at, (size_t)pages * page);
  return pages / 2;
}

static int locked_pages(void) {
  char* const at = mapped(MiB, PROT_READ | PROT_WRITE);
  return at == MAP_FAILED ? -1 : failed(mlock(at, MiB));
}

// Files in memory, and names.

static int memory_file(int file) {
  if (file < 0) return -1;
  const ssize_t size = write(file, bytes, MiB);
  return size == MiB ? 1 : -1;
}

static int memfd(void) { return memory_file(syscall(SYS_memfd_create, "x", 0)); }

static int secret_pages(void) {
  const int call_memfd_secret = 447, file = syscall(call_memfd_secret, 0);
  return file < 0 || ftruncate(file, MiB) != 0 ? -1 : map_shared(file);
}

static int file_pages(void) { return memory_file(open(own_folder(), O_TMPFILE | O_RDWR, 0600)); }

static int touch_file(void) {
  const int file = open(own_folder(), O_TMPFILE | O_RDWR, 0600);
  return file < 0 || ftruncate(file, MiB) != 0 ? -1 : map_shared(file);
}
static int pages_of_others(void) { return in_child(touch_file); }  // which do not belong to this process

static int room_in_files(void) {
  const int file = open("/dev/shm", O_TMPFILE | O_RDWR, 0600);
  return file < 0 ? -1 : failed(fallocate(file, 0, 0, MiB));
}

static const char* long_name(int number) {
  static char out[251];
  snprintf(out, sizeof out, "%0250d", number);
  return out;
}

static int names(void) {
  static int number;
  if (number == 0 && chdir(own_folder()) != 0) return -1;
  return failed(mknod(long_name(number++), S_IFREG | 0600, 0));
}

static int attributes(void) {
  static int number;
  char name[40];
  snprintf(name, sizeof name, "user.%d", number++);
  return failed(setxattr(own_folder(), name, bytes, 32768, 0));
}

static int absent_names(void) {  // which the kernel remembers, too
  static int number;
  struct stat status;
  char path[300];
  snprintf(path, sizeof path, "/usr/%s", long_name(number++));
  return number < 50000 && stat(path, &status) != 0 && errno == ENOENT ? 1 : -1;
}

static int file_with_long_line(void) {  // of /proc, which keeps a buffer for it
  static int path;
  if (path == 0) {
    if (chdir(own_folder()) != 0) return -1;
    for (int depth = 0; depth < 4500; ++depth)
      if (mkdir(long_name(0), 0700) != 0 || chdir(long_name(0)) != 0) return -1;
    path = open("mapped", O_RDWR | O_CREAT, 0600);
    if (ftruncate(path, page) != 0 || mmap(NULL, page, PROT_READ, MAP_SHARED, path, 0) == MAP_FAILED) return -1;
  }
  const int file = open("/proc/self/maps", O_RDONLY);
  while (read(file, bytes, sizeof bytes) > 0) continue;
  return file;
}
static int lines_of_maps(void) { return failed(file_with_long_line()); }

// Files, pipes and sockets.

static int open_files(void) { return opened(open("/dev/null", O_RDONLY)); }
static int event_files(void) { return opened(eventfd(0, 0)); }
static int timer_files(void) { return opened(timerfd_create(CLOCK_MONOTONIC, 0)); }
static int epoll_files(void) { return opened(epoll_create1(0)); }

static int signal_files(void) {
  sigset_t none;
  sigemptyset(&none);
  return opened(signalfd(-1, &none, 0));
}

static int fill(int file) {
  fcntl(file, F_SETFL, O_NONBLOCK);
  for (ssize_t size; (size = write(file, bytes, 65536)) > 0;) on_its_way += size;
  return 1;
}

static int pipes(void) {
  int ends[2];
  const int made = opened(pipe(ends));
  if (made <= 0) return made;
  fcntl(ends[1], F_SETPIPE_SZ, MiB);
  return fill(ends[1]);
}

// A socket that is nearly full takes one more message, as long as its queue.
static int overfill(int socket) {
  fcntl(socket, F_SETFL, O_NONBLOCK);
  for (ssize_t next = 190000, size; (size = write(socket, bytes, next)) > 0; next = 212900) on_its_way += size;
  return 1;
}

static int sockets_of(int type) {
  int ends[2];
  const int made = opened(socketpair(AF_UNIX, type, 0, ends));
  if (made <= 0) return made;
  const int size = MiB;
  for (int i = 0; i < 2; ++i) {
    setsockopt(ends[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
    overfill(ends[i]);
  }
  return 2;
}
static int stream_sockets(void) { return sockets_of(SOCK_STREAM); }
static int packet_sockets(void) { return sockets_of(SOCK_SEQPACKET); }

static struct sockaddr_un address_of(const char* name) {
  struct sockaddr_un out = {AF_UNIX, ""};
  snprintf(out.sun_path, sizeof out.sun_path, "%s/%s", own_folder(), name);
  return out;
}

static int datagrams(void) {  // at few, from many, who have gone
  static int number, receiver = -1, sent = 99;
  char name[20];
  snprintf(name, sizeof name, "d%d", number);
  struct sockaddr_un to = address_of(name);
  if (++sent > 12) {
    snprintf(name, sizeof name, "d%d", ++number);
    to = address_of(name);
    receiver = socket(AF_UNIX, SOCK_DGRAM, 0);
    sent = 0;
    if (receiver < 0 || bind(receiver, (struct sockaddr*)&to, sizeof to) != 0) return -1;
  }
  const int sender = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0);
  if (sender < 0) return -1;
  const ssize_t size = sendto(sender, bytes, 200000, 0, (struct sockaddr*)&to, sizeof to);
  close(sender);
  on_its_way += size > 0 ? size : 0;
  return size > 0;
}

static int connections(void) {  // that nobody has accepted
  static int listener = -1;
  struct sockaddr_un to = address_of("backlog");
  if (listener < 0) {
    listener = socket(AF_UNIX, SOCK_STREAM, 0);
    if (bind(listener, (struct sockaddr*)&to, sizeof to) != 0 || listen(listener, 1 << 16) != 0) return -1;
  }
  const int end = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  if (end < 0 || connect(end, (struct sockaddr*)&to, sizeof to) != 0) return -1;
  overfill(end);
  close(end);
  return 1;
}

static int send_file_over(int socket, const int* files, int count) {
  struct iovec text = {bytes, 1};
  char space[CMSG_SPACE(sizeof(int) * most_files)];
  struct msghdr message = {
      .msg_iov = &text, .msg_iovlen = 1, .msg_control = space, .msg_controllen = CMSG_SPACE(sizeof(int) * count)};
  struct cmsghdr* const head = CMSG_FIRSTHDR(&message);
  head->cmsg_level = SOL_SOCKET;
  head->cmsg_type = SCM_RIGHTS;
  head->cmsg_len = CMSG_LEN(sizeof(int) * count);
  memcpy(CMSG_DATA(head), files, sizeof(int) * count);
  return failed(sendmsg(socket, &message, 0));
}

// Sends a file away, so that it is open in no process.
static int send_away(int file) {
  static int ends[2];
  if (file < 0 || (ends[0] == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0)) return -1;
  const int sent = send_file_over(ends[0], &file, 1);
  close(file);
  return sent;
}

static int full_pipe(void) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fill(ends[1]);
  close(ends[1]);
  return ends[0];
}
static int pipes_sent(void) { return send_away(full_pipe()); }
static int lines_sent(void) { return send_away(file_with_long_line()); }

// In processes that wait until there is room, and meanwhile have nothing open.
static int pipes_in_waiting_sends(void) {
  static int ends[2];
  if (ends[0] == 0) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
    fill(ends[0]);
    fcntl(ends[0], F_SETFL, 0);
  }
  int files[50], made = 0;
  while (made < 50 && (files[made] = full_pipe()) >= 0) ++made;
  if (made == 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    if (syscall(SYS_clone, CLONE_FILES | SIGCHLD, NULL, NULL, NULL, NULL) == 0) {
      usleep(2000);
      close_range(0, ~0U, 0);
      _exit(0);
    }
    send_file_over(ends[0], files, made);
    _exit(0);
  }
  for (int i = 0; i < made; ++i) close(files[i]);
  usleep(3000);
  return child < 0 ? -1 : made;
}

// Moves a byte of each of 16 pages into a socket, where the kernel counts the byte alone.
static int spliced(int (*fill_pipe)(int)) {
  static int ends[2], from[2], number;
  if (number++ % 200 == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) return -1;
  if (from[0] == 0 && pipe2(from, O_DIRECT) != 0) return -1;
  if (fill_pipe(from[1]) < 0) return -1;
  const ssize_t moved = splice(from[0], NULL, ends[0], NULL, 16, SPLICE_F_NONBLOCK);
  if (moved < 0 && errno != EAGAIN) return -1;
  for (ssize_t left = moved < 0 ? 0 : moved; left < 16 && read(from[0], bytes, 1) == 1; ++left) continue;
  on_its_way += moved > 0 ? moved * page : 0;
  return moved > 0 ? moved : 0;
}

static int bytes_to_pipe(int pipe) {
  for (int i = 0; i < 16; ++i)
    if (write(pipe, bytes, 1) != 1) return -1;
  return 0;
}
static int spliced_pages(void) { return spliced(bytes_to_pipe); }

static int pages_to_pipe(int pipe) {
  char* const at = mapped(16 * page, PROT_READ | PROT_WRITE);
  for (int i = 0; i < 16; ++i) {
    at[i * page] = 1;
    struct iovec piece = {at + i * page, 1};
    if (vmsplice(pipe, &piece, 1, 0) != 1) return -1;
  }
  return munmap(at, 16 * page);
}
static int mapped_pages_spliced(void) { return spliced(pages_to_pipe); }

static int sent_pages(void) {  // of a file that is gone then
  static int ends[2], number;
  if (number++ % 250 == 0 && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) != 0) return -1;
  const int file = open(own_folder(), O_TMPFILE | O_RDWR, 0600);
  if (file < 0 || write(file, bytes, 1) != 1) return -1;
  off_t from = 0;
  const ssize_t sent = sendfile(ends[0], file, &from, 1);
  const int why = errno;
  close(file);
  if (sent < 0 && why != EAGAIN) return -1;
  on_its_way += sent > 0 ? page : 0;
  return sent > 0;
}

static int socket_filters(void) {
  int ends[2];
  const int made = opened(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  if (made <= 0) return made;
  static struct sock_filter steps[4096];
  unsigned short count = sizeof steps / sizeof *steps;
  for (unsigned i = 0; i < count; ++i) steps[i] = (struct sock_filter){BPF_LD | BPF_IMM, 0, 0, i};
  for (; count > 1; count /= 2) {
    steps[count - 1] = (struct sock_filter){BPF_RET | BPF_K, 0, 0, 0xffff};
    const struct sock_fprog program = {count, steps};
    if (setsockopt(ends[0], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0 &&
        setsockopt(ends[1], SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program) == 0)
      return 2;
    if (errno != ENOMEM) return -1;
  }
  return -1;
}

static int family_sockets(void) {
  static int family = AF_INET;
  for (; family < 46; ++family)
    for (int type = 1; type < 6; ++type)
      if (socket(family, type, 0) >= 0) return 1;
  return -1;
}

// Some open files, and one of them watched under another number, which is another watch.
enum { watched = 60, first_number = 140 };
static int files_to_watch[watched];
static int open_to_watch(void) {
  if (files_to_watch[0] == 0)
    for (int i = 0; i < watched; ++i) files_to_watch[i] = eventfd(0, 0);
  return files_to_watch[watched - 1];
}

static int watch(const int* watchers, int count, int file, int number) {
  struct epoll_event event = {EPOLLIN, {0}};
  if (dup2(files_to_watch[file], number) < 0) return -1;
  for (int i = 0; i < count; ++i)
    if (epoll_ctl(watchers[i], EPOLL_CTL_ADD, number, &event) != 0) return -1;
  return close(number) != 0 ? -1 : count;
}

static int watches(void) {
  static int watchers[watched], next;
  for (int i = 0; i < watched && watchers[i] == 0; ++i) watchers[i] = epoll_create1(0);
  if (open_to_watch() < 0) return -1;
  const int file = next % watched, number = first_number + next++ / watched;
  return number < most_files ? watch(watchers, watched, file, number) : -1;
}

static int watcher_of(int files) {
  const int out = epoll_create1(0);
  if (out < 0 || open_to_watch() < 0) return -1;
  for (int file = 0; file < files; ++file)
    for (int number = first_number; number < most_files; ++number)
      if (watch(&out, 1, file, number) < 0) return -1;
  return out;
}

static int watches_sent(void) { return send_away(watcher_of(20)) < 0 ? -1 : 20 * (most_files - first_number); }

static int lists_of_watches(void) {  // files of /proc that tell of all watches of another, and keep a buffer for it
  static int watcher;
  if (watcher == 0 && (watcher = watcher_of(watched)) < 0) return -1;
  char path[40];
  snprintf(path, sizeof path, "/proc/self/fdinfo/%d", watcher);
  const int file = open(path, O_RDONLY);
  return file < 0 || read(file, bytes, 1) != 1 ? -1 : 1;
}

// Processes, and what is kept for them.

static int zombies(void) {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  return failed(child);
}

static int sleeps(void* nothing) {
  for (;;) pause();
  return nothing != NULL;
}

static int threads(void) {
  static char stacks[600][512] __attribute__((aligned(16)));
  static int number;
  if (number == 600) return -1;
  const int all = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  return failed(clone(sleeps, stacks[number++] + 512, all, NULL));
}

static int descriptor_tables(void) {  // 64 KiB of segments in each process
  struct {
    unsigned entry, base, limit, flags;
  } segment = {8191, 0, 1, 1};
#ifdef SYS_modify_ldt
  if (syscall(SYS_modify_ldt, 1, &segment, sizeof segment) != 0) return -1;
#else
  (void)segment;
#endif
  return processes();
}

static int futex_tables(void) {
  const int futex_hash = 78, set_slots = 1;
  return prctl(futex_hash, set_slots, 1 << 18, 0, 0) != 0 ? -1 : processes();
}

static int timers(void) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  return failed(timer_create(CLOCK_MONOTONIC, &event, &timer));
}

static int signals(void) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  return failed(sigqueue(getpid(), SIGRTMIN + 1, (union sigval){0}));
}

static int filters(void) {
  static struct sock_filter steps[4096];
  const unsigned short count = sizeof steps / sizeof *steps;
  for (unsigned i = 0; i + 1 < count; ++i) steps[i] = (struct sock_filter){BPF_LD | BPF_IMM, 0, 0, i};
  steps[count - 1] = (struct sock_filter){BPF_RET | BPF_K, 0, 0, 0x7fff0000};
  struct sock_fprog program = {count, steps};
  return failed(syscall(SYS_seccomp, 1, 0, &program) == 0 ? 0 : prctl(PR_SET_SECCOMP, 2, &program));
}

static int io_contexts(void) {
  const int set = 2 << 13 | 4;  // of the usual class
  return syscall(SYS_ioprio_set, 1, 0, set) != 0 ? -1 : processes();
}

static int user_namespaces(void) { return failed(unshare(CLONE_NEWUSER)); }

static int process_files(void) { return opened(syscall(SYS_pidfd_open, getpid(), 0)); }

// What is kept by name or number.

static int keys(void) {
  static int number;
  return failed(syscall(SYS_add_key, "user", own_path("k", number++), bytes, 32000, -3));
}
static int key_rings(void) { return failed(syscall(SYS_keyctl, 1, NULL)); }
static int shared_segments(void) {
  const int made = syscall(SYS_shmget, 0, MiB, 01600);
  return made < 0 ? -1 : touched((char*)syscall(SYS_shmat, made, NULL, 0));
}
static int message_queues(void) { return failed(syscall(SYS_msgget, 0, 01600)); }
static int semaphores(void) { return failed(syscall(SYS_semget, 0, 32000, 01600)); }
static int named_queues(void) { return failed(syscall(SYS_mq_open, "queue", O_RDWR | O_CREAT, 0600, NULL)); }
static int rings(void) {
  char parameters[256] = "";
  return failed(syscall(SYS_io_uring_setup, 4096, parameters));
}
static int asynchronous_reads(void) {
  unsigned long context = 0;
  return failed(syscall(SYS_io_setup, 1000, &context));
}
static int programs_of_kernel(void) {
  const unsigned map[32] = {1, 4, 4, 100000};
  return failed(syscall(SYS_bpf, 0, map, sizeof map));
}
static int performance_counters(void) {
  const unsigned what[32] = {1, 128};
  return failed(syscall(SYS_perf_event_open, what, 0, -1, -1, 0));
}
static int page_fault_files(void) { return failed(syscall(SYS_userfaultfd, 1)); }
static int terminals(void) { return failed(open("/dev/ptmx", O_RDWR)); }
static int file_watches(void) { return failed(inotify_init()); }
static int system_watches(void) { return failed(syscall(SYS_fanotify_init, 0, 0)); }
static int rule_sets(void) {
  const unsigned long rules = 1;
  const int create_ruleset = 444;
  return failed(syscall(create_ruleset, &rules, sizeof rules, 0));
}
static int mounts(void) { return failed(syscall(SYS_mount, "none", own_folder(), "tmpfs", 0, "")); }

static int file_locks(void) {
  static int file = -1, at;
  if (file < 0) file = open(own_path("locked", 0), O_RDWR | O_CREAT, 0600);
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 2 * at++, .l_len = 1};
  return at > 100000 ? -1 : failed(fcntl(file, F_SETLK, &lock));
}

static int leases(void) {
  return failed(fcntl(open(own_path("leased", 0), O_RDONLY | O_CREAT, 0600), F_SETLEASE, F_RDLCK));
}

#define KIND(name) {#name, name}
static const struct {
  const char* name;
  int (*make)(void);
} kinds[] = {
    KIND(anonymous),
    KIND(page_tables),
    KIND(mappings),
    KIND(file_mappings),
    KIND(generations),
    KIND(shared_pages),
    KIND(shared_zeros),
    KIND(huge_pages),
    KIND(parts_of_huge_pages),
    KIND(policies),
    KIND(locked_pages),
    KIND(memfd),
    KIND(secret_pages),
    KIND(file_pages),
    KIND(pages_of_others),
    KIND(room_in_files),
    KIND(names),
    KIND(attributes),
    KIND(absent_names),
    KIND(lines_of_maps),
    KIND(open_files),
    KIND(event_files),
    KIND(timer_files),
    KIND(epoll_files),
    KIND(signal_files),
    KIND(pipes),
    KIND(stream_sockets),
    KIND(packet_sockets),
    KIND(datagrams),
    KIND(connections),
    KIND(pipes_sent),
    KIND(lines_sent),
    KIND(pipes_in_waiting_sends),
    KIND(spliced_pages),
    KIND(mapped_pages_spliced),
    KIND(sent_pages),
    KIND(socket_filters),
    KIND(family_sockets),
    KIND(watches),
    KIND(watches_sent),
    KIND(lists_of_watches),
    KIND(processes),
    KIND(zombies),
    KIND(threads),
    KIND(descriptor_tables),
    KIND(futex_tables),
    KIND(timers),
    KIND(signals),
    KIND(filters),
    KIND(io_contexts),
    KIND(user_namespaces),
    KIND(process_files),
    KIND(keys),
    KIND(key_rings),
    KIND(shared_segments),
    KIND(message_queues),
    KIND(semaphores),
    KIND(named_queues),
    KIND(rings),
    KIND(asynchronous_reads),
    KIND(programs_of_kernel),
    KIND(performance_counters),
    KIND(page_fault_files),
    KIND(terminals),
    KIND(file_watches),
    KIND(system_watches),
    KIND(rule_sets),
    KIND(mounts),
    KIND(file_locks),
    KIND(leases),
};

static void take_all(int (*make)(void), double enough) {
  held();
  const double end = seconds() + patience;
  double told = seconds();
  long count = 0;
  for (int made = 0; (made = make()) >= 0;) {
    count += made;
    if (seconds() < told + 0.02) continue;
    told = seconds();
    tell("GOT [%.1f, %ld]\n", held(), count);
    if (told > end) tell("LATE\n");
    if (held() > enough || told > end) break;
  }
  tell("ENDED after %ld: %s\n", count, strerror(errno));
  // It is looked at every 10 ms, and its mappings each time that it has worked for 0.1 s.
  for (const double rested = seconds() + (count > 0 ? rest : 0); seconds() < rested;) continue;
  tell("GOT [%.1f, %ld]\n", held(), count);
}

// A line from standard input, of which no more than the beginning is kept; false at its end.
static int hear(char* line, int size) {
  for (int at = 0;;) {
    char c = 0;
    if (read(0, &c, 1) != 1) return 0;
    if (c != '\n') {
      if (at + 1 < size) line[at++] = c;
      continue;
    }
    line[at] = 0;
    return 1;
  }
}

int main(void) {
  static char hello[4000], line[4000];
  hear(hello, sizeof hello);
  signal(SIGPIPE, SIG_IGN);
  say("{\"ready\":true}\n");
  while (hear(line, sizeof line) && !strstr(line, "\"end\":")) {
    const char* const turn = strstr(line, "\"turn\":");
    if (!turn) break;
    const int number = atoi(turn + 7);
    for (unsigned i = 0; number == 0 && i < sizeof kinds / sizeof *kinds; ++i) {
      char name[100];
      snprintf(name, sizeof name, "\"attack\":\"%s\"", kinds[i].name);
      if (!strstr(hello, name)) continue;
      with_names = strcmp(kinds[i].name, "names") == 0;
      const char* const most = strstr(hello, "\"most\":\"");
      take_all(kinds[i].make, most ? atof(most + 8) : 0);
    }
    char answer[80];
    snprintf(answer, sizeof answer, "{\"turn\":%d,\"accept\":false}\n", number);
    say(answer);
  }
  return 0;
}
