// What a portable player in C++ is compiled with (docs/how-to/portable.md): the layers that it may use, all but what
// needs threads or knows the built-in players, and a main function. One file, so that one call of the compiler does.
#include <charconv>
#include <system_error>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
namespace std {
// Which that library lacks. It is only needed to compile: options come as JSON here.
inline from_chars_result from_chars(const char* first, const char*, double&) { return {first, errc::not_supported}; }
}  // namespace std
#endif

#include "../core/src/grid.cpp"
#include "../core/src/picture.cpp"
#include "../core/src/polyomino.cpp"
#include "../game/src/land.cpp"
#include "../game/src/options.cpp"
#include "../game/src/played_games.cpp"
#include "../game/src/request.cpp"
#include "../game/src/rules.cpp"
#include "../game/src/sequencer.cpp"
#include "../game/src/time_limit.cpp"
#include "../guest/src/lines.cpp"
#include "../helpers/src/layout.cpp"
#include "../helpers/src/layout_changes.cpp"
#include "../helpers/src/parks.cpp"
#include "../helpers/src/roads.cpp"
#include "../helpers/src/sites.cpp"
#include "../helpers/src/weighted_roads.cpp"
#include "main.cpp"
