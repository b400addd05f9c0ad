#include "kernel.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <mutex>

#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

// Not the one of versions before 2.0, which knew abandoned ones by a number in the name.
constexpr std::string_view own_folder_prefix = "pentocity-of-";

// A folder that is no link, made one that this user may change; none if there is no such folder.
File folder_to_empty(int in, const std::string& name) {
  const File handle(openat(in, name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (handle.get() < 0) return File();
  chmod(fmt::format("/proc/self/fd/{}", handle.get()).c_str(), S_IRWXU);  // fchmod() refuses such a handle
  return File(openat(handle.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

// Removes what lies in a folder but its folders. These are moved to `top`, or, if it is the folder itself, stay there.
// Returns their names.
std::vector<std::string> empty_but_for_folders(int folder, int top, std::uint64_t& moved) {
  std::vector<std::string> names, folders;
  std::error_code error;
  fs::directory_iterator it(fmt::format("/proc/self/fd/{}", folder), error);
  for (; !error && it != fs::directory_iterator(); it.increment(error)) names.push_back(it->path().filename().string());
  for (const std::string& name : names) {
    if (unlinkat(folder, name.c_str(), 0) == 0 || folder_to_empty(folder, name).get() < 0) continue;
    std::string there = folder == top ? name : fmt::format("moved-{}", ++moved);
    if (folder == top || renameat(folder, name.c_str(), top, there.c_str()) == 0) folders.push_back(std::move(there));
  }
  return folders;
}

// Calls f(part) for a file's text, part by part, up to so many bytes.
template <class F>
void read_parts(const std::string& path, std::size_t most, F&& f) {
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1 << 16> part;
  while (most > 0 && file.get() >= 0) {
    const ssize_t size = TEMP_FAILURE_RETRY(read(file.get(), part.data(), std::min(most, part.size())));
    if (size <= 0) return;
    most -= static_cast<std::size_t>(size);
    f(std::string_view(part.data(), static_cast<std::size_t>(size)));
  }
}

}  // namespace

std::string text_of_kernel_file(const std::string& path) {
  std::string out;
  read_parts(path, 1 << 16, [&](std::string_view part) { out += part; });
  return out;
}

std::uint64_t lines_of_kernel_file(const std::string& path, std::size_t& budget) {
  std::uint64_t lines = 0;
  read_parts(path, budget, [&](std::string_view part) {
    lines += static_cast<std::uint64_t>(std::ranges::count(part, '\n'));
    budget -= part.size();
  });
  return lines;
}

File lock_folder(const fs::path& folder) {
  File out(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  struct stat status{};
  if (out.get() >= 0 && flock(out.get(), LOCK_EX | LOCK_NB) == 0 && fstat(out.get(), &status) == 0) {
    if (status.st_nlink > 0) return out;
    errno = ENOENT;  // who took it for abandoned was quicker
  }
  return File();
}

void remove_abandoned(const fs::path& folder, std::string_view prefix,
                      const std::function<void(const fs::path&)>& remove) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.path().filename().string().starts_with(prefix))
      if (const File locked = lock_folder(entry.path()); locked.get() >= 0) remove(entry.path());
}

bool remove_foreign(const fs::path& folder) {
  const File parent(open(folder.parent_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  const std::string name = folder.filename().string();
  if (const File top = folder_to_empty(parent.get(), name); top.get() >= 0) {
    std::uint64_t moved = 0;
    for (auto folders = empty_but_for_folders(top.get(), top.get(), moved); !folders.empty();) {
      std::vector<std::string> next;
      for (const std::string& each : folders) {
        if (const File open = folder_to_empty(top.get(), each); open.get() >= 0)
          std::ranges::move(empty_but_for_folders(open.get(), top.get(), moved), std::back_inserter(next));
        unlinkat(top.get(), each.c_str(), AT_REMOVEDIR);
      }
      folders = std::move(next);
    }
    return unlinkat(parent.get(), name.c_str(), AT_REMOVEDIR) == 0;
  }
  return unlinkat(parent.get(), name.c_str(), 0) == 0 || errno == ENOENT;
}

OwnFolder::OwnFolder() : owner_(getpid()) {
  const fs::path folder = fs::temp_directory_path();
  static std::once_flag once;
  std::call_once(once, remove_abandoned, folder, own_folder_prefix, remove_foreign);  // of programs that were killed
  do {
    path_ = (folder / fmt::format("{}XXXXXX", own_folder_prefix)).string();
    if (mkdtemp(path_.data()) == nullptr) throw match::HostFault(with_errno(path_ + " cannot be made"));
    lock_ = lock_folder(path_);
  } while (lock_.get() < 0 && (errno == ENOENT || errno == EWOULDBLOCK));  // taken for abandoned in this moment
  if (lock_.get() >= 0) return;
  const std::string why = with_errno(folder.string() + ": no folder can be locked there, as TMPDIR must allow");
  remove_foreign(path_);
  throw match::HostFault(why);
}

OwnFolder::~OwnFolder() {
  if (owner_ == getpid()) remove_foreign(path_);  // a copy of this process removes nothing
}

}  // namespace pentocity::isolation
