#pragma once
// What the C++ library of emscripten 3.1.6 lacks of C++20, as far as the layers use it. It is included at the top of
// each source file (-include), so the layers need not know.

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <compare>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

template <class T>
unique_ptr<T> make_unique_for_overwrite() {
  return unique_ptr<T>(new T);
}

template <class A, class B>
constexpr auto operator<=>(const pair<A, B>& a, const pair<A, B>& b) {
  const auto order = a.first <=> b.first;
  return order != 0 ? order : decltype(order)(a.second <=> b.second);
}
inline strong_ordering operator<=>(const string& a, const string& b) { return a.compare(b) <=> 0; }
template <class T>
constexpr auto operator<=>(const vector<T>& a, const vector<T>& b) {
  auto x = a.begin();
  for (auto y = b.begin(); x != a.end() && y != b.end(); ++x, ++y)
    if (const auto order = *x <=> *y; order != 0) return decltype(order)(order);
  return static_cast<decltype(T() <=> T())>(a.size() <=> b.size());
}

/// Numbers as people write them: the whole text must begin with a digit, a point or a minus.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != string::npos || text[0] == '+')
    return {first, errc::invalid_argument};
  char* end = nullptr;
  errno = 0;
  value = strtod(text.c_str(), &end);
  if (errno == ERANGE) return {first + (end - text.c_str()), errc::result_out_of_range};
  return {first + (end - text.c_str()), end == text.c_str() ? errc::invalid_argument : errc()};
}

/// The shortest digits that are read as the same number.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format format) {
  const auto size = static_cast<size_t>(last - first);
  int length = 0;
  for (int precision = 0; precision <= 24; ++precision) {
    length = snprintf(first, size, format == chars_format::fixed ? "%.*f" : "%.*e", precision, value);
    if (strtod(first, nullptr) == value) break;
  }
  return {first + length, errc()};
}

/// With so many digits after the point.
inline to_chars_result to_chars(char* first, char* last, double value, chars_format, int precision) {
  return {first + snprintf(first, static_cast<size_t>(last - first), "%.*e", precision, value), errc()};
}

/// The module has one thread, so none of these is ever made; loops over threads still have to compile.
struct jthread : thread {
  using thread::thread;
  ~jthread() {
    if (joinable()) join();
  }
  jthread(jthread&&) = default;
};

}  // namespace std
