#include "pentocity/isolation/box.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <link.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <set>
#include <stdexcept>

#include "kernel.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

constexpr std::array system_folders{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/nix"};
// No /dev/zero: memory that is mapped from it would not be counted.
constexpr std::array devices{"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};

using Words = std::vector<std::string>;

void add(Words& command, std::initializer_list<std::string> words) { command.insert(command.end(), words); }

// The namespaces of a box, and the capabilities that its first process keeps.
Words unshared() {
  Words command{box_program(),          "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts",
                "--unshare-cgroup-try", "--as-pid-1",    "--new-session", "--hostname",    "box"};
  // A user other than root needs a user namespace to be allowed the rest. No process in it has the number of its root.
  if (geteuid() != 0) add(command, {"--unshare-user", "--uid", "1000", "--gid", "1000"});
  add(command, {"--cap-drop", "ALL"});
  for (const char* right : {"CAP_SYS_ADMIN", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP", "CAP_SYS_PTRACE", "CAP_KILL",
                            "CAP_DAC_OVERRIDE", "CAP_CHOWN", "CAP_FOWNER", "CAP_SYS_NICE"})
    add(command, {"--cap-add", right});
  return command;
}

void add_devices(Words& command) {
  for (const char* device : devices) add(command, {"--dev-bind-try", device, device});
  for (const auto& [link, target] :
       {std::pair{"/dev/fd", "/proc/self/fd"}, std::pair{"/dev/stdin", "/proc/self/fd/0"},
        std::pair{"/dev/stdout", "/proc/self/fd/1"}, std::pair{"/dev/stderr", "/proc/self/fd/2"}})
    add(command, {"--symlink", target, link});
}

std::vector<std::string> add_system(Words& command) {
  std::vector<std::string> shown;
  std::error_code error;
  for (const char* folder : system_folders) {
    if (fs::is_symlink(folder, error)) {
      add(command, {"--symlink", fs::read_symlink(folder, error).string(), folder});
    } else if (fs::is_directory(folder, error)) {
      add(command, {"--ro-bind", folder, folder});
      shown.emplace_back(folder);
    }
  }
  return shown;
}

// Covers what lies below something that is shown. Returns the covers, which are empty folders that can be written to.
std::vector<std::string> add_hidden(Words& command, const std::vector<std::string>& hidden,
                                    const std::vector<std::string>& shown) {
  std::vector<std::string> covers;
  std::error_code error;
  for (const std::string& path : hidden) {
    if (!is_below_any(path, shown)) continue;
    if (fs::is_directory(path, error)) {
      add(command, {"--tmpfs", path});
      covers.push_back(path);
    } else if (fs::exists(path, error)) {
      add(command, {"--ro-bind", "/dev/null", path});
    }
  }
  return covers;
}

// The shared libraries of this program that do not lie in the system's folders: those of a program that brings its own.
std::vector<std::string> own_libraries() {
  std::vector<std::string> out;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* list) {
        std::error_code error;
        const fs::path name = info->dlpi_name;
        if (const fs::path folder = fs::canonical(name.parent_path(), error);
            name.is_absolute() && fs::exists(name, error))
          static_cast<std::vector<std::string>*>(list)->push_back(folder / name.filename());
        return 0;
      },
      &out);
  std::erase_if(out, is_system_file);
  return out;
}

}  // namespace

bool is_below_any(const fs::path& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(folders, [&](const std::string& f) { return is_below(path, f); });
}

const std::string& box_program() {
  static const std::string found = [] {
    const char* const path = std::getenv("PATH");
    std::istringstream folders(std::string(path == nullptr ? "" : path) + ":/usr/bin:/bin");
    for (std::string folder; std::getline(folders, folder, ':');)
      if (const std::string file = folder + "/bwrap"; folder.starts_with('/') && access(file.c_str(), X_OK) == 0)
        return file;
    return std::string();
  }();
  return found;
}

bool is_system_file(const std::string& path) {
  return is_below_any(path, {system_folders.begin(), system_folders.end()});
}

