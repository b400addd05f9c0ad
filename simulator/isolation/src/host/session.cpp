#include "pentocity/isolation/session.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "host/launch.hpp"
#include "pentocity/isolation/one_core.hpp"

namespace pentocity::isolation {

using match::add_error_line, match::add_errors, match::late_answer, match::what_ails;
using match::HostFault, match::OutOfMemory, match::ParticipantFailed, match::Status;

namespace {

using namespace std::chrono_literals;

// How often the usage of a process that has not answered yet is measured.
constexpr auto usage_interval = 10ms;
// If a wait lasts so much longer than asked for, and not because others ran, this program or the machine was stopped.
constexpr auto host_stall = 100ms;
// The memory of a process that programs and libraries take and that is not charged to the participant.
constexpr std::uint64_t common_memory = 32 << 20;

// How long this thread was ready to run and did not get to, since it was last asked. Processes of players can make that
// longer; they can neither stop this program nor the machine.
std::chrono::nanoseconds time_in_queue() {
  thread_local const File file(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC));
  thread_local std::chrono::nanoseconds before{};
  std::array<char, 100> text{};
  if (pread(file.get(), text.data(), text.size() - 1, 0) <= 0) return {};
  char* end = nullptr;
  (void)std::strtoull(text.data(), &end, 10);  // how long it ran
  const std::chrono::nanoseconds now(std::strtoull(end, nullptr, 10));
  return now - std::exchange(before, now);
}

// Appends to a text what can be read at present. False: it has ended.
bool read_some(int file, std::string& text) {
  std::array<char, 1 << 16> chunk;
  const ssize_t n = ::read(file, chunk.data(), chunk.size());
  if (n > 0) text.append(chunk.data(), n);
  return n != 0;
}

std::string signal_name(int signal) {
  const char* name = sigabbrev_np(signal);
  return name == nullptr ? std::to_string(signal) : std::string("SIG") + name;
}

}  // namespace

Session::Session(std::shared_ptr<WardenPool> pool, StartOrder order)
    : pool_(std::move(pool)),
      warden_(pool_->take()),
      hosted_(!pool_->setup().participant.contains("command")),
      out_of_memory_before_(warden_->times_out_of_memory()) {
  // Writing to a process that has ended then gives an error instead of a signal.
  [[maybe_unused]] static const auto ignored = std::signal(SIGPIPE, SIG_IGN);
  time_in_queue();  // that of this game begins now
  Channel input = make_pipe(true), output = make_pipe(false), errors = make_pipe(false);
  const std::array files{input.theirs.get(), output.theirs.get(), errors.theirs.get()};
  if (hosted_) order.core = OneCore::keep();
  warden_->send(Message::start, payload_of(order), files);
  input_ = std::move(input.ours);
  output_ = std::move(output.ours);
  error_output_ = std::move(errors.ours);
}

Session::~Session() {
  try {
    end(0);
  } catch (const std::exception&) {  // the warden is lost, and with it the process
  }
}

template <class Call>
auto Session::with_warden(const Call& call) {
  try {
    return call();
  } catch (const HostFault& fault) {
    if (!warden_) throw;  // from end(), which has looked for the cause
    const Shortage kind = shortage(*warden_);
    if (kind == Shortage::none) throw;
    warden_.reset();
    if (kind == Shortage::of_game) throw ParticipantFailed(Status::crashed, "memory", errors_);
    throw OutOfMemory(fault.what());
  }
}

Session::Shortage Session::shortage(const Warden& warden) const {
  if (warden.times_out_of_memory() > out_of_memory_before_) return Shortage::of_game;
  const OutOfMemoryWatch& memory = *confinement().memory;
  if (!memory.killed()) return Shortage::none;
  return memory.alone() ? Shortage::of_game : Shortage::of_machine;
}

std::string Session::ask(std::string_view message) {
  if (!warden_) throw ParticipantFailed(Status::crashed, "eof", errors_);
  return with_warden([&] {
    go_on(*warden_);
    Deadline deadline = next_deadline();
    write(message, deadline);
    for (;;) {
      if (auto answer = match::take_line(buffer_, searched_)) {
        if (++answers_ == 1 && !hosted_) keep_on_one_core();
        if (Clock::now() - last_usage_ >= usage_interval) check_usage();
        return std::move(*answer);
      }
      if (output_ended_ || gone_) throw_exit();
      wait(false, deadline);
    }
  });
}

