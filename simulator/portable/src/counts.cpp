// What a module has, counted without compiling it.

#include <array>

#include "pentocity/input/user_error.hpp"
#include "pentocity/portable/portable.hpp"

namespace pentocity::portable {
namespace {

// Reads bytes one after the other.
class Cursor {
 public:
  explicit Cursor(std::string_view bytes) : rest_(bytes) {}
  bool at_end() const { return rest_.empty(); }
  std::string_view take(std::uint64_t count) {
    if (count > rest_.size()) throw InputError("it ends too early");
    const std::string_view out = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return out;
  }
  std::uint8_t byte() { return static_cast<std::uint8_t>(take(1)[0]); }
  // An unsigned number of 32 bits (LEB128).
  std::uint32_t number() {
    std::uint64_t out = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      const std::uint8_t next = byte();
      out |= std::uint64_t{next & 0x7fU} << shift;
      if (next < 0x80 && out <= 0xffffffff) return static_cast<std::uint32_t>(out);
      if (next < 0x80) break;
    }
    throw InputError("it has a number of more than 32 bits");
  }

 private:
  std::string_view rest_;
};

constexpr std::uint8_t section_of_functions = 3, section_of_code = 10, last_section = 13;
// The sections that begin with the number of their entries, by their numbers; empty: none.
constexpr std::array<const char*, last_section + 1> entries{
    "",        "types", "imports",  "functions", "tables",        "memories", "globals",
    "exports", "",      "elements", "functions", "data segments", "",         "tags"};

void check(std::uint64_t count, std::uint64_t limit, const char* what) {
  if (count > limit) throw InputError("it has {} {}, and a portable player may have {}", count, what, limit);
}

void check_function(Cursor function, std::uint32_t number) {
  std::uint64_t locals = 0;
  for (std::uint32_t groups = function.number(); groups > 0; --groups) {
    locals += function.number();
    function.byte();  // the kind
    if (locals > max_locals) throw InputError("its function {} has more than {} local variables", number, max_locals);
  }
}

}  // namespace

void check_counts(std::string_view bytes) {
  constexpr std::string_view begin("\0asm\1\0\0\0", 8);
  if (!bytes.starts_with(begin)) throw InputError("it is no module of WebAssembly (version 1)");
  Cursor module(bytes.substr(begin.size()));
  while (!module.at_end()) {
    const std::uint8_t id = module.byte();
    Cursor section(module.take(module.number()));
    if (id > last_section || *entries[id] == '\0') continue;  // a custom one, or one that the compiler judges
    const std::uint32_t count = section.number();
    const bool of_functions = id == section_of_functions || id == section_of_code;
    check(count, of_functions ? max_functions : max_entries, entries[id]);
    if (id != section_of_code) continue;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::string_view body = section.take(section.number());
      if (body.size() > max_function_size)
        throw InputError("its function {} has {} bytes, and one of a portable player may have {}", i, body.size(),
                         max_function_size);
      check_function(Cursor(body), i);
    }
  }
}

}  // namespace pentocity::portable
