// Portable players: what they can do, what it costs, and what they cannot do.
#include "pentocity/portable/portable.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <nlohmann/json.hpp>

#include "../guest/src/json_reader.hpp"
#include "../simulator/portable/src/wasmtime.hpp"
#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/entrants/roster.hpp"
#include "pentocity/guest/lines.hpp"
#include "pentocity/input/json_text.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/match/json_cells.hpp"
#include "pentocity/match/remote.hpp"
#include "scratch.hpp"

namespace portable_test {

using namespace pentocity;
using namespace pentocity::entrants;
using namespace pentocity::match;
using namespace pentocity::test;

namespace {

/// The bytes of a module that is written as text (WAT). Throws InputError if that is wrong.
std::string module_of_text(const std::string& text) {
  const portable::Wasmtime& api = portable::wasmtime();
  portable::Bytes bytes;
  if (auto* const error = api.wasmtime_wat2wasm(text.data(), text.size(), &bytes))
    throw InputError("{}", portable::message_of(error));
  std::string out(bytes.data, bytes.size);
  api.wasm_byte_vec_delete(&bytes);
  return out;
}

// The runtime learns of traps by signals, whose handlers the framework of the tests replaces in each test.
void take_signals_back() {
  constexpr std::array signals{SIGSEGV, SIGILL, SIGFPE, SIGBUS};
  static const auto handlers = [&] {
    std::array<struct sigaction, signals.size()> out{};
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], nullptr, &out[i]);
    return out;
  }();
  for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &handlers[i], nullptr);
}

// Without the runtime these tests are skipped, each with a line.
bool has_runtime() {
#if defined(PENTOCITY_ADDRESS_SANITIZER) || defined(PENTOCITY_THREAD_SANITIZER)
  WARN("skipped: portable players have stacks of their own, which sanitizers do not follow");
  return false;
#endif
  try {
    portable::require_runtime();
    take_signals_back();
    return true;
  } catch (const UserError& e) {
    WARN("skipped: " << e.what());  // tests/CMakeLists.txt knows the line by its beginning
    return false;
  }
}

constexpr const char* wasi = "wasi_snapshot_preview1";

// A player that rejects everything, and in each turn does first what `act` says (a text of WAT, with the number of the
// turn in $turn). `more` stands beside its functions, and `imports` before them.
std::string text_of(const std::string& act, const std::string& more = "", const std::string& imports = "") {
  return fmt::format(R"~((module
  (import "{0}" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "{0}" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "{0}" "proc_exit" (func $proc_exit (param i32)))
  (import "{0}" "clock_time_get" (func $clock (param i32 i64 i32) (result i32)))
  (import "{0}" "random_get" (func $random (param i32 i32) (result i32)))
  (import "{0}" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
  {3}
  (memory (export "memory") 64)
  (data (i32.const 64) "{{\22ready\22:true}}\0a")
  (data (i32.const 128) "{{\22turn\22:    ,\22accept\22:false}}\0a")
  (func $read (result i32)
    (i32.store (i32.const 0) (i32.const 65536)) (i32.store (i32.const 4) (i32.const 65536))
    (i32.store (i32.const 8) (i32.const 0))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.load (i32.const 8)))
  (func $write (param $file i32) (param $at i32) (param $size i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $size))
    (drop (call $fd_write (local.get $file) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $check (param $is i32) (param $should_be i32)
    (if (i32.ne (local.get $is) (local.get $should_be)) (then (unreachable))))
  (func $act (param $turn i32) {1})
  (func $answer (param $turn i32)
    (i32.store8 (i32.const 139) (i32.add (i32.const 48) (i32.rem_u (local.get $turn) (i32.const 10))))
    (if (i32.ge_u (local.get $turn) (i32.const 10)) (then
      (i32.store8 (i32.const 138) (i32.add (i32.const 48) (i32.div_u (local.get $turn) (i32.const 10))))))
    (call $write (i32.const 1) (i32.const 128) (i32.const 29)))
  {2}
  (func $main (export "_start") (local $turn i32)
    (drop (call $read))
    (call $write (i32.const 1) (i32.const 64) (i32.const 15))
    (loop $next
      (if (i32.eqz (call $read)) (then (return)))
      (if (i32.eq (i32.load8_u (i32.const 65538)) (i32.const 101)) (then (return)))
      (call $act (local.get $turn))
      (call $answer (local.get $turn))
      (local.set $turn (i32.add (local.get $turn) (i32.const 1)))
      (br $next))))
)~",
                     wasi, act, more, imports);
}

// Makes players of texts, in a folder of its own.
struct Players {
  Scratch folder;
  isolation::Hosting hosting;

