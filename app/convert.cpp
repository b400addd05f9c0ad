// `pentocity convert`: writes a puzzle in the format of another program.

#include "commands.hpp"
#include "pentocity/exchange/burrtools.hpp"
#include "pentocity/exchange/exact_cover.hpp"
#include "pentocity/exchange/puzzle_file.hpp"

namespace pentocity::app {

namespace {

struct ConvertArguments {
  std::string puzzle, to, out;
};

void convert_puzzle(const ConvertArguments& a) {
  const packing::Puzzle puzzle = exchange::find_puzzle(a.puzzle);
  const std::string text = a.to == "xmpuzzle" ? exchange::write_xmpuzzle(puzzle)
                           : a.to == "dlx"    ? exchange::dlx_text(puzzle)
                           : a.to == "dimacs" ? exchange::dimacs_text(puzzle)
                                              : exchange::yaml_of(puzzle);
  write_output(a.out, text);
}

}  // namespace

void add_convert(const Command& app) {
  const auto [command, a] =
      app.command(convert_puzzle, "convert", "Write a tiling puzzle in the format of another program");
  add_puzzle(command, a.puzzle);
  command
      .choice("--to yaml|xmpuzzle|dlx|dimacs", a.to,
              "Format: yaml, as `pentocity solve` reads it; xmpuzzle, for BurrTools; dlx, the exact-cover format of "
              "Knuth's DLX1 to DLX3; or dimacs, a formula for SAT solvers")
      .required();
  add_out(command, a.out);
  command.footer({"pentocity convert popinjay --to dlx -o popinjay.dlx"});
}

}  // namespace pentocity::app
