#include "own_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <string_view>
#include <system_error>

#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

void open_folders(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
    if (it->is_directory(error) && !it->is_symlink(error)) open_folders(it->path());
}

constexpr std::string_view own_folder_prefix = "pentocity-own-";

// Removes what was left by programs that were killed together with their wardens.
void remove_abandoned(const fs::path& folder) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(own_folder_prefix)) continue;
    const pid_t owner = std::atoi(name.c_str() + own_folder_prefix.size());
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) remove_foreign(entry.path());
  }
}

}  // namespace

bool remove_foreign(const fs::path& folder) {
  std::error_code error;
  fs::remove_all(folder, error);
  if (!fs::exists(fs::symlink_status(folder, error))) return true;
  open_folders(folder);
  fs::remove_all(folder, error);
  return !fs::exists(fs::symlink_status(folder, error));
}

std::string new_own_folder() {
  const fs::path folder = fs::temp_directory_path();
  static std::once_flag once;
  std::call_once(once, remove_abandoned, folder);
  std::string out = (folder / fmt::format("{}{}-XXXXXX", own_folder_prefix, getpid())).string();
  if (mkdtemp(out.data()) == nullptr)
    throw match::HostFault(out + " cannot be made: " + std::generic_category().message(errno));
  return out;
}

}  // namespace pentocity::isolation
