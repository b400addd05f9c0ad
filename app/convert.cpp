// `pentocity convert`: writes a puzzle in the format of another program.

#include <fmt/format.h>

#include "commands.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/input/yaml.hpp"
#include "pentocity/tournament/files.hpp"

namespace pentocity::app {

namespace {

struct Arguments {
  std::string puzzle, to, out;
};

int convert_puzzle(const Arguments& a) {
  const packing::Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  const std::string text = a.to == "xmpuzzle" ? exchange::write_xmpuzzle(puzzle)
                           : a.to == "dlx"    ? exchange::dlx_text(puzzle)
                           : a.to == "dimacs" ? exchange::dimacs_text(puzzle)
                                              : exchange::yaml_of(puzzle);
  if (!a.out.empty())
    write_file(a.out, text, OnDisk::later);
  else
    std::fwrite(text.data(), 1, text.size(), stdout);
  return exit_done;
}

}  // namespace

void add_convert(CLI::App& app, int& exit_code) {
  const auto [command, a] =
      add_command(app, exit_code, convert_puzzle, "convert", "Write a tiling puzzle in the format of another program");
  option(command, "PUZZLE NAME|FILE", a.puzzle,
         "Built-in puzzle, which `pentocity list puzzles` names, or the YAML file of a puzzle, or an .xmpuzzle of "
         "BurrTools (FILE#2: its second problem)")
      ->required();
  choice(command, "--to yaml|xmpuzzle|dlx|dimacs", a.to,
         "Format: yaml, as `pentocity solve` reads it; xmpuzzle, for BurrTools; dlx, the exact-cover format of Knuth's "
         "DLX1 to DLX3; or dimacs, a formula for SAT solvers")
      ->required();
  option(command, "-o,--out FILE", a.out, "File to write (default: standard output)");
  command.footer("Example: pentocity convert popinjay --to dlx -o popinjay.dlx");
}

}  // namespace pentocity::app
