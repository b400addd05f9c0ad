// Writes what is made from the command line's own definitions: pages for man, and completion for shells.
//   describe FOLDER     the folder gets man/man1/*.1 and the scripts where shells look below share/
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
  const auto commands = app::command_line()->describe();
  const auto write = [&](const std::string& folder, const std::string& name, const std::string& text) {
    const std::string path = std::string(argv[1]) + "/" + folder;
    results::make_folder(path);
    results::write_file(path + "/" + name, text, results::OnDisk::later);
  };
  for (const auto& [name, page] : app::manual_pages(commands, std::string(program_version())))
    write("man/man1", name, page);
  write("bash-completion/completions", "pentocity", app::bash_completion(commands));
  write("zsh/site-functions", "_pentocity", app::zsh_completion(commands));
  write("fish/vendor_completions.d", "pentocity.fish", app::fish_completion(commands));
}
