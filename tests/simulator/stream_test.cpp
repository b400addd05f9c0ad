// The figures of a request stream against a slow twin, and what they are called.

#include "pentocity/figures/stream.hpp"

#include <cmath>
#include <random>

#include "catch.hpp"

namespace stream_test {

using namespace pentocity;
using namespace pentocity::figures;

namespace {

// Whether a player may turn one into the other.
bool are_equal(const Request& a, const Request& b) {
  Cells turned = b.cells();
  for (int quarter = 0; quarter < 4; ++quarter, turned = rotated(turned))
    if (a.type() == b.type() && a.cells() == turned) return true;
  return false;
}

// Each property in a pass of its own, by comparing requests with each other.
void check_by_twin(const std::vector<Request>& requests) {
  const StreamFigures figures = stream_figures("mine", requests);
  const auto count = static_cast<double>(requests.size());
  const auto share_of = [&](const Request& one) {
    return static_cast<double>(std::ranges::count_if(requests, [&](const auto& r) { return are_equal(r, one); })) /
           count;
  };
  double entropy = 0, factories = 0, cells = 0, distance = 0, followed = 0;
  std::vector<Request> different;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const double share = share_of(requests[i]);
    CHECK(figures.shares.at(request_name(requests[i])) == share);
    entropy -= std::log(share) / std::log(2) / count;
    if (std::ranges::none_of(different, [&](const auto& r) { return are_equal(r, requests[i]); }))
      different.push_back(requests[i]);
    if (requests[i].type() == Building::factory) ++factories, cells += requests[i].size();
    for (std::size_t j = i + 1; j < requests.size(); ++j)
      if (are_equal(requests[i], requests[j])) {
        ++followed, distance += static_cast<double>(j - i);
        break;
      }
  }
  const auto check_runs = [&](const Runs& runs, const auto& alike) {
    double runs_there = 0;
    int longest = 0;
    for (std::size_t i = 0, end = 0; i < requests.size(); i = end, ++runs_there) {
      while (end < requests.size() && alike(requests[i], requests[end])) ++end;
      longest = std::max(longest, static_cast<int>(end - i));
    }
    CHECK(runs.longest == longest);
    CHECK(runs.mean == count / runs_there);
  };
  CHECK(figures.sequencer == "mine");
  CHECK(figures.requests == count);
  CHECK(figures.shares.size() == different.size());
  CHECK(figures.entropy == Approx(entropy).margin(1e-9));
  CHECK(figures.factories == factories / count);
  CHECK(figures.factory_cells == (factories > 0 ? std::optional(cells / factories) : std::nullopt));
  CHECK(figures.distance == (followed > 0 ? std::optional(distance / followed) : std::nullopt));
  check_runs(figures.of_equal, are_equal);
  check_runs(figures.of_type, [](const auto& a, const auto& b) { return a.type() == b.type(); });
}

}  // namespace

TEST_CASE("stream: figures against a slow twin") {
  std::mt19937 random(7);
  const auto draw = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 200; ++round) {
    const int letters = 1 + draw(12), side = 1 + draw(5), factories = draw(3), length = 1 + draw(60);
    CAPTURE(round, letters, side, factories, length);
    std::vector<Request> requests;
    while (std::ssize(requests) < length) {
      Cells cells = *pentomino("FILNPTUVWXYZ"[draw(letters)]);
      if (draw(2) == 1) cells = mirrored(cells);
      for (int turns = draw(4); turns > 0; --turns) cells = rotated(cells);
      if (draw(2) < factories)
        requests.emplace_back(Building::factory, rectangle(1 + draw(side), 1 + draw(side)));
      else
        requests.emplace_back(Building::residence, cells);
      if (draw(3) == 0) requests.push_back(requests.back());
    }
    check_by_twin(requests);
  }
}

TEST_CASE("stream: names of requests") {
  std::map<std::string, int> names;
  for (const Cells& shape : free_polyominoes(5))
    for (const Cells& cells : orientations(shape, true, true)) ++names[request_name({Building::residence, cells})];
  CHECK(names.size() == 18);  // the one-sided pentominoes
  CHECK(request_name({Building::residence, *pentomino('F')}) == "residence F");
  CHECK(request_name({Building::residence, mirrored(rotated(*pentomino('F')))}) == "residence F'");
  CHECK(request_name({Building::residence, mirrored(*pentomino('W'))}) == "residence W");
  CHECK(request_name({Building::factory, rectangle(4, 2)}) == "factory 2x4");
  CHECK_THROWS_AS(request_name({Building::factory, *pentomino('F')}), std::invalid_argument);
}

TEST_CASE("stream: the table has the ten most frequent requests of all streams, the JSON all") {
  std::vector<Request> all;
  for (const char letter : std::string("FILNPTUVWXYZ"))
    for (int times = 0; times < (letter == 'Z' ? 3 : 1); ++times)
      all.emplace_back(Building::residence, *pentomino(letter));
  const std::vector<Request> bars(4, Request(Building::factory, rectangle(1, 5)));
  const std::vector<StreamFigures> streams{stream_figures("letters", all), stream_figures("bars", bars)};
  const std::string text = table_text(streams, 100);
  CHECK_THAT(text, Catch::Contains("factory 1x5               0.0  100.0\n  residence Z              21.4    0.0\n"));
  CHECK_THAT(text, !Catch::Contains("residence X"));  // W, X and Y are beyond the ten
  CHECK_THAT(text, Catch::Contains("turns to an equal one"));
  const auto json = to_json(streams);
  CHECK(json["streams"][0]["shares"].size() == 12);
  CHECK(json["streams"][1]["distance"] == 1.0);
  CHECK(json["streams"][0]["factory_cells"].is_null());
}

}  // namespace stream_test
