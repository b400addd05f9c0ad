#pragma once
// Parts of which many sequencers are made: ready-made requests, residences drawn as random walks, and base classes with
// random numbers. Functions that return a reference return an element of a table that is made once and kept until the
// program ends, because a game needs hundreds of requests.

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
/// The same. If both numbers are drawn, as in factory({draw(), draw()}), the rows come first: braces, unlike the
/// arguments of a function, are evaluated from left to right.
inline const Request& factory(Extent size) { return factory(size.rows, size.columns); }

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

/// A sequencer that remembers nothing: this function makes each request, from the random numbers and the turn.
template <Request (*request)(RequestRandom& random, int turn)>
class Memoryless : public DrawnSequencer {
 public:
  using DrawnSequencer::DrawnSequencer;
  Request next(int turn, const Land*) override { return request(random_, turn); }
};

}  // namespace pentocity::sequencers
