#include "lines.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/trace.hpp"

namespace pentocity::python {

using match::append_cells, match::cell_of_json, match::cells_of_json, match::json_of_cells;
using match::rules_of_json, match::to_json_resolved, match::uint64_of_json;
using nlohmann::json;

namespace {

[[noreturn]] void unreadable(const std::string& line) {
  throw InputError("no message of pentocity-player/1: {}", line.substr(0, 200));
}

Kind kind_named(const std::string& name, const std::string& line) {
  for (const Kind kind : all_kinds)
    if (name_of(kind) == name && kind != Kind::empty) return kind;
  unreadable(line);
}

Cells cells_in(const json& list, const std::string& line) {
  if (auto cells = cells_of_json(list)) return *std::move(cells);
  unreadable(line);
}

}  // namespace

std::optional<std::string> Lines::read() {
  for (;;) {
    if (const std::size_t end = buffer_.find('\n', used_); end != buffer_.npos) {
      std::string line = buffer_.substr(used_, end - used_);
      used_ = end + 1;
      return line;
    }
    buffer_.erase(0, used_);
    used_ = 0;
    std::array<char, 65536> piece;
    const ssize_t size = ::read(in_, piece.data(), piece.size());
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw std::system_error(errno, std::generic_category(), "a message cannot be read");
    if (size == 0) return std::nullopt;
    buffer_.append(piece.data(), static_cast<std::size_t>(size));
  }
}

void Lines::write(std::string line) {
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t size = ::write(out_, line.data() + done, line.size() - done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw std::system_error(errno, std::generic_category(), "a message cannot be sent");
    done += static_cast<std::size_t>(size);
  }
}

Hello read_hello(const std::string& line) {
  const json hello = parse_json(line);
  if (!hello.is_object() || hello.value("hello", json()) != "pentocity-player/1" || !hello.contains("rules"))
    unreadable(line);
  const auto seed = uint64_of_json(hello.value("seed", json()));
  return {rules_of_json(hello["rules"]), seed.value_or(0), hello.value("options", json::object())};
}

std::string hello_line(const Hello& hello) {
  return text_of_json(json{{"hello", "pentocity-player/1"},
                           {"side", hello.rules.side},
                           {"rules", to_json_resolved(hello.rules)},
                           {"seed", hello.seed},
                           {"options", hello.options}});
}

std::optional<Asked> read_turn(const std::string& line, Land& land) {
  const json message = parse_json(line);
  if (!message.is_object()) unreadable(line);
  if (message.contains("end")) return std::nullopt;
  const json asked = message.value("request", json()), last = message.value("last", json());
  if (!asked.is_object() || !message.contains("placed")) unreadable(line);
  for (const json& part : message["placed"]) {
    const LandBoard cells = land.grid().board(cells_in(part.value("cells", json()), line));
    if (!land.empty().contains(cells)) unreadable(line);
    land.place(kind_named(part.value("kind", ""), line), cells);
  }
  Asked out{.turn = message.value("turn", 0),
            .request = {asked.value("type", "") == "residence" ? Building::residence : Building::factory,
                        cells_in(asked.value("cells", json()), line)},
            .score = message.value("score", 0),
            .rejects = message.value("rejects", 0),
            .last = {}};
  if (last.is_object()) {
    const json invalid = last.value("invalid", json());
    out.last = {last.value("accepted", false),
                invalid.is_string() ? fault_of_name(invalid.get<std::string>()) : std::nullopt, last.value("delta", 0)};
  }
  return out;
}

std::string turn_line(const Request& request, const View& view, Land& seen) {
  json placed = json::array();
  for (const Kind kind : all_kinds) {
    if (kind == Kind::empty) continue;
    if (const LandBoard added = view.land.of(kind) - seen.of(kind); added.any())
      placed.push_back({{"kind", name_of(kind)}, {"cells", json_of_cells(seen.grid().cells(added))}});
  }
  seen = view.land;
  json message{{"turn", view.turn},
               {"request", {{"type", name_of(request.type())}, {"cells", json_of_cells(request.cells())}}},
               {"last", nullptr},
               {"placed", placed},
               {"score", view.score},
               {"rejects", view.rejects}};
  if (view.last)
    message["last"] = {{"accepted", view.last->accepted},
                       {"invalid", view.last->fault ? json(name_of(*view.last->fault)) : json()},
                       {"delta", view.last->delta}};
  return text_of_json(message);
}

std::string answer_line(int turn, const Move& move, std::optional<double> cpu) {
  std::string out = "{\"turn\":" + std::to_string(turn) + ",\"accept\":" + (move.accept ? "true" : "false");
  if (move.accept) {
    out += ",\"rotation\":" + std::to_string(move.rotation) + ",\"location\":[" + std::to_string(move.location.row) +
           "," + std::to_string(move.location.column) + "]";
    for (const auto& [name, cells] : {std::pair{"road", &move.road}, {"park", &move.park}, {"water", &move.pond}})
      if (!cells->empty()) {
        out += std::string(",\"") + name + "\":";
        append_cells(out, *cells);
      }
  }
  if (!move.note.empty()) out += ",\"note\":" + text_of_json(json(move.note));
  if (cpu) out += ",\"cpu\":" + std::to_string(*cpu);
  return out + "}";
}

Answer read_answer(const std::string& line) {
  const json answer = parse_json(line);
  if (!answer.is_object()) throw std::runtime_error("a worker sent what is no answer");
  Answer out;
  out.cpu = answer.value("cpu", 0.0);
  out.error = answer.value("error", "");
  out.traceback = answer.value("traceback", "");
  out.move.note = answer.value("note", "");
  out.move.accept = answer.value("accept", false);
  if (!out.move.accept) return out;
  out.move.rotation = answer.at("rotation").get<int>();
  out.move.location = cell_of_json(answer.at("location")).value();
  for (const auto& [name, cells] :
       {std::pair{"road", &out.move.road}, {"park", &out.move.park}, {"water", &out.move.pond}})
    *cells = cells_of_json(answer.value(name, json::array())).value();
  return out;
}

}  // namespace pentocity::python
