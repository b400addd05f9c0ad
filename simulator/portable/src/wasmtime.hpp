#pragma once
// The part of Wasmtime's C API that is used, as its headers of `runtime_version` declare it. The headers are not needed
// for a build, and the library is opened when the first portable player is (runtime.cpp).

#include <cstddef>
#include <cstdint>

namespace pentocity::portable {

// What belongs to the library.
struct wasm_config_t;
struct wasm_engine_t;
struct wasm_trap_t;
struct wasm_frame_t;
struct wasm_functype_t;
struct wasm_valtype_t;
struct wasm_externtype_t;
struct wasm_importtype_t;
struct wasmtime_error_t;
struct wasmtime_module_t;
struct wasmtime_linker_t;
struct wasmtime_instance_pre_t;
struct wasmtime_store_t;
struct wasmtime_context_t;
struct wasmtime_caller_t;
struct wasmtime_call_future_t;

template <class T>
struct Vector {
  std::size_t size = 0;
  T* data = nullptr;
};
using Bytes = Vector<char>;

// Numbers that stand for kinds.
inline constexpr std::uint8_t kind_i32 = 0, kind_i64 = 1;
inline constexpr std::uint8_t extern_function = 0, extern_memory = 3;
inline constexpr std::uint8_t trap_out_of_fuel = 11;

struct Function {
  std::uint64_t store;
  void* hidden;
};
struct Memory {
  std::uint64_t store;
  std::uint32_t hidden_1;
  std::uint32_t hidden_2;
  std::uint32_t hidden_3;
};
struct Extern {
  std::uint8_t kind;
  union {
    Function function;
    Memory memory;
  } of;
};
struct Instance {
  std::uint64_t store;
  std::size_t hidden;
};
// A value with its kind, and without.
struct Value {
  std::uint8_t kind;
  union {
    std::int32_t i32;
    std::int64_t i64;
    std::uint64_t room[3];
  } of;
};
union RawValue {
  std::int32_t i32;
  std::int64_t i64;
  std::uint64_t room[2];
};
static_assert(sizeof(Memory) == 24 && sizeof(Extern) == 32 && sizeof(Value) == 32 && sizeof(RawValue) == 16);

using HostFunction = wasm_trap_t* (*)(void* data, wasmtime_caller_t* caller, RawValue* values, std::size_t count);
// Goes on when `go_on` returns true; until then the call of the guest is pending.
struct Continuation {
  bool (*go_on)(void* data);
  void* data;
  void (*finalizer)(void*);
};
using WaitingHostFunction = void (*)(void* data, wasmtime_caller_t* caller, const Value* values, std::size_t count,
                                     Value* results, std::size_t result_count, wasm_trap_t** trap,
                                     Continuation* continuation);

// All functions that are used: what they return, their names, and what they take.
#define PENTOCITY_WASMTIME_FUNCTIONS(X)                                                                              \
  X(wasm_config_t*, wasm_config_new, ())                                                                             \
  X(wasm_engine_t*, wasm_engine_new_with_config, (wasm_config_t*))                                                   \
  X(void, wasmtime_config_consume_fuel_set, (wasm_config_t*, bool))                                                  \
  X(void, wasmtime_config_cranelift_nan_canonicalization_set, (wasm_config_t*, bool))                                \
  X(void, wasmtime_config_max_wasm_stack_set, (wasm_config_t*, std::size_t))                                         \
  X(void, wasmtime_config_async_stack_size_set, (wasm_config_t*, std::size_t))                                       \
  X(void, wasmtime_config_wasm_threads_set, (wasm_config_t*, bool))                                                  \
  X(void, wasmtime_config_shared_memory_set, (wasm_config_t*, bool))                                                 \
  X(void, wasmtime_config_wasm_simd_set, (wasm_config_t*, bool))                                                     \
  X(void, wasmtime_config_wasm_relaxed_simd_set, (wasm_config_t*, bool))                                             \
  X(void, wasmtime_config_concurrency_support_set, (wasm_config_t*, bool))                                           \
  X(void, wasmtime_config_wasm_multi_memory_set, (wasm_config_t*, bool))                                             \
  X(void, wasmtime_config_wasm_memory64_set, (wasm_config_t*, bool))                                                 \
  X(void, wasmtime_config_wasm_wide_arithmetic_set, (wasm_config_t*, bool))                                          \
  X(void, wasmtime_config_wasm_function_references_set, (wasm_config_t*, bool))                                      \
  X(void, wasmtime_config_wasm_gc_set, (wasm_config_t*, bool))                                                       \
  X(void, wasmtime_config_wasm_exceptions_set, (wasm_config_t*, bool))                                               \
  X(void, wasmtime_config_wasm_stack_switching_set, (wasm_config_t*, bool))                                          \
  X(void, wasmtime_config_wasm_custom_page_sizes_set, (wasm_config_t*, bool))                                        \
  X(void, wasmtime_config_wasm_component_model_set, (wasm_config_t*, bool))                                          \
  X(void, wasmtime_error_delete, (wasmtime_error_t*))                                                                \
  X(void, wasmtime_error_message, (const wasmtime_error_t*, Bytes*))                                                 \
  X(void, wasm_byte_vec_delete, (Bytes*))                                                                            \
  X(wasm_trap_t*, wasmtime_trap_new, (const char*, std::size_t))                                                     \
  X(wasm_trap_t*, wasmtime_trap_new_code, (std::uint8_t))                                                            \
  X(bool, wasmtime_trap_code, (const wasm_trap_t*, std::uint8_t*))                                                   \
  X(void, wasm_trap_trace, (const wasm_trap_t*, Vector<wasm_frame_t*>*))                                             \
  X(void, wasm_trap_delete, (wasm_trap_t*))                                                                          \
  X(void, wasm_frame_vec_delete, (Vector<wasm_frame_t*>*))                                                           \
  X(std::uint32_t, wasm_frame_func_index, (const wasm_frame_t*))                                                     \
  X(const Bytes*, wasmtime_frame_func_name, (const wasm_frame_t*))                                                   \
  X(wasmtime_error_t*, wasmtime_wat2wasm, (const char*, std::size_t, Bytes*))                                        \
  X(wasmtime_error_t*, wasmtime_module_new, (wasm_engine_t*, const std::uint8_t*, std::size_t, wasmtime_module_t**)) \
  X(wasmtime_error_t*, wasmtime_module_serialize, (const wasmtime_module_t*, Bytes*))                                \
  X(wasmtime_error_t*, wasmtime_module_deserialize,                                                                  \
    (wasm_engine_t*, const std::uint8_t*, std::size_t, wasmtime_module_t**))                                         \
  X(void, wasmtime_config_parallel_compilation_set, (wasm_config_t*, bool))                                          \
  X(void, wasmtime_module_delete, (wasmtime_module_t*))                                                              \
  X(void, wasmtime_module_imports, (const wasmtime_module_t*, Vector<wasm_importtype_t*>*))                          \
  X(void, wasm_importtype_vec_delete, (Vector<wasm_importtype_t*>*))                                                 \
  X(const Bytes*, wasm_importtype_module, (const wasm_importtype_t*))                                                \
  X(const Bytes*, wasm_importtype_name, (const wasm_importtype_t*))                                                  \
  X(const wasm_externtype_t*, wasm_importtype_type, (const wasm_importtype_t*))                                      \
  X(const wasm_functype_t*, wasm_externtype_as_functype_const, (const wasm_externtype_t*))                           \
  X(const Vector<wasm_valtype_t*>*, wasm_functype_params, (const wasm_functype_t*))                                  \
  X(const Vector<wasm_valtype_t*>*, wasm_functype_results, (const wasm_functype_t*))                                 \
  X(std::uint8_t, wasm_valtype_kind, (const wasm_valtype_t*))                                                        \
  X(wasmtime_linker_t*, wasmtime_linker_new, (wasm_engine_t*))                                                       \
  X(void, wasmtime_linker_delete, (wasmtime_linker_t*))                                                              \
  X(wasmtime_error_t*, wasmtime_linker_define_func_unchecked,                                                        \
    (wasmtime_linker_t*, const char*, std::size_t, const char*, std::size_t, const wasm_functype_t*, HostFunction,   \
     void*, void (*)(void*)))                                                                                        \
  X(wasmtime_error_t*, wasmtime_linker_define_async_func,                                                            \
    (wasmtime_linker_t*, const char*, std::size_t, const char*, std::size_t, const wasm_functype_t*,                 \
     WaitingHostFunction, void*, void (*)(void*)))                                                                   \
  X(wasmtime_error_t*, wasmtime_linker_instantiate_pre,                                                              \
    (const wasmtime_linker_t*, const wasmtime_module_t*, wasmtime_instance_pre_t**))                                 \
  X(void, wasmtime_instance_pre_delete, (wasmtime_instance_pre_t*))                                                  \
  X(wasmtime_call_future_t*, wasmtime_instance_pre_instantiate_async,                                                \
    (const wasmtime_instance_pre_t*, wasmtime_context_t*, Instance*, wasm_trap_t**, wasmtime_error_t**))             \
  X(bool, wasmtime_instance_export_get, (wasmtime_context_t*, const Instance*, const char*, std::size_t, Extern*))   \
  X(wasmtime_call_future_t*, wasmtime_func_call_async,                                                               \
    (wasmtime_context_t*, const Function*, const Value*, std::size_t, Value*, std::size_t, wasm_trap_t**,            \
     wasmtime_error_t**))                                                                                            \
  X(bool, wasmtime_call_future_poll, (wasmtime_call_future_t*))                                                      \
  X(void, wasmtime_call_future_delete, (wasmtime_call_future_t*))                                                    \
  X(wasmtime_store_t*, wasmtime_store_new, (wasm_engine_t*, void*, void (*)(void*)))                                 \
  X(void, wasmtime_store_delete, (wasmtime_store_t*))                                                                \
  X(wasmtime_context_t*, wasmtime_store_context, (wasmtime_store_t*))                                                \
  X(void, wasmtime_store_limiter,                                                                                    \
    (wasmtime_store_t*, std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t))                       \
  X(void*, wasmtime_context_get_data, (const wasmtime_context_t*))                                                   \
  X(wasmtime_error_t*, wasmtime_context_set_fuel, (wasmtime_context_t*, std::uint64_t))                              \
  X(wasmtime_error_t*, wasmtime_context_get_fuel, (const wasmtime_context_t*, std::uint64_t*))                       \
  X(wasmtime_error_t*, wasmtime_context_fuel_async_yield_interval, (wasmtime_context_t*, std::uint64_t))             \
  X(wasmtime_context_t*, wasmtime_caller_context, (wasmtime_caller_t*))                                              \
  X(bool, wasmtime_caller_export_get, (wasmtime_caller_t*, const char*, std::size_t, Extern*))                       \
  X(std::uint8_t*, wasmtime_memory_data, (wasmtime_context_t*, const Memory*))                                       \
  X(std::size_t, wasmtime_memory_data_size, (const wasmtime_context_t*, const Memory*))

/// The functions of the library, each under its own name.
struct Wasmtime {
// NOLINTNEXTLINE(bugprone-macro-parentheses): what is declared here takes none
#define PENTOCITY_POINTER(result, name, arguments) result(*name) arguments = nullptr;
  PENTOCITY_WASMTIME_FUNCTIONS(PENTOCITY_POINTER)
#undef PENTOCITY_POINTER
  /// The one engine of this program, whose settings are the same for all modules.
  wasm_engine_t* engine = nullptr;
};

/// The library, opened at the first call, on any thread. Throws UserError, which says what to install, if it is not
/// there or is another version.
const Wasmtime& wasmtime();

/// What an error says, in one line; the error is deleted.
std::string message_of(wasmtime_error_t* error);

}  // namespace pentocity::portable
