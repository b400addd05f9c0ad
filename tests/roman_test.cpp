#include "pentocity/core/roman.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <set>
#include <stdexcept>

using namespace pentocity;

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

TEST_CASE("Roman numerals: the standard ones are read, and nothing else is") {
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
    REQUIRE(from_roman(numeral) == n);
  }
  REQUIRE(standard.size() == 3999);

  // Every string of up to seven letters.
  int wrong = 0, read = 0;
  std::string text;
  const std::function<void()> grow = [&] {
    const bool is_read = from_roman(text).has_value();
    read += is_read;
    wrong += is_read != standard.contains(text);
    if (text.size() == 7) return;
    for (const char letter : {'I', 'V', 'X', 'L', 'C', 'D', 'M'}) {
      text.push_back(letter);
      grow();
      text.pop_back();
    }
  };
  grow();
  CHECK(wrong == 0);
  int short_ones = 0;
  for (const std::string& numeral : standard) short_ones += numeral.size() <= 7;
  CHECK(read == short_ones);

  for (const char* text2 : {"",    " ",    "IIII", "VX",         "IC",  "VV",  "MMMM",
                            "IM",  "XIIV", "i",    "mcmxc",      "Iv",  " I",  "I ",
                            "I\n", "1",    "A",    "MMMMCMXCIX", "IXI", "CMC", "MMMDCCCLXXXVIIII"})
    CHECK_FALSE(from_roman(text2).has_value());
  CHECK_FALSE(from_roman(std::string(1'000'000, 'M')).has_value());
  CHECK_FALSE(from_roman(std::string_view("I\0", 2)).has_value());
}
