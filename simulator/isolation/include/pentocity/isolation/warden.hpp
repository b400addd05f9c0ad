#pragma once
// Processes of players and sequencers as the host program sees them. A Warden is a process that runs the games of one
// player or sequencer, one after the other (warden_main.cpp). A Session (session.hpp) is one such game.

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pentocity/input/file.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace pentocity::isolation {

class ControlGroup;

/// What wardens of one player or sequencer are to run.
struct WardenSetup {
  /// The JSON object for serve_participant(), or for a command {"role": "player" or "sequencer", "command": [words]}.
  nlohmann::json participant;
  /// Of a command: the path of the program that is executed.
  std::string program = {};
  /// The files and folders that belong to this participant, as in Confinement::own.
  std::vector<std::string> files = {};
  /// The folders in which they lie. A folder is shown as well, unless it contains something hidden, the config's
  /// folder, or something of another participant.
  std::vector<std::string> folders = {};
  /// Folders that the program of a command needs, such as its installation; shown on the same condition, but neither
  /// copied nor watched.
  std::vector<std::string> support = {};
  std::shared_ptr<Confinement> confinement;
};

/// What the processes of a participant see: its files, and the folders in which these lie unless they also hold
/// something of the host or of another participant.
BoxView view_of(const WardenSetup& setup);

/// A digest of all files that the processes of a participant see of their own (KeptFiles::digest()). Throws InputError
/// if one cannot be read.
std::string digest_of_seen(const WardenSetup& setup, KeptFiles::Hash hash = KeptFiles::Hash::brief);

/// A warden: a process that runs the games of one participant, in a box (box.hpp) if this machine can make boxes. An
/// object may be used by one thread at a time. Failures of the warden itself are thrown as HostFault (remote.hpp),
/// because no player or sequencer can cause them.
class Warden {
 public:
  /// Starts the process and waits until it is ready. Throws HostFault if that fails.
  explicit Warden(const WardenSetup& setup);
  /// The same, where `boxed` decides whether it runs in a box.
  Warden(const WardenSetup& setup, bool boxed);
  /// Ends the process and everything that it started.
  ~Warden();
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  /// The socket to the warden.
  int control() const { return control_.get(); }
  /// How often its processes have met the bound of memory of their control group; 0 where they have none.
  std::uint64_t times_out_of_memory() const;
  /// Tells whether a warden that has no game at present has ended, or has sent something without being asked.
  bool lost() const;

  /// Sends a message, with open files. Throws HostFault if that fails.
  void send(Message kind, std::string_view payload, std::span<const int> files = {});
  /// Waits for the next message. Throws HostFault if none comes within 20 seconds, or if the warden has ended or gives
  /// up.
  Received receive();
  /// Waits for the next message of this kind, drops others, and returns its payload. Throws HostFault as receive()
  /// does.
  std::string expect(Message kind);

 private:
  void launch(const WardenSetup& setup, bool boxed);
  void make_own_folder(bool other_user, const std::string& program);
  void wait_until_ready(int errors);
  void end();

  std::unique_ptr<ControlGroup> group_;
  File control_;
  /// The warden's process, as pidfd_open() gives it. `process_` may be bubblewrap, which started the warden.
  File handle_;
  pid_t process_ = 0;
  std::string own_folder_;  ///< without a box: a temporary folder that is removed at the end
};

/// Keeps idle wardens of one participant for their next games. Any number of threads may use it at once.
class WardenPool {
 public:
  explicit WardenPool(WardenSetup setup) : setup_(std::move(setup)) {}
  const WardenSetup& setup() const { return setup_; }
  /// An idle warden, or a new one. Throws HostFault if none can be started.
  std::unique_ptr<Warden> take();
  /// Takes a warden back whose game is over.
  void give_back(std::unique_ptr<Warden> warden);

 private:
  WardenSetup setup_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Warden>> idle_;
};

}  // namespace pentocity::isolation
