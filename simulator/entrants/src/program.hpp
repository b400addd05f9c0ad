#pragma once
// The programs of players and sequencers that are commands.

#include "kinds.hpp"

namespace pentocity::entrants {

/// A command as its entry says, but for the options that are sent.
struct Program {
  Origin origin;
  isolation::WardenSetup setup = {};
  std::string name = {};
  Identity identity = {};
  std::vector<std::string> withheld = {};
};

/// The program that plays a folder of Java sources or a jar. It compiles the sources, in a process of their own. Throws
/// InputError, with the place, if they are wrong or no JDK is installed.
Program java_program(const Origin& origin, const char* role, const std::string& folder,
                     const isolation::Hosting& hosting);

}  // namespace pentocity::entrants
