#pragma once
// A depth-first search as an odometer: the slow twin of the packing engines.

#include <concepts>

namespace pentocity::twin {

/// A combination lock with a dial a level. `down` opens the next level at its first choice, `right` turns the last dial
/// to its next choice, `left` closes the last level; `done` says that the last dial has passed its last choice, and
/// `successful` that the choices open the lock.
template <class L>
concept Lock = requires(L lock) {
  lock.down();
  lock.right();
  lock.left();
  { lock.done() } -> std::convertible_to<bool>;
  { lock.successful() } -> std::convertible_to<bool>;
};

/// Turns through all combinations and calls `opened()` at each that opens the lock.
template <Lock L, class F>
void turn_through(L& lock, F&& opened) {
  if (lock.successful()) {
    opened();
    return;
  }
  lock.down();
  for (int level = 1; level > 0;) {
    if (lock.done()) {
      lock.left();
      if (--level > 0) lock.right();
    } else if (lock.successful()) {
      opened();
      lock.right();
    } else {
      lock.down();
      ++level;
    }
  }
}

}  // namespace pentocity::twin
