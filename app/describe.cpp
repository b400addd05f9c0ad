// Writes the pages for man, which are made from the command line's own definitions.
//   describe FOLDER     the folder gets man/man1/*.1
#include <cstdio>

#include "commands.hpp"
#include "description.hpp"
#include "pentocity/input/version.hpp"

int main(int argc, char** argv) {
  using namespace pentocity;
  if (argc != 2) {
    std::fputs("usage: describe FOLDER\n", stderr);
    return 2;
  }
  const std::string folder = std::string(argv[1]) + "/man/man1";
  results::make_folder(folder);
  for (const auto& [name, page] : app::manual_pages(app::command_line()->describe(), std::string(program_version())))
    results::write_file(folder + "/" + name, page, results::OnDisk::later);
}
