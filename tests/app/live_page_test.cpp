// The page of a run under way: which requests it answers, with what, and that readers do not hold up the run.
#include "live_page.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <future>
#include <nlohmann/json.hpp>

#include "catch.hpp"
#include "command.hpp"
#include "paths.hpp"
#include "pentocity/input/read_file.hpp"
#include "pentocity/input/user_error.hpp"
#include "pentocity/tournament/run.hpp"
#include "pentocity/web/pages.hpp"
#include "report_data.hpp"
#include "scratch.hpp"

namespace live_page_test {

namespace {

using namespace pentocity;
using namespace pentocity::match;
using namespace pentocity::figures;
using namespace pentocity::tournament;
using namespace pentocity::results;
using namespace pentocity::web;
using namespace pentocity::app;
using nlohmann::json;

/// Is there a page to be served? Not if this was built without Node.js.
bool page_is_built() {
  if (report_page().empty()) WARN("built without the report page");
  return !report_page().empty();
}

Config small_config() {
  Overrides overrides;
  overrides.players = {"naive", "diagonal"};
  overrides.sequencers = {"g6", "g2"};
  overrides.repeats = 3;
  return config_of_names("report", overrides);
}

int port_of(const LivePage& page) {
  const std::string address = page.address();
  return std::stoi(address.substr(address.rfind(':') + 1));
}

// A connection to the page, on which `text` has been sent.
int connected(int port, const std::string& text) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  REQUIRE(connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  REQUIRE(send(socket, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size()));
  return socket;
}

std::string asking(int port, const std::string& path) {
  return fmt::format("GET {} HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", path, port);
}

struct Answer {
  int status = 0;
  std::string head, body;
};

// What comes back on a connection until the page closes it.
Answer answer_on(int socket) {
  std::string all;
  for (char part[4096];;) {
    const ssize_t size = recv(socket, part, sizeof part, 0);
    if (size <= 0) break;
    all.append(part, static_cast<std::size_t>(size));
  }
  close(socket);
  const auto end = all.find("\r\n\r\n");
  if (end == std::string::npos) return {};
  return {std::stoi(all.substr(all.find(' '))), all.substr(0, end), all.substr(end + 4)};
}

Answer get(int port, const std::string& path) { return answer_on(connected(port, asking(port, path))); }

json state_of(int port) {
  const Answer answer = get(port, "/state.json");
  REQUIRE(answer.status == 200);
  return json::parse(answer.body);
}

json games_of(int port, const std::string& query) { return json::parse(get(port, "/game.json" + query).body)["games"]; }

TEST_CASE("a live page shows no game whose requests are a secret", "[live][threads]") {
  if (!page_is_built()) return;
  const test::Scratch scratch;
  Config config = small_config();
  config.use(Secret::random());
  config.schedule.seed.reset();
  config.schedule.seeds.clear();
  config.schedule.set_repeats(3);
  LivePage page(summary_config(config.schedule), 0, "cup", scratch / "results");
  const int port = port_of(page);
  CHECK(state_of(port)["recorded"] == false);

  RunOptions options;
  options.folder = scratch / "results";
  options.traces = TracePolicy::all;
  options.played = [&](const TraceHeader& header, const GameRecord& record) { page.played(header, record); };
  options.stored = [&](const GameRow& row) {
    page.stored(row);
    return true;
  };
  run_games(config, options);
  CHECK(state_of(port)["newest"].is_null());
  CHECK(games_of(port, "?player=0&sequencer=0").empty());
}

TEST_CASE("a live page follows its run: progress, summary, newest game", "[live][threads][long]") {
  if (!page_is_built()) return;
  const test::Scratch scratch;
  const Config config = small_config();
  LivePage page(summary_config(config.schedule), 0);
  const int port = port_of(page);

  const json before = state_of(port);
  CHECK(before["format"] == "pentocity-live/1");
  CHECK(before["done"] == 0);
  CHECK(before["newest"].is_null());
  CHECK(before["summary"]["players"].size() == 2);

  RunOptions options;
  options.folder = scratch / "results";
  options.progress = [&](auto... counts) { page.progress(counts...); };
  options.played = [&](const TraceHeader& header, const GameRecord& record) { page.played(header, record); };
  options.stored = [&](const GameRow& game) {
    page.stored(game);
    return true;
  };
  const RunResult result = run_games(config, options);
  REQUIRE(result.summary);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // what was asked for before is kept for a second
  const json after = state_of(port);
  CHECK(after["done"] == 12);
  CHECK(after["all"] == 12);
  json stored = json::parse(json_text(*result.summary)), shown = after["summary"];
  for (json* summary : {&stored, &shown}) summary->erase("digest");  // a run is digested when it is over
  CHECK(shown.dump() == stored.dump());
  // The state that was asked for first wanted a game, and the first one that was played came.
  CHECK(after["newest"]["player"] == "naive");
  CHECK(after["newest"]["sequencer"] == "g6");
  CHECK(after["newest"]["seed"] == config.schedule.seeds[0]);
  // It is there for who asks for it again.
  const std::string file = after["newest"]["file"];
  CHECK(games_of(port, "?file=" + file)[0]["trace"] == after["newest"]["trace"]);
  CHECK(games_of(port, "?file=another").empty());

  const Answer html = get(port, "/");
  CHECK(html.status == 200);
  CHECK_THAT(html.head, Catch::Contains("\r\nContent-Type: text/html"));
  CHECK_THAT(html.body, Catch::Contains(R"("live":true)"));
  CHECK(get(port, "/results.sqlite").status == 404);
  CHECK(get(port, "/../../etc/passwd").status == 404);
  const std::string text = fmt::format("POST / HTTP/1.1\r\nHost: localhost:{}\r\nContent-Length: 1\r\n\r\nx", port);
  CHECK(answer_on(connected(port, text)).status == 405);
}

TEST_CASE("a live page sends its last state to those who wait for it, and the best game of a pairing",
          "[live][threads]") {
  if (!page_is_built()) return;
  const test::Scratch scratch;
  const Config config = small_config();
  RunOptions options;
  options.folder = scratch / "results";
  auto page = std::make_unique<LivePage>(summary_config(config.schedule), 0, "cup", options.folder);
  const int port = port_of(*page);
  CHECK(games_of(port, "?player=0&sequencer=1").empty());
  auto waiting = std::async(std::launch::async, [port] { return get(port, "/end.json").body; });
  close(connected(port, asking(port, "/end.json")));  // a reader that goes
  std::vector<GameRow> rows;
  options.progress = [&](auto... counts) { page->progress(counts...); };
  options.stored = [&](const GameRow& game) {
    page->stored(game);
    rows.push_back(game);
    return true;
  };
  run_games(config, options);
  const json best = games_of(port, "?player=1&sequencer=0");
  REQUIRE(best.size() == 1);
  int max = 0;
  for (const GameRow& row : rows)
    if (row.player == "diagonal" && row.sequencer == "g6") max = std::max(max, row.score);
  CHECK(best[0]["score"] == max);
  CHECK(base64(read_file(options.folder + "/traces/" + best[0]["file"].get<std::string>())) ==
        best[0]["trace"].get<std::string>());
  for (const char* wrong :
       {"?player=2&sequencer=0", "?player=0", "?player=-1&sequencer=0", "?player=x&sequencer=0", ""})
    CHECK(games_of(port, wrong).empty());
  REQUIRE(waiting.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  page->finish();
  const json last = json::parse(waiting.get());
  CHECK(last["ended"] == true);
  CHECK(last["done"] == 12);
}

TEST_CASE("a live page answers only to its own name", "[live][threads]") {
  if (!page_is_built()) return;
  const LivePage page(summary_config(small_config().schedule), 0);
  const int port = port_of(page);
  const auto status = [&](const std::string& hosts) {
    return answer_on(connected(port, "GET /state.json HTTP/1.1\r\n" + hosts + "\r\n")).status;
  };
  const std::string at = ":" + std::to_string(port);
  const auto named = [](const std::string& host) { return "Host: " + host + "\r\n"; };
  CHECK(status(named("localhost" + at)) == 200);
  CHECK(status(named("127.0.0.1" + at)) == 200);
  for (const std::string& other : {"evil.example" + at, std::string("evil.example"), std::string("localhost"),
                                   "localhost.evil.example" + at, "127.0.0.1" + at + "0", std::string()})
    CHECK(status(named(other)) == 403);
  CHECK(status("") == 403);
  CHECK(status(named("localhost" + at) + named("evil.example")) == 403);
}

TEST_CASE("a port that is taken is told", "[live][threads][long]") {
  if (!page_is_built()) return;
  const LivePage page(summary_config(small_config().schedule), 0);
  CHECK_THROWS_AS(LivePage(summary_config(small_config().schedule), port_of(page)), UserError);
}

TEST_CASE("a reader that does not read holds up neither the run nor its end", "[live][threads][long]") {
  if (!page_is_built()) return;
  SummaryConfig names = summary_config(small_config().schedule);
  names.players = {std::string(std::size_t{8} << 20, 'x'), "naive"};  // more than a socket holds
  auto page = std::make_unique<LivePage>(names, 0);
  std::vector<int> sockets;
  for (int i = 0; i < 6; ++i)
    sockets.push_back(connected(port_of(*page), i % 2 == 0 ? asking(port_of(*page), "/") : "GET / HT"));
  GameRow row;
  row.player = "naive";
  row.sequencer = "g6";
  page->stored(row);
  page->progress(1, 0, 12);
  page.reset();  // ends
  for (const int socket : sockets) close(socket);
}

TEST_CASE("hundreds of readers that are stuck keep nobody else from the page", "[live][threads][long]") {
  if (!page_is_built()) return;
  SummaryConfig names = summary_config(small_config().schedule);
  names.players = {std::string(std::size_t{8} << 20, 'x'), "naive"};  // more than a socket holds
  LivePage page(names, 0);
  const int port = port_of(page);
  std::vector<int> sockets;
  for (int i = 0; i < 300; ++i) {  // silent, in the middle of a request, or, as costs most, not reading the answer
    sockets.push_back(connected(port, i % 20 == 0 ? asking(port, "/") : i % 2 == 0 ? "GET / HT" : ""));
    if (i % 150 != 149) continue;
    CHECK(state_of(port)["format"] == "pentocity-live/1");
    CHECK(get(port, "/").status == 200);
  }
  for (const int socket : sockets) close(socket);
}

TEST_CASE("run --serve says where, and ends with the run", "[live][cli][threads]") {
  const test::Scratch scratch;
  const auto run = [&](const std::string& arguments) {
    return test::run_command(test::program + " run --players naive --sequencers g6 --repeats 2 --out " +
                             (scratch / "results") + " " + arguments);
  };
  if (!page_is_built()) {
    const test::Run without = run("--serve 0");
    CHECK(without.exit_code == 2);
    CHECK(without.output.find("Node.js") != std::string::npos);
    return;
  }
  const test::Run served = run("--serve 0");
  CHECK(served.exit_code == 0);
  CHECK(served.output.find("is shown at http://127.0.0.1:") != std::string::npos);
  CHECK(run("--serve 65536").exit_code == 2);
  CHECK(run("--serve=-1").exit_code == 2);
  // The parser gives the option what follows it.
  const std::string config = scratch.write("cup.yaml", "repeats: 1\nplayers: [naive]\nsequencers: [g6]\n");
  const test::Run named =
      test::run_command("cd " + (scratch / "") + " && " + test::program + " run --serve " + config + " --dry-run");
  CHECK(named.exit_code == 0);
  CHECK(named.output.find("1 games, 1 to play") != std::string::npos);
}

#if !defined(PENTOCITY_ADDRESS_SANITIZER) && !defined(PENTOCITY_THREAD_SANITIZER)
TEST_CASE("where threads are few, a run goes on with those that there are, and without its page",
          "[live][cli][threads]") {
  const test::Scratch scratch;
  // Each thread has 1 GiB for its stack.
  const auto run = [&](int mebibytes, const std::string& arguments) {
    return test::run_command(fmt::format("ulimit -s 1048576 && ulimit -v {}000 && ", mebibytes) + test::program +
                             " run --players naive,diagonal --sequencers g6 --repeats 4 --out " +
                             (scratch / "results") + " --fresh " + arguments);
  };
  const test::Run alone = run(3900, "--jobs 8");
  CAPTURE(alone.output);
  CHECK(alone.exit_code == 0);
  if (!page_is_built()) return;
  const test::Run served = run(1500, "--jobs 1 --serve 0");
  CAPTURE(served.output);
  CHECK(served.exit_code == 0);
  CHECK_THAT(served.output, Catch::Contains("pentocity: --serve: no page shows this run: its thread cannot be started: "
                                            "Resource temporarily unavailable\n"));
}
#endif

TEST_CASE("base64", "[live]") {
  CHECK(base64("").empty());
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
  CHECK(base64(std::string("\xff\x00\xfe", 3)) == "/wD+");
}

}  // namespace

}  // namespace live_page_test
