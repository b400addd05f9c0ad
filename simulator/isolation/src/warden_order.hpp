#pragma once
// What a warden is told in its first message.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pentocity::isolation {

/// The payload of Message::setup, as a JSON object.
struct WardenOrder {
  nlohmann::json participant;         ///< WardenSetup::participant
  std::string program = {};           ///< of a command: the path of the program that is executed
  std::string folder = {};            ///< the one in which a game starts
  std::vector<std::string> readable;  ///< without a box, what games may read and what they may not: Reach
  std::vector<std::string> hidden;
  bool boxed = false;
  bool other_user = false;        ///< games run as `user`, who is not the warden's
  unsigned user = 0;              ///< the number of the user as which games run
  std::string own = {};           ///< a game's own folder
  std::string library_path = {};  ///< the host's LD_LIBRARY_PATH, which games have; empty if it has none
  std::uint64_t memory = 0;       ///< what a game may hold, in bytes
  double time = 0;                ///< CPU seconds of a game
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WardenOrder, participant, program, folder, readable, hidden, boxed, other_user, user,
                                   own, library_path, memory, time)

}  // namespace pentocity::isolation
