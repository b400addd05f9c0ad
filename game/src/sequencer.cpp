#include "pentocity/game/sequencer.hpp"

namespace pentocity::inline game {

const OptionSpec& generator_option() {
  static const OptionSpec option{
      "generator",
      "java",
      "the random numbers of the requests: java.util.Random, as in 2016 (java), or PCG (pcg)",
      {"java", "pcg"}};
  return option;
}

}  // namespace pentocity::inline game
