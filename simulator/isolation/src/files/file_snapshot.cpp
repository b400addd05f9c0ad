#include "pentocity/isolation/file_snapshot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "kernel.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

constexpr std::array caches{"__pycache__", ".git", ".hg", ".svn", ".mypy_cache", ".pytest_cache", ".ruff_cache"};

// The clock that stamps changes of files ticks some hundred times a second: a file that changed less than this ago
// might change again without another stamp.
constexpr std::chrono::milliseconds stamp_time{50};

[[noreturn]] void fail(const std::string& path, int error) {
  throw InputError("{}: cannot be read: {}", path, std::generic_category().message(error));
}

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

// Copies a regular file with its mode and its time, by which Python knows whether what it compiled is up to date.
// Returns 0 or the error.
int copy_file(const std::string& from, const std::string& to) {
  struct stat status{};
  if (::stat(from.c_str(), &status) != 0) return errno;
  std::error_code error;
  if (!fs::copy_file(from, to, error)) return error.value();
  const std::array times{status.st_atim, status.st_mtim};
  if (::chmod(to.c_str(), status.st_mode & 0777) != 0) return errno;
  return ::utimensat(AT_FDCWD, to.c_str(), times.data(), 0) == 0 ? 0 : errno;
}

std::uint64_t bytes_of(const auto& fingerprints) {
  std::uint64_t bytes = 0;
  for (const auto& [name, fingerprint] : fingerprints)
    if (S_ISREG(fingerprint.mode)) bytes += fingerprint.size;
  return bytes;
}

// Makes a folder with a mode like this one, in which its owner may do anything. Returns 0 or the error.
int make_folder(const std::string& folder, std::uint32_t mode) {
  std::error_code error;
  fs::create_directory(folder, error);
  return ::chmod(folder.c_str(), (mode & 0777) | S_IRWXU) == 0 ? 0 : errno;
}

// Copies a folder without what is in it, a link or a file of this mode; nothing else. Returns 0 or the error.
int copy_one(const std::string& from, const std::string& to, std::uint32_t mode) {
  if (S_ISDIR(mode)) return make_folder(to, mode);
  if (S_ISREG(mode)) return copy_file(from, to);
  std::error_code error;
  if (S_ISLNK(mode)) fs::copy_symlink(from, to, error);
  return error.value();
}

// Makes a folder and those that it lies in, up to `root`, with this mode whatever the process's mask is. False, with
// errno set, if one of them cannot be made.
bool make_folders(fs::path root, const fs::path& below, mode_t mode) {
  for (const fs::path& name : below) {
    root /= name;
    if (::mkdir(root.c_str(), mode) == 0 ? ::chmod(root.c_str(), mode) != 0 : errno != EEXIST) return false;
  }
  return true;
}

// A hash of a file's contents. A copy keeps its times: when it was read last is nothing that a game should see.
std::string hash_of_file(const std::string& file, bool is_copy) {
  struct stat status{};
  const bool known = is_copy && ::lstat(file.c_str(), &status) == 0;
  std::string hash = match::blake2b(read_file(file));
  const std::array times{status.st_atim, status.st_mtim};
  if (known) ::utimensat(AT_FDCWD, file.c_str(), times.data(), AT_SYMLINK_NOFOLLOW);
  return hash;
}

}  // namespace

FileSnapshot::FileSnapshot() = default;
FileSnapshot::~FileSnapshot() = default;

FileSnapshot::Fingerprint FileSnapshot::fingerprint_of(const std::string& path) {
  struct stat status{};
  if (::lstat(path.c_str(), &status) != 0) fail(path, errno);
  return {.device = status.st_dev,
          .file = status.st_ino,
          .size = static_cast<std::uint64_t>(status.st_size),
          .mode = status.st_mode,
          .modified = nanoseconds(status.st_mtim),
          .changed = nanoseconds(status.st_ctim)};
}

