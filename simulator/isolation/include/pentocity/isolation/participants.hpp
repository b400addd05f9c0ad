#pragma once
// Players and sequencers that run in processes of their own, as the objects that the game loop uses. Hosted ones are
// written in C++ (plugins and built-in ones); commands are programs in any language that exchange JSON lines with the
// host.

#include "pentocity/isolation/conversation.hpp"
#include "pentocity/isolation/warden.hpp"
#include "pentocity/match/secret.hpp"

namespace pentocity::isolation {

/// Loads the plugin in a process of its own and asks for its description. Throws InputError, with a message of one
/// line, if it cannot be loaded or answers with anything else.
match::Description describe_plugin(const std::shared_ptr<WardenPool>& pool);

/// Begins to talk with the process of a command. Throws HostFault if it cannot be started.
Converse in_process(std::shared_ptr<WardenPool> pool);

/// Greets a player in another language as if for a game, reads what it declares in its answer to `hello`, and ends it.
/// Throws InputError if a declaration is wrong, and what command_player() throws.
match::Description describe_command(Conversation& talk);

/// Starts the process of a hosted player or sequencer for one game and waits until it is ready. `side` is the number of
/// rows of the land. Throw ParticipantFailed if the process fails, which includes an exception from the constructor;
/// InputError if the plugin cannot be used; HostFault if the host is at fault.
std::unique_ptr<match::PlayerSession> hosted_player(const std::shared_ptr<WardenPool>& pool, const Rules& rules,
                                                    std::uint64_t seed);
std::unique_ptr<Sequencer> hosted_sequencer(const std::shared_ptr<WardenPool>& pool, int side,
                                            const match::StreamSeed& seed);

/// A player or sequencer in another language, once it has said that it is ready. `options` is a JSON object that is
/// passed on to it unchanged. Throw as Conversation::ask() does.
std::unique_ptr<match::PlayerSession> command_player(std::unique_ptr<Conversation> talk, const nlohmann::json& options,
                                                     const Rules& rules, std::uint64_t seed);
std::unique_ptr<Sequencer> command_sequencer(std::unique_ptr<Conversation> talk, const nlohmann::json& options,
                                             int side, std::uint64_t seed);

}  // namespace pentocity::isolation
