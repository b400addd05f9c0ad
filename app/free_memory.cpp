#include <filesystem>
#include <fstream>
#include <string>

#include "commands.hpp"

namespace pentocity::app {

namespace {

// What a file of the kernel's with one number says; none if there is no such file, or if it says "max".
std::optional<std::size_t> number_in(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::size_t out = 0;
  if (!(in >> out)) return std::nullopt;
  return out;
}

// What the control groups of this process leave, from its own up to the root (version 2); none if they say nothing.
std::optional<std::size_t> left_by_control_groups() {
  std::optional<std::size_t> out;
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("0::/")) continue;
    const std::filesystem::path root = "/sys/fs/cgroup";
    for (std::filesystem::path group = line.substr(4);; group = group.parent_path()) {
      const auto most = number_in(root / group / "memory.max"), used = number_in(root / group / "memory.current");
      if (most && used) out = std::min(out.value_or(*most), *most - std::min(*most, *used));
      if (group.empty()) break;
    }
  }
  return out;
}

// What the kernel says is available without swapping.
std::optional<std::size_t> available() {
  std::ifstream lines("/proc/meminfo");
  constexpr std::string_view key = "MemAvailable:";
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(key)) return std::stoull(line.substr(key.size())) * 1024;
  return std::nullopt;
}

}  // namespace

double free_gibibytes() {
  constexpr std::size_t gibibyte = std::size_t{1} << 30;
  const std::size_t free = available().value_or(gibibyte);
  return static_cast<double>(std::min(free, left_by_control_groups().value_or(free))) / gibibyte;
}

}  // namespace pentocity::app
