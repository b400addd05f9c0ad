#include "roman.hpp"

#include <array>
#include <stdexcept>
#include <string_view>

namespace pentocity::app {
namespace {

struct Part {
  int value;
  std::string_view letters;
};
constexpr std::array<Part, 13> parts{{{1000, "M"},
                                      {900, "CM"},
                                      {500, "D"},
                                      {400, "CD"},
                                      {100, "C"},
                                      {90, "XC"},
                                      {50, "L"},
                                      {40, "XL"},
                                      {10, "X"},
                                      {9, "IX"},
                                      {5, "V"},
                                      {4, "IV"},
                                      {1, "I"}}};

}  // namespace

std::string roman(int number) {
  if (number < 1 || number > max_roman)
    throw std::out_of_range(std::to_string(number) + " has no Roman numeral: they go from 1 to 3999");
  std::string out;
  for (const Part& part : parts)
    for (; number >= part.value; number -= part.value) out += part.letters;
  return out;
}

}  // namespace pentocity::app
