#include "pentocity/results/files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "pentocity/core/random.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::results {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const std::string& path, std::string_view what, int error) {
  throw UserError("{}: {}: {}", path, what, std::generic_category().message(error));
}

// A trace's file name has two such parts, and most file systems allow 255 bytes.
constexpr std::size_t longest_part = 100;

bool is_plain(char ch) {  // whatever the locale
  return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z') || (ch >= '0' && ch <= '9') || ch == '.' || ch == '-' ||
         ch == '_';
}

bool is_file_or_nothing(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
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

}  // namespace

void check_single(const std::string& path, const struct stat& status) {
  if (status.st_nlink > 1)
    throw InputError(
        "{}: is one file with another, which would be changed, too (a hard link): expected a file of its own", path);
}

void make_folder(const std::string& path) {
  const fs::path folder = fs::path(path).lexically_normal();
  std::error_code error;
  if (fs::is_directory(folder, error)) return;
  if (folder.has_parent_path() && folder.parent_path() != folder) make_folder(folder.parent_path().string());
  fs::create_directory(folder, error);
  if (error) fail(path, "this folder cannot be made", error.value());
  Folder(folder.parent_path().string()).sync_names();
}

Folder::Folder(std::string path, int folder)
    : path_(std::move(path)), opened_(folder), error_(folder < 0 ? errno : 0) {}

