#pragma once
// Where the tests find the checkout and what was built of it.

#include <string>

namespace pentocity::test {

/// Whole paths, as the build knows them. No source but paths.cpp is compiled with them, so that ccache has the others
/// for all checkouts.
struct Paths {
  std::string sources;   ///< the checkout
  std::string program;   ///< `pentocity`; under an emulator, the command line that starts it
  std::string warden;    ///< `pentocity-warden`
  std::string examples;  ///< the folder of the plugins built from docs/examples
  std::string plugins;   ///< how the path of a plugin of tests/plugins begins: its name and `.so` follow
  std::string commands;  ///< the same of a program of tests/commands: its name follows
};
const Paths& paths();

inline const std::string &sources = paths().sources, &program = paths().program, &warden = paths().warden,
                         &examples = paths().examples, &plugins = paths().plugins, &commands = paths().commands;

}  // namespace pentocity::test
