#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <fstream>

#include "host/launch.hpp"
#include "kernel.hpp"
#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {
namespace {

namespace fs = std::filesystem;

constexpr const char* groups_root = "/sys/fs/cgroup";
// Groups are named after the process that made them: pentocity-PID is its own, pentocity-PID-N are those of boxes. They
// are locked as OwnFolder is.
constexpr std::string_view prefix = "pentocity-";
constexpr std::string_view controllers[] = {"memory", "pids", "cpu"};
// Beyond the limits of a game: what the warden and the makers of the box take, and files that programs are read from.
constexpr std::uint64_t spare_memory = 128 << 20;
constexpr int spare_tasks = 16;

// False, with errno set, if the kernel refuses.
bool write_to(const std::string& file, std::string_view text) {
  const File out(open(file.c_str(), O_WRONLY | O_CLOEXEC));
  return out.get() >= 0 && write(out.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

bool has_word(const std::string& text, std::string_view word) {
  return (" " + text.substr(0, text.find('\n')) + " ").find(fmt::format(" {} ", word)) != text.npos;
}

std::string changes(char sign) {
  std::string out;
  for (const std::string_view controller : controllers) out += fmt::format("{}{} ", sign, controller);
  return out;
}

// The folder of the group, of version 2, that this program is in; may end in a slash.
fs::path group_of_this() {
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("0::")) return groups_root / fs::path(line.substr(3)).relative_path();
  return groups_root;
}

// The group in which this program has been started, made ready for groups of boxes below it; at its end, as it was.
class Groups {
 public:
  Groups() : obstacle_(prepare()) {
    if (!obstacle_.empty()) leave_own();
  }
  ~Groups() {
    if (own_.empty()) return;
    write_to(folder_ + "/cgroup.subtree_control", changes('-'));
    leave_own();
  }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  const std::string& folder() const { return folder_; }
  const std::string& obstacle() const { return obstacle_; }

 private:
  std::string prepare() {
    struct statfs system{};
    if (statfs(groups_root, &system) != 0 || system.f_type != CGROUP2_SUPER_MAGIC)
      return fmt::format("there are none of version 2 at {}", groups_root);
    folder_ = group_of_this().string();
    if (folder_.ends_with('/')) folder_.pop_back();
    const std::string offered = text_of_kernel_file(folder_ + "/cgroup.controllers");
    for (const std::string_view controller : controllers)
      if (!has_word(offered, controller))
        return fmt::format("{} is not offered the controller {}", folder_, controller);
    remove_abandoned(folder_, prefix, [](const fs::path& group) { rmdir(group.c_str()); });
    const auto fails = [&](std::string_view what) { return with_errno(fmt::format("in {} {}", folder_, what)); };
    // The root of all groups has no such file, and may have processes beside groups.
    if (access((folder_ + "/cgroup.type").c_str(), F_OK) == 0) {
      own_ = fmt::format("{}/{}{}", folder_, prefix, getpid());
      if (mkdir(own_.c_str(), 0755) != 0 && errno != EEXIST) {
        own_.clear();
        return fails("none can be made");
      }
      own_lock_ = lock_folder(own_);
      if (!write_to(own_ + "/cgroup.procs", "0")) return fails("this program cannot be moved into one of its own");
    }
    if (!write_to(folder_ + "/cgroup.subtree_control", changes('+')))
      return errno == EBUSY ? fmt::format("{} has other processes than this program", folder_)
                            : fails("they can have no bounds");
    // However many boxes there are, who judges them comes to work.
    if (!own_.empty()) write_to(own_ + "/cpu.weight", "1000");
    return {};
  }

  void leave_own() {
    if (own_.empty()) return;
    write_to(folder_ + "/cgroup.procs", "0");
    rmdir(own_.c_str());
    own_.clear();
  }

  std::string folder_;  ///< of the group in which groups are made
  std::string own_;     ///< of the group of this program, if it has been moved
  File own_lock_;
  std::string obstacle_;
};

const Groups& groups() {
  static const Groups made;
  return made;
}

}  // namespace

const std::string& control_group_obstacle() { return groups().obstacle(); }

bool shares_by_session() {
  if (text_of_kernel_file("/proc/sys/kernel/sched_autogroup_enabled") != "1\n") return false;
  // Only processes that are in no group of the controller `cpu` but its root have autogroups. Under version 1 that
  // controller has groups of its own; under version 2 all groups have the file but those without the controller.
  std::ifstream lines("/proc/self/cgroup");
  for (std::string line; std::getline(lines, line);) {
    const std::size_t begin = line.find(':') + 1, end = line.find(':', begin);
    if (fmt::format(",{},", line.substr(begin, end - begin)).find(",cpu,") != line.npos)
      return line.substr(end + 1) == "/";
  }
  for (fs::path group = group_of_this(); group.string().starts_with(groups_root); group = group.parent_path())
    if (fs::exists(group / "cpu.weight")) return false;
  return true;
}

// With the other constructor first, so that the destructor removes a group that this one leaves half made.
ControlGroup::ControlGroup(std::uint64_t memory) : ControlGroup() {
  if (!control_group_obstacle().empty()) return;
  static std::atomic<int> number = 0;
  folder_ = fmt::format("{}/{}{}-{}", groups().folder(), prefix, getpid(), ++number);
  const auto check = [&](bool done) {
    if (!done) throw match::HostFault(with_errno("the control group " + folder_));
  };
  check(mkdir(folder_.c_str(), 0755) == 0);
  lock_ = lock_folder(folder_);
  check(lock_.get() >= 0);
  check(write_to(folder_ + "/memory.max", std::to_string(memory + spare_memory)));
  check(write_to(folder_ + "/memory.swap.max", "0") || errno == ENOENT);  // a kernel without swap has no such file
  check(write_to(folder_ + "/pids.max", std::to_string(max_tasks + spare_tasks)));
  entrance_ = File(open((folder_ + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  check(entrance_.get() >= 0);
}

ControlGroup::~ControlGroup() {
  if (folder_.empty()) return;
  // A process leaves its group a moment after it can be waited for.
  for (int i = 0; i < 100 && rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++i) usleep(1000);
}

std::uint64_t ControlGroup::times_out_of_memory() const {
  return folder_.empty() ? 0 : number_after("\noom ", text_of_kernel_file(folder_ + "/memory.events"));
}

}  // namespace pentocity::isolation
