// Finds Wasmtime's library and opens it.

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <regex>

#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/secret.hpp"
#include "pentocity/portable/portable.hpp"
#include "wasmtime.hpp"

namespace pentocity::portable {
namespace {

namespace fs = std::filesystem;

// The library as PyPI's package of this version has it: for this processor, its place in the package and its digest
// (BLAKE2b with 256 bits). It has no version that could be asked for.
#if defined(__x86_64__)
constexpr const char* place_in_package = "wasmtime/linux-x86_64/_libwasmtime.so";
constexpr const char* digest = "48a160a2452839f69f0dbb91c447c1d356dc54a3de78b8ff0fd8903fc5c00631";
#elif defined(__aarch64__)
constexpr const char* place_in_package = "wasmtime/linux-aarch64/_libwasmtime.so";
constexpr const char* digest = "cc9f113c6f11b2464c1c114fa3b90260f1b08975a281ed85640489131722f255";
#else
constexpr const char* place_in_package = "";
constexpr const char* digest = "";
#endif

// Stacks of a guest, in bytes. The first is for its own functions, the rest of the second for those of this program.
constexpr std::size_t guest_stack = 8 << 20, whole_stack = guest_stack + (1 << 20);

// Where it may be, in this order, unless the environment names a place.
std::vector<fs::path> places() {
  const fs::path folder = isolation::own_file().parent_path(), above = folder.parent_path();
  const std::string name = fmt::format("libwasmtime-{}.so", runtime_version);
  return {folder / name, above / "lib/pentocity" / name, "/usr/local/lib/pentocity/" + name,
          // A program or module of a Python package, beside which the other package is.
          above / place_in_package, above.parent_path() / place_in_package};
}

constexpr const char* how_to_install =
    "./scripts/install-dependencies wasm brings it, or pip install 'pentocity[wasm]'; docs/how-to/portable.md says "
    "where it is looked for";

std::string find_library() {
  std::error_code error;
  if (const char* named = std::getenv("PENTOCITY_WASMTIME"); named != nullptr && *named != '\0') {
    if (fs::is_regular_file(named, error)) return named;
    throw UserError("PENTOCITY_WASMTIME names '{}', which is no file", named);
  }
  for (const fs::path& place : places())
    if (fs::is_regular_file(place, error)) return place.string();
  throw UserError("portable players (*.wasm) need Wasmtime {}, which is not installed: {}", runtime_version,
                  how_to_install);
}

wasm_engine_t* new_engine(const Wasmtime& api) {
  wasm_config_t* config = api.wasm_config_new();
  api.wasmtime_config_consume_fuel_set(config, true);
  api.wasmtime_config_cranelift_nan_canonicalization_set(config, true);
  api.wasmtime_config_max_wasm_stack_set(config, guest_stack);
  api.wasmtime_config_async_stack_size_set(config, whole_stack);
  api.wasmtime_config_wasm_simd_set(config, true);
  api.wasmtime_config_parallel_compilation_set(config, false);  // a process that compiles has one thread
  // What differs between machines, or is one more way to get lost.
  for (const auto switch_feature :
       {api.wasmtime_config_wasm_relaxed_simd_set, api.wasmtime_config_wasm_threads_set,
        api.wasmtime_config_shared_memory_set, api.wasmtime_config_wasm_multi_memory_set,
        api.wasmtime_config_wasm_memory64_set, api.wasmtime_config_wasm_wide_arithmetic_set,
        api.wasmtime_config_wasm_function_references_set, api.wasmtime_config_wasm_gc_set,
        api.wasmtime_config_wasm_exceptions_set, api.wasmtime_config_wasm_stack_switching_set,
        api.wasmtime_config_wasm_custom_page_sizes_set, api.wasmtime_config_wasm_component_model_set,
        api.wasmtime_config_concurrency_support_set})
    switch_feature(config, false);
  return api.wasm_engine_new_with_config(config);
}

// Stays open: signal handlers of the library do, too.
Wasmtime open_library() {
  const std::string path = find_library();
  if (match::blake2b(read_file(path)) != digest)
    throw UserError("{} is not Wasmtime {} of PyPI, and with another version games may go another way: {}", path,
                    runtime_version, how_to_install);
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw UserError("{}", std::string_view(dlerror()));
  Wasmtime api;
  const auto look_up = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
    if (function == nullptr) throw UserError("{} has no function {}", path, name);
  };
#define PENTOCITY_LOOK_UP(result, name, arguments) look_up(api.name, #name);
  PENTOCITY_WASMTIME_FUNCTIONS(PENTOCITY_LOOK_UP)
#undef PENTOCITY_LOOK_UP
  api.engine = new_engine(api);
  return api;
}

}  // namespace

const Wasmtime& wasmtime() {
  static const Wasmtime api = open_library();
  return api;
}

void require_runtime() { wasmtime(); }

std::string message_of(wasmtime_error_t* error) {
  const Wasmtime& api = wasmtime();
  Bytes text;
  api.wasmtime_error_message(error, &text);
  constexpr std::size_t longest = 500;
  std::string_view shown(text.data, std::min(text.size, longest));
  shown = shown.substr(0, shown.find_last_not_of('\n') + 1);
  // Its causes stand below it, each in a line.
  static const std::regex cause(R"(\s*\n\s*(Caused by:\s*)?(\d+: )?)");
  const std::string out = std::regex_replace(std::string(shown), cause, ": ");
  api.wasm_byte_vec_delete(&text);
  api.wasmtime_error_delete(error);
  return printable(out);
}

}  // namespace pentocity::portable
