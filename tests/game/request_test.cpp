#include "pentocity/game/request.hpp"

#include <climits>
#include <set>

#include "catch.hpp"
#include "pentocity/core/picture.hpp"
#include "pentocity/core/random.hpp"

namespace request_test {

using namespace pentocity;

namespace {

Cells shape(std::string_view picture) { return cells_of_picture(picture, "#", "."); }
std::size_t rotation_count(std::string_view picture) {
  return Request(Building::residence, shape(picture)).rotations().size();
}

}  // namespace

TEST_CASE("a request is what the sequencer sent, slid to the corner", "[game]") {
  const Request request(Building::residence, {{7, -2}, {5, -2}, {6, -2}, {5, -1}, {5, 0}, {6, -2}});
  CHECK(request.type() == Building::residence);
  CHECK(request.cells() == shape("###|#..|#.."));
  CHECK(request.size() == 5);
  CHECK(request.rotations() == rotations(shape("###|#..|#..")));
  CHECK(request == Request(Building::residence, shape("###|#..|#..")));
  CHECK_FALSE(request == Request(Building::factory, shape("###|#..|#..")));
  CHECK_FALSE(request == Request(Building::residence, shape("###|..#|..#")));
}

TEST_CASE("one, two or four rotations", "[game]") {
  CHECK(rotation_count("#") == 1);
  CHECK(rotation_count(".#.|###|.#.") == 1);
  CHECK(rotation_count("#####") == 2);
  CHECK(rotation_count("##.|.#.|.##") == 2);
  CHECK(rotation_count("###|.#.|.#.") == 4);
  CHECK(rotation_count("##.|.##|.#.") == 4);
  for (int rows = 1; rows <= 5; ++rows)
    for (int columns = 1; columns <= 5; ++columns)
      CHECK(Request(Building::factory, rectangle(rows, columns)).rotations().size() == (rows == columns ? 1 : 2));
}

TEST_CASE("requests that are no piece", "[game]") {
  const auto refused = [](const Cells& cells) {
    CHECK_THROWS_AS(Request(Building::residence, cells), std::invalid_argument);
  };
  refused({});
  refused({{0, 0}, {1, 1}});
  refused({{0, 0}, {0, 2}});
  refused({{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 100}});
  refused({{0, 0}, {INT_MAX, INT_MAX}});
  refused({{INT_MIN, INT_MIN}, {INT_MAX, INT_MAX}});
  refused({{INT_MIN, 0}, {INT_MAX, 0}});
  refused({{0, INT_MIN}, {0, INT_MAX}});
}

TEST_CASE("requests at the end of the world, and long ones", "[game]") {
  for (const Cell corner :
       {Cell{INT_MAX, INT_MIN}, Cell{INT_MIN, INT_MIN}, Cell{INT_MIN, INT_MAX}, Cell{INT_MAX, INT_MAX}})
    CHECK(Request(Building::factory, {corner}).cells() == Cells{{0, 0}});
  CHECK(Request(Building::factory, {{INT_MAX, INT_MAX}, {INT_MAX, INT_MAX - 1}, {INT_MAX - 1, INT_MAX - 1}}).cells() ==
        shape("#.|##"));
  const Request bar(Building::residence, rectangle(1, 1000));
  CHECK(bar.size() == 1000);
  CHECK(bar.rotations().size() == 2);
  CHECK(bar.rotations()[1] == rectangle(1000, 1));
}

TEST_CASE("proper requests are pentominoes and rectangles up to 5x5", "[game]") {
  CHECK(Request(Building::residence, shape(".##|##.|.#.")).is_proper());
  CHECK(Request(Building::residence, rectangle(5, 1)).is_proper());
  CHECK_FALSE(Request(Building::residence, shape("##|##")).is_proper());
  CHECK_FALSE(Request(Building::residence, shape("##.|###|#..")).is_proper());
  CHECK(Request(Building::residence, {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 0}}).is_proper());
  for (int rows = 1; rows <= 6; ++rows)
    for (int columns = 1; columns <= 6; ++columns)
      CHECK(Request(Building::factory, rectangle(rows, columns)).is_proper() == (rows <= 5 && columns <= 5));
  CHECK_FALSE(Request(Building::factory, shape("##|#.")).is_proper());
  CHECK_FALSE(Request(Building::factory, shape("###|#.#|###")).is_proper());
}

TEST_CASE("rotations of a request do not depend on the requests before it", "[game]") {
  // Shapes are remembered by their cells within 8x8, and forgotten after many: go past both limits.
  Pcg random(31);
  std::set<Cells> shapes;
  for (int i = 0; i < 20000; ++i) {
    CAPTURE(i);
    Cells cells{{random.next_int(9), random.next_int(9)}};
    for (int n = random.next_int(30); n > 0; --n) {
      const Cell from = cells[random.next_int(static_cast<int>(cells.size()))];
      cells.push_back(from + steps(Lattice::square, 0)[random.next_int(4)]);
    }
    const Request request(Building::residence, cells);
    REQUIRE(request.rotations() == rotations(cells));
    shapes.insert(request.cells());
  }
  CHECK(shapes.size() > 5000);
}

}  // namespace request_test
