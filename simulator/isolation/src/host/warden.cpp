#include "pentocity/isolation/warden.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <csignal>
#include <fstream>

#include "host/launch.hpp"
#include "kernel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/isolation/one_core.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {
namespace {

using namespace std::chrono_literals;
using match::HostFault;

// A warden that does not answer for so long is taken for lost.
constexpr int warden_patience_ms = 20'000;
constexpr const char* warden_lost = "the process that keeps it is lost";

// The number of the user as which the games of this warden run, if the host is root. Some machines' roots have few
// numbers: then one of the last of them.
unsigned player_id(unsigned long warden) {
  std::ifstream map("/proc/self/uid_map");
  unsigned long last = 0;
  for (unsigned long inside = 0, outside = 0, count = 0; map >> inside >> outside >> count;)
    last = std::max(last, inside + count - 1);
  constexpr unsigned long most_processes = 1 << 22, few = 1 << 10;
  return static_cast<unsigned>(last >= first_player_id + most_processes ? first_player_id + warden
                                                                        : last - few - warden % few);
}

}  // namespace

// With the other constructor first, so that the destructor clears up what this one leaves half made.
Warden::Warden() = default;
Warden::Warden(const WardenSetup& setup, bool boxed) : Warden() {
  const Confinement& confinement = *setup.confinement;
  check_confinement(confinement);
  const bool other_user = boxed && geteuid() == 0;
  if (!boxed) own_folder_ = std::make_unique<OwnFolder>();
  const std::string home = boxed ? box_own_folder : own_folder_->path() + "/game";
  group_ = std::make_unique<ControlGroup>(confinement.limits.memory);
  Launched launched = launch_warden({.program = boxed ? box_program() : "",
                                     .words = boxed ? box_command(view_of(setup), warden_file, {warden_argument})
                                                    : std::vector<std::string>{"pentocity-warden", warden_argument},
                                     .home = home,
                                     .group = group_->entrance(),
                                     .cores = OneCore::allowed()});
  process_ = launched.process;
  control_ = std::move(launched.control);
  const char* const library_path = std::getenv("LD_LIBRARY_PATH");
  const WardenOrder order{.participant = setup.participant,
                          .program = setup.program,
                          .folder = confinement.folder,
                          .boxed = boxed,
                          .other_user = other_user,
                          .user = other_user ? player_id(process_) : geteuid(),
                          .own = home,
                          .library_path = library_path == nullptr ? "" : library_path,
                          .memory = confinement.limits.memory,
                          .time = confinement.limits.time * confinement.tolerance};
  // A bwrap that has failed takes no message any more; what it said of that is read next.
  send_message(control_.get(), Message::setup, text_of_json(nlohmann::json(order)));
  wait_until_ready(launched.errors.get());
}

// bwrap may die before the box is ready; its child would then wait forever, so both are polled.
void Warden::wait_until_ready(int errors) {
  const File maker(static_cast<int>(syscall(SYS_pidfd_open, process_, 0)));
  std::array<pollfd, 2> files{pollfd{control_.get(), POLLIN, 0}, pollfd{maker.get(), POLLIN, 0}};
  (void)TEMP_FAILURE_RETRY(poll(files.data(), files.size(), warden_patience_ms));
  // A bwrap that fails says why; one that said nothing was killed by somebody else.
  const auto fail = [&] {
    std::array<char, 1000> text;
    const ssize_t size = ::read(errors, text.data(), text.size());
    const std::string said(text.data(), std::max<ssize_t>(size, 0));
    throw HostFault(said.empty() ? warden_lost : said.substr(0, said.find('\n')));
  };
  if (files[0].revents == 0) fail();
  auto ready = receive_message(control_.get());
  if (!ready) fail();
  if (ready->kind == Message::failed) throw HostFault(ready->payload);
  if (ready->kind != Message::ready || ready->files.size() != 1) throw HostFault(warden_lost);
  handle_ = File(ready->files[0]);
}

Warden::~Warden() {
  control_.reset();  // the warden then ends its processes and exits
  if (process_ > 0) {
    const auto begin = std::chrono::steady_clock::now();
    siginfo_t ended{};
    while (waitid(P_PID, static_cast<id_t>(process_), &ended, WEXITED | WNOWAIT | WNOHANG) == 0 && ended.si_pid == 0) {
      const auto waited = std::chrono::steady_clock::now() - begin;
      if (waited > std::chrono::milliseconds(warden_patience_ms)) {
        syscall(SYS_pidfd_send_signal, handle_.get(), SIGKILL, nullptr, 0);
        kill(process_, SIGKILL);
      }
      usleep(waited < 10ms ? 100 : 1000);
    }
    kill(-process_, SIGKILL);  // the part of a box that was never finished
    waitpid(process_, nullptr, 0);
  }
}

void Warden::send(Message kind, std::string_view payload, std::span<const int> files) {
  if (!send_message(control_.get(), kind, payload, files)) throw HostFault(warden_lost);
}

Received Warden::receive() {
  pollfd file{control_.get(), POLLIN, 0};
  const bool ready = TEMP_FAILURE_RETRY(poll(&file, 1, warden_patience_ms)) > 0;
  auto message = ready ? receive_message(control_.get()) : std::nullopt;
  if (!message) throw HostFault(warden_lost);
  if (message->kind == Message::failed) throw HostFault(message->payload);
  return std::move(*message);
}

std::uint64_t Warden::times_out_of_memory() const { return group_->times_out_of_memory(); }

bool Warden::lost() const {
  pollfd file{control_.get(), POLLIN, 0};
  return poll(&file, 1, 0) != 0;  // an idle warden sends nothing
}

std::string Warden::expect(Message kind) {
  for (;;)
    if (Received message = receive(); message.kind == kind) return std::move(message.payload);
}

std::unique_ptr<Warden> WardenPool::take() {
  {
    const std::lock_guard lock(mutex_);
    while (!idle_.empty()) {
      auto warden = std::move(idle_.back());
      idle_.pop_back();
      if (!warden->lost()) return warden;
    }
  }
  return std::make_unique<Warden>(setup_);
}

void WardenPool::give_back(std::unique_ptr<Warden> warden) {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(warden));
}

}  // namespace pentocity::isolation