  Players() {
    hosting.confinement->limits.memory = 16 << 20;
    hosting.confinement->limits.move_instructions = 10'000'000;
    hosting.confinement->limits.game_instructions = 50'000'000;
  }
  PlayerEntry of(const std::string& text) const {
    return player_of_word(folder.write("player.wasm", module_of_text(text)), hosting);
  }
};

GameRecord game_of(const PlayerEntry& player, std::uint64_t seed = 7) {
  const Rules rules = Rules::report();
  const SequencerEntry sequencer = built_in_sequencer("random", {});
  return play_game(
      rules, {[&] { return sequencer.make(rules.side, StreamSeed(3)); }, [&] { return player.make(rules, seed); }});
}

// In turn 1 only.
std::string once(const std::string& act) { return "(if (i32.eq (local.get $turn) (i32.const 1)) (then " + act + "))"; }

const std::string for_ever = "(loop $again (br $again))";

}  // namespace

TEST_CASE("portable: a player plays, and is none of those that the warnings are about", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const PlayerEntry player = players.of(text_of(""));
  CHECK(player.name == "player");
  CHECK(player.portable);
  CHECK_FALSE(player.isolated);
  CHECK_FALSE(player.built_in);
  CHECK_THAT(player.identity(), Catch::Contains(fmt::format(R"("wasmtime":"{}")", portable::runtime_version)));
  const GameRecord record = game_of(player);
  CHECK(record.status == Status::ok);
  CHECK(record.error.empty());
  CHECK(record.turns.size() == 3);
  CHECK(record.used.peak_memory == 64 << 16);
}

TEST_CASE("portable: each way to end a game has its words", "[portable]") {
  if (!has_runtime()) return;
  struct Case {
    const char* what;
    std::string act;
    Status status;
    const char* error;
    const char* last_words;
  };
  const std::string pages = "(loop $more (br_if $more (i32.ne (i32.const -1) (memory.grow (i32.const 16))))) ";
  const std::string flood = "(loop $more (call $write (i32.const 1) (i32.const 262144) (i32.const 65536)) (br $more))";
  const Case cases[] = {
      {"a trap", once("(unreachable)"), Status::crashed, "unreachable code in 'act'", ""},
      {"a division", once("(drop (i32.div_u (i32.const 1) (i32.const 0)))"), Status::crashed,
       "division by zero in 'act'", ""},
      {"memory beyond its own", once("(i32.store (i32.const -4) (i32.const 1))"), Status::crashed,
       "memory access out of bounds in 'act'", ""},
      {"a loop", once(for_ever), Status::timeout, "move_instructions", "out of instructions in 'act'\n"},
      {"recursion", once("(call $act (i32.const 1))"), Status::crashed, "stack overflow in 'act'", ""},
      {"growth, then a trap", once(pages + "(unreachable)"), Status::crashed, "memory", "unreachable code in 'act'\n"},
      {"growth, then an exit", once(pages + "(call $proc_exit (i32.const 1))"), Status::crashed, "memory", "exit:1\n"},
      {"growth alone", once(pages), Status::ok, "", ""},
      {"an exit", once("(call $proc_exit (i32.const 7))"), Status::crashed, "exit:7", ""},
      {"a flood", once(flood), Status::crashed, "output", ""},
      {"no answer", once("(drop (call $read))"), Status::crashed, "no_answer",
       "it waits for input and has not answered\n"},
      {"half an answer", once("(call $write (i32.const 1) (i32.const 128) (i32.const 5)) (drop (call $read))"),
       Status::crashed, "no_answer", "this answer has no line feed (\\n) at its end: \"{\\\"tur\"\n"},
      {"a long sleep",
       once("(i64.store (i32.const 224) (i64.const 3600000000000)) "
            "(drop (call $poll (i32.const 200) (i32.const 300) (i32.const 1) (i32.const 8)))"),
       Status::timeout, "move_instructions", "out of instructions in 'act'\n"},
  };
  const Players players;
  for (const Case& c : cases) {
    CAPTURE(c.what);
    const PlayerEntry player = players.of(text_of(c.act));
    const GameRecord record = game_of(player);
    CHECK(name_of(record.status) == name_of(c.status));
    CHECK(record.error == c.error);
    CHECK_THAT(record.error_output, Catch::EndsWith(c.last_words));
    CHECK(record.turns.size() == (c.status == Status::ok ? 3 : 2));
    // And so each time.
    const GameRecord again = game_of(player);
    CHECK(record.error == again.error);
    CHECK(record.error_output == again.error_output);
  }
}