// Folders are told by what is in them, and only if they are not the first one.
FileSnapshot::Fingerprints FileSnapshot::fingerprints_of(const std::string& path, Parts parts,
                                                         std::size_t max_files) const {
  Fingerprints out;
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    const std::string file = fs::canonical(path, error).string();
    out.emplace("", fingerprint_of(error ? path : file));
    return out;
  }
  for (auto it = fs::recursive_directory_iterator(path, fs::directory_options::skip_permission_denied, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    const std::string file = it->path().string();
    const bool cache = std::ranges::find(caches, it->path().filename().string()) != caches.end();
    const bool results = ::access((file + "/.lock").c_str(), F_OK) == 0;  // of the host, for no player
    if ((cache && parts == Parts::no_caches) || results || file == root_) {
      it.disable_recursion_pending();
      continue;
    }
    try {
      Fingerprint fingerprint = fingerprint_of(file);
      if (S_ISDIR(fingerprint.mode)) fingerprint = {.mode = fingerprint.mode};
      out.emplace(file.substr(path.size() + 1), fingerprint);
    } catch (const InputError&) {  // it was removed in this moment
    }
    if (out.size() > max_files) break;
  }
  return out;
}

FileSnapshot::Fingerprints FileSnapshot::settled_fingerprints_of(const std::string& path, Parts parts) const {
  for (int trial = 0;; ++trial) {
    Fingerprints fingerprints = fingerprints_of(path, parts, std::string::npos);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto young = [&](const auto& entry) {
      return std::chrono::nanoseconds(entry.second.changed) > now - std::chrono::nanoseconds(stamp_time);
    };
    constexpr int patience = 20;
    if (trial == patience || std::ranges::none_of(fingerprints, young)) return fingerprints;
    std::this_thread::sleep_for(stamp_time);
  }
}

std::string FileSnapshot::place(const std::string& path, Parts parts) {
  const std::lock_guard lock(mutex_);
  const auto found = places_.find(path);
  return found != places_.end() ? found->second : places_[path] = keep(path, parts);
}

void FileSnapshot::watch(const std::string& path, Parts parts) {
  const std::lock_guard lock(mutex_);
  places_.emplace(path, path);
  if (!watched_.contains(path)) watched_[path] = {parts, settled_fingerprints_of(path, parts)};
}

void FileSnapshot::unwatch_around(const std::string& path) {
  const std::lock_guard lock(mutex_);
  std::erase_if(watched_, [&](const auto& entry) { return is_below(path, entry.first); });
}

std::string FileSnapshot::keep(const std::string& path, Parts parts) {
  std::error_code error;
  // Copied already, with the folder that it lies in. (A link there is for who sees the whole folder.)
  if (const fs::file_status there = fs::symlink_status(root_ + path, error);
      !root_.empty() && fs::is_regular_file(there))
    return root_ + path;
  if (fs::is_symlink(path, error) && !fs::is_directory(path, error)) {
    const std::string target = fs::canonical(path, error).string();
    if (error) fail(path, error.value());
    return place(target, parts);
  }
  const bool of_system = is_system_file(path) && access(path.c_str(), X_OK) == 0 && !fs::is_directory(path, error);
  if (!of_system && makes_boxes() && can_copy()) {
    const Fingerprints fingerprints = fingerprints_of(path, parts, max_copied_files);
    const std::uint64_t bytes = bytes_of(fingerprints);
    if (fingerprints.size() <= max_copied_files && bytes <= max_copied_bytes &&
        copied_bytes_ + bytes <= max_copied_bytes_in_all && copy(path, fingerprints)) {
      copied_bytes_ += bytes;
      return root_ + path;
    }
  }
  watch(path, parts);
  return path;
}

void FileSnapshot::make_root() {
  if (!root_.empty()) return;
  folder_ = std::make_unique<OwnFolder>();
  root_ = folder_->path();
}

std::string FileSnapshot::write(const std::vector<std::pair<std::string, std::string_view>>& files) {
  const std::lock_guard lock(mutex_);
  make_root();
  const std::string folder = fmt::format("{}/written-{}", root_, ++written_);
  if (!make_folders(root_, fs::path(folder).filename(), 0755))
    throw match::HostFault(with_errno(folder + " cannot be made"));
  for (const auto& [name, contents] : files) {
    const fs::path path = fs::path(folder) / name;
    std::error_code error;
    const bool made = make_folders(root_, path.parent_path().lexically_relative(root_), 0755);
    std::ofstream file(path, std::ios::binary);
    file.write(contents.data(), static_cast<std::streamsize>(contents.size()));
    fs::permissions(path, fs::perms(0644), error);
    if (!made || error || !file.flush()) throw match::HostFault(with_errno(path.string() + " cannot be written"));
  }
  return folder;
}

