#pragma once
// How values stand in the message of a test that failed: a board as a picture, a move with its cells, an enumeration by
// its names. The types are only declared here and their texts are made in printers/, so that a test includes what it
// uses alone.

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace pentocity::inline core {
struct Cell;
class GridBoard;
}  // namespace pentocity::inline core
namespace pentocity::inline game {
class Land;
struct Move;
class Request;
struct Rules;
}  // namespace pentocity::inline game
namespace pentocity::inline helpers {
struct Site;
}  // namespace pentocity::inline helpers
namespace pentocity::match {
struct Contribution;
struct Course;
struct EntrantId;
struct InvalidMoves;
struct Limits;
struct Metrics;
class Secret;
}  // namespace pentocity::match
namespace pentocity::packing {
struct Placement;
}  // namespace pentocity::packing
namespace pentocity::statistics {
struct ChosenMatch;
struct Interval;
}  // namespace pentocity::statistics
namespace pentocity::results {
struct GameId;
struct Schedule;
}  // namespace pentocity::results
namespace pentocity::figures {
struct MatchTally;
}  // namespace pentocity::figures

namespace pentocity::test {

std::string text_of(const Cell& cell);
std::string text_of(const GridBoard& board);
std::string text_of(const Land& land);
std::string text_of(const Move& move);
std::string text_of(const Request& request);
std::string text_of(const Rules& rules);
std::string text_of(const Site& site);
std::string text_of(const match::Contribution& contribution);
std::string text_of(const match::Course& course);
std::string text_of(const match::EntrantId& id);
std::string text_of(const match::InvalidMoves& moves);
std::string text_of(const match::Limits& limits);
std::string text_of(const match::Metrics& metrics);
std::string text_of(const match::Secret& secret);
std::string text_of(const packing::Placement& placement);
std::string text_of(const statistics::ChosenMatch& match);
std::string text_of(const statistics::Interval& interval);
std::string text_of(const results::GameId& id);
std::string text_of(const results::Schedule& schedule);
std::string text_of(const figures::MatchTally& tally);

template <class T>
concept Named = std::is_enum_v<T> && requires(T value) {
  { name_of(value) } -> std::convertible_to<std::string_view>;
};
std::string text_of(Named auto value) { return std::string(name_of(value)); }

// An enumeration, or one of the types above itself, not what is converted to it.
template <class T>
concept Printed = Named<T> || requires { static_cast<std::string (*)(const T&)>(text_of); };

}  // namespace pentocity::test

namespace Catch {
template <class T>
struct StringMaker<T, std::enable_if_t<pentocity::test::Printed<T>>> {
  static std::string convert(const T& value) { return pentocity::test::text_of(value); }
};
}  // namespace Catch
