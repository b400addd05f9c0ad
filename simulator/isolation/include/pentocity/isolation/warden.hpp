#pragma once
// Processes of players and sequencers as the host program sees them. A Warden is a process that runs the games of one
// player or sequencer, one after the other (warden_main.cpp). A Session (session.hpp) is one such game.

#include <mutex>
#include <nlohmann/json.hpp>

#include "pentocity/input/file.hpp"
#include "pentocity/isolation/box.hpp"
#include "pentocity/isolation/channel.hpp"
#include "pentocity/isolation/isolation.hpp"

namespace pentocity::isolation {

class ControlGroup;
class OwnFolder;

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

// What a participant is given.

/// Tells whether this is a program that can be started.
bool is_program(const std::filesystem::path& path);

/// Makes a file or folder the participant's own: it is shown to the participant's processes and, but for what everybody
/// sees, to no others. Returns where its bytes lie for this run. Throws InputError for a link to a file elsewhere, for
/// a pipe or device, and if the user that players run as cannot read it.
std::string add_own(WardenSetup& setup, const std::filesystem::path& path);

/// Shows the folder of such a file as well, unless it is the system's or everybody's, the user's home or a folder above
/// it, or holds the config. Throws InputError as add_own() does.
void add_folder_of(WardenSetup& setup, const std::filesystem::path& path);

/// The program that the first word of a command names, as a shell would find it in this folder; empty if there is none.
std::string find_program(const std::string& word, const std::filesystem::path& folder);

/// Sets the program of a command, as find_program() returns it, and shows where it and what it needs is installed: of
/// /x/bin/python3 that is /x. If the command names it `by_path`, what is installed with it is the participant's own.
void add_program(WardenSetup& setup, const std::string& program, bool by_path);

/// The files and folders that words of a command name, alone or in a list such as a class path, and that its processes
/// do not see. Relative paths begin in `folder`.
std::vector<std::string> withheld_from(const WardenSetup& setup, const std::vector<std::string>& words,
                                       const std::filesystem::path& folder);

/// What the processes of a participant see: its files, and the folders in which these lie unless they also hold
/// something of the host or of another participant.
BoxView view_of(const WardenSetup& setup);

/// All files and folders that the processes of a participant see of their own, for FileSnapshot::hashes(). A
/// program that belongs to the machine, such as an interpreter, is one only if there is nothing else.
std::vector<std::string> own_of(const WardenSetup& setup);

/// A warden: a process that runs the games of one participant, in a box (box.hpp) if this machine can make boxes. An
/// object may be used by one thread at a time. Failures of the warden itself are thrown as HostFault (remote.hpp),
/// because no player or sequencer can cause them.
class Warden {
 public:
  /// Starts the process, in a box or not, and waits until it is ready. Throws HostFault if that fails, and UserError as
  /// check_confinement() does.
  explicit Warden(const WardenSetup& setup, bool boxed = makes_boxes());
  /// Ends the process and everything that it started.
  ~Warden();

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
  Warden();
  void wait_until_ready(int errors);

  std::unique_ptr<ControlGroup> group_;
  File control_;
  /// The warden's process, as pidfd_open() gives it. `process_` may be bubblewrap, which started the warden.
  File handle_;
  pid_t process_ = 0;
  std::unique_ptr<OwnFolder> own_folder_;  ///< without a box
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
