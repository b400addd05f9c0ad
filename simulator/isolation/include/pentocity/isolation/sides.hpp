#pragma once
// Players and sequencers that live in processes of their own, as the game loop takes them: those of C++, hosted by this
// program, and those of any language, over the protocol of lines.

#include <memory>

#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/remote.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::isolation {

/// What a plugin says of itself.
struct Description {
  std::string name, summary;
  std::vector<OptionSpec> options;
};

/// Asks a plugin, in a process of its own. Throws InputError, in one line without a place, if it cannot be used.
Description describe_plugin(const std::shared_ptr<WardenPool>& pool);

/// Makes one for one game. Throw SideFailed, or what the side's constructor threw as std::runtime_error.
std::unique_ptr<Player> hosted_player(const std::shared_ptr<WardenPool>& pool, const Rules& rules, std::uint64_t seed);
std::unique_ptr<Sequencer> hosted_sequencer(const std::shared_ptr<WardenPool>& pool, int side,
                                            const match::StreamSeed& seed);

/// The same for commands; `options` is what they are told.
std::unique_ptr<Player> command_player(const std::shared_ptr<WardenPool>& pool, const nlohmann::json& options,
                                       const Rules& rules, std::uint64_t seed);
std::unique_ptr<Sequencer> command_sequencer(const std::shared_ptr<WardenPool>& pool, const nlohmann::json& options,
                                             int side, std::uint64_t seed);

}  // namespace pentocity::isolation
