// The calls of WASI (preview 1): what a guest can ask of this program. A guest is an opponent: it chooses every number
// that comes in here, and everything that is done for it is paid for in instructions before it is done.

#include <algorithm>
#include <cstring>
#include <set>

#include "guest.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::portable {
namespace {

// Errors of WASI by their numbers.
constexpr std::int32_t success = 0, bad_file = 8, fault = 21, invalid = 28, not_supported = 52, no_seek = 70;

// Prices in instructions: of a call, of a part of a list, and of a byte.
constexpr std::uint64_t price_of_call = 500, price_of_part = 20, price_of_byte = 1;
constexpr std::uint32_t max_parts = 1024, max_subscriptions = 64;
constexpr std::string_view own_name("player\0", 7);

// A part of a guest's memory; empty `data` if there is none.
using Part = std::span<char>;

// One call: who calls, and its arguments.
class Call {
 public:
  Call(wasmtime_caller_t* caller, RawValue* values)
      : api_(wasmtime()),
        context_(api_.wasmtime_caller_context(caller)),
        desk_(*static_cast<Desk*>(api_.wasmtime_context_get_data(context_))),
        values_(values) {
    Extern found{};
    if (!desk_.memory && api_.wasmtime_caller_export_get(caller, "memory", 6, &found) && found.kind == extern_memory)
      desk_.memory = found.of.memory;
    if (!desk_.memory) return;
    memory_ = {reinterpret_cast<char*>(api_.wasmtime_memory_data(context_, &*desk_.memory)),
               api_.wasmtime_memory_data_size(context_, &*desk_.memory)};
  }

  Desk& desk() { return desk_; }
  std::uint32_t number(int argument) const { return static_cast<std::uint32_t>(values_[argument].i32); }
  std::uint64_t long_number(int argument) const { return static_cast<std::uint64_t>(values_[argument].i64); }

  // So many bytes of its memory; nothing if that is not all within.
  std::optional<Part> part(std::uint32_t begin, std::uint32_t size) const {
    if (std::uint64_t{begin} + size > memory_.size()) return std::nullopt;
    return memory_.subspan(begin, size);
  }
  // Writes a number; false if its place is not within the memory.
  template <class T>
  bool write(std::uint32_t begin, T value) const {
    const auto place = part(begin, sizeof value);
    if (place) std::memcpy(place->data(), &value, sizeof value);
    return place.has_value();
  }
  // Parts of memory that a list of pairs (begin, size) names; nothing if one is not within, or the list is too long.
  std::optional<std::vector<Part>> parts(std::uint32_t begin, std::uint32_t count) const {
    if (count > max_parts) return std::nullopt;
    const auto list = part(begin, 8 * count);
    if (!list) return std::nullopt;
    std::vector<Part> out;
    for (std::uint32_t i = 0; i < count; ++i) {
      std::array<std::uint32_t, 2> pair{};
      std::memcpy(pair.data(), list->data() + std::size_t{8} * i, sizeof pair);
      const auto named = part(pair[0], pair[1]);
      if (!named) return std::nullopt;
      if (!named->empty()) out.push_back(*named);
    }
    return out;
  }

  std::uint64_t fuel() const {
    std::uint64_t out = 0;
    if (wasmtime_error_t* error = api_.wasmtime_context_get_fuel(context_, &out)) api_.wasmtime_error_delete(error);
    return out;
  }
  void set_fuel(std::uint64_t fuel) const {
    if (wasmtime_error_t* error = api_.wasmtime_context_set_fuel(context_, fuel)) api_.wasmtime_error_delete(error);
  }
  // False: it cannot pay that.
  bool pay(std::uint64_t price) const {
    const std::uint64_t left = fuel();
    set_fuel(left - std::min(left, price));
    return left > price;
  }
  // Nanoseconds since the game began, by its own clock.
  std::uint64_t now() const { return desk_.used + desk_.granted - fuel(); }

