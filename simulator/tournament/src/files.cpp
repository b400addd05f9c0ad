#include "pentocity/tournament/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <memory>
#include <system_error>

#include "pentocity/core/random.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::tournament {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, std::string_view what, int error) {
  throw UserError("{}: {}: {}", path, what, std::generic_category().message(error));
}

// A trace's file name has two such parts, and most file systems allow 255 bytes.
constexpr std::size_t longest_part = 100;

bool is_plain(char ch) {
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '.' || ch == '-' ||
         ch == '_';
}

// 0 or the error.
int write_all(int file, std::string_view contents) {
  while (!contents.empty()) {
    const ssize_t written = ::write(file, contents.data(), contents.size());
    if (written < 0 && errno != EINTR) return errno;
    if (written > 0) contents.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

// Calls `sync` for a folder; the empty path is the current one.
void sync_folder(const std::string& path, int (*sync)(int)) {
  const File folder(::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) fail(path, "cannot be read", errno);
  // Some file systems cannot sync a folder; they say so with EINVAL, and there is nothing more to be done.
  if (sync(folder.get()) != 0 && errno != EINVAL) fail(path, "cannot be written", errno);
}

}  // namespace

void make_folder(const std::string& path) {
  const fs::path folder = fs::path(path).lexically_normal();
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  if (folder.has_parent_path() && folder.parent_path() != folder) make_folder(folder.parent_path().string());
  fs::create_directory(folder, error);
  if (error) fail(path, "this folder cannot be made", error.value());
  sync_folder(folder.parent_path().string(), ::fsync);
}

void write_file(const std::string& path, std::string_view contents, OnDisk on_disk) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  // Terminals, pipes and devices such as /dev/null are written to. In their place a file would be in everybody's way.
  const bool replaces = !fs::exists(status) || fs::is_regular_file(status);
  const bool is_link = replaces && fs::exists(status) && fs::is_symlink(path, ignored);
  const std::string target = is_link ? fs::canonical(path, ignored).string() : path;
  const std::string other = replaces ? target + ".tmp" : path;
  const int file = ::open(other.c_str(), O_WRONLY | O_CLOEXEC | (replaces ? O_CREAT | O_TRUNC : 0), 0666);
  if (file < 0) fail(path, "cannot be written", errno);
  int error = write_all(file, contents);
  if (error == 0 && replaces && on_disk == OnDisk::now && ::fdatasync(file) != 0) error = errno;
  if (::close(file) != 0 && error == 0) error = errno;
  if (!replaces) {
    if (error != 0) fail(path, "cannot be written", error);
    return;
  }
  if (error == 0 && std::rename(other.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(other.c_str());
    fail(path, "cannot be written", error);
  }
  if (on_disk == OnDisk::now) sync_folder(fs::path(target).parent_path().string(), ::fsync);
}

void sync_files(const std::string& folder) { sync_folder(folder, ::syncfs); }

void sync_names(const std::string& folder) { sync_folder(folder, ::fsync); }

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, "cannot be removed", errno);
}

void for_each_name(const std::string& folder, const std::function<void(std::string_view name)>& use) {
  const std::unique_ptr<DIR, int (*)(DIR*)> names(::opendir(folder.c_str()), ::closedir);
  if (!names && errno == ENOENT) return;
  if (!names) fail(folder, "cannot be read", errno);
  errno = 0;  // tells the end from an error
  for (const dirent* entry = ::readdir(names.get()); entry != nullptr; entry = ::readdir(names.get())) {
    if (const std::string_view name = entry->d_name; name != "." && name != "..") use(name);
    errno = 0;
  }
  if (errno != 0) fail(folder, "cannot be read", errno);
}

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  for_each_name(folder, [&](std::string_view name) { names.emplace_back(name); });
  std::sort(names.begin(), names.end());
  return names;
}

std::string file_name_part(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char ch = name[i];
    const bool hidden = ch == '.' && i == 0;
    const bool joint = ch == '_' && (i == 0 || i + 1 == name.size() || name[i - 1] == '_');
    if (is_plain(ch) && !hidden && !joint)
      out.push_back(ch);
    else
      fmt::format_to(std::back_inserter(out), "%{:02X}", static_cast<unsigned char>(ch));
  }
  if (out.size() <= longest_part) return out;
  const std::string mark = fmt::format("~{:016x}", hash_bytes(name));
  std::size_t end = longest_part - mark.size();
  for (const std::size_t before : {1, 2})  // whole %XX only
    if (out[end - before] == '%') end -= before;
  return out.substr(0, end) + mark;
}

FolderLock::FolderLock(const std::string& folder)
    : file_(::open((folder + "/.lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
  if (file_.get() < 0) fail(folder, "this folder cannot be written", errno);
  // A record lock: known on network file systems, and not inherited by children, which may outlive this process.
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(file_.get(), F_SETLK, &lock) == 0) return;
  const int error = errno;
  std::string owner;
  if (::fcntl(file_.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0)
    owner = fmt::format(" (process {})", lock.l_pid);
  if (error == EACCES || error == EAGAIN) throw UserError("{}: another run is at work in this folder{}", folder, owner);
  fail(folder, "this folder cannot be locked", error);
}

std::string today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

}  // namespace pentocity::tournament
