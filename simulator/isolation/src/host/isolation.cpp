#include "pentocity/isolation/isolation.hpp"

#include "box/sandbox.hpp"
#include "host/launch.hpp"
#include "kernel.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/remote.hpp"

namespace pentocity::isolation {
namespace {

// How many processes the kernel has killed for want of memory, of the machine's or of a control group's.
std::uint64_t kills_for_memory() { return number_after("\noom_kill ", text_of_kernel_file("/proc/vmstat")); }

// Tries to start a warden in a box that shows nothing. Returns why that failed; empty if it did not.
std::string try_box() {
  try {
    auto none = std::make_shared<Confinement>();
    none->require = match::Require::none;
    const Warden trial({{{"role", "player"}, {"built_in", ""}}, "", {}, {}, {}, std::move(none)}, true);
    return {};
  } catch (const match::HostFault& fault) {
    return fault.what();
  }
}

// Why no boxes can be made here; empty if they can. What ends the trial by chance does not decide it.
const std::string& box_obstacle() {
  static const std::string obstacle = [] {
    if (box_program().empty()) return std::string("bubblewrap (bwrap) is not installed");
    std::string why;
    for (int trial = 0; trial < 3; ++trial)
      if (why = try_box(); why.empty()) break;
    return why;
  }();
  return obstacle;
}

}  // namespace

OutOfMemoryWatch::OutOfMemoryWatch() : before_(kills_for_memory()) {}

void OutOfMemoryWatch::set_alone(std::size_t games) {
  if (games > 0) before_ = kills_for_memory();
  games_ = games;
}

bool OutOfMemoryWatch::killed() const { return kills_for_memory() > before_; }

match::Require default_requirement() {
  const char* const said = std::getenv("PENTOCITY_REQUIRE");
  if (said == nullptr || *said == '\0') return match::Require::box;
  if (std::string_view(said) != "none")
    throw UserError("PENTOCITY_REQUIRE: the only value is none, and not '{}'", said);
  return match::Require::none;
}

bool makes_boxes() { return box_obstacle().empty(); }

std::vector<std::string> missing_confinement() {
  const WardenProgram& program = warden_program();
  if (program.file.get() < 0) throw UserError(program.path + " is missing, a part of this program");
  std::vector<std::string> out;
  if (const std::string& obstacle = box_obstacle(); !obstacle.empty())
    out.push_back("it has no box, and may do whatever this user may: " + obstacle);
  if (const std::string& obstacle = control_group_obstacle(); !obstacle.empty()) {
    out.push_back("some of what the kernel keeps for it is not counted: there are no control groups, because " +
                  obstacle);
    if (!shares_by_session())
      out.emplace_back("many processes give it more of the processors than one: Linux does not share by session here");
  }
  if (system_call_filter().empty())
    out.emplace_back("system calls are not filtered: the kernel offers no filters here");
  return out;
}

void check_confinement(const Confinement& confinement) {
  if (confinement.require == match::Require::none) return;
  if (confinement.require == match::Require::all) {
    if (const auto missing = missing_confinement(); !missing.empty())
      throw UserError("isolation: all protection is required, but {}", missing.front());
  } else if (const std::string& obstacle = box_obstacle(); !obstacle.empty()) {
    throw UserError(
        "programs and plugins play in boxes, and none can be made here: {}. Portable players (.wasm) need none; with "
        "`isolation: {{require: none}}` in a config, or PENTOCITY_REQUIRE=none in the environment, the others play "
        "with all rights of this user",
        obstacle);
  }
}

}  // namespace pentocity::isolation
