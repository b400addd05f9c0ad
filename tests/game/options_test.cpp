#include "pentocity/game/options.hpp"

#include <fmt/format.h>

#include <bit>
#include <climits>
#include <cmath>
#include <limits>

#include "catch.hpp"
#include "pentocity/core/random.hpp"

namespace options_test {

using namespace pentocity;
using Catch::Contains;

namespace {

const std::vector<OptionSpec> declared{{"greedy", false, ""},
                                       {"walks", std::int64_t{200}, "", {}, 1, 1000},
                                       {"any_integer", std::int64_t{0}, ""},
                                       {"count", std::int64_t{1}, "", {}, 1},
                                       {"weight", 0.5, "", {}, 0, 1},
                                       {"above", 0.0, "", {}, 0},
                                       {.name = "below", .fallback = 0.0, .meaning = "", .max = 2},
                                       {"free", 1.0, ""},
                                       {"order", std::string("rows"), "", {"rows", "diagonal"}},
                                       {"label", std::string(), ""}};

Options set(const std::string& name, OptionValue value) {
  Options options(declared);
  options.set(declared, name, std::move(value));
  return options;
}
#define REFUSED(name, value, words) CHECK_THROWS_MATCHES(set(name, value), std::invalid_argument, Catch::Message(words))

}  // namespace

TEST_CASE("options have their defaults", "[game]") {
  const Options options(declared);
  CHECK_FALSE(options.flag("greedy"));
  CHECK(options.integer("walks") == 200);
  CHECK(options.number("weight") == 0.5);
  CHECK(options.text("order") == "rows");
  CHECK(options.text("label").empty());
  CHECK(options.values().size() == declared.size());
  CHECK(Options().values().empty());
}

TEST_CASE("options are set", "[game]") {
  CHECK(set("greedy", true).flag("greedy"));
  CHECK(set("walks", std::int64_t{1}).integer("walks") == 1);
  CHECK(set("walks", std::int64_t{1000}).integer("walks") == 1000);
  CHECK(set("any_integer", std::int64_t{INT_MIN}).integer("any_integer") == INT_MIN);
  CHECK(set("any_integer", std::int64_t{INT_MAX}).integer("any_integer") == INT_MAX);
  CHECK(set("weight", 0.25).number("weight") == 0.25);
  CHECK(set("weight", std::int64_t{1}).number("weight") == 1.0);
  CHECK(set("free", -1e17).number("free") == -1e17);
  CHECK(set("order", std::string("diagonal")).text("order") == "diagonal");
  CHECK(set("label", std::string("anything at all")).text("label") == "anything at all");
}

TEST_CASE("options that are refused", "[game]") {
  REFUSED("walk", std::int64_t{1}, "there is no option 'walk'");
  REFUSED("greedy", std::int64_t{1}, "option 'greedy' takes a boolean, not '1' (an integer)");
  REFUSED("greedy", std::string("yes"), "option 'greedy' takes a boolean, not 'yes' (a string)");
  REFUSED("walks", 1.5, "option 'walks' takes an integer, not '1.5' (a number)");
  REFUSED("walks", std::string("5"), "option 'walks' takes an integer, not '5' (a string)");
  REFUSED("walks", true, "option 'walks' takes an integer, not 'true' (a boolean)");
  REFUSED("label", std::int64_t{5}, "option 'label' takes a string, not '5' (an integer)");
  REFUSED("walks", std::int64_t{0}, "option 'walks' is 0: expected 1 to 1000");
  REFUSED("walks", std::int64_t{1001}, "option 'walks' is 1001: expected 1 to 1000");
  REFUSED("any_integer", std::int64_t{INT_MAX} + 1,
          "option 'any_integer' is 2147483648: expected -2147483648 to 2147483647");
  REFUSED("any_integer", std::int64_t{INT_MIN} - 1,
          "option 'any_integer' is -2147483649: expected -2147483648 to 2147483647");
  REFUSED("count", std::int64_t{0}, "option 'count' is 0: expected 1 to 2147483647");
  REFUSED("weight", 1.0000001, "option 'weight' is 1.0000001: expected 0 to 1");
  REFUSED("weight", std::numeric_limits<double>::quiet_NaN(), "option 'weight' is nan: expected 0 to 1");
  REFUSED("free", std::numeric_limits<double>::infinity(), "option 'free' is inf: expected -1e+18 to 1e+18");
  REFUSED("above", -0.5, "option 'above' is -0.5: expected 0 or more");
  REFUSED("below", 2.5, "option 'below' is 2.5: expected 2 or less");
  REFUSED("order", std::string("row"), "option 'order' is 'row': expected one of rows, diagonal");
}

TEST_CASE("options that a plugin reads in a way it did not declare", "[game]") {
  const Options options(declared);
  CHECK_THROWS_AS(options.flag("walks"), std::logic_error);
  CHECK_THROWS_AS(options.integer("weight"), std::logic_error);
  CHECK_THROWS_AS(options.number("walks"), std::logic_error);
  CHECK_THROWS_AS(options.text("no such"), std::logic_error);
  CHECK_THROWS_WITH(options.text("no such"), Contains("'no such'"));
}

TEST_CASE("option values in words", "[game]") {
  CHECK(to_string(OptionValue(true)) == "true");
  CHECK(to_string(OptionValue(std::int64_t{-7})) == "-7");
  CHECK(to_string(OptionValue(0.1)) == "0.1");
  CHECK(to_string(OptionValue(std::string("word"))) == "word");
  CHECK(type_name(OptionValue(true)) == "boolean");
  CHECK(type_name(OptionValue(std::int64_t{1})) == "integer");
  CHECK(type_name(OptionValue(1.0)) == "number");
  CHECK(type_name(OptionValue(std::string())) == "string");
}

TEST_CASE("numbers as values of options are written as fmt writes them", "[options]") {
  CHECK(to_string(OptionValue(0.0)) == "0");
  CHECK(to_string(OptionValue(-0.0)) == "-0");
  for (const double number : {1e-5, 1e-4, 9999999999999998.0, 1e16, 0.1, 1.0 / 3, 1e300, 5e-324, 123456789.0, 0.00012})
    for (const double sign : {1.0, -1.0})
      CHECK(to_string(OptionValue(sign * number)) == fmt::format("{}", sign * number));
  core::Pcg random(7);
  for (int i = 0; i < 20'000; ++i) {
    CAPTURE(i);
    const auto high = std::uint64_t{random()} << 32;
    const auto number = std::bit_cast<double>(high | random());
    if (!std::isfinite(number)) continue;
    REQUIRE(to_string(OptionValue(number)) == fmt::format("{}", number));
  }
}

}  // namespace options_test
