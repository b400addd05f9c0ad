#pragma once
// Roman numerals: they number precincts and rounds in what is printed.

#include <optional>
#include <string>
#include <string_view>

namespace pentocity {

/// The largest number that has a standard numeral: MMMCMXCIX.
inline constexpr int max_roman = 3999;

/// The standard numeral of 1 to 3999 in capitals: 1990 is MCMXC. Throws std::out_of_range for any other number.
std::string roman(int number);

/// The number of a standard numeral; none for anything else (IIII, VX, IC, small letters, blanks, nothing).
std::optional<int> from_roman(std::string_view numeral);

}  // namespace pentocity
