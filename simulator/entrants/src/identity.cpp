#include "identity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pentocity/input/read_file.hpp"
#include "pentocity/isolation/hosted.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::entrants {

namespace fs = std::filesystem;

Identity Identity::of_bytes(std::string_view bytes) {
  return {fmt::format("{:016x}", hash_bytes(bytes)), match::blake2b(bytes)};
}

Identity Identity::of_files(const fs::path& path) {
  if (!fs::is_directory(path)) return of_bytes(read_file(path.string()));
  std::vector<std::string> brief, full;
  for (const auto& entry : fs::recursive_directory_iterator(path)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(path).string() + '\0';
    const Identity file = of_bytes(read_file(entry.path().string()));
    brief.push_back(name + file.brief.get<std::string>());
    full.push_back(name + file.full.get<std::string>());
  }
  std::ranges::sort(brief);
  std::ranges::sort(full);
  return {of_bytes(fmt::format("{}", fmt::join(brief, "\n"))).brief,
          of_bytes(fmt::format("{}", fmt::join(full, "\n"))).full};
}

Identity& Identity::add(const std::string& name, const Identity& value) {
  brief[name] = value.brief;
  full[name] = value.full;
  return *this;
}

Identity Identity::with(const Options& options) const {
  return Identity(*this).add("options", nlohmann::ordered_json(isolation::options_json(options)));
}

}  // namespace pentocity::entrants