 private:
  const Wasmtime& api_;
  wasmtime_context_t* context_;
  Desk& desk_;
  RawValue* values_;
  Part memory_;
};

// What comes of a call: an error of WASI (or success), or no return at all.
enum class End : std::uint8_t { out_of_fuel, left };
struct Answer {
  Answer(std::int32_t its_error) : error(its_error) {}  // NOLINT(google-explicit-constructor): reads as a return
  Answer(End its_end) : end(its_end) {}                 // NOLINT(google-explicit-constructor)
  std::int32_t error = success;
  std::optional<End> end;
};

std::uint64_t size_of(const std::vector<Part>& parts) {
  std::uint64_t out = 0;  // at most max_parts sizes of 32 bits
  for (const Part& part : parts) out += part.size();
  return out;
}

Answer args_get(Call& call) {
  const auto place = call.part(call.number(1), own_name.size());
  if (!place || !call.write(call.number(0), call.number(1))) return fault;
  own_name.copy(place->data(), place->size());
  return success;
}

Answer args_sizes_get(Call& call) {
  const bool written = call.write(call.number(0), std::uint32_t{1}) &&
                       call.write(call.number(1), static_cast<std::uint32_t>(own_name.size()));
  return written ? success : fault;
}

Answer environ_get(Call&) { return success; }

Answer environ_sizes_get(Call& call) {
  return call.write(call.number(0), std::uint32_t{0}) && call.write(call.number(1), std::uint32_t{0}) ? success : fault;
}

bool is_stream(std::uint32_t file) { return file <= 2; }

Answer fd_close(Call& call) { return is_stream(call.number(0)) ? success : bad_file; }

Answer fd_seek(Call& call) { return is_stream(call.number(0)) ? no_seek : bad_file; }

Answer fd_fdstat_get(Call& call) {
  const std::uint32_t file = call.number(0);
  if (!is_stream(file)) return bad_file;
  const auto place = call.part(call.number(1), 24);
  if (!place) return fault;
  std::ranges::fill(*place, '\0');
  (*place)[0] = 2;                            // a character device
  (*place)[8] = file == 0 ? 1 << 1 : 1 << 6;  // the right to read, or to write
  return success;
}

Answer fd_prestat_get(Call&) { return bad_file; }

Answer fd_write(Call& call) {
  const std::uint32_t file = call.number(0);
  if (file != 1 && file != 2) return bad_file;
  if (!call.pay(price_of_part * std::min(call.number(2), max_parts))) return End::out_of_fuel;
  const auto parts = call.parts(call.number(1), call.number(2));
  if (!parts) return call.number(2) > max_parts ? invalid : fault;
  // A sum of sizes that a number of 32 bits cannot tell would be bytes written twice.
  const std::uint64_t size = size_of(*parts);
  if (size > 0xffffffff) return invalid;
  if (!call.pay(price_of_byte * size)) return End::out_of_fuel;
  Desk& desk = call.desk();
  if (file == 1 && desk.output.size() + size > max_output) {
    desk.too_much_output = true;
    return End::left;
  }
  for (const Part& part : *parts) {
    const std::string_view text(part.data(), part.size());
    // Of errors the end is kept.
    if (file == 1)
      desk.output += text;
    else
      desk.errors += text.substr(text.size() - std::min(text.size(), match::kept_errors));
    // Not cut at each call, which would cost more than is paid.
    if (desk.errors.size() > 4 * match::kept_errors) match::add_errors(desk.errors, "");
  }
  return call.write(call.number(3), static_cast<std::uint32_t>(size)) ? success : fault;
}

Answer proc_exit(Call& call) {
  call.desk().exit_code = call.number(0);
  return End::left;
}

Answer sched_yield(Call&) { return success; }

Answer random_get(Call& call) {
  const auto place = call.part(call.number(0), call.number(1));
  if (!place) return fault;
  if (!call.pay(price_of_byte * place->size())) return End::out_of_fuel;
  for (char& byte : *place) byte = static_cast<char>(call.desk().random() >> 24);
  return success;
}

constexpr std::uint32_t clocks = 4;

Answer clock_res_get(Call& call) {
  if (call.number(0) >= clocks) return invalid;
  return call.write(call.number(1), std::uint64_t{1}) ? success : fault;
}

Answer clock_time_get(Call& call) {
  if (call.number(0) >= clocks) return invalid;
  return call.write(call.number(2), call.now()) ? success : fault;
}

// A subscription of poll_oneoff(), of 48 bytes, as far as it counts here.
struct Subscription {
  std::uint64_t its_own = 0;
  bool is_clock = false;
  std::uint64_t wait = 0;  ///< nanoseconds
};

Subscription subscription_of(const char* bytes, std::uint64_t now) {
  Subscription out;
  std::uint64_t time = 0;
  std::uint16_t flags = 0;
  std::memcpy(&out.its_own, bytes, 8);
  out.is_clock = bytes[8] == 0;
  std::memcpy(&time, bytes + 24, 8);
  std::memcpy(&flags, bytes + 40, 2);
  const bool absolute = (flags & 1U) != 0;
  if (out.is_clock) out.wait = absolute ? time - std::min(time, now) : time;
  return out;
}

// Files are always ready. Otherwise the first clock is waited for, and sleeping costs as many instructions.
Answer poll_oneoff(Call& call) {
  const std::uint32_t count = call.number(2);
  if (count == 0 || count > max_subscriptions) return invalid;
  if (!call.pay(price_of_part * count)) return End::out_of_fuel;
  const auto list = call.part(call.number(0), 48 * count), events = call.part(call.number(1), 32 * count);
  if (!list || !events) return fault;
  std::vector<Subscription> all;
  for (std::uint32_t i = 0; i < count; ++i)
    all.push_back(subscription_of(list->data() + std::size_t{48} * i, call.now()));
  const bool any_file = !std::ranges::all_of(all, &Subscription::is_clock);
  std::uint64_t wait = 0;
  if (!any_file) wait = std::ranges::min(all, {}, &Subscription::wait).wait;
  if (!call.pay(wait)) return End::out_of_fuel;
  std::uint32_t happened = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (any_file ? all[i].is_clock : all[i].wait > wait) continue;
    const Part event = events->subspan(std::size_t{32} * happened++, 32);
    const char kind = (*list)[std::size_t{48} * i + 8];
    std::ranges::fill(event, '\0');
    std::memcpy(event.data(), &all[i].its_own, 8);
    event[10] = kind;
    if (any_file) event[16] = 1;  // a byte can be read or written
  }
  return call.write(call.number(3), happened) ? success : fault;
}