TEST_CASE("portable: the instructions of a game are counted over its moves", "[portable]") {
  if (!has_runtime()) return;
  Players players;
  // Each move takes some five million.
  const PlayerEntry player = players.of(
      text_of("(local $i i32) (loop $l (br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) "
              "(i32.const 650000))))"));
  CHECK(game_of(player).status == Status::ok);
  players.hosting.confinement->limits.game_instructions = 12'000'000;
  const GameRecord record = game_of(player);
  CHECK(record.status == Status::timeout);
  CHECK(record.error == "game_instructions");
  CHECK(record.turns.size() == 3);
  CHECK_FALSE(record.turns.back().answered);
}

TEST_CASE("portable: what takes the host too long has no result", "[portable]") {
  if (!has_runtime()) return;
  Players players;
  match::Limits& limits = players.hosting.confinement->limits;
  limits.move_instructions = limits.game_instructions = 1'000'000'000;
  limits.time = 1e-3;
  CHECK_THROWS_AS(game_of(players.of(text_of(once(for_ever)))), HostFault);
}

TEST_CASE("portable: a start function and the time after the end are counted, too", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const GameRecord record = game_of(players.of(text_of("", "(func $begin " + for_ever + ") (start $begin)")));
  CHECK(record.status == Status::timeout);
  CHECK(record.error == "move_instructions");
  CHECK(record.turns.empty());
  // After the last message it reads on, and then computes.
  const std::string reads_on = text_of(
      "(if (i32.eq (local.get $turn) (i32.const 2)) (then (call $answer (i32.const 2)) "
      "(drop (call $read)) (drop (call $read)) " +
      for_ever + "))");
  CHECK(game_of(players.of(reads_on)).status == Status::ok);
}

TEST_CASE("portable: lines that are too long, and errors without end", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const std::string repeat =
      "(local $i i32) (loop $l (call $write (i32.const {}) (i32.const 262144) (i32.const 65536)) "
      "(br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const {}))))";
  const GameRecord longer = game_of(players.of(text_of(fmt::format(fmt::runtime(repeat), 1, 17))));
  CHECK(longer.status == Status::ok);
  REQUIRE(longer.faults.size() == 1);
  CHECK_THAT(longer.faults[0].said, Catch::Contains("a line longer than 1 MiB"));
  const GameRecord errors = game_of(players.of(text_of(fmt::format(fmt::runtime(repeat), 2, 40))));
  CHECK(errors.status == Status::ok);
  CHECK(errors.error_output.size() == kept_errors);
}

TEST_CASE("portable: pointers beyond the memory are faults, and what is not there is not supported", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const auto import = [](const char* name, const char* takes) {
    return fmt::format(R"((import "{}" "{}" (func ${} (param {}) (result i32))))", wasi, name, name, takes);
  };
  const std::string imports = import("path_open", "i32 i32 i32 i32 i32 i64 i64 i32 i32") +
                              import("fd_prestat_get", "i32 i32") + import("fd_fdstat_get", "i32 i32") +
                              import("args_sizes_get", "i32 i32") + import("args_get", "i32 i32") +
                              import("environ_sizes_get", "i32 i32") + import("sock_accept", "i32 i32 i32") +
                              import("fd_seek", "i32 i64 i32 i32") + import("clock_res_get", "i32 i32");
  const auto check = [](const std::string& call, int result) {
    return fmt::format("(call $check (call ${}) (i32.const {})) ", call, result);
  };
  const std::string act =
      check(
          "path_open (i32.const 3) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 0) (i64.const 0) "
          "(i64.const 0) (i32.const 0) (i32.const 0)",
          52) +
      check("sock_accept (i32.const 0) (i32.const 0) (i32.const 0)", 52) +
      check("fd_prestat_get (i32.const 3) (i32.const 0)", 8) +
      check("fd_seek (i32.const 0) (i64.const 0) (i32.const 0) (i32.const 0)", 70) +
      check("fd_fdstat_get (i32.const 1) (i32.const 200)", 0) +
      check("fd_fdstat_get (i32.const 1) (i32.const -8)", 21) +
      check("environ_sizes_get (i32.const 200) (i32.const 204)", 0) +
      "(call $check (i32.load (i32.const 200)) (i32.const 0))" +
      check("args_sizes_get (i32.const 200) (i32.const 204)", 0) +
      "(call $check (i32.load (i32.const 200)) (i32.const 1))" + check("args_get (i32.const 200) (i32.const 204)", 0) +
      check("args_get (i32.const -1) (i32.const -1)", 21) + check("clock_res_get (i32.const 9) (i32.const 0)", 28) +
      check("clock (i32.const 1) (i64.const 0) (i32.const -7)", 21) +
      check("random (i32.const 4000000) (i32.const 400000)", 21) + check("random (i32.const 8) (i32.const -1)", 21) +
      // Lists: beyond the memory, too long, with a part beyond the memory, and with sizes beyond 32 bits.
      check("fd_write (i32.const 1) (i32.const -8) (i32.const 2) (i32.const 8)", 21) +
      check("fd_write (i32.const 1) (i32.const 0) (i32.const -1) (i32.const 8)", 28) +
      check("fd_write (i32.const 5) (i32.const 0) (i32.const 1) (i32.const 8)", 8) +
      check("fd_read (i32.const 0) (i32.const 0) (i32.const -1) (i32.const 8)", 28) +
      check("fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const -2)", 21) +
      check("fd_read (i32.const 1) (i32.const 0) (i32.const 1) (i32.const 8)", 8) +
      check("poll (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 8)", 28) +
      check("poll (i32.const 0) (i32.const -4) (i32.const 1) (i32.const 8)", 21) +
      "(i32.store (i32.const 16) (i32.const -16)) (i32.store (i32.const 20) (i32.const 32))" +
      check("fd_write (i32.const 1) (i32.const 16) (i32.const 1) (i32.const 8)", 21) +
      "(loop $l (i32.store (i32.add (i32.const 300000) (local.get $i)) (i32.const 0)) "
      "(i32.store (i32.add (i32.const 300004) (local.get $i)) (i32.const 4194304)) "
      "(br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 8))) (i32.const 8192))))" +
      check("fd_write (i32.const 1) (i32.const 300000) (i32.const 1024) (i32.const 8)", 28);
  const GameRecord record = game_of(players.of(text_of("(local $i i32) " + act, "", imports)));
  CHECK(record.error.empty());
  CHECK(record.status == Status::ok);
}

