#include "pentocity/guest/lines.hpp"

#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>

#include "json_reader.hpp"

namespace pentocity::guest {
namespace {

class Lines {
 public:
  Lines(int in, int out) : in_(in), out_(out) {}

  // The next line without its line feed, valid until the next call; none if no more come.
  std::optional<std::string_view> read() {
    bytes_.erase(0, taken_);
    std::size_t searched = taken_ = 0;
    for (;;) {
      if (const std::size_t end = bytes_.find('\n', searched); end != bytes_.npos) {
        taken_ = end + 1;
        return std::string_view(bytes_).substr(0, end);
      }
      searched = bytes_.size();
      std::array<char, 4096> chunk;
      const ssize_t n = ::read(in_, chunk.data(), chunk.size());
      if (n == 0 || (n < 0 && errno != EINTR)) return std::nullopt;
      if (n > 0) bytes_.append(chunk.data(), static_cast<std::size_t>(n));
    }
  }
  bool write(std::string line) const { return write_line(out_, std::move(line)); }

 private:
  int in_, out_;
  std::string bytes_;
  std::size_t taken_ = 0;
};

// How many bytes of UTF-8 the first character of a text takes; 0 if they are none.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = std::countl_one(static_cast<unsigned char>(byte(0)));
  if (length < 2 || length > 4) return 0;
  unsigned code = byte(0) & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(i) & 0x3F);
  }
  constexpr std::array<unsigned, 5> least{0, 0, 0x80, 0x800, 0x10000};  // of so many bytes
  const bool is_surrogate = code >= 0xD800 && code < 0xE000;
  return code < least[length] || is_surrogate || code > 0x10FFFF ? 0 : length;
}

// A text of any bytes as JSON.
std::string quoted(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (; !text.empty(); text.remove_prefix(std::max<std::size_t>(utf8_length(text), 1))) {
    const auto c = static_cast<unsigned char>(text[0]);
    if (c == '"' || c == '\\')
      (out += '\\') += text[0];
    else if (c < 0x20)
      ((out += "\\u00") += digits[c >> 4]) += digits[c & 15];
    else
      out += utf8_length(text) > 0 ? text.substr(0, utf8_length(text)) : "\\ufffd";
  }
  return out += '"';
}

std::string json_of(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return quoted(*text);
  std::string out = to_string(value);
  // A point tells that it is no integer.
  if (std::holds_alternative<double>(value) && out.find_first_of(".e") == out.npos) out += ".0";
  return out;
}

// Any values as a list, each as `to_json` writes it.
template <class Values, class F>
std::string list_of(const Values& values, F&& to_json) {
  std::string out;
  for (const auto& value : values) (out += out.empty() ? '[' : ',') += to_json(value);
  return out.empty() ? "[]" : out += ']';
}

std::string json_of(const Cells& cells) {
  std::string out;
  for (const Cell c : cells)
    ((((out += out.empty() ? "[[" : ",[") += std::to_string(c.row)) += ',') += std::to_string(c.column)) += ']';
  return out.empty() ? "[]" : out += ']';
}

std::string json_of(const OptionSpec& option) {
  std::string out = "{\"name\":" + quoted(option.name) + ",\"default\":" + json_of(option.fallback) +
                    ",\"meaning\":" + quoted(option.meaning);
  const OptionSpec unbounded{};
  if (option.min > unbounded.min) out += ",\"minimum\":" + json_of(OptionValue(option.min));
  if (option.max < unbounded.max) out += ",\"maximum\":" + json_of(OptionValue(option.max));
  if (!option.choices.empty())
    out += ",\"choices\":" + list_of(option.choices, [](const std::string& c) { return quoted(c); });
  return out + "}";
}

// The beginning of the answer to `hello`.
template <class Spec>
std::string ready(const Spec& spec) {
  return "{\"ready\":true,\"name\":" + quoted(spec.name) + ",\"summary\":" + quoted(spec.summary) +
         ",\"options\":" + list_of(spec.options, [](const OptionSpec& option) { return json_of(option); });
}