// False if there is no place for copies from which programs can be started.
bool FileSnapshot::can_copy() {
  try {
    make_root();
  } catch (const std::exception&) {  // no temporary folder can be made
    return false;
  }
  struct statvfs status{};
  return ::statvfs(root_.c_str(), &status) == 0 && (status.f_flag & ST_NOEXEC) == 0;
}

// False if the copy fails, as on a full disk. What is copied already stays as it was.
bool FileSnapshot::copy(const std::string& path, const Fingerprints& fingerprints) {
  const std::string target = root_ + path;
  std::error_code error;
  // Other participants can go through what they share of the way, and read no names there.
  if (!make_folders(root_, fs::path(path).parent_path().relative_path(), 0711)) return false;
  const bool folder = fs::is_directory(path, error);
  struct stat status{};
  if (folder && (::stat(path.c_str(), &status) != 0 || make_folder(target, status.st_mode) != 0)) return false;
  for (const auto& [name, fingerprint] : fingerprints) {  // folders before what is in them
    const std::string below = name.empty() ? "" : "/" + name, from = path + below;
    const int failure = copy_one(from, target + below, fingerprint.mode);
    if (failure == EEXIST || (folder && (failure == ENOENT || failure == EACCES))) continue;
    if (failure == ENOENT || failure == EACCES) fail(from, failure);
    if (failure != 0) return false;
  }
  return true;
}

FileHashes FileSnapshot::hashes_of(const std::string& path) {
  const std::string place = this->place(path, Parts::no_caches);
  const bool is_copy = !root_.empty() && place.starts_with(root_);
  FileHashes out;
  for (const auto& [name, fingerprint] : fingerprints_of(place, Parts::no_caches, std::string::npos)) {
    const std::string file = name.empty() ? place : place + "/" + name;
    std::string hash;
    if (S_ISLNK(fingerprint.mode))
      hash = "link to " + fs::read_symlink(file).string();
    else if (S_ISREG(fingerprint.mode))
      hash = hash_of_file(file, is_copy) + ((fingerprint.mode & S_IXUSR) != 0 ? " executable" : "");
    else
      continue;
    out[name.empty() ? fs::path(path).filename().string() : name] = std::move(hash);
  }
  return out.size() <= max_copied_files
             ? out
             : FileHashes{{"one of its many files", match::blake2b(text_of_json(nlohmann::json(out)))}};
}

std::vector<FileHashes> FileSnapshot::hashes(const std::vector<std::string>& paths) {
  const std::lock_guard lock(mutex_);
  std::vector<FileHashes> out;
  for (const std::string& path : paths) {
    if (!hashes_.contains(path)) hashes_[path] = hashes_of(path);
    out.push_back(hashes_.at(path));
  }
  std::ranges::sort(out);
  return out;
}

void FileSnapshot::check() {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, place] : places_)
    if (std::error_code error; place != path && !fs::exists(fs::symlink_status(place, error)))
      throw UserError(
          "{}: its copy for this run is gone ({}), so nothing more is played or stored: something on this "
          "machine removes temporary files",
          path, place);
  for (const auto& [path, watched] : watched_) {
    const Fingerprints& before = watched.fingerprints;
    Fingerprints now;
    try {
      now = fingerprints_of(path, watched.parts, std::string::npos);
    } catch (const InputError&) {  // it is not there any more
    }
    if (now == before) continue;
    const auto changed = std::ranges::find_if(
        before, [&](const auto& entry) { return !now.contains(entry.first) || now.at(entry.first) != entry.second; });
    const auto added = std::ranges::find_if(now, [&](const auto& entry) { return !before.contains(entry.first); });
    const std::string& name = changed != before.end() ? changed->first : added->first;
    throw UserError(
        "{}: has changed while it was played from, so nothing more is played or stored: what was stored before stays, "
        "and the same command goes on with the files as they are then",
        name.empty() ? path : path + "/" + name);
  }
}

}  // namespace pentocity::isolation
