#include "land_picture.hpp"

namespace pentocity::app {
namespace {

struct RenderArguments {
  std::string trace, out;
  int turn = -1, cell = 12;
};

int render(const RenderArguments& a) {
  const std::string extension = std::filesystem::path(a.out).extension().string();
  if (extension != ".svg" && extension != ".png")
    throw InputError("-o {}: expected a name that ends in .svg or .png", a.out);
  if (std::filesystem::is_directory(a.trace))
    throw InputError("{}: is a folder; `pentocity show {}` lists the traces in it", a.trace, shell_word(a.trace));
  const LandPicture picture = land_picture(read_trace(a.trace), a.trace, a.turn);
  const bool highlight = a.turn >= 0;
  write_file(a.out, extension == ".svg" ? svg_of(picture, highlight) : png_of(picture, highlight, a.cell),
             OnDisk::later);
  return judged(picture, a.trace);
}

}  // namespace

void add_render(const Command& app) {
  const auto [command, a] = app.command(render, "render", "Write a picture of a recorded game's land as SVG or PNG");
  command.file("trace TRACE", a.trace,
               "Recorded game: a file *.jsonl.gz of the folder traces/ of some results, or *.jsonl");
  command.number("--turn N", a.turn, {0},
                 "Show the land as it was after this turn, with its building highlighted; turns count from 0 (default: "
                 "the land at the end of the game)");
  command.file("-o,--out FILE", a.out, "File to write, whose name ends in .svg or .png").required();
  command.number("--cell PIXELS", a.cell, {4, 100}, "Size of a cell in a PNG, in pixels (default: 12)");
  command.footer(
      {"pentocity render results/quickstart/traces/random__jigsaw-2016__5682113714600035__1.jsonl.gz -o land.svg"});
}

}  // namespace pentocity::app
