#include "pentocity/isolation/participants.hpp"

#include <nlohmann/json.hpp>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/session.hpp"

namespace pentocity::isolation {

using match::Description, match::ParticipantFailed, match::PlayerSession, match::Status;

namespace {

using nlohmann::json, nlohmann::ordered_json;

constexpr double seconds_to_leave = 1;

// Conversation::ask(), which throws ParticipantFailed also for an answer that says that its author has failed.
std::string ask(Conversation& talk, std::string_view message) {
  std::string line = talk.ask(message);
  const auto why = match::failure_of_line(line);
  if (!why) return line;
  talk.close("", 0);
  throw ParticipantFailed(Status::crashed, *why, talk.errors(), talk.used());
}

// Sends the first message and returns the first line. Throws ParticipantFailed if that line does not say that its
// author is ready.
json shake_hands(Conversation& talk, const ordered_json& hello) {
  const std::string line = isolation::ask(talk, text_of_json(hello) + '\n');
  json ready = match::ready_of_line(line);
  if (!ready.is_null()) return ready;
  talk.close("", 0);
  std::string errors = talk.errors();
  match::add_error_line(errors, match::no_handshake(line));
  throw ParticipantFailed(Status::crashed, "handshake", errors);
}

ordered_json hello_to(const Conversation& talk, const json& options, const Rules& rules, std::uint64_t seed) {
  return match::hello_to_player(options, rules, seed, talk.game_seconds(), talk.move_seconds());
}

class CommandPlayer : public PlayerSession {
 public:
  CommandPlayer(std::unique_ptr<Conversation> talk, const json& options, const Rules& rules, std::uint64_t seed)
      : talk_(std::move(talk)), seen_(rules.side) {
    shake_hands(*talk_, hello_to(*talk_, options, rules, seed));
  }

  Move play(const Request& request, const View& view) override {
    const std::string turn = match::turn_to_player(request, view, talk_->seconds_left(), seen_) + '\n';
    return match::move_of_line(isolation::ask(*talk_, turn), view.turn);
  }

  void pause() override { talk_->pause(true); }

  bool counts_work() const override { return talk_->counts_work(); }

  Remains end(const match::GameRecord& record) override {
    talk_->close(match::farewell_to_player(record.status, record.score, record.error) + '\n', seconds_to_leave);
    return {talk_->used(), talk_->errors()};
  }

 private:
  std::unique_ptr<Conversation> talk_;
  Land seen_;  ///< the land as far as it has been told
};

class CommandSequencer : public Sequencer {
 public:
  CommandSequencer(std::unique_ptr<Conversation> talk, const json& options, int side, std::uint64_t seed)
      : talk_(std::move(talk)), seen_(side) {
    const json ready = shake_hands(*talk_, match::hello_to_sequencer(options, side, seed));
    adaptive_ = ready.value("adaptive", json()) == true;
    talk_->pause(false);
  }
  ~CommandSequencer() override {
    try {
      talk_->close("{\"end\":true}\n", seconds_to_leave);
    } catch (const std::exception&) {  // the warden is lost, and with it the process
    }
  }

  bool adaptive() const override { return adaptive_; }

  Request next(int turn, const Land* land) override {
    const std::string line = isolation::ask(*talk_, match::turn_to_sequencer(turn, land, seen_) + '\n');
    talk_->pause(false);  // the time that players take is not its own
    try {
      return match::request_of_line(line, turn);
    } catch (const match::UnreadableAnswer& e) {
      throw ParticipantFailed(Status::sequencer_failed, std::string("bad_request: ") + e.what());
    }
  }

 private:
  std::unique_ptr<Conversation> talk_;
  Land seen_;
  bool adaptive_ = false;
};

}  // namespace

match::Description describe_plugin(const std::shared_ptr<WardenPool>& pool) {
  const std::string path = pool->setup().participant.at("plugin").get<std::string>();
  try {
    Session talk(pool, {.task = Task::describe});
    const std::string line = talk.ask("");
    if (const auto why = match::failure_of_line(line)) throw InputError(*why);
    return match::description_of_ready(match::ready_of_line(line));
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    throw InputError("'{}' cannot be loaded as a plugin: {}", path, e.what());
  }
}

Converse in_process(std::shared_ptr<WardenPool> pool, const std::optional<match::Key>& key) {
  return [pool = std::move(pool), order = StartOrder{.key = key}](std::uint64_t) {
    return std::make_unique<Session>(pool, order);
  };
}

Description describe_command(Conversation& talk, const std::string& name) {
  const json ready = shake_hands(talk, hello_to(talk, json::object(), Rules::report(), 0));
  talk.close(match::farewell_to_player(Status::ok, 0, "") + '\n', seconds_to_leave);
  if (ready.contains("adaptive"))
    throw InputError("'{}' is a sequencer, not a player: its answer to `hello` has the key `adaptive`", name);
  return match::description_of_ready(ready);
}

std::unique_ptr<PlayerSession> command_player(std::unique_ptr<Conversation> talk, const json& options,
                                              const Rules& rules, std::uint64_t seed) {
  return std::make_unique<CommandPlayer>(std::move(talk), options, rules, seed);
}

std::unique_ptr<Sequencer> command_sequencer(std::unique_ptr<Conversation> talk, const json& options, int side,
                                             std::uint64_t seed) {
  return std::make_unique<CommandSequencer>(std::move(talk), options, side, seed);
}

}  // namespace pentocity::isolation
