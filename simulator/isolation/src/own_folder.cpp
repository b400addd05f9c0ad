#include "own_folder.hpp"

#include <system_error>

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

void open_folders(const fs::path& folder) {
  std::error_code error;
  fs::permissions(folder, fs::perms::owner_all, fs::perm_options::add, error);
  for (auto it = fs::directory_iterator(folder, error); !error && it != fs::directory_iterator(); it.increment(error))
    if (it->is_directory(error) && !it->is_symlink(error)) open_folders(it->path());
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

}  // namespace pentocity::isolation