TEST_CASE("portable: clocks and random numbers are those of the game", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  // Random bytes and the time, as letters on the error output.
  const std::string act =
      "(local $i i32) (drop (call $random (i32.const 200) (i32.const 8))) "
      "(drop (call $clock (i32.const 0) (i64.const 0) (i32.const 208))) "
      "(loop $l (i32.store8 (i32.add (i32.const 200) (local.get $i)) (i32.add (i32.const 97) (i32.and (i32.const 15) "
      "(i32.load8_u (i32.add (i32.const 200) (local.get $i)))))) "
      "(br_if $l (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 16)))) "
      "(call $write (i32.const 2) (i32.const 200) (i32.const 16))";
  const PlayerEntry player = players.of(text_of(act));
  const GameRecord one = game_of(player, 7), same = game_of(player, 7), other = game_of(player, 8);
  CHECK(one.status == Status::ok);
  REQUIRE(one.error_output.size() == 48);
  CHECK(one.error_output == same.error_output);
  CHECK(one.error_output.substr(0, 8) != one.error_output.substr(16, 8));
  CHECK(one.error_output.substr(8, 8) != one.error_output.substr(24, 8));
  CHECK(one.error_output.substr(0, 8) != other.error_output.substr(0, 8));
}

TEST_CASE("portable: what has too much of something, or wants more, is refused before it plays", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const auto refusal = [&](const std::string& bytes) {
    try {
      const PlayerEntry player = player_of_word(players.folder.write("player.wasm", bytes), players.hosting);
      (void)asked(player);
    } catch (const UserError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  const auto of_text = [&](const std::string& text) { return refusal(module_of_text(text)); };
  CHECK_THAT(refusal("hello"), Catch::EndsWith("player.wasm: it is no module of WebAssembly (version 1)"));
  CHECK_THAT(refusal(std::string("\0asm\1\0\0\0\1\x20", 10)), Catch::EndsWith(": it ends too early"));
  CHECK_THAT(refusal(std::string("\0asm\1\0\0\0\1\xff\xff\xff\xff\xff", 14)),
             Catch::EndsWith(": it has a number of more than 32 bits"));
  CHECK_THAT(refusal(std::string(portable::max_module_size + 1, '\0')),
             Catch::EndsWith("player.wasm: the file is larger than 16777216 bytes"));
  CHECK_THAT(
      of_text(R"((module (import "env" "now" (func))))"),
      Catch::EndsWith("it imports 'now' from 'env': a portable player has the functions of WASI preview 1 only"));
  CHECK_THAT(of_text(fmt::format(R"((module (import "{}" "memory" (memory 1))))", wasi)),
             Catch::Contains("it imports 'memory'"));
  CHECK_THAT(of_text(fmt::format(R"((module (import "{}" "fd_write" (func (param i64)))))", wasi)),
             Catch::EndsWith("it imports 'fd_write' with another type than that of WASI preview 1"));
  std::string locals = "(module (func (local";
  for (std::uint64_t i = 0; i <= portable::max_locals; ++i) locals += " i32";
  CHECK_THAT(of_text(locals + ")))"), Catch::EndsWith("its function 0 has more than 10000 local variables"));
  std::string large = "(module (func";
  for (std::size_t i = 0; i < portable::max_function_size; ++i) large += " nop";
  CHECK_THAT(of_text(large + "))"), Catch::EndsWith("bytes, and one of a portable player may have 262144"));
  std::string many = "(module";
  for (std::uint64_t i = 0; i <= portable::max_functions; ++i) many += "(func)";
  CHECK_THAT(of_text(many + ")"), Catch::EndsWith("it has 50001 functions, and a portable player may have 50000"));
  CHECK_THAT(of_text("(module (memory i64 1))"),
             Catch::EndsWith("player.wasm: failed to parse WebAssembly module: memory64 must be enabled for 64-bit "
                             "memories (at offset 0xb)"));
  // What is not the same everywhere, or not needed.
  for (const char* text : {"(module (memory i64 1))", "(module (memory 1) (memory 1))", "(module (memory 1 1 shared))",
                           "(module (func (param v128) (drop (i16x8.relaxed_q15mulr_s (local.get 0) (local.get 0)))))",
                           "(module (type (struct)))", "(module (tag))"}) {
    CAPTURE(text);
    CHECK_THAT(of_text(text), !Catch::Contains("none"));
  }
}

TEST_CASE("portable: a module that cannot begin fails its games", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  const auto error = [&](const std::string& text) { return game_of(players.of(text)).error; };
  CHECK(error("(module (memory (export \"memory\") 257))") == "memory");
  CHECK(error("(module)") == "the module exports no function '_start'");
  CHECK(error("(module (func (export \"_start\")))") == "exit:0");
  CHECK_THAT(error("(module (table 1000000 funcref) (func (export \"_start\")))"), Catch::Contains("table"));
  // Without a memory that this program can see, nothing is read or written.
  std::string hidden = text_of("");
  hidden.replace(hidden.find("(export \"memory\")"), 17, "");
  CHECK(error(hidden) == "exit:0");
}

TEST_CASE("portable: the same bytes with any number of jobs, in lockstep, and played again", "[portable][threads]") {
  if (!has_runtime()) return;
  const Scratch folder;
  const auto write = [&](const std::string& name, const std::string& act) {
    folder.write(name, module_of_text(text_of(act)));
  };
  write("calm.wasm", "");
  write("loops.wasm", once(for_ever));
  write("traps.wasm", once("(unreachable)"));
  write("grows.wasm", "(loop $more (br_if $more (i32.ne (i32.const -1) (memory.grow (i32.const 16))))) (unreachable)");
  folder.write("cup.yaml", R"(
seed: 20161128
repeats: 8
memory_limit: 16MiB
move_instructions: 20M
isolation: {mode: plugins, require: all}
players: [{wasm: calm.wasm}, {wasm: loops.wasm}, {wasm: traps.wasm}, {wasm: grows.wasm}, naive]
sequencers: [random]
)");
  const auto pentocity = [&](const std::string& words) {
    return run_command(fmt::format("cd {} && {} {}", folder / "", test::program, words));
  };
  const auto digest = [](const Run& run) { return run.output.substr(run.output.rfind("digest: ")); };
  const Run one = pentocity("run cup.yaml --jobs 1 --out one");
  CAPTURE(one.output);
  CHECK(one.exit_code == 0);
  CHECK_THAT(one.output, Catch::Contains("move_instructions"));
  CHECK_THAT(one.output, !Catch::Contains("process of its own") && !Catch::Contains("processes of their own"));
  // The same on every machine: another one means that games, or what is stored of them, have changed.
  CHECK(digest(one) == "digest: e1f06b50493758a14907e2fde0d7323af5f4bc996e7b4ef8069698d60fca1f83\n");
  CHECK(digest(pentocity("run cup.yaml --jobs 8 --out eight")) == digest(one));
  CHECK(digest(pentocity("run cup.yaml --lockstep true --out locked")) == digest(one));
  pentocity("run cup.yaml --repeats 3 --out more");
  CHECK(digest(pentocity("run cup.yaml --out more")) == digest(one));
  const Run audit = pentocity("audit one --config cup.yaml --games 40");
  CAPTURE(audit.output);
  CHECK(audit.exit_code == 0);
  CHECK_THAT(pentocity("check player calm.wasm --games 1").output, Catch::Contains("ok      it is portable"));
}

TEST_CASE("portable: a sequencer", "[portable]") {
  if (!has_runtime()) return;
  const Players players;
  std::string text = text_of("");
  text.replace(text.find(",\\22accept\\22:false}"), 20, ",\\22type\\22:\\22factory\\22,\\22cells\\22:[[0,0]]}");
  text.replace(text.find("(i32.const 29)"), 14, "(i32.const 47)");
  const SequencerEntry sequencer =
      sequencer_of_word(players.folder.write("cells.wasm", module_of_text(text)), players.hosting);
  CHECK(sequencer.portable);
  const Rules rules = Rules::report();
  const auto made = sequencer.make(rules.side, StreamSeed(3));
  CHECK(made->next(0, nullptr).cells() == Cells{{0, 0}});
  CHECK(made->next(1, nullptr).type() == Building::factory);
}

namespace {

// What happened in a game, a line for each turn. The requests of a plugin live no longer than it.
std::string text_of(const GameRecord& record) {
  std::string out = fmt::format("{} {}\n", name_of(record.status), record.score);
  for (const Turn& turn : record.turns) {
    append_request(out, turn.request);
    out += json_of_answer(0, turn.move).dump() + turn.move.note + "\n";
  }
  return out;
}

// The guest's answers to these lines; `serve` has the two ends.
template <class F>
std::string answers(const std::string& lines, F&& serve) {
  std::array<int, 2> in{}, out{};
  REQUIRE(pipe(in.data()) == 0);
  REQUIRE(pipe(out.data()) == 0);
  REQUIRE(write(in[1], lines.data(), lines.size()) == static_cast<ssize_t>(lines.size()));
  close(in[1]);
  std::string said(1 << 16, '\0'), thrown;
  try {
    serve(in[0], out[1]);
  } catch (const std::exception& e) {
    thrown = e.what();
  }
  close(out[1]);
  said.resize(static_cast<std::size_t>(std::max<ssize_t>(read(out[0], said.data(), said.size()), 0)));
  close(in[0]);
  close(out[0]);
  return said + thrown;
}

// Repeats its option as the note of its moves.
class Parrot : public Player {
 public:
  explicit Parrot(const PlayerSetup& setup) : word_(setup.options.text("word")) {
    if (setup.rules.side < 10) throw std::runtime_error("too small");
  }
  Move play(const Request&, const View& view) override {
    if (view.turn == 7) throw std::runtime_error("seven");
    Move move = Move::at(1, {view.score, view.rejects});
    move.accept = view.turn % 2 == 0;
    for (const Kind kind : all_kinds)
      if (kind != Kind::empty) move.road.push_back({static_cast<int>(kind), view.land.of(kind).count()});
    move.note = word_;
    if (view.last) move.note += view.last->fault ? name_of(*view.last->fault) : view.last->accepted ? "yes" : "no";
    return move;
  }

 private:
  std::string word_;
};

const PlayerSpec& parrot() {
  static const PlayerSpec spec{"parrot",
                               "says \"it\" again",
                               {{"word", "a", "what it says", {}},
                                {"depth", std::int64_t{3}, "", {}, 1, 9},
                                {"weight", 2.0, "", {}, 0},
                                {"style", "x", "", {"x", "y"}},
                                {"loud", false, ""}},
                               [](const PlayerSetup& setup) { return std::make_unique<Parrot>(setup); }};
  return spec;
}

std::string hello(const std::string& options = "{}", int side = 20) {
  return fmt::format(
      R"({{"hello":"pentocity-player/1","side":{0},"rules":{{"profile":"report","side":{0},"max_rejects":3,)"
      R"("on_invalid":"skip","factory_bonus":false,"road_access":"contact"}},"seed":18446744073709551615,)"
      R"("options":{1},"cpu_limit_s":300.0}})"
      "\n",
      side, options);
}

std::string turn(int number, const std::string& last = "null", const std::string& placed = "[]") {
  return fmt::format(R"({{"turn":{},"request":{{"type":"factory","cells":[[0,0]],"rotations":[[[0,0]]]}},)"
                     R"("last":{},"placed":{},"score":12,"rejects":2,"cpu_left_s":1.5}})"
                     "\n",
                     number, last, placed);
}

std::string parrot_answers(const std::string& lines, const PlayedGames& plays = {}) {
  return answers(lines, [&](int in, int out) { guest::serve(parrot(), plays, in, out); });
}

}  // namespace

TEST_CASE("guest: one source is a plugin and a program, and both play the same", "[portable]") {
  const Rules rules = Rules::report();
  for (const char* name : {"corner_player", "town_player"}) {
    CAPTURE(name);
    const auto game = [&](const std::string& word) {
      const PlayerEntry player = player_of_word(word, {.isolation = match::Isolation::none});
      const SequencerEntry sequencer = built_in_sequencer("random", {});
      return text_of(play_game(rules, {[&] { return sequencer.make(rules.side, StreamSeed(3)); },
                                       [&] { return player.make(rules, std::uint64_t{1} << 63); }}));
    };
    const std::string in_process = game(fmt::format("{}/libexample_{}.so", examples, name));
    CHECK_THAT(in_process, Catch::StartsWith("ok "));
    CHECK(game(commands + "lines_" + name) == in_process);
  }
  for (const char* name : {"encore", "squeeze"}) {
    CAPTURE(name);
    const auto game = [&](const std::string& word) {
      const std::vector<std::string> set{std::string(name) == "encore" ? "times=5" : "generator=pcg"};
      const SequencerEntry sequencer = sequencer_of_word(word, {.isolation = match::Isolation::none}, set);
      const PlayerEntry player = built_in_player("lanes");
      return text_of(play_game(
          rules, {[&] { return sequencer.make(rules.side, StreamSeed(3)); }, [&] { return player.make(rules, 7); }}));
    };
    const std::string in_process = game(fmt::format("{}/libexample_{}.so", examples, name));
    CHECK_THAT(in_process, Catch::StartsWith("ok "));
    CHECK(game(commands + "lines_" + name) == in_process);
  }
}

TEST_CASE("guest: hello is answered with what is declared, and turns with moves", "[portable]") {
  const std::string ready = R"({"ready":true,"name":"parrot","summary":"says \"it\" again","options":[)"
                            R"({"name":"word","default":"a","meaning":"what it says"},)"
                            R"({"name":"depth","default":3,"meaning":"","minimum":1.0,"maximum":9.0},)"
                            R"({"name":"weight","default":2.0,"meaning":"","minimum":0.0},)"
                            R"({"name":"style","default":"x","meaning":"","choices":["x","y"]},)"
                            R"({"name":"loud","default":false,"meaning":""}])";
  CHECK(parrot_answers("").empty());
  CHECK(parrot_answers(hello()) == ready + "}\n");
  // What it does not play it can be asked for, but not play.
  const PlayedGames plays{.sides = {20, 21}, .rules = {"report"}};
  const std::string declared = ready + R"(,"sides":[20,21],"rules":["report"]})" + "\n";
  CHECK(parrot_answers(hello("{}", 8) + "{\"end\":true}\n", plays) == declared);
  CHECK(parrot_answers(hello("{}", 8) + turn(0), plays) == declared + "too small");
  CHECK(parrot_answers(hello("{}", 8)) == "too small");

  const std::string game = parrot_answers(
      hello(R"({"word":"\u00e4\ud83d\ude00\n\\","depth":9,"weight":1,"loud":true,"style":"y","no":null,"none":[1]})") +
      turn(0) +
      turn(1, R"({"accepted":true,"invalid":null,"delta":5})",
           R"([{"kind":"factory","cells":[[1,2]]},{"kind":"road","cells":[[0,2],[0,3]]}])") +
      turn(2, R"({"delta":0,"invalid":"cells_overlap","accepted":false,"more":{"of":["it",-1.5e3,{},true,null]}})",
           R"([ {"cells":[ [5,5] ],"kind":"water"}, {"kind":"park","cells":[]} ])") +
      "{\"end\":true,\"status\":\"ok\"}\n" + turn(7));
  CHECK(game == ready + "}\n" +
                    R"({"turn":0,"accept":true,"rotation":1,"location":[12,2],)"
                    R"("road":[[1,0],[2,0],[3,0],[4,0],[5,0]],"note":"ä😀\u000a\\"})"
                    "\n"
                    R"({"turn":1,"accept":false,"note":"ä😀\u000a\\yes"})"
                    "\n"
                    R"({"turn":2,"accept":true,"rotation":1,"location":[12,2],)"
                    R"("road":[[1,0],[2,1],[3,0],[4,1],[5,2]],"note":"ä😀\u000a\\cells_overlap"})"
                    "\n");
}

TEST_CASE("guest: what is wrong with a message, an option or a player is thrown", "[portable]") {
  const auto last = [](const std::string& lines) {
    const std::string said = parrot_answers(lines);
    return said.substr(said.rfind('\n') + 1);
  };
  CHECK(last(hello(R"({"depht":3})")) == "there is no option 'depht'");
  CHECK(last(hello(R"({"depth":3.0})")) == "option 'depth' takes an integer, not '3' (a number)");
  CHECK(last(hello(R"({"depth":10})")) == "option 'depth' is 10: expected 1 to 9");
  CHECK(last(R"({"hello":"pentocity-sequencer/1","side":50,"seed":1,"options":{}})"
             "\n") == "this is a player: expected a first message \"hello\":\"pentocity-player/1\"");
  CHECK(last(hello() + turn(7)) == "seven");
  CHECK(last(hello() + "{\"turn\":0}\n") == "a turn without a request");
  CHECK(last(hello() + "{\"turn\":0.5}\n") == "byte 10 of a message: expected '}'");
  CHECK(last(hello() + "{\"turn\":0,}\n") == "byte 11 of a message: expected '\"'");
  CHECK(last(hello() + "{\"turn\":0} 1\n") == "byte 12 of a message: expected the end of the line");
  CHECK_THAT(last(hello(R"({"word":"\q"})")), Catch::EndsWith("of a message: expected an escape"));
  CHECK(last(hello() + "{\"x\":\"abc\n") == "byte 10 of a message: expected the end of a text");
  CHECK(last(hello() + "{\"x\":[{\"]\":1}}\n") == "byte 15 of a message: expected '}'");
  CHECK(last(hello() + "{\"x\":[{\"]\":1}\n") == "byte 14 of a message: expected the end of a value");
  CHECK(last(hello() + "{\"x\":}\n") == "byte 6 of a message: expected a value");
  CHECK_THAT(last(hello(R"({"depth":-})")), Catch::EndsWith("of a message: expected a value"));
  // What no pipe takes any more ends the game.
  std::array<int, 2> closed{};
  REQUIRE(pipe(closed.data()) == 0);
  close(closed[0]);
  auto* const before = signal(SIGPIPE, SIG_IGN);
  CHECK(answers(hello() + turn(0), [&](int in, int) { guest::serve(parrot(), {}, in, closed[1]); }).empty());
  signal(SIGPIPE, before);
  close(closed[1]);
}

TEST_CASE("guest: requests are drawn from what they are to be drawn from", "[portable]") {
  struct Drawing : Sequencer {
    explicit Drawing(const SequencerSetup& setup) : random(setup.random) {}
    Request next(int, const Land*) override { return {Building::factory, rectangle(1 + random.next_int(5), 1)}; }
    RequestRandom random;
  };
  const SequencerSpec spec{"drawing", "", {}, [](const SequencerSetup& s) { return std::make_unique<Drawing>(s); }};
  const auto lines = [](const std::string& options) {
    std::string out = fmt::format(R"({{"hello":"pentocity-sequencer/1","side":20,"seed":7,"options":{}}})", options);
    for (int turn = 0; turn < 20; ++turn) out += fmt::format("\n{{\"turn\":{},\"land\":null}}", turn);
    return out + "\n";
  };
  const auto requests = [&](const std::string& options, const RequestRandom* random = nullptr) {
    return answers(lines(options), [&](int in, int out) { guest::serve(spec, in, out, random); });
  };
  const RequestRandom pcg(Generator::pcg, 7), other(Generator::pcg, 8);
  CHECK_THAT(requests("{}"), Catch::StartsWith("{\"ready\":true,\"name\":\"drawing\",\"summary\":\"\",\"options\":[],"
                                               "\"adaptive\":false}\n{\"turn\":0,\"type\":\"factory\",\"cells\":[[0,"));
  CHECK(requests("{}") == requests(R"({"generator":"java"})"));
  CHECK(requests("{}") != requests(R"({"generator":"pcg"})"));
  CHECK(requests(R"({"generator":"pcg"})") == requests("{}", &pcg));
  CHECK(requests("{}", &pcg) != requests("{}", &other));
}

TEST_CASE("guest: values of JSON are read as the host reads them, and notes written so that it can read them",
          "[portable]") {
  Pcg random(5);
  const std::string letters = "0123456789.-+eE\"\\u[]{},: tfnaäß\xf0\x9f\x98\x80\xff\xc0\xed\xa0\x80/\x01";
  for (int i = 0; i < 200'000; ++i) {
    std::string text;
    for (int length = 1 + random.next_int(i % 3 == 0 ? 30 : 8); length > 0; --length)
      text += letters[static_cast<std::size_t>(random.next_int(static_cast<int>(letters.size())))];
    // As a value: whatever the host takes for one is the same here.
    const nlohmann::json value = parse_json(text);
    if (!value.is_null()) {
      CAPTURE(text);
      const auto expected = option_of_json(value);
      guest::JsonReader json(text);
      CHECK(json.value() == expected);
      CHECK_NOTHROW(json.end());
    }
    // As a note.
    if (i % 20 != 0) continue;
    const std::string word = text_of_json(nlohmann::json(text));
    const std::string known = parse_json(word).get<std::string>();
    const std::string said = parrot_answers(hello(fmt::format("{{\"word\":{}}}", word)) + turn(1));
    CHECK(parse_json(said.substr(said.find('\n') + 1)).value("note", "") == known);
  }
}

}  // namespace portable_test
