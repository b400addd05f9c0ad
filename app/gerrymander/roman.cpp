#include "roman.hpp"

#include <array>
#include <stdexcept>

namespace pentocity::app {
namespace {

constexpr std::array<int, 13> values{1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
constexpr std::array<const char*, 13> letters{"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

}  // namespace

std::string roman(int number) {
  if (number < 1 || number > max_roman)
    throw std::out_of_range(std::to_string(number) + " has no Roman numeral: they go from 1 to 3999");
  std::string out;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (; number >= values[i]; number -= values[i]) out += letters[i];
  return out;
}

}  // namespace pentocity::app
