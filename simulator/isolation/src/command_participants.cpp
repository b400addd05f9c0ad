#include <fmt/format.h>

#include "answers.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/isolation/session.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::isolation {

using match::ParticipantFailed, match::PlayerSession, match::Status, match::append_cells;

namespace {

using nlohmann::json, nlohmann::ordered_json;

constexpr double seconds_to_leave = 1;

std::string line_of(const ordered_json& message) { return text_of_json(message) + "\n"; }

// Appends, as the value of `placed`, what stands on the second land and not on the first.
void append_placed(std::string& out, const Land& before, const Land& now) {
  const char* separator = "";
  out += '[';
  for (const Kind kind : {Kind::residence, Kind::factory, Kind::road, Kind::park, Kind::pond}) {
    const LandBoard added = now.of(kind) - before.of(kind);
    if (added.none()) continue;
    fmt::format_to(std::back_inserter(out), "{}{{\"kind\":\"{}\",\"cells\":", separator, name_of(kind));
    append_cells(out, now.grid().cells(added));
    out += '}';
    separator = ",";
  }
  out += ']';
}

// Sends the first message to a command and returns its first line. Throws ParticipantFailed if that line does not say
// that the command is ready.
json shake_hands(Conversation& talk, const ordered_json& hello) {
  const std::string line = talk.ask(line_of(hello));
  json ready = parse_json(line);
  if (ready.is_object() && ready.value("ready", json()) == true) return ready;
  talk.close("", 0);
  constexpr std::size_t shown = 200;
  std::string errors = talk.errors();
  add_error_line(errors, "the first line was not {\"ready\":true} but: " + line.substr(0, shown) +
                             (line.size() > shown ? "..." : ""));
  throw ParticipantFailed(Status::crashed, "handshake", errors);
}

ordered_json hello_to(const Conversation& talk, const json& options, const Rules& rules, std::uint64_t seed) {
  return hello_to_player(options, rules, seed, talk.game_seconds(), talk.move_seconds());
}

// The last message to a player.
std::string farewell_to_player(Status status, int score, const std::string& error) {
  return line_of({{"end", true},
                  {"status", name_of(status)},
                  {"score", score},
                  {"error", status == Status::ok ? json() : json(error)}});
}

class CommandPlayer : public PlayerSession {
 public:
  CommandPlayer(std::unique_ptr<Conversation> talk, const json& options, const Rules& rules, std::uint64_t seed)
      : talk_(std::move(talk)), seen_(rules.side) {
    shake_hands(*talk_, hello_to(*talk_, options, rules, seed));
  }

  Move play(const Request& request, const View& view) override {
    return move_of_line(talk_->ask(turn_to_player(request, view, talk_->seconds_left(), seen_) + "\n"), view.turn);
  }

  void pause() override { talk_->pause(true); }

  bool counts_work() const override { return talk_->counts_work(); }

  Remains end(const match::GameRecord& record) override {
    talk_->close(farewell_to_player(record.status, record.score, record.error), seconds_to_leave);
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
    const json ready = shake_hands(*talk_, {{"hello", "pentocity-sequencer/1"},
                                            {"side", side},
                                            {"seed", seed},
                                            {"options", options},
                                            {"adaptive", false}});
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
    std::string message = fmt::format("{{\"turn\":{},\"land\":null", turn);
    if (land != nullptr) {
      message += ",\"placed\":";
      append_placed(message, seen_, *land);
      seen_ = *land;
    }
    const std::string line = talk_->ask(message + "}\n");
    talk_->pause(false);  // the time that players take is not its own
    try {
      return request_of_line(line, turn);
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

ordered_json hello_to_player(const json& options, const Rules& rules, std::uint64_t seed, double game_seconds,
                             double move_seconds) {
  return {{"hello", "pentocity-player/1"},
          {"side", rules.side},
          {"rules", match::to_json_resolved(rules)},
          {"seed", seed},
          {"options", options},
          {"cpu_limit_s", game_seconds},
          {"move_wall_limit_s", move_seconds}};
}

std::string turn_to_player(const Request& request, const View& view, double cpu_left, Land& seen) {
  std::string out;
  const auto into = std::back_inserter(out);
  fmt::format_to(into, "{{\"turn\":{},\"request\":{{", view.turn);
  match::append_request(out, request);
  out += ",\"rotations\":";
  for (const Cells& rotation : request.rotations()) {
    out += &rotation == &request.rotations().front() ? '[' : ',';
    append_cells(out, rotation);
  }
  out += "]},\"last\":";
  if (view.last)
    fmt::format_to(into, "{{\"accepted\":{},\"invalid\":{},\"delta\":{}}}", view.last->accepted,
                   view.last->fault ? fmt::format("\"{}\"", name_of(*view.last->fault)) : "null", view.last->delta);
  else
    out += "null";
  out += ",\"placed\":";
  append_placed(out, seen, view.land);
  seen = view.land;
  fmt::format_to(into, ",\"score\":{},\"rejects\":{},\"cpu_left_s\":{:.3f}}}", view.score, view.rejects,
                 std::max(0.0, cpu_left));
  return out;
}

Converse in_process(std::shared_ptr<WardenPool> pool) {
  return [pool = std::move(pool)](std::uint64_t) {
    return std::make_unique<Session>(pool, Framing::lines, StartOrder{}, nullptr);
  };
}

Description describe_command(Conversation& talk) {
  const json ready = shake_hands(talk, hello_to(talk, json::object(), Rules::report(), 0));
  talk.close(farewell_to_player(Status::ok, 0, ""), seconds_to_leave);
  return description_of_ready(ready);
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
