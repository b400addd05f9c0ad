#pragma once
// Interrupting a command by a signal.

#include <atomic>

namespace pentocity::app {

/// Installs handlers for SIGINT and SIGTERM, and returns a flag that becomes true at the first such signal, so that
/// work under way can be finished. A second signal ends the process as usual if it comes more than half a second after
/// the first one.
const std::atomic<bool>& stop_on_signals();

}  // namespace pentocity::app
