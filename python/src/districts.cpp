// Districts: boards of voters, and all their plans.

#include "convert.hpp"
#include "pentocity/core/random.hpp"
#include "pentocity/districting/plans.hpp"

namespace pentocity::python {

using namespace py::literals;
using districting::Contiguity, districting::DistrictPlan, districting::Electorate, districting::Measure;
using districting::Plans, districting::SeatCounts, districting::Ties;

template <>
inline constexpr std::array words<Ties>{"nobody"sv, "a"sv, "b"sv, "half"sv};
template <>
inline constexpr std::array words<Measure>{"plans"sv, "trees"sv};
template <>
inline constexpr std::array words<Contiguity>{"rook"sv, "queen"sv};

namespace {

districting::DistrictRules rules_of(int size, int max_size, int districts, Contiguity contiguity,
                                    std::vector<int> weights) {
  districting::DistrictRules rules(size, max_size == 0 ? size : max_size, districts);
  rules.contiguity = contiguity;
  rules.weights = std::move(weights);
  return rules;
}

py::array array_of_plan(const Electorate& electorate, const DistrictPlan& plan) {
  check_numpy();
  py::array_t<std::int16_t> out({electorate.rows, electorate.columns});
  std::copy(plan.begin(), plan.end(), out.mutable_data());
  return out;
}

// A plan from an array of labels or a plan's text; throws what is wrong with it.
DistrictPlan plan_of(const Electorate& electorate, py::handle from) {
  if (py::isinstance<py::str>(from)) return read_plan(electorate, py::cast<std::string>(from));
  check_numpy();
  const py::array_t<std::int64_t, py::array::c_style> array(py::reinterpret_borrow<py::object>(from));
  if (array.size() != electorate.rows * electorate.columns)
    throw py::value_error(fmt::format("a plan is an array of shape ({}, {})", electorate.rows, electorate.columns));
  // Numbered anew and checked by the reader of plans' texts.
  std::string text;
  for (py::ssize_t i = 0; i < array.size(); ++i) {
    if (i > 0 && i % electorate.columns == 0) text += '|';
    const std::int64_t label = array.data()[i];
    text += label < 0 ? "#" : fmt::format("[{}]", label);
  }
  return read_plan(electorate, text);
}

// Seats as Python's number: an int, or a float where half seats are counted.
py::object number_of_seats(std::size_t seats, int steps) {
  return steps == 1 ? py::object(py::int_(seats)) : py::object(py::float_(static_cast<double>(seats) / steps));
}

py::dict dict_of_counts(const SeatCounts& counts) {
  py::dict a, b;
  for (std::size_t i = 0; i < counts.a.size(); ++i) a[number_of_seats(i, counts.steps)] = counts.a[i];
  for (std::size_t i = 0; i < counts.b.size(); ++i) b[number_of_seats(i, counts.steps)] = counts.b[i];
  return py::dict("a"_a = a, "b"_a = b, "plans"_a = counts.plans);
}

// A function of a board, which gives what `seats_of` says of many plans at once.
auto seats_by(int (*seats_of)(const Electorate&, const DistrictPlan&, Ties)) {
  return [seats_of](const Electorate& e, const py::array_t<std::int64_t, py::array::c_style>& plans,
                    Ties ties) -> py::array {
    const py::ssize_t cells = e.rows * e.columns;
    if (plans.size() % cells != 0)
      throw py::value_error(fmt::format("plans are an array of shape (n, {}, {})", e.rows, e.columns));
    const int most = e.districts() > 0 ? e.districts() : e.voters() / e.rules.min;
    check_numpy();
    py::array_t<double> out(plans.size() / cells);
    const std::int64_t* label = plans.data();
    DistrictPlan plan(cells);
    for (py::ssize_t i = 0; i < out.size(); ++i) {
      for (int& district : plan) {
        if (*label < -1 || *label >= most)
          throw py::value_error(fmt::format("a plan has the labels 0 to {}, and -1", most - 1));
        district = static_cast<int>(*label++);
      }
      out.mutable_data()[i] = static_cast<double>(seats_of(e, plan, ties)) / steps_of(ties);
    }
    return out;
  };
}

py::object extreme_of(const Electorate& electorate, const districting::Extreme& extreme, int steps) {
  return py::dict("seats"_a = static_cast<double>(extreme.seats) / steps,
                  "plan"_a = array_of_plan(electorate, extreme.plan), "proof"_a = name_of(extreme.proof),
                  "limit"_a = static_cast<double>(extreme.limit) / steps);
}

// All plans of a board, with the board.
struct PyPlans {
  Electorate electorate;
  Plans plans;
};

}  // namespace

void add_districts(py::module_& m) {
  py::class_<Electorate>(
      m, "Electorate",
      "A board of voters of two parties, A and B, to be divided into connected districts of equal "
      "size (docs/reference/gerrymander.md). A plan is an array of shape (rows, columns) with the number of "
      "each cell's district, -1 for a blocked cell.")
      .def(
          py::init([](const std::string& picture, int size, int max_size, int districts, Contiguity contiguity,
                      const std::vector<int>& weights) {
            return districting::read_electorate(picture, rules_of(size, max_size, districts, contiguity, weights));
          }),
          "picture"_a, "size"_a = 0, "max_size"_a = 0, "districts"_a = 0, "contiguity"_a = Contiguity::rook,
          "weights"_a = std::vector<int>(),
          "From a picture of A, B and # (blocked), rows split at line ends or '|'. Districts have from `size` to "
          "`max_size` voters (0: all as many as `size`). If `size` is 0, they have any number if `districts` is given, "
          "and else as many as the board has columns; with `weights` one of the two is needed. "
          "`districts` is their number, 0 for any; `contiguity` is 'rook' or 'queen'; `weights` are the voters of each "
          "cell, row by row, one if left out. Throws InputError.")
      .def_static(
          "without_votes",
          [](int rows, int columns, int size, const std::string& blocked, int max_size, int districts,
             Contiguity contiguity, const std::vector<int>& weights) {
            return districting::electorate_without_votes(
                rows, columns, rules_of(size, max_size, districts, contiguity, weights), blocked);
          },
          "rows"_a, "columns"_a, "size"_a, "blocked"_a = "", "max_size"_a = 0, "districts"_a = 0,
          "contiguity"_a = Contiguity::rook, "weights"_a = std::vector<int>(),
          "A board on which all voters are of party B.")
      .def_readonly("rows", &Electorate::rows, "Rows of the board.")
      .def_readonly("columns", &Electorate::columns, "Columns of the board.")
      .def_property_readonly(
          "size", [](const Electorate& e) { return e.rules.min; }, "The fewest voters of a district.")
      .def_property_readonly(
          "max_size", [](const Electorate& e) { return e.rules.max; }, "The most voters of a district.")
      .def_property_readonly("districts", &Electorate::districts,
                             "The number of districts of a plan; 0 if plans differ in it.")
      .def_property_readonly("votes_of_a", &Electorate::votes_of_a, "The number of voters of party A.")
      .def_property_readonly("picture", &districting::picture_of, "The picture of the board, rows joined by '|'.")
      .def_property_readonly(
          "votes",
          [](const Electorate& e) {
            check_numpy();
            py::array_t<std::int8_t> out({e.rows, e.columns});
            for (std::size_t i = 0; i < e.cells.size(); ++i)
              out.mutable_data()[i] = static_cast<std::int8_t>(e.cells[i] == 'A' ? 1 : e.cells[i] == 'B' ? 0 : -1);
            return out;
          },
          "The votes, an array of int8 of shape (rows, columns): 1 for A, 0 for B, -1 for a blocked cell.")
      .def(
          "count_plans",
          [](const Electorate& e, Measure measure) {
            const auto count = without_gil([&] { return count_plans(e, {.measure = measure}); });
            return py::int_(py::str(count.plans));
          },
          "measure"_a = Measure::plans,
          "How many plans the board has, exactly; with the measure 'trees', the sum over all plans of the products of "
          "their districts' numbers of spanning trees. Throws InputError if it is too wide.")
      .def(
          "count_seats",
          [](const Electorate& e, Ties ties, Measure measure) {
            return dict_of_counts(without_gil([&] { return count_seats(e, ties, {.measure = measure}); }));
          },
          "ties"_a = Ties::nobody, "measure"_a = Measure::plans,
          "How many plans there are for each number of seats (with the measure 'trees', their weights): a dict of 'a' "
          "and 'b', dicts of seats to plans, and 'plans', the number of all. `ties` says who has the seat of a tied "
          "district: 'nobody', 'a', 'b' or 'half'.")
      .def(
          "extreme_seats",
          [](const Electorate& e, Ties ties) {
            const auto extremes = without_gil([&] { return extreme_seats(e, ties, nullptr); });
            const int steps = steps_of(ties);
            return py::make_tuple(extreme_of(e, extremes.fewest, steps), extreme_of(e, extremes.max, steps));
          },
          "ties"_a = Ties::nobody,
          "The fewest and the most seats of A over all plans: two dicts of seats, plan, proof ('enumeration', 'bound' "
          "or 'none') and limit, a number of seats that no plan can pass.")
      .def(
          "plans",
          [](const Electorate& e, std::size_t max_bytes, Measure measure) {
            return PyPlans{e, Plans(e, {.measure = measure, .max_bytes = max_bytes})};
          },
          py::call_guard<py::gil_scoped_release>(), "max_bytes"_a = std::size_t{1} << 30, "measure"_a = Measure::plans,
          "All plans, numbered: to list them, and to draw from them. With the measure 'trees', a plan has as many "
          "numbers as its weight, the product of its districts' numbers of spanning trees.")
      .def(
          "read_plan", [](const Electorate& e, py::handle plan) { return array_of_plan(e, plan_of(e, plan)); },
          "plan"_a,
          "Checks a plan, an array of labels or a text as plan_text() writes it, and numbers its districts in the "
          "order of their first cells. Throws InputError, which says what is wrong with which district.")
      .def(
          "plan_text", [](const Electorate& e, py::handle plan) { return districting::plan_text(e, plan_of(e, plan)); },
          "plan"_a, "A plan as text: a label for each cell, rows joined by '|'.")
      .def("seats_of_a", seats_by(&districting::seats_of_a), "plans"_a, "ties"_a = Ties::nobody,
           "The seats of A under each of these plans, an array of shape (n, rows, columns): an array of shape (n,).")
      .def("seats_of_b", seats_by(&districting::seats_of_b), "plans"_a, "ties"_a = Ties::nobody,
           "The same for party B.")
      .def(
          "votes_by_district",
          [](const Electorate& e, py::handle plan) {
            std::vector<int> votes;
            for (const auto& district : votes_by_district(e, plan_of(e, plan))) votes.push_back(district.votes_of_a);
            return votes;
          },
          "plan"_a, "The number of votes for A in each district of a plan.")
      .def(
          "efficiency_gap",
          [](const Electorate& e, py::handle plan) { return districting::efficiency_gap(e, plan_of(e, plan)); },
          "plan"_a, "The wasted votes of A less those of B, divided by all votes (Stephanopoulos and McGhee 2015).")
      .def("__repr__", [](const Electorate& e) {
        return fmt::format("<Electorate of {}x{} cells, districts of {}>", e.rows, e.columns, e.sizes_text());
      });

  py::class_<PyPlans>(m, "Plans",
                      "All plans of a board, numbered from 0. A plan is an array of shape (rows, columns) with the "
                      "numbers of the districts, which count from 0; the text of a plan, as `pentocity gerrymander` "
                      "prints it, counts them from 1.")
      .def("__repr__",
           [](const PyPlans& p) {
             return fmt::format("<Plans: all {} of {}x{} cells in districts of {}>", p.plans.count(), p.electorate.rows,
                                p.electorate.columns, p.electorate.sizes_text());
           })
      .def_property_readonly(
          "count", [](const PyPlans& p) { return p.plans.count(); }, "How many there are.")
      .def("__len__", [](const PyPlans& p) { return p.plans.count(); })
      .def(
          "__getitem__",
          [](const PyPlans& p, std::int64_t number) {
            if (number < 0) number += static_cast<std::int64_t>(p.plans.count());
            if (number < 0) throw py::index_error("there is no plan of this number");
            return array_of_plan(p.electorate, p.plans[static_cast<std::uint64_t>(number)]);
          },
          "number"_a)
      .def(
          "draw",
          [](const PyPlans& p, int count, std::uint64_t seed) {
            if (count < 0) throw py::value_error("the number of plans is at least 0");
            check_numpy();
            py::array_t<std::int16_t> out({count, p.electorate.rows, p.electorate.columns});
            std::int16_t* to = out.mutable_data();
            const py::gil_scoped_release released;
            Pcg random(seed);
            for (int i = 0; i < count; ++i) {
              const DistrictPlan plan = p.plans.draw(random);
              to = std::copy(plan.begin(), plan.end(), to);
            }
            return out;
          },
          "count"_a, "seed"_a = 0, "Plans drawn uniformly, an array of shape (count, rows, columns).");
}

}  // namespace pentocity::python