struct Hello {
  int side = 0;
  std::uint64_t seed = 0;
  Rules rules;
  Options options;
};

Rules rules_of(const std::map<std::string, OptionValue>& values) {
  const auto name = values.find("profile");
  const auto* profile = name == values.end() ? nullptr : std::get_if<std::string>(&name->second);
  const auto base = profile == nullptr ? std::nullopt : Rules::of_profile(*profile);
  if (!base) throw std::runtime_error("the rules of a message have no known profile");
  const std::vector<OptionSpec> declared = rule_options(*base);
  Options options(declared);
  for (const auto& [rule, value] : values)
    if (rule != "profile") options.set(declared, rule, value);
  return rules_of_options(*profile, options);
}

// The first message, which must be for this role (`player` or `sequencer`). Options that are no values of any type are
// left out, as the host does.
Hello hello_of(std::string_view line, const std::string& role, const std::vector<OptionSpec>& declared) {
  Hello out;
  out.options = Options(declared);
  std::string protocol;
  std::map<std::string, OptionValue> rules;
  JsonReader json(line);
  json.object([&](std::string_view key) {
    if (key == "hello")
      protocol = json.text();
    else if (key == "side")
      out.side = json.integer<int>();
    else if (key == "seed")
      out.seed = json.integer<std::uint64_t>();
    else if (key == "rules")
      json.object([&](std::string_view rule) {
        if (auto value = json.value()) rules[std::string(rule)] = std::move(*value);
      });
    else if (key == "options")
      json.object([&](std::string_view name) {
        if (auto value = json.value()) out.options.set(declared, std::string(name), std::move(*value));
      });
    else
      json.skip();
  });
  json.end();
  const std::string expected = "pentocity-" + role + "/1";
  if (protocol != expected)
    throw std::runtime_error("this is a " + role + ": expected a first message \"hello\":\"" + expected + "\"");
  if (role == "player") out.rules = rules_of(rules);
  return out;
}

struct Turn {
  int number = 0;
  std::optional<Request> request;
  std::optional<Outcome> last;
  int score = 0, rejects = 0;
};

// An object with cells, and with a name under another key.
std::pair<std::string, Cells> named_cells(JsonReader& json, std::string_view key_of_name) {
  std::pair<std::string, Cells> out;
  json.object([&](std::string_view key) {
    if (key == key_of_name)
      out.first = json.text();
    else if (key == "cells")
      out.second = json.cells();
    else
      json.skip();
  });
  return out;
}

Request request_of(JsonReader& json) {
  const auto [type, cells] = named_cells(json, "type");
  return {type == name_of(Building::factory) ? Building::factory : Building::residence, cells};
}

Outcome outcome_of(JsonReader& json) {
  Outcome out;
  json.object([&](std::string_view key) {
    if (key == "accepted")
      out.accepted = json.flag();
    else if (key == "invalid")
      out.fault = json.takes_null() ? std::nullopt : fault_of_name(json.text());
    else if (key == "delta")
      out.delta = json.integer<int>();
    else
      json.skip();
  });
  return out;
}

// What was built.
void place(JsonReader& json, Land& land) {
  const auto [name, cells] = named_cells(json, "kind");
  LandBoard board;
  for (const Cell c : cells)
    if (land.grid().contains(c)) board.set(land.grid().bit(c));
  for (const Kind kind : all_kinds)
    if (kind != Kind::empty && name == name_of(kind)) land.place(kind, board);
}

// A message of a turn; none if it is that of the end. What it says was built is put on the land.
std::optional<Turn> turn_of(std::string_view line, Land& land) {
  Turn out;
  bool over = false;
  JsonReader json(line);
  json.object([&](std::string_view key) {
    if (key == "turn")
      out.number = json.integer<int>();
    else if (key == "request")
      out.request = request_of(json);
    else if (key == "last")
      out.last = json.takes_null() ? std::nullopt : std::optional(outcome_of(json));
    else if (key == "placed")
      json.list([&] { place(json, land); });
    else if (key == "score")
      out.score = json.integer<int>();
    else if (key == "rejects")
      out.rejects = json.integer<int>();
    else if (key == "end")
      over = json.flag();
    else
      json.skip();
  });
  json.end();
  if (over) return std::nullopt;
  return out;
}

