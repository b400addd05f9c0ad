#pragma once
// What keeps an untrusted process in where no box can be made (box.hpp): Landlock, for files, TCP and signals.

#include <string>
#include <vector>

namespace pentocity::isolation {

/// What a confined process may reach of the file system besides the system's own folders (/usr, /etc and the like).
struct Reach {
  std::vector<std::string> readable;  ///< files and folders
  std::vector<std::string> hidden;    ///< in none of them, nor anything below
  std::string own;                    ///< the one folder that may be written to
};

/// A confinement, entered by any number of processes.
class Sandbox {
 public:
  explicit Sandbox(const Reach& reach);
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  /// What this kernel does not enforce, in words; none if all is.
  std::vector<std::string> missing() const;

  /// Confines this process and all that it starts, for ever: it reads `readable` and writes to `own` only, and signals
  /// or looks into no process outside. Call give_up_rights() before. False if that fails.
  bool enter() const;

 private:
  int ruleset_ = -1, landlock_abi_ = 0;
};

/// Gives up, for ever, the rights that programs could bring; needs the right to do so. Call before give_up_rights().
void bar_rights();

/// Whoever this process is, root or the root of a namespace: from now on it and all that it starts have the rights of
/// its user and no way to gain others; its memory and environment cannot be read by those of the same user.
void give_up_rights();

}  // namespace pentocity::isolation
