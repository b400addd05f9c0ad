#pragma once
// Catch2 as the tests use it, of version 2 (Debian 12) or 3 (Debian 13), by the names of version 2. Failed tests show
// what is in a pair, a tuple, an optional or a variant.

#define CATCH_CONFIG_ENABLE_ALL_STRINGMAKERS

#if __has_include(<catch2/catch_test_macros.hpp>)

#include <catch2/catch_approx.hpp>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers.hpp>
#include <catch2/matchers/catch_matchers_exception.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <catch2/matchers/catch_matchers_vector.hpp>
#include <string>

namespace Catch {
using Matchers::EndsWith;
using Matchers::Equals;
using Matchers::Matches;
using Matchers::Message;
using Matchers::StartsWith;
inline auto Contains(const std::string& part) { return Matchers::ContainsSubstring(part); }
}  // namespace Catch
using Catch::Approx;

#else

#include <catch2/catch.hpp>

#endif

#include "printers.hpp"
