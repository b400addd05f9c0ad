#include <set>
#include <stdexcept>

#include "catch.hpp"
#include "gerrymander/common.hpp"

namespace roman_test {

using namespace pentocity::app;

TEST_CASE("Roman numerals of known numbers") {
  CHECK(roman(1) == "I");
  CHECK(roman(4) == "IV");
  CHECK(roman(49) == "XLIX");
  CHECK(roman(1954) == "MCMLIV");
  CHECK(roman(1990) == "MCMXC");
  CHECK(roman(2014) == "MMXIV");
  CHECK(roman(3888) == "MMMDCCCLXXXVIII");
  CHECK(roman(3999) == "MMMCMXCIX");
  for (const int number : {-1, 0, 4000, 1 << 30}) CHECK_THROWS_AS(roman(number), std::out_of_range);
}

TEST_CASE("Roman numerals: all that there are") {
  // Each decimal digit is written by itself: an independent list of all numerals.
  const char* const digits[4][10] = {{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"},
                                     {"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"},
                                     {"", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"},
                                     {"", "M", "MM", "MMM"}};
  std::set<std::string> standard;
  for (int n = 1; n <= 3999; ++n) {
    const std::string numeral =
        std::string(digits[3][n / 1000]) + digits[2][n / 100 % 10] + digits[1][n / 10 % 10] + digits[0][n % 10];
    standard.insert(numeral);
    REQUIRE(roman(n) == numeral);
  }
  REQUIRE(standard.size() == 3999);
}

}  // namespace roman_test