// The empty path is the current folder.
Folder::Folder(const std::string& path)
    : Folder(path, ::open(path.empty() ? "." : path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {}

std::optional<struct stat> Folder::status_of(const std::string& name) const {
  struct stat status{};
  if (::fstatat(opened_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) return std::nullopt;
  return status;
}

void Folder::close_to_others() const {
  constexpr mode_t others = 077;
  struct stat status{}, here{};
  if (::fstatat(opened_.get(), ".", &status, 0) != 0 || (status.st_mode & others) == 0) return;
  const bool for_all = (status.st_mode & S_ISVTX) != 0;
  if (for_all || (::stat(".", &here) == 0 && here.st_dev == status.st_dev && here.st_ino == status.st_ino)) return;
  // What cannot be closed, as on a file system without modes, is used as it is.
  [[maybe_unused]] const int done = ::fchmodat(opened_.get(), ".", status.st_mode & 07700, 0);
}

File Folder::open(const std::string& name, int flags) const {
  // Without O_NONBLOCK, opening a named pipe would wait until another process opens it.
  File file(::openat(opened_.get(), name.c_str(), flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666));
  const int error = error_ != 0 ? error_ : errno;
  struct stat status{};
  if (file.get() >= 0 && ::fstat(file.get(), &status) == 0 && S_ISREG(status.st_mode)) {
    if ((flags & O_ACCMODE) != O_RDONLY) check_single(path_of(name), status);
    return file;
  }
  if (file.get() < 0 && error == ELOOP)
    throw InputError("{}: is a link, and links in this folder are not followed: expected a file", path_of(name));
  if (file.get() < 0)
    throw InputError("{}: cannot be {}: {}", path_of(name), (flags & O_ACCMODE) == O_RDONLY ? "read" : "written",
                     std::generic_category().message(error));
  throw InputError("{}: is no regular file", path_of(name));
}

std::string Folder::read(const std::string& name, std::size_t max) const {
  return read_open_file(open(name, O_RDONLY).get(), path_of(name), max);
}

void Folder::write(const std::string& name, std::string_view contents, OnDisk on_disk) const {
  NewFile file(*this, name);
  file.append(contents);
  file.finish(on_disk);
}

void Folder::remove(const std::string& name) const {
  if (error_ == ENOENT) return;
  if (::unlinkat(opened_.get(), name.c_str(), 0) != 0 && errno != ENOENT)
    fail(path_of(name), "cannot be removed", error_ != 0 ? error_ : errno);
}

Folder Folder::folder(const std::string& name) const {
  if (const auto status = status_of(name); status && !S_ISDIR(status->st_mode))
    throw InputError("{}: is {}: expected a folder", path_of(name),
                     S_ISLNK(status->st_mode) ? "a link, and links in this folder are not followed" : "no folder");
  return {path_of(name), ::openat(opened_.get(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
}

Folder Folder::make_folder(const std::string& name) const {
  if (has(name)) return folder(name);
  if (::mkdirat(opened_.get(), name.c_str(), 0777) != 0)
    fail(path_of(name), "this folder cannot be made", error_ != 0 ? error_ : errno);
  sync_names();
  return folder(name);
}

void Folder::for_each_name(const std::function<void(std::string_view name)>& use) const {
  if (error_ == ENOENT) return;
  const int readable = ::openat(opened_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (readable < 0) fail(path_, "cannot be read", error_ != 0 ? error_ : errno);
  const std::unique_ptr<DIR, int (*)(DIR*)> names(::fdopendir(readable), ::closedir);
  errno = 0;  // tells the end from an error
  for (const dirent* entry = ::readdir(names.get()); entry != nullptr; entry = ::readdir(names.get())) {
    if (const std::string_view name = entry->d_name; name != "." && name != "..") use(name);
    errno = 0;
  }
  if (errno != 0) fail(path_, "cannot be read", errno);
}

std::vector<std::string> Folder::names() const {
  std::vector<std::string> names;
  for_each_name([&](std::string_view name) { names.emplace_back(name); });
  std::sort(names.begin(), names.end());
  return names;
}

void Folder::sync_by(int (*sync)(int)) const {
  const File readable(::openat(opened_.get(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (readable.get() < 0) fail(path_, "cannot be read", error_ != 0 ? error_ : errno);
  // Some file systems cannot sync a folder; they say so with EINVAL, and there is nothing more to be done.
  if (sync(readable.get()) != 0 && errno != EINVAL) fail(path_, "cannot be written", errno);
}

void Folder::sync_files() const { sync_by(::syncfs); }

void Folder::sync_names() const { sync_by(::fsync); }

NewFile::NewFile(const Folder& folder, const std::string& name) : folder_(folder), name_(name) {
  const int in = folder_.opened_.get();
  ::unlinkat(in, other_name().c_str(), 0);  // of a process that was killed, or somebody's link
  file_ = File(::openat(in, other_name().c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (file_.get() < 0) fail(folder_.path_of(name), "cannot be written", folder_.error_ != 0 ? folder_.error_ : errno);
}

NewFile::~NewFile() {
  if (!is_whole_) ::unlinkat(folder_.opened_.get(), other_name().c_str(), 0);
}

void NewFile::make_for_readers_of(const struct stat& folder) {
  if (::fchown(file_.get(), folder.st_uid, folder.st_gid) == 0 || folder.st_uid == ::geteuid())
    ::fchmod(file_.get(), S_IRUSR | S_IWUSR | (folder.st_mode & (S_IRGRP | S_IROTH)));
}

void NewFile::append(std::string_view contents) {
  if (const int error = write_all(file_.get(), contents); error != 0)
    fail(folder_.path_of(name_), "cannot be written", error);
}

void NewFile::finish(OnDisk on_disk) {
  const int in = folder_.opened_.get();
  if ((on_disk == OnDisk::now && ::fdatasync(file_.get()) != 0) || ::close(file_.release()) != 0 ||
      ::renameat(in, other_name().c_str(), in, name_.c_str()) != 0)
    fail(folder_.path_of(name_), "cannot be written", errno);
  is_whole_ = true;
  if (on_disk == OnDisk::now) folder_.sync_names();
}

std::pair<Folder, std::string> place_of(const std::string& path) {
  std::error_code ignored;
  const fs::path target =
      fs::exists(path, ignored) && fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : fs::path(path);
  return {Folder(target.parent_path().string()), target.filename().string()};
}

void write_file(const std::string& path, std::string_view contents, OnDisk on_disk) {
  if (is_file_or_nothing(path)) {
    const auto [folder, name] = place_of(path);
    return folder.write(name, contents, on_disk);
  }
  // Terminals, pipes and devices such as /dev/null are written to. In their place a file would be in everybody's way.
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (file < 0) fail(path, "cannot be written", errno);
  int error = write_all(file, contents);
  if (::close(file) != 0 && error == 0) error = errno;
  if (error != 0) fail(path, "cannot be written", error);
}

void check_writable(const std::string& path) {
  if (is_file_or_nothing(path)) {
    const auto [folder, name] = place_of(path);
    const NewFile empty(folder, name);
  } else if (fs::is_directory(path)) {
    fail(path, "cannot be written", EISDIR);
  } else if (::access(path.c_str(), W_OK) != 0) {  // not opened, as a pipe would then be taken for one at its end
    fail(path, "cannot be written", errno);
  }
}

void remove_file(const std::string& path) {
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) fail(path, "cannot be removed", errno);
}

std::vector<std::string> names_in(const std::string& folder) { return Folder(folder).names(); }

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

FolderLock::FolderLock(const std::string& folder) {
  const Folder opened(folder);
  opened.close_to_others();
  file_ = opened.open(".lock", O_RDWR | O_CREAT);
  ::fchmod(file_.get(), S_IRUSR | S_IWUSR);
  // A record lock: known on network file systems, and not inherited by children, which may outlive this process.
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  if (::fcntl(file_.get(), F_SETLK, &lock) == 0) return;
  const int error = errno;
  if (error != EACCES && error != EAGAIN) fail(folder, "this folder cannot be locked", error);
  const bool known = ::fcntl(file_.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0;
  const std::string owner = known ? fmt::format(" (process {})", lock.l_pid) : "";
  // No run takes the lock of a reader.
  if (known && lock.l_type == F_RDLCK)
    throw UserError(
        "{}/.lock: a program that is no run{} holds a lock on it, since before it was closed to others: end it", folder,
        owner);
  throw UserError("{}: another run is at work in this folder{}", folder, owner);
}

std::string machine_text() {
  utsname system{};
  ::uname(&system);
  std::string model;
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; model.empty() && std::getline(info, line);)
    if (line.starts_with("model name")) model = ", " + line.substr(line.find(':') + 2);
  return fmt::format("{}, {} processors{}, {} {}", system.machine, sysconf(_SC_NPROCESSORS_ONLN), model, system.sysname,
                     system.release);
}

std::string today() { return fmt::format("{:%F}", fmt::gmtime(std::time(nullptr))); }

}  // namespace pentocity::results
