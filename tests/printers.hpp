#pragma once
// How values stand in the message of a test that failed: a board as a picture, a move with its cells, an enumeration by
// its names. The types are only declared here and their texts are made in printers/, so that a test includes what it
// uses alone.

#include <concepts>
#include <cstdint>
#include <optional>
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
namespace pentocity::match {
struct Metrics;
}  // namespace pentocity::match
namespace pentocity::packing {
struct Placement;
}  // namespace pentocity::packing

namespace pentocity::test {

std::string text_of(const Cell& cell);
std::string text_of(const GridBoard& board);
std::string text_of(const Land& land);
std::string text_of(const Move& move);
std::string text_of(const Request& request);
std::string text_of(const Rules& rules);
std::string text_of(const match::Metrics& metrics);
std::string text_of(const packing::Placement& placement);

template <class T>
concept Named = std::is_enum_v<T> && requires(T value) {
  { name_of(value) } -> std::convertible_to<std::string_view>;
};
std::string text_of(Named auto value) { return std::string(name_of(value)); }

template <class T, class... Types>
constexpr bool is_one_of = (std::is_same_v<T, Types> || ...);
template <class T>
concept Printed =
    Named<T> || is_one_of<T, Cell, GridBoard, Land, Move, Request, Rules, match::Metrics, packing::Placement>;

}  // namespace pentocity::test

namespace Catch {
template <class T>
struct StringMaker<T, std::enable_if_t<pentocity::test::Printed<T>>> {
  static std::string convert(const T& value) { return pentocity::test::text_of(value); }
};
template <class T>
struct StringMaker<std::optional<T>, std::enable_if_t<pentocity::test::Printed<T>>> {
  static std::string convert(const std::optional<T>& value) {
    return value ? pentocity::test::text_of(*value) : "no value";
  }
};
}  // namespace Catch