std::string answer(int turn, const Move& move) {
  std::string out = "{\"turn\":" + std::to_string(turn) + ",\"accept\":" + (move.accept ? "true" : "false");
  if (move.accept) {
    out += ",\"rotation\":" + std::to_string(move.rotation) + ",\"location\":[" + std::to_string(move.location.row) +
           "," + std::to_string(move.location.column) + "]";
    for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"park", &move.park}, {"water", &move.pond}})
      if (!cells->empty()) ((out += ",\"") += name) += "\":" + json_of(*cells);
  }
  if (!move.note.empty()) out += ",\"note\":" + quoted(move.note);
  return out + "}";
}

}  // namespace

std::string ready_line(const PlayerSpec& spec, const PlayedGames& plays) {
  std::string out = ready(spec);
  if (!plays.sides.empty()) out += ",\"sides\":" + list_of(plays.sides, [](int side) { return std::to_string(side); });
  if (!plays.rules.empty()) out += ",\"rules\":" + list_of(plays.rules, [](const std::string& r) { return quoted(r); });
  return out + "}";
}

std::string ready_line(const SequencerSpec& spec, bool adaptive) {
  return ready(spec) + ",\"adaptive\":" + (adaptive ? "true" : "false") + "}";
}

bool write_line(int out, std::string line) {
  line += '\n';
  for (std::string_view rest = line; !rest.empty();) {
    const ssize_t n = ::write(out, rest.data(), rest.size());
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

void serve(const PlayerSpec& spec, const PlayedGames& plays, int in, int out) {
  Lines lines(in, out);
  const auto first = lines.read();
  if (!first) return;
  const Hello hello = hello_of(*first, "player", spec.options);
  std::unique_ptr<Player> player;
  const auto make = [&] {
    player = spec.make({hello.rules, hello.seed, hello.options});
    if (!player) throw std::runtime_error("no player was made");
  };
  if (plays.include(hello.rules)) make();
  if (!lines.write(ready_line(spec, plays))) return;

  Land land = empty_land(hello.rules);
  while (const auto line = lines.read()) {
    const auto turn = turn_of(*line, land);
    if (!turn) return;
    if (!turn->request) throw std::runtime_error("a turn without a request");
    if (!player) make();
    const Move move = player->play(*turn->request, {land, turn->number, turn->score, turn->rejects, turn->last});
    if (!lines.write(answer(turn->number, move))) return;
  }
}

void serve(const SequencerSpec& spec, int in, int out, const RequestRandom* random) {
  Lines lines(in, out);
  const auto first = lines.read();
  if (!first) return;
  std::vector<OptionSpec> declared = spec.options;
  declared.push_back(generator_option());
  const Hello hello = hello_of(*first, "sequencer", declared);
  const Generator generator = hello.options.text(generator_option().name) == "java" ? Generator::java : Generator::pcg;
  const auto sequencer = spec.make(
      {hello.side, hello.seed, random != nullptr ? *random : RequestRandom(generator, hello.seed), hello.options});
  if (!sequencer) throw std::runtime_error("no sequencer was made");
  const bool adaptive = sequencer->adaptive();
  if (!lines.write(ready_line(spec, adaptive))) return;

  Land land(hello.side);
  while (const auto line = lines.read()) {
    const auto turn = turn_of(*line, land);
    if (!turn) return;
    const Request request = sequencer->next(turn->number, adaptive ? &land : nullptr);
    if (!lines.write("{\"turn\":" + std::to_string(turn->number) + ",\"type\":\"" +
                     std::string(name_of(request.type())) + "\",\"cells\":" + json_of(request.cells()) + "}"))
      return;
  }
}

}  // namespace pentocity::guest