// By now it knows how many cores there are, and has started the threads that it needs.
void Session::keep_on_one_core() {
  if (const int core = OneCore::keep(); core >= 0) warden_->send(Message::keep, payload_of(core));
}

void Session::pause(bool freeze) {
  if (!warden_) return;
  paused_ = Clock::now();
  if (!freeze) return;
  with_warden([this] { answer_of_warden(Message::freeze); });
  frozen_ = true;
}

void Session::go_on(Warden& warden) {
  if (!paused_) return;
  const auto waited = Clock::now() - *std::exchange(paused_, std::nullopt);
  begin_ += waited;
  last_usage_ += waited;
  if (std::exchange(frozen_, false)) warden.send(Message::thaw, "");
}

void Session::close(std::string_view message, double grace) {
  if (!warden_) return;
  if (!message.empty()) [[maybe_unused]]
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
  if (grace > 0) {  // one that is killed at once does not take notice before it is
    input_.reset();
    output_.reset();  // a process that still writes gets an error
  }
  end(grace);
}

void Session::read_output() {
  if (!read_some(output_.get(), buffer_)) output_ended_ = true;
}

void Session::read_all_output() {
  while (!output_ended_) {
    const std::size_t before = buffer_.size();
    read_output();
    if (buffer_.size() == before || buffer_.size() > match::longest_message) break;
  }
}

void Session::read_errors() {
  std::string more;
  if (!read_some(error_output_.get(), more)) error_output_.reset();
  add_errors(errors_, more);
}

Session::Deadline Session::next_deadline() const {
  const bool first = answers_ == 0;
  const auto seconds = [&](double s) {
    const std::chrono::duration<double> enforced(std::min(s * confinement().tolerance, 1e9));
    return std::chrono::duration_cast<Clock::duration>(enforced);
  };
  const auto now = Clock::now(), of_move = now + seconds(first ? limits().handshake : limits().move_wall);
  const auto of_game = begin_ + seconds(limits().game_wall);
  if (of_game < of_move) return {of_game, "game", now, used_.cpu_seconds, now};
  return {of_move, first ? "handshake" : "wall", now, used_.cpu_seconds, now};
}

void Session::write(std::string_view message, Deadline& deadline) {
  while (!message.empty()) {
    const ssize_t n = ::write(input_.get(), message.data(), message.size());
    if (n > 0) {
      message.remove_prefix(n);
    } else if (errno == EAGAIN) {
      wait(true, deadline);
    } else if (errno != EINTR) {
      return;  // it has closed its input; ask() reads what it still wrote, and how it ended
    }
  }
}

void Session::wait(bool to_write, Deadline& deadline) {
  const auto now = Clock::now();
  // Time in which this program was stopped is not charged to the participant. That in which others ran instead is: they
  // may be its own.
  if (const auto passed = now - std::exchange(deadline.seen, now); passed >= usage_interval)
    if (const auto stopped = passed - usage_interval - time_in_queue(); stopped > host_stall) {
      deadline.time += stopped;
      begin_ += stopped;
    }
  if (now >= deadline.time) stop_waiting(deadline, to_write);
  OneCore::leave_if_over();
  if (now - last_usage_ >= usage_interval) check_usage();
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline.time - now) + 1ms;
  std::array<pollfd, 4> files{pollfd{output_.get(), POLLIN, 0}, pollfd{warden_->control(), POLLIN, 0},
                              pollfd{error_output_.get(), POLLIN, 0}, pollfd{to_write ? input_.get() : -1, POLLOUT, 0}};
  // A process that writes much and does not read is not read from either, or else its answers would pile up.
  if (to_write && buffer_.size() > match::longest_message) files[0].fd = -1;
  poll(files.data(), files.size(), static_cast<int>(std::min<long>(left.count(), usage_interval / 1ms)));
  if (files[2].revents != 0) read_errors();
  if (files[0].revents != 0)
    read_output();
  else if (files[1].revents != 0 && warden_->receive().kind == Message::gone)
    note_end();
}

