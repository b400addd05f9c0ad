#include "sandbox.hpp"

#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>

#include "pentocity/input/file.hpp"
#include "pentocity/isolation/box.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

// Newer than the headers of some systems.
constexpr std::uint64_t access_truncate = 1 << 14, access_ioctl_device = 1 << 15;
constexpr std::uint64_t access_bind_tcp = 1 << 0, access_connect_tcp = 1 << 1;
constexpr std::uint64_t scope_abstract_sockets = 1 << 0, scope_signals = 1 << 1;
struct RulesetAttributes {
  std::uint64_t handled_access_fs = 0, handled_access_net = 0, scoped = 0;
};

constexpr std::uint64_t read_files = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr std::uint64_t read_folders = LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t of_files = read_files | LANDLOCK_ACCESS_FS_WRITE_FILE | access_truncate | access_ioctl_device;
constexpr std::uint64_t all_of_first_abi = (std::uint64_t{LANDLOCK_ACCESS_FS_MAKE_SYM} << 1) - 1;

std::uint64_t handled_by(int abi) {
  std::uint64_t handled = all_of_first_abi;
  if (abi >= 2) handled |= LANDLOCK_ACCESS_FS_REFER;
  if (abi >= 3) handled |= access_truncate;
  if (abi >= 5) handled |= access_ioctl_device;
  return handled;
}

// Rights below files and folders, to be enforced together; what no rule allows is refused.
struct FileRules {
  int ruleset;
  std::uint64_t handled;

  void allow(const std::string& path, std::uint64_t rights) const {
    const File file(open(path.c_str(), O_PATH | O_CLOEXEC));
    if (file.get() < 0) return;  // what is not there needs no right
    struct stat status{};
    if (fstat(file.get(), &status) == 0 && !S_ISDIR(status.st_mode)) rights &= of_files;
    landlock_path_beneath_attr rule{};
    rule.allowed_access = rights & handled;
    rule.parent_fd = file.get();
    if (rule.allowed_access != 0) syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  }
};

// Rights to read a file or folder less what is hidden in it: Landlock cannot take away what it has given to a folder,
// so that its entries are named one by one where something below them is hidden.
void allow_reading(const FileRules& rules, const fs::path& path, const std::vector<fs::path>& hidden) {
  const auto any = [&](auto&& test) { return std::ranges::any_of(hidden, test); };
  if (any([&](const fs::path& h) { return is_below(path, h); })) return;
  if (!any([&](const fs::path& h) { return is_below(h, path); })) {
    rules.allow(path.string(), read_files | read_folders);
    return;
  }
  rules.allow(path.string(), read_folders);  // names, no contents
  std::error_code error;
  for (auto it = fs::directory_iterator(path, error); !error && it != fs::directory_iterator(); it.increment(error))
    if (!it->is_symlink(error)) allow_reading(rules, it->path(), hidden);
}

fs::path canonical(const std::string& path) {
  std::error_code error;
  fs::path out = fs::weakly_canonical(path, error);
  if (error) return path;
  // A path that ends in a slash has an empty last name.
  return out.has_filename() || out == out.root_path() ? out : out.parent_path();
}

// The version of Landlock that this kernel has; less than 1: none.
int landlock_abi() {
  return static_cast<int>(syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION));
}

// A set of rules, as yet without any; -1 if there is no Landlock.
File new_ruleset(int abi) {
  if (abi < 1) return File();
  RulesetAttributes attributes;
  attributes.handled_access_fs = handled_by(abi);
  if (abi >= 4) attributes.handled_access_net = access_bind_tcp | access_connect_tcp;
  if (abi >= 6) attributes.scoped = scope_abstract_sockets | scope_signals;
  const std::size_t size = abi >= 6   ? sizeof attributes
                           : abi >= 4 ? offsetof(RulesetAttributes, scoped)
                                      : sizeof attributes.handled_access_fs;
  return File(static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0)));
}

}  // namespace

std::vector<std::string> missing_of_sandbox() {
  const int abi = landlock_abi();
  std::vector<std::string> out;
  if (new_ruleset(abi).get() < 0)
    out.emplace_back("it reads and writes files as far as its user may: the kernel offers no Landlock");
  else if (abi < 3)
    out.emplace_back("it can cut files short: the kernel's Landlock is older than its version 3");
  if (abi < 6) out.emplace_back("it can signal other processes of its user: Landlock is older than its version 6");
  return out;
}

bool enter_sandbox(const std::vector<std::string>& readable, const std::vector<std::string>& hidden,
                   const std::string& own) {
  const int abi = landlock_abi();
  const File ruleset = new_ruleset(abi);
  if (ruleset.get() < 0) return true;
  const FileRules rules{ruleset.get(), handled_by(abi)};
  std::vector<fs::path> not_read;
  for (const std::string& path : hidden) not_read.push_back(canonical(path));
  for (const char* path : {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/opt", "/nix",
                           "/sys/devices/system/cpu", "/dev/urandom", "/dev/random"})
    allow_reading(rules, canonical(path), not_read);
  for (const std::string& path : readable) allow_reading(rules, canonical(path), not_read);
  for (const char* path : {"/dev/null", "/dev/full"}) rules.allow(path, of_files);
  rules.allow(own, all_of_first_abi | LANDLOCK_ACCESS_FS_REFER | access_truncate);
  return syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0;
}

void bar_rights() {
  for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) continue;
}

bool become(unsigned user) {
  return setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0;
}

void give_up_rights() {
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> none{};
  syscall(SYS_capset, &header, none.data());
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

}  // namespace pentocity::isolation
