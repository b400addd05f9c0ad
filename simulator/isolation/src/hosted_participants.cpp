#include "frames.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/isolation/participants.hpp"
#include "pentocity/isolation/session.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::isolation {

using match::Description, match::ParticipantFailed, match::PlayerSession, match::Status, match::StreamSeed;

namespace {

using nlohmann::json;

// Asks a hosted participant for its next frame, which must be of one kind, and reads it. Any other answer is an error
// of the participant.
template <class Read>
auto ask(Session& session, std::string_view message, Frame expected, Read&& read) {
  const std::string bytes = session.ask(message);
  std::optional<Frame> kind;
  std::string text;
  try {
    FrameReader frame(bytes);
    kind = frame.get<Frame>();
    if (kind == expected) return read(frame);
    if (kind == Frame::bad_input || kind == Frame::exception) text = frame.get_text();
  } catch (const std::exception&) {  // no frame that we write
    kind.reset();
  }
  session.close("", 0);
  if (kind == Frame::bad_input) throw InputError(text);
  if (kind == Frame::exception) throw ParticipantFailed(Status::crashed, text);
  if (kind == Frame::out_of_memory) throw ParticipantFailed(Status::crashed, "memory");
  if (kind == Frame::too_long) throw ParticipantFailed(Status::crashed, "an answer longer than 1 MiB");
  throw ParticipantFailed(Status::crashed, "garbage");
}

// What the declarations of a plugin say. Throws nlohmann::json::exception or std::invalid_argument if they are none.
std::vector<OptionSpec> declared_of_json(const json& list) {
  std::vector<OptionSpec> out;
  if (list.size() > match::max_options)
    throw std::invalid_argument(
        fmt::format("it declares {} options: at most {} are allowed", list.size(), match::max_options));
  for (const json& o : list) {
    const auto fallback = match::option_of_json(o.at("default"));
    if (!fallback) throw std::invalid_argument("an option has an impossible default");
    out.push_back({o.at("name").get<std::string>(), *fallback, o.at("meaning").get<std::string>(),
                   o.at("choices").get<std::vector<std::string>>(), o.at("min").get<double>(),
                   o.at("max").get<double>()});
  }
  return out;
}

class HostedPlayer : public PlayerSession {
 public:
  HostedPlayer(const std::shared_ptr<WardenPool>& pool, const Rules& rules, std::uint64_t seed)
      : session_(pool, Framing::frames, {Task::play, false, seed}, match::to_json_resolved(rules)) {
    isolation::ask(session_, "", Frame::ready, [](FrameReader&) { return 0; });
  }

  Move play(const Request& request, const View&) override {
    const std::string turn = FrameWriter(Frame::turn).add_request(request).finish();
    return isolation::ask(session_, std::exchange(opening_, {}) + turn, Frame::answer,
                          [](FrameReader& frame) { return frame.get_move(); });
  }

  void watch(const Request& request, const Move& move) override {
    opening_ += FrameWriter(Frame::opening).add_request(request).add_move(move).finish();
  }

  void pause() override { session_.pause(true); }

  Remains end(const match::GameRecord&) override {
    session_.close("", 0);
    return {session_.used(), session_.errors()};
  }

 private:
  Session session_;
  std::string opening_;  ///< frames of moves made in its place that have not been sent yet
};

class HostedSequencer : public Sequencer {
 public:
  HostedSequencer(const std::shared_ptr<WardenPool>& pool, int side, const StreamSeed& seed)
      : session_(pool, Framing::frames, {Task::play, seed.key.has_value(), seed.seed, seed.key.value_or(match::Key{})},
                 side),
        adaptive_(isolation::ask(session_, "", Frame::ready, [](FrameReader& frame) { return frame.get_flag(); })) {
    session_.pause(false);
  }

  bool adaptive() const override { return adaptive_; }
  Request next(int turn, const Land* land) override {
    FrameWriter message(Frame::turn);
    message.add(turn);
    if (land != nullptr)
      for (const Kind kind : all_kinds)
        if (kind != Kind::empty) message.add_board(land->of(kind));
    Request request = isolation::ask(session_, message.finish(), Frame::answer,
                                     [](FrameReader& frame) { return frame.get_request(); });
    session_.pause(false);  // the time that players take is not its own
    return request;
  }

 private:
  Session session_;
  bool adaptive_;
};

}  // namespace

Description describe_plugin(const std::shared_ptr<WardenPool>& pool) {
  const std::string path = pool->setup().participant.at("plugin").get<std::string>();
  try {
    Session session(pool, Framing::frames, {Task::describe}, nullptr);
    const json description =
        parse_json(ask(session, "", Frame::description, [](FrameReader& frame) { return frame.get_text(); }));
    Description out{description.at("name"),
                    description.at("summary"),
                    declared_of_json(description.at("options")),
                    {description.at("sides"), description.at("rules")}};
    out.plays.check();
    return out;
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& e) {
    throw InputError("'{}' cannot be loaded as a plugin: {}", path, e.what());
  }
}

std::unique_ptr<PlayerSession> hosted_player(const std::shared_ptr<WardenPool>& pool, const Rules& rules,
                                             std::uint64_t seed) {
  return std::make_unique<HostedPlayer>(pool, rules, seed);
}

std::unique_ptr<Sequencer> hosted_sequencer(const std::shared_ptr<WardenPool>& pool, int side, const StreamSeed& seed) {
  return std::make_unique<HostedSequencer>(pool, side, seed);
}

}  // namespace pentocity::isolation
