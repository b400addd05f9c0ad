#include "pentocity/packing/svg_sheet.hpp"

#include <fmt/format.h>

#include <charconv>
#include <stdexcept>

#include "pentocity/input/printable.hpp"

namespace pentocity::packing {
namespace {

// An attribute of the document's root, in pixels.
double size_of(const std::string& picture, const std::string& attribute) {
  const std::string mark = " " + attribute + "=\"";
  const std::size_t at = picture.find(mark);
  double size = 0;
  if (at != std::string::npos && at < picture.find('>'))
    std::from_chars(picture.data() + at + mark.size(), picture.data() + picture.size(), size);
  if (size <= 0) throw std::invalid_argument("a picture has no " + attribute);
  return size;
}

}  // namespace

std::string svg_sheet(std::span<const std::string> pictures, std::string_view title) {
  if (pictures.empty()) throw std::invalid_argument("a sheet has at least one picture");
  const double width = size_of(pictures.front(), "width"), height = size_of(pictures.front(), "height");
  const std::size_t n = pictures.size();
  const auto rows_of = [&](std::size_t columns) { return (n + columns - 1) / columns; };
  std::size_t columns = 1;
  while (columns < n && 3 * width * static_cast<double>(columns) < 4 * height * static_cast<double>(rows_of(columns)))
    ++columns;
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.2f}\" height=\"{1:.2f}\" viewBox=\"0 0 {0:.2f} "
      "{1:.2f}\">\n"
      "<title>{2}</title>\n",
      width * static_cast<double>(columns), height * static_cast<double>(rows_of(columns)), markup_text(title));
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t row = i / columns, column = i % columns;
    out += fmt::format("<g transform=\"translate({:.2f} {:.2f})\">\n{}</g>\n", width * static_cast<double>(column),
                       height * static_cast<double>(row), pictures[i]);
  }
  return out + "</svg>\n";
}

}  // namespace pentocity::packing
