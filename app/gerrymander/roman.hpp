#pragma once
// Roman numerals, which number districts and rounds in printed text.

#include <string>

namespace pentocity::app {

/// The maximum number that has a standard numeral, MMMCMXCIX.
inline constexpr int max_roman = 3999;

/// The standard numeral of 1 to 3999 in capitals: 1990 is MCMXC. Throws std::out_of_range for any other number.
std::string roman(int number);

}  // namespace pentocity::app
