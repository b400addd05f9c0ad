// Programs that are portable (*.wasm).

#include "pentocity/input/read_file.hpp"
#include "program.hpp"

namespace pentocity::entrants {

namespace fs = std::filesystem;

Program portable_program(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting) {
  Program out{.origin = origin, .setup = {.participant = {}, .confinement = hosting.confinement}};
  const fs::path path = (fs::path(folder) / origin.value.text).lexically_normal();
  std::string bytes = at(origin.value, [&] { return read_file(path.string(), portable::max_module_size); });
  out.name = path.stem().string();
  out.made_of = {{"wasm", match::blake2b(bytes)}, {"wasmtime", portable::runtime_version}};
  portable::require_runtime();
  out.module =
      at(origin.value, [&] { return std::make_shared<const portable::Module>(std::move(bytes), path.string()); });
  return out;
}

}  // namespace pentocity::entrants