std::vector<std::string> box_command(const BoxView& view, int program_file, const std::vector<std::string>& arguments) {
  Words command = unshared();
  const std::vector<std::string> system = add_system(command);
  std::vector<std::string> covers = add_hidden(command, view.hidden, system);
  add(command, {"--proc", "/proc", "--dir", box_own_folder, "--dir", "/var", "--dir", "/dev"});
  // Where something is to be seen below them, folders are made in their places.
  for (const char* link : {"/dev/shm", "/var/tmp"})
    if (!is_below(view.folder, link) &&
        std::ranges::none_of(view.shown, [&](const auto& shown) { return is_below(shown.first, link); }))
      add(command, {"--symlink", box_own_folder, link});
  add_devices(command);
  // Folders that are there for what is in them alone are for everybody only if they are asked for.
  const auto show = [&](const std::string& path, const std::string& place) {
    if (const std::string folder = fs::path(path).parent_path().string(); !is_below_any(folder, system))
      add(command, {"--dir", folder});
    add(command, {"--ro-bind", place, path});
  };
  // The warden cannot tell from its own path where they are: on another file system than / it has a shorter one here.
  std::set<std::string> library_folders;
  for (const std::string& library : own_libraries()) {
    show(library, library);
    library_folders.insert(fs::path(library).parent_path().string());
  }
  if (!library_folders.empty())
    add(command, {"--setenv", "LD_LIBRARY_PATH", fmt::format("{}", fmt::join(library_folders, ":"))});
  std::vector<std::string> shown;
  for (const auto& [path, place] : view.shown) {  // folders before what is in them
    if (path == place && is_below_any(path, system) && !is_below_any(path, view.hidden)) continue;
    show(path, place);
    shown.push_back(path);
  }
  for (const std::string& cover : add_hidden(command, view.hidden, shown)) covers.push_back(cover);
  if (!view.folder.empty() && !is_below_any(view.folder, system)) add(command, {"--dir", view.folder});
  for (const std::string& cover : covers) add(command, {"--remount-ro", cover});
  add(command, {"--chdir", "/", "--", fmt::format("/proc/self/fd/{}", program_file)});
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

void close_box() {
  constexpr unsigned long sealed = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC;
  for (const char* device : devices)
    if (access(device, F_OK) == 0 && mount(nullptr, device, nullptr, sealed, nullptr) != 0)
      throw std::runtime_error(with_errno(device));
  if (mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, nullptr) != 0)
    throw std::runtime_error(with_errno("the box cannot be closed"));
}

GameMounts::GameMounts(unsigned user, unsigned long long size)
    : options_(fmt::format("size={},nr_inodes=16384,mode=700,uid={},gid={}", size, user, user)) {
  for (const auto& entry : fs::directory_iterator(box_own_folder))
    shown_.emplace_back(entry.path().filename().string(), entry.path().string());
}

bool GameMounts::make() const {
  // From within the covered folder its entries can still be named.
  if (chdir(box_own_folder) != 0 ||
      mount("tmpfs", box_own_folder, "tmpfs", MS_NOSUID | MS_NODEV, options_.c_str()) != 0)
    return false;
  for (const auto& [name, path] : shown_) {
    struct stat status{};
    if (stat(name.c_str(), &status) != 0) return false;
    const char* const place = path.c_str();
    if ((S_ISDIR(status.st_mode) ? mkdir(place, 0755) : mknod(place, S_IFREG | 0644, 0)) != 0) return false;
    if (mount(name.c_str(), place, nullptr, MS_BIND | MS_REC, nullptr) != 0) return false;
  }
  if (chdir("/") != 0) return false;
  // Other processes of this namespace, the first one among them, are not to be seen. Kernels before 5.8 cannot hide
  // them.
  constexpr unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  return mount("proc", "/proc", "proc", flags, "hidepid=ptraceable") == 0 ||
         mount("proc", "/proc", "proc", flags, nullptr) == 0;
}

bool seal_proc() {
  return mount(nullptr, "/proc", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC,
               nullptr) == 0;
}

}  // namespace pentocity::isolation
