#pragma once
// Confinement where no box can be made (box.hpp): Landlock, for files, TCP and signals.

#include <string>
#include <vector>

#include "pentocity/input/file.hpp"

namespace pentocity::isolation {

/// What a confined process may reach in the file system besides the system's own folders (/usr, /etc, /opt and the
/// like), which it may read.
struct Reach {
  std::vector<std::string> readable;  ///< files and folders
  std::vector<std::string> hidden;    ///< files and folders that it cannot read, even below readable ones
  std::string own;                    ///< the one folder that may be written to, besides /dev/null and /dev/full
};

/// A set of Landlock rules, which any number of processes can enter.
class Sandbox {
 public:
  explicit Sandbox(const Reach& reach);

  /// What this kernel does not enforce, one sentence each; empty if it enforces everything.
  std::vector<std::string> missing() const;

  /// Confines this process and all that it starts, for ever: it reads `readable` and the system's folders and writes to
  /// `own` only. From version 6 of Landlock on, it can signal no process outside. Call give_up_rights() before. False
  /// if the kernel refuses; true, without any effect, if it has no Landlock.
  bool enter() const;

 private:
  File ruleset_;
  int landlock_abi_ = 0;
};

/// Removes all capabilities from the bounding set, so that no program that is executed can bring them. Needs the right
/// to do so; call it before give_up_rights().
void bar_rights();

/// Becomes another user, in no group but that of the same number. False, with errno set, if the kernel refuses.
bool become(unsigned user);

/// Takes all capabilities from this process and all that it starts, and sets no_new_privs, so that they can gain none
/// (root in a namespace included). Other processes of the same user cannot read its memory and environment.
void give_up_rights();

}  // namespace pentocity::isolation