// A call by its name. What it takes is written as a letter for each argument: i of 32 bits, I of 64. All but
// proc_exit() return an error of WASI.
struct Wasi {
  std::string_view name, takes;
  Answer (*answer)(Call& call);
};
constexpr std::array all_calls{
    Wasi{"args_get", "ii", args_get},
    Wasi{"args_sizes_get", "ii", args_sizes_get},
    Wasi{"environ_get", "ii", environ_get},
    Wasi{"environ_sizes_get", "ii", environ_sizes_get},
    Wasi{"fd_close", "i", fd_close},
    Wasi{"fd_seek", "iIii", fd_seek},
    Wasi{"fd_fdstat_get", "ii", fd_fdstat_get},
    Wasi{"fd_prestat_get", "ii", fd_prestat_get},
    Wasi{"fd_write", "iiii", fd_write},
    Wasi{"proc_exit", "i", proc_exit},
    Wasi{"sched_yield", "", sched_yield},
    Wasi{"random_get", "ii", random_get},
    Wasi{"clock_res_get", "ii", clock_res_get},
    Wasi{"clock_time_get", "iIi", clock_time_get},
    Wasi{"poll_oneoff", "iiii", poll_oneoff},
};
constexpr std::string_view reading = "fd_read", reading_takes = "iiii";

wasm_trap_t* trap_of(End end) {
  const Wasmtime& api = wasmtime();
  constexpr std::string_view why = "it has left";
  return end == End::out_of_fuel ? api.wasmtime_trap_new_code(trap_out_of_fuel)
                                 : api.wasmtime_trap_new(why.data(), why.size());
}

wasm_trap_t* run_call(void* data, wasmtime_caller_t* caller, RawValue* values, std::size_t) noexcept {
  Call call(caller, values);
  if (!call.pay(price_of_call)) return trap_of(End::out_of_fuel);
  const Answer answer = static_cast<const Wasi*>(data)->answer(call);
  if (answer.end) return trap_of(*answer.end);
  values[0].i64 = 0;
  values[0].i32 = answer.error;
  return nullptr;
}

// All other calls. One that returns something else than an error cannot be answered.
wasm_trap_t* refuse_call(void*, wasmtime_caller_t* caller, RawValue* values, std::size_t count) noexcept {
  Call call(caller, values);
  if (!call.pay(price_of_call)) return trap_of(End::out_of_fuel);
  if (count > 0) values[0].i64 = not_supported;
  return nullptr;
}

// Hands out what can be read.
void read_input(Desk& desk, const Desk::Wait& wait) {
  std::size_t taken = 0;
  for (const Part& part : wait.parts) {
    const std::size_t size = std::min(part.size(), desk.input.size() - taken);
    desk.input.copy(part.data(), size, taken);
    taken += size;
  }
  desk.input.erase(0, taken);
  const auto count = static_cast<std::uint32_t>(taken);
  std::memcpy(wait.count, &count, sizeof count);
  wait.result->of.i32 = success;
}

