#pragma once
// The programs of players and sequencers that are commands.

#include "kinds.hpp"
#include "pentocity/portable/portable.hpp"

namespace pentocity::entrants {

/// A command as its entry says, but for the options that are sent.
struct Program {
  Origin origin;
  isolation::WardenSetup setup = {};                    ///< of its processes, unless it is portable
  std::shared_ptr<const portable::Module> module = {};  ///< if it is portable
  std::string name = {};
  nlohmann::ordered_json made_of = {};  ///< Entry::made_of, without options
  std::vector<std::string> withheld = {};
};

/// A portable program. Throws InputError, with the place, if it is none, and UserError if it cannot be run here.
Program portable_program(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting);

/// The program that plays a folder of Java sources or a jar. It compiles the sources, in a process of their own. Throws
/// InputError, with the place, if they are wrong or no JDK is installed.
Program java_program(const Origin& origin, const char* role, const std::string& folder,
                     const isolation::Hosting& hosting);

}  // namespace pentocity::entrants
