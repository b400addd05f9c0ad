#pragma once

#include <atomic>

namespace pentocity::app {

/// Installs handlers for SIGINT and SIGTERM, and returns a flag that becomes true at the first such signal, so that
/// work under way can be finished. A second signal, more than half a second later, ends the process as usual.
const std::atomic<bool>& stop_on_signals();

}  // namespace pentocity::app
