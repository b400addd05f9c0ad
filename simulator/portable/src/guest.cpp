// A module in one game: it runs on a stack of its own, from a message to the next call that waits for one.

#include "guest.hpp"

#include <fmt/format.h>

#include <ctime>

#include "pentocity/input/printable.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::portable {
namespace {

using match::HostFault, match::ParticipantFailed, match::Status;

// After so many instructions a guest is interrupted, to see how much time it took: 1 ms for most, and half a second for
// those that take longest.
constexpr std::uint64_t slice = 10'000'000;

// What a guest's tables may hold together with what a memory may: instances, tables, and elements of each.
constexpr std::int64_t max_instances = 1, max_memories = 1, max_tables = 16, max_elements = 100'000;

// The words for traps, by their numbers.
constexpr std::array<const char*, 12> trap_words{"stack overflow",
                                                 "memory access out of bounds",
                                                 "misaligned atomic access",
                                                 "table access out of bounds",
                                                 "indirect call of nothing",
                                                 "indirect call of another type",
                                                 "integer overflow",
                                                 "division by zero",
                                                 "bad conversion to an integer",
                                                 "unreachable code",
                                                 "interrupted",
                                                 "out of instructions"};

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Guest : public isolation::Conversation {
 public:
  Guest(std::shared_ptr<const Module> module, std::shared_ptr<const isolation::Confinement> confinement,
        std::uint64_t seed)
      : module_(std::move(module)),
        confinement_(std::move(confinement)),
        desk_(seed, limits().move_instructions, limits().game_instructions) {
    const Module::Compiled& made = module_->compiled();
    store_ = api_.wasmtime_store_new(api_.engine, &desk_, nullptr);
    context_ = api_.wasmtime_store_context(store_);
    const auto memory = static_cast<std::int64_t>(limits().memory);
    api_.wasmtime_store_limiter(store_, memory, max_elements, max_instances, max_tables, max_memories);
    drop(api_.wasmtime_context_set_fuel(context_, desk_.next_grant(0)));
    drop(api_.wasmtime_context_fuel_async_yield_interval(context_, slice));
    future_ = api_.wasmtime_instance_pre_instantiate_async(made.instance, context_, &instance_, &trap_, &error_);
  }
  ~Guest() override { end(); }
  Guest(const Guest&) = delete;
  Guest& operator=(const Guest&) = delete;

  std::string ask(std::string_view message) override {
    if (store_ == nullptr) throw ParticipantFailed(Status::crashed, "eof", errors_);
    desk_.input += message;
    run();
    if (desk_.too_much_output) fail();
    if (auto line = match::take_line(desk_.output, searched_)) return std::move(*line);
    if (future_ == nullptr) fail();
    const std::string output = std::move(desk_.output);
    end();
    match::add_error_line(errors_,
                          output.empty() ? "it waits for input and has not answered" : match::what_ails(output, false));
    throw ParticipantFailed(Status::crashed, "no_answer", errors_, used_);
  }

  void pause(bool) override {}

  void close(std::string_view message, double grace) override {
    if (store_ == nullptr) return;
    desk_.input += message;
    desk_.input_closed = true;
    // What it does now is part of no game any more, and neither is a host that cannot wait for it.
    if (grace > 0) try {
        run();
      } catch (const HostFault&) {
      }
    end();
  }

  const match::GameUsage& used() const override { return used_; }
  const std::string& errors() const override { return errors_; }
  double game_seconds() const override { return seconds(limits().game_instructions); }
  double move_seconds() const override { return seconds(limits().move_instructions); }
  double seconds_left() const override { return seconds(desk_.left + desk_.granted); }
  bool counts_work() const override { return true; }

 private:
  const match::Limits& limits() const { return confinement_->limits; }
  static double seconds(std::uint64_t instructions) {
    return static_cast<double>(instructions) / instructions_per_second;
  }
  void drop(wasmtime_error_t* error) const {
    if (error != nullptr) api_.wasmtime_error_delete(error);
  }

  // Lets it go on until it waits for input or has ended (`future_` is null).
  void run() {
    std::optional<double> begin;  // the clock is not read for most moves, which end in their first slice
    while (future_ != nullptr) {
      if (api_.wasmtime_call_future_poll(future_)) {
        api_.wasmtime_call_future_delete(std::exchange(future_, nullptr));
        if (!started_ && trap_ == nullptr && error_ == nullptr) start();
      } else if (desk_.wait) {
        return;
      } else {
        const double now = cpu_seconds();
        cpu_seconds_ += now - std::exchange(begin, now).value_or(now);
        if (cpu_seconds_ <= limits().time * confinement_->tolerance) continue;
        end();
        throw HostFault(
            fmt::format("a portable player used {:.3g} s of CPU time before its instructions ran out", cpu_seconds_));
      }
    }
  }

  // Once the module is there: calls its main function.
  void start() {
    started_ = true;
    Extern main{};
    constexpr std::string_view name = "_start";
    if (!api_.wasmtime_instance_export_get(context_, &instance_, name.data(), name.size(), &main) ||
        main.kind != extern_function) {
      no_main_ = true;
      return;
    }
    future_ = api_.wasmtime_func_call_async(context_, &main.of.function, nullptr, 0, nullptr, 0, &trap_, &error_);
  }

  // The bytes of its memory at present.
  std::uint64_t memory() const {
    Extern found{};
    if (!started_ || !api_.wasmtime_instance_export_get(context_, &instance_, "memory", 6, &found) ||
        found.kind != extern_memory)
      return 0;
    return api_.wasmtime_memory_data_size(context_, &found.of.memory);
  }

  // In which function a trap was, as ` in 'name'`.
  std::string place_of_trap() const {
    Vector<wasm_frame_t*> frames;
    api_.wasm_trap_trace(trap_, &frames);
    std::string out;
    if (frames.size > 0) {
      const Bytes* name = api_.wasmtime_frame_func_name(frames.data[0]);
      constexpr std::size_t longest_name = 100;
      out = name == nullptr
                ? fmt::format(" in function {}", api_.wasm_frame_func_index(frames.data[0]))
                : fmt::format(" in '{}'", printable(std::string(name->data, std::min(name->size, longest_name))));
    }
    api_.wasm_frame_vec_delete(&frames);
    return out;
  }

  // The number of a trap that has words; none if there was no such trap.
  std::optional<std::uint8_t> known_trap() const {
    std::uint8_t code = 0;
    const bool known = trap_ != nullptr && api_.wasmtime_trap_code(trap_, &code) && code < trap_words.size();
    return known ? std::optional(code) : std::nullopt;
  }

  // Says how it ended.
  [[noreturn]] void fail() {
    Status status = Status::crashed;
    std::string why, more;
    // A program that is given no more memory ends itself: by a trap, or with an exit code.
    bool for_memory = memory() > limits().memory / 2;
    if (const auto trap = known_trap(); trap == trap_out_of_fuel) {
      more = trap_words[*trap] + place_of_trap();
      status = Status::timeout;
      why = desk_.last_of_game ? "game_instructions" : "move_instructions";
      for_memory = false;
    } else if (trap) {
      why = trap_words[*trap] + place_of_trap();
    } else if (desk_.too_much_output) {
      why = "output";
      for_memory = false;
    } else if (no_main_) {
      why = "the module exports no function '_start'";
    } else if (desk_.exit_code || (trap_ == nullptr && error_ == nullptr)) {
      why = fmt::format("exit:{}", desk_.exit_code.value_or(0));
      for_memory = for_memory && desk_.exit_code.value_or(0) != 0;
    } else if (error_ != nullptr) {
      why = message_of(std::exchange(error_, nullptr));
      for_memory = !started_ && why.find("memory") != why.npos;
    } else {
      why = "trap";
    }
    if (for_memory) more = std::exchange(why, "memory");
    if (desk_.errors.empty() && !desk_.output.empty()) more = match::what_ails(desk_.output, false);
    end();
    match::add_error_line(errors_, more);
    throw ParticipantFailed(status, why, errors_, used_);
  }

  void end() {
    if (store_ == nullptr) return;
    if (future_ != nullptr) api_.wasmtime_call_future_delete(std::exchange(future_, nullptr));
    used_.peak_memory = memory();
    std::uint64_t unused = 0;
    drop(api_.wasmtime_context_get_fuel(context_, &unused));
    desk_.end_move(unused);
    used_.instructions = desk_.used;
    used_.max_instructions = desk_.max_of_a_move;
    if (trap_ != nullptr) api_.wasm_trap_delete(std::exchange(trap_, nullptr));
    drop(std::exchange(error_, nullptr));
    api_.wasmtime_store_delete(std::exchange(store_, nullptr));
    match::add_errors(errors_, desk_.errors);
    errors_ = match::text_of_errors(errors_);
  }

  const Wasmtime& api_ = wasmtime();
  std::shared_ptr<const Module> module_;
  std::shared_ptr<const isolation::Confinement> confinement_;
  Desk desk_;
  wasmtime_store_t* store_ = nullptr;  ///< null: it has ended
  wasmtime_context_t* context_ = nullptr;
  wasmtime_call_future_t* future_ = nullptr;  ///< of what it does; null if it does nothing any more
  Instance instance_{};
  wasm_trap_t* trap_ = nullptr;
  wasmtime_error_t* error_ = nullptr;
  bool started_ = false, no_main_ = false;
  std::size_t searched_ = 0;  ///< the output has no line feed before this index
  double cpu_seconds_ = 0;
  match::GameUsage used_;
  std::string errors_;
};

}  // namespace

isolation::Converse in_this_process(std::shared_ptr<const Module> module,
                                    std::shared_ptr<const isolation::Confinement> confinement) {
  return [module = std::move(module), confinement = std::move(confinement)](std::uint64_t seed) {
    return std::make_unique<Guest>(module, confinement, seed);
  };
}

}  // namespace pentocity::portable
