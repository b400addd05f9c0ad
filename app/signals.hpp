#pragma once

#include <atomic>

namespace pentocity::app {

/// True after the first SIGINT or SIGTERM, so that work under way can end well; one that comes later kills as usual.
const std::atomic<bool>& stop_on_signals();

}  // namespace pentocity::app
