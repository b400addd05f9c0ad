#include <mutex>

#include "guest.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::portable {

struct Module::State {
  std::once_flag once;
  std::string wrong;  ///< what is wrong with it
  Compiled compiled;
};

Module::Module(std::string bytes) : bytes_(std::move(bytes)), state_(std::make_unique<State>()) {
  check_counts(bytes_);
}

Module::~Module() {
  const Compiled& made = state_->compiled;
  if (made.instance != nullptr) wasmtime().wasmtime_instance_pre_delete(made.instance);
  if (made.linker != nullptr) wasmtime().wasmtime_linker_delete(made.linker);
  if (made.module != nullptr) wasmtime().wasmtime_module_delete(made.module);
}

void Module::compile() const {
  std::call_once(state_->once, [this] {
    const Wasmtime& api = wasmtime();
    try {
      make(api);
    } catch (const InputError& e) {
      state_->wrong = e.what();
    }
  });
  if (!state_->wrong.empty()) throw InputError("{}", state_->wrong);
}

void Module::make(const Wasmtime& api) const {
  const auto check = [](wasmtime_error_t* error) {
    if (error != nullptr) throw InputError("{}", message_of(error));
  };
  Compiled& made = state_->compiled;
  check(api.wasmtime_module_new(api.engine, reinterpret_cast<const std::uint8_t*>(bytes_.data()), bytes_.size(),
                                &made.module));
  made.linker = api.wasmtime_linker_new(api.engine);
  define_imports(made.linker, made.module);
  check(api.wasmtime_linker_instantiate_pre(made.linker, made.module, &made.instance));
}

const Module::Compiled& Module::compiled() const {
  compile();
  return state_->compiled;
}

}  // namespace pentocity::portable
