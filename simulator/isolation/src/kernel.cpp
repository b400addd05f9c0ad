#include "kernel.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <mutex>

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

}  // namespace

void remove_abandoned(const fs::path& folder, std::string_view prefix,
                      const std::function<void(const fs::path&)>& remove) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const pid_t owner = std::atoi(name.c_str() + prefix.size());
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) remove(entry.path());
  }
}

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
  std::call_once(once, remove_abandoned, folder, own_folder_prefix, remove_foreign);  // of programs that were killed
  std::string out = (folder / fmt::format("{}{}-XXXXXX", own_folder_prefix, getpid())).string();
  if (mkdtemp(out.data()) == nullptr) throw match::HostFault(with_errno(out + " cannot be made"));
  return out;
}

std::string closed_folder(const std::string& file) {
  std::error_code error;
  for (const fs::path& way : {fs::path(file), fs::weakly_canonical(file, error)})
    for (fs::path folder = way.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
      const fs::file_status status = fs::status(folder, error);
      if (fs::exists(status) && (status.permissions() & fs::perms::others_exec) == fs::perms::none)
        return folder.string();
    }
  return {};
}

}  // namespace pentocity::isolation
