#pragma once
// What many sequencers are built from: ready-made requests, the corner walk, cycling through a table. Streams draw from
// tables that are made once for the whole program, because a game asks for hundreds of requests.

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {

/// A residence from its picture, X for a cell and . for none, rows separated by '|'. For tables: it is parsed each
/// time.
Request residence(std::string_view picture);

/// The residences of a list of pictures, as above.
std::vector<Request> residences(std::initializer_list<std::string_view> pictures);

/// A rectangular factory; rows and columns from 1 to 5.
const Request& factory(int rows, int columns);

/// The star (X) and the line (I, lying).
const Request& star();
const Request& line();

/// A random path of five cells from the corner of a quarter plane, as a residence. Four times, the free neighbours of
/// the last cell are listed in the order right, left, down, up, and next_int(their number) chooses one: four draws.
/// Only paths come out, so never F, T, X or Y.
const Request& corner_walk(RequestRandom& random);

/// Goes through a table again and again, from its first entry on. The table outlives it.
class Cycle {
 public:
  explicit Cycle(const std::vector<Request>& table) : table_(&table) {}
  const Request& next() {
    const Request& request = (*table_)[at_];
    at_ = at_ + 1 == table_->size() ? 0 : at_ + 1;
    return request;
  }

 private:
  const std::vector<Request>* table_;
  std::size_t at_ = 0;
};

}  // namespace pentocity::sequencers
