#pragma once
// Players that are written in Python, in this process.

#include <pybind11/pybind11.h>

#include <exception>

#include "pentocity/entrants/roster.hpp"
#include "pentocity/match/game.hpp"
#include "pentocity/tournament/preparation.hpp"

namespace pentocity::python {

/// What a player is constructed from.
struct Setup {
  Rules rules;
  std::uint64_t seed = 0;
  pybind11::object options;  ///< a dict
};

/// What a sequencer is constructed from.
struct StreamSetup {
  int side = 50;
  std::uint64_t seed = 0;
  pybind11::object options;  ///< a dict
};

/// What a player sees besides the request. The land is the same object throughout a game.
struct PyView {
  std::shared_ptr<Land> land;
  int turn = 0, score = 0, rejects = 0;
  std::optional<Outcome> last;
};

/// Asks a Python object, a player that has been made, for its moves. All functions but the destructor's need the GIL.
class PlayerObject {
 public:
  /// `make` is called with a Setup and returns the player. Throws what it throws, and TypeError if the player has no
  /// `play`.
  PlayerObject(const pybind11::object& make, const Rules& rules, std::uint64_t seed, const pybind11::object& options);
  /// The player's answer.
  Move play(const Request& request, PyView view);

 private:
  pybind11::object player_, play_;
};

/// Python's state of this thread, kept from the first to the last call of a game. A thread that Python does not know
/// would have a new one made for each call, which takes some microseconds. To be made and destroyed on the same thread,
/// without the GIL.
class ThreadState {
 public:
  ThreadState() : state_(PyGILState_Ensure()), thread_(PyEval_SaveThread()) {}
  ~ThreadState() {
    PyEval_RestoreThread(thread_);
    PyGILState_Release(state_);
  }
  ThreadState(const ThreadState&) = delete;
  ThreadState& operator=(const ThreadState&) = delete;

 private:
  PyGILState_STATE state_;
  PyThreadState* thread_;
};

/// A Python player as the game loop uses it. It takes the GIL for each call, so the loop must not hold it. What the
/// player throws is thrown on as a std::runtime_error with the exception's text, and its traceback is the error output
/// of the game.
class PythonPlayer : public match::PlayerSession {
 public:
  PythonPlayer(const pybind11::object& make, const Rules& rules, std::uint64_t seed, const pybind11::object& options,
               std::exception_ptr* thrown = nullptr);
  ~PythonPlayer() override;
  Move play(const Request& request, const View& view) override;
  Remains end(const match::GameRecord& record) override;

 private:
  ThreadState thread_;
  std::unique_ptr<PlayerObject> player_;
  std::shared_ptr<Land> land_;
  std::exception_ptr* thrown_;  ///< where the exception of the player is left; may be null
  std::string traceback_;
};

/// A sequencer whose class is `kind`, as the game loop and environments use it. All functions take the GIL. What the
/// class throws is thrown on as it is, and left in `thrown` if that is not null.
class PythonSequencer : public Sequencer {
 public:
  PythonSequencer(const pybind11::object& kind, int side, std::uint64_t seed, const pybind11::object& options,
                  std::exception_ptr* thrown);
  ~PythonSequencer() override;
  bool adaptive() const override { return adaptive_; }
  Request next(int turn, const Land* land) override;

 private:
  pybind11::object sequencer_;
  std::exception_ptr* thrown_;
  bool adaptive_ = false;
};

/// The options that Python declares, from a dict of OptionSpec by name. Throws InputError, which calls whose they are
/// `owner`, if a default is beyond its own limits.
std::vector<OptionSpec> declared_of(const pybind11::dict& options, const std::string& owner);

/// Games of nobody, for words that name files in the present folder.
tournament::Config games_here();
/// The options of a dict, as texts of the form `name=value`.
std::vector<std::string> assignments_of(pybind11::handle options);
/// tournament::admit(), whose lines are warnings of Python.
void admit(const tournament::Config& games);

/// The stream that a word names (entrants::sequencer_of_word()), with options of a dict; that of a JSON object, which
/// is what stands in the file of a mix, or an entry of a config; or that of a class, which leaves in `thrown` what it
/// throws. To be destroyed with the GIL. Throws InputError.
entrants::SequencerEntry stream_of(const pybind11::object& given, pybind11::handle options,
                                   std::exception_ptr* thrown = nullptr);
/// The streams of a list of such, of which there is at least one, or the only one.
std::vector<entrants::SequencerEntry> streams_of(const pybind11::object& sources, pybind11::handle options);

}  // namespace pentocity::python
