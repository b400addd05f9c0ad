#pragma once
// Players and sequencers that exchange lines with the host, as the objects that the game loop uses: programs in any
// language, and what is written in C++ (plugins, and built-in ones that are to be isolated) in a process that speaks
// lines for it (hosted.hpp).

#include "pentocity/isolation/conversation.hpp"
#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::isolation {

/// Loads the plugin in a process of its own and asks for its description. Throws InputError, with a message of one
/// line, if it cannot be loaded or answers with anything else.
match::Description describe_plugin(const std::shared_ptr<WardenPool>& pool);

/// Starts the process of each game. It is told the key of a hosted sequencer's random numbers, if there is one. Throws
/// HostFault if it cannot be started.
Converse in_process(std::shared_ptr<WardenPool> pool, const std::optional<match::Key>& key = std::nullopt);

/// Greets a player as if for a game, reads what it declares in its answer to `hello`, and ends it.
/// Throws InputError if a declaration is wrong, or if what is called `name` answers as a sequencer; and what
/// command_player() throws.
match::Description describe_command(Conversation& talk, const std::string& name);

/// A player or sequencer, once it has said that it is ready. `options` is a JSON object that is
/// passed on to it unchanged. Throw as Conversation::ask() does.
std::unique_ptr<match::PlayerSession> command_player(std::unique_ptr<Conversation> talk, const nlohmann::json& options,
                                                     const Rules& rules, std::uint64_t seed);
std::unique_ptr<Sequencer> command_sequencer(std::unique_ptr<Conversation> talk, const nlohmann::json& options,
                                             int side, std::uint64_t seed);

}  // namespace pentocity::isolation