// Called whenever the guest could go on, until this is true.
bool input_has_come(void* data) noexcept {
  Desk& desk = *static_cast<Desk*>(data);
  if (desk.wait && desk.input.empty() && !desk.input_closed) return false;
  if (desk.wait) read_input(desk, *desk.wait);
  desk.wait.reset();
  return true;
}

// fd_read(), which waits where there is nothing to read: then a move is over.
void run_reading(void*, wasmtime_caller_t* caller, const Value* values, std::size_t, Value* results, std::size_t,
                 wasm_trap_t** trap, Continuation* continuation) noexcept {
  std::array<RawValue, 4> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i].i32 = values[i].of.i32;
  Call call(caller, numbers.data());
  Desk& desk = call.desk();
  *continuation = {input_has_come, &desk, nullptr};
  results[0].kind = kind_i32;
  const auto return_at_once = [&](std::int32_t error) { results[0].of.i32 = error; };
  if (!call.pay(price_of_call + price_of_part * std::min(call.number(2), max_parts))) {
    *trap = trap_of(End::out_of_fuel);
    return;
  }
  if (call.number(0) != 0) return return_at_once(bad_file);
  const auto parts = call.parts(call.number(1), call.number(2));
  const auto count = call.part(call.number(3), 4);
  if (!parts || !count) return return_at_once(call.number(2) > max_parts ? invalid : fault);
  desk.wait = {*parts, count->data(), results};
  if (desk.input.empty() && !desk.input_closed) call.set_fuel(desk.next_grant(call.fuel()));
}

std::string text_of(const Bytes& bytes) { return {bytes.data, bytes.size}; }

// A name of the guest's, for messages.
std::string shown(const std::string& name) {
  constexpr std::size_t longest = 100;
  return name.substr(0, longest);
}

// The arguments of a function as letters; ? for one that is neither i nor I.
std::string letters_of(const Vector<wasm_valtype_t*>& types) {
  std::string out;
  for (std::size_t i = 0; i < types.size; ++i) {
    const std::uint8_t kind = wasmtime().wasm_valtype_kind(types.data[i]);
    out += kind == kind_i32 ? 'i' : kind == kind_i64 ? 'I' : '?';
  }
  return out;
}

void define_import(wasmtime_linker_t* linker, const std::string& module, const std::string& name,
                   const wasm_functype_t* type) {
  const Wasmtime& api = wasmtime();
  const std::string takes = letters_of(*api.wasm_functype_params(type));
  const std::string returns = letters_of(*api.wasm_functype_results(type));
  const auto* const known = std::ranges::find(all_calls, name, &Wasi::name);
  const bool reads = name == reading, answers = known != all_calls.end();
  const std::string_view expected = reads ? reading_takes : answers ? known->takes : takes;
  const std::string_view expected_back = name == "proc_exit" ? "" : "i";
  if (takes != expected || returns != expected_back)
    throw InputError("it imports '{}' with another type than that of WASI preview 1", shown(name));
  wasmtime_error_t* error = nullptr;
  if (reads)
    error = api.wasmtime_linker_define_async_func(linker, module.data(), module.size(), name.data(), name.size(), type,
                                                  run_reading, nullptr, nullptr);
  else
    error =
        api.wasmtime_linker_define_func_unchecked(linker, module.data(), module.size(), name.data(), name.size(), type,
                                                  answers ? run_call : refuse_call, const_cast<Wasi*>(known), nullptr);
  if (error != nullptr) throw InputError("{}", message_of(error));
}

}  // namespace

void define_imports(wasmtime_linker_t* linker, const wasmtime_module_t* module) {
  const Wasmtime& api = wasmtime();
  Vector<wasm_importtype_t*> imports;
  api.wasmtime_module_imports(module, &imports);
  const std::shared_ptr<void> all(&imports, [&](void*) { api.wasm_importtype_vec_delete(&imports); });
  std::set<std::string> defined;
  for (std::size_t i = 0; i < imports.size; ++i) {
    const wasm_importtype_t* import = imports.data[i];
    const std::string from = text_of(*api.wasm_importtype_module(import));
    const std::string name = text_of(*api.wasm_importtype_name(import));
    const wasm_functype_t* type = api.wasm_externtype_as_functype_const(api.wasm_importtype_type(import));
    if (from != "wasi_snapshot_preview1" || type == nullptr)
      throw InputError("it imports '{}' from '{}': a portable player has the functions of WASI preview 1 only",
                       shown(name), shown(from));
    if (defined.insert(name).second) define_import(linker, from, name, type);
  }
}

}  // namespace pentocity::portable
