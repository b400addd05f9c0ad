#pragma once
// Parts of which many sequencers are made: ready-made requests, residences drawn as random walks, the repetition of a
// table of requests, and a base class with random numbers. Functions that return a reference return an element of a
// table that is made once and kept until the program ends, because a game needs hundreds of requests.

#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "pentocity/game/sequencer.hpp"

namespace pentocity::sequencers {

/// The residence that a picture draws: X for a cell and . for none, rows separated by '|', as in ".X.|XXX|.X.". Throws
/// std::invalid_argument for other characters and for cells that are not connected; the number of cells is not checked.
/// The picture is read anew in each call, so this is for making tables.
Request residence(std::string_view picture);

/// The residences that these pictures draw.
std::vector<Request> residences(std::initializer_list<std::string_view> pictures);

/// The factory with this many rows and columns, which must be from 1 to 5; they are not checked.
const Request& factory(int rows, int columns);

/// The X pentomino, and the I pentomino as one row of five cells.
const Request& star();
const Request& line();

/// A residence whose cells are a random walk of four steps without return. It begins at (0,0) and never leaves the rows
/// and columns from 0 on. In each step the neighbours of the last cell that may be entered are listed in the order
/// right, left, down, up, and next_int(their number) picks one; so four integers are drawn. F, T, X and Y cannot come
/// out, as they are no paths.
const Request& corner_walk(RequestRandom& random);

/// A sequencer that draws from the random numbers of its stream.
class DrawnSequencer : public Sequencer {
 public:
  explicit DrawnSequencer(const SequencerSetup& setup) : random_(setup.random) {}

 protected:
  RequestRandom random_;
};

/// Goes through a table of requests again and again, beginning with its first element. The table must have an element
/// and live longer than the object.
class Cycle {
 public:
  explicit Cycle(const std::vector<Request>& table) : table_(&table) {}
  /// The next element of the table.
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