// It has ended. What it wrote before is there by now.
void Session::note_end() {
  read_all_output();
  gone_ = true;
}

// Sends a message without a payload, and returns the answer of the same kind.
Received Session::answer_of_warden(Message kind) {
  warden_->send(kind, "");
  Received message = warden_->receive();
  for (; message.kind != kind; message = warden_->receive())
    if (message.kind == Message::gone) note_end();
  return message;
}

void Session::check_usage() {
  last_usage_ = Clock::now();
  const auto usage = value_of<Usage>(answer_of_warden(Message::usage).payload);
  used_.cpu_seconds = usage.cpu_seconds;
  if (usage.memory > limits().memory) stop(Status::crashed, "memory");
  if (usage.cpu_seconds > limits().time * confinement().tolerance) stop(Status::timeout, "cpu");
}

ExitStatus Session::end(double grace) {
  if (!warden_) return {};
  auto warden = std::move(warden_);  // if what follows fails, it is not used again
  ExitStatus exit_status;
  try {
    go_on(*warden);
    OneCore::leave_if_due();
    warden->send(Message::finish, payload_of(grace));
    exit_status = value_of<ExitStatus>(warden->expect(Message::finish));
    if (exit_status.killed && shortage(*warden) != Shortage::none) throw HostFault("the machine ran out of memory");
  } catch (const HostFault& fault) {
    const Shortage kind = shortage(*warden);
    if (kind == Shortage::none) throw;
    if (kind == Shortage::of_machine) throw OutOfMemory(fault.what());
    exit_status.too_much_memory = true;
    warden.reset();
  }
  used_ = exit_status.used;
  used_.wall_seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  for (std::size_t before = 0; error_output_.get() >= 0;) {
    before = errors_.size();
    read_errors();
    if (errors_.size() == before) break;
  }
  errors_ = match::text_of_errors(errors_);
  if (warden) pool_->give_back(std::move(warden));
  return exit_status;
}

void Session::stop(Status status, const char* error) {
  end(0);
  throw ParticipantFailed(status, error, errors_, used_);
}

void Session::stop_waiting(const Deadline& deadline, bool to_write) {
  // A process that waits for its next message with the answer still in a buffer writes it out when its input ends. One
  // that computes does not wait.
  const std::chrono::duration<double> waited = Clock::now() - deadline.begin;
  const bool idle = used_.cpu_seconds - deadline.cpu_before < waited.count() / 2;
  const bool ask_to_leave = !hosted_ && buffer_.empty() && !to_write && idle;
  if (ask_to_leave) input_.reset();
  end(ask_to_leave ? 1 : 0);
  if (ask_to_leave) read_all_output();
  if (!hosted_)
    add_error_line(errors_, to_write                       ? "it does not read its standard input"
                            : !buffer_.empty()             ? what_ails(buffer_, ask_to_leave)
                            : ask_to_leave && answers_ < 2 ? fmt::format("it wrote nothing in time: {}", late_answer)
                                                           : "");
  throw ParticipantFailed(Status::timeout, deadline.limit, errors_, used_);
}

void Session::throw_exit() {
  // A process that has closed its output may be about to exit.
  const ExitStatus d = end(1);
  if (d.used.cpu_seconds > limits().time * confinement().tolerance)
    throw ParticipantFailed(Status::timeout, "cpu", errors_, used_);
  // What it complained of says more than the rest of a line.
  if (d.signal == 0 && !hosted_ && errors_.empty() && !buffer_.empty())
    add_error_line(errors_, what_ails(buffer_, false));
  const std::string how = d.too_much_memory                                     ? "memory"
                          : d.too_many_tasks                                    ? "processes"
                          : d.largest_process > limits().memory + common_memory ? "memory"
                          : !d.by_itself                                        ? "eof"
                          : d.exit_code == failed_to_start && errors_.starts_with(start_failure)
                              ? errors_.substr(0, errors_.find('\n'))
                          : d.signal != 0 ? "signal:" + signal_name(d.signal)
                                          : "exit:" + std::to_string(d.exit_code);
  throw ParticipantFailed(Status::crashed, how, errors_, used_);
}

}  // namespace pentocity::isolation
