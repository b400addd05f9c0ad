#pragma once
// The kinds of entrants, each in a file of its own: built_in.cpp, plugin.cpp, command.cpp. Those written in C++ have
// most in common (compiled.hpp).

#include <string>

#include "identity.hpp"
#include "pentocity/entrants/roster.hpp"

namespace pentocity::entrants {

/// What is built in under this name. Throws InputError, which suggests the most similar name, if there is none.
template <class Role>
const typename Role::Spec& built_in_spec(const std::string& name);

/// Find the player or sequencer that an origin of this kind names, with its options. Throw InputError, with the place.
template <class Role>
typename Role::Entry built_in_of(const Origin& origin, const isolation::Hosting& hosting);
template <class Role>
typename Role::Entry plugin_of(const Origin& origin, const std::string& folder, const isolation::Hosting& hosting);
template <class Role>
typename Role::Entry command_of(const Origin& origin, const isolation::Hosting& hosting);

/// SequencerEntry::draws_as of a sequencer by its own name and options.
std::string draws_of(const std::string& name, const Options& options, const std::vector<OptionSpec>& declared);

/// Runs `f`; what it throws as InputError without a place gets that of the text.
template <class F>
decltype(auto) at(const Written& text, F&& f) {
  try {
    return f();
  } catch (const InputError& e) {
    text.fail(e.what());
  }
}

/// Makes the files that an origin names the participant's own, and returns their hashes, which are part of its
/// identity. What is not `confined` reads them where they lie. Throws InputError, with the place.
Identity read_files(const Origin& origin, const std::string& folder, isolation::WardenSetup& setup,
                    bool confined = true);

}  // namespace pentocity::entrants
