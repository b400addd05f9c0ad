#include "local_server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

using namespace std::chrono_literals;

namespace {

// Threads at the start, and at most.
constexpr std::size_t first_threads = 4, most_threads = 256;
constexpr std::time_t idle_seconds = 2;
// How long finish() waits for readers at most, and how long it serves on after the last of them.
constexpr std::chrono::milliseconds patience = 10s, afterwards = 100ms;
// How long the end of the server waits for its threads at most.
constexpr std::chrono::milliseconds ending = 2s;
constexpr const char* host = "127.0.0.1";

HttpAnswer told(int status, std::string text) {
  return {status, "text/plain", std::make_shared<const std::string>(std::move(text))};
}

void send(httplib::Response& response, const HttpAnswer& answer) {
  response.status = answer.status;
  response.set_content_provider(answer.text->size(), answer.type,
                                [text = answer.text](std::size_t begin, std::size_t size, httplib::DataSink& sink) {
                                  constexpr std::size_t most = 1 << 16;  // so that the end of the server comes between
                                  sink.write(text->data() + begin, std::min(size, most));
                                  return true;
                                });
}

// Serves each connection on a thread of its own. Threads are started when there are more connections than that; where
// no more can be had, connections wait for those that there are.
class ServingThreads final : public httplib::TaskQueue {
 public:
  // Throws std::system_error if not even the first ones can be had.
  ServingThreads() {
    try {
      const std::lock_guard lock(mutex_);
      while (threads_.size() < first_threads) start();
    } catch (...) {
      shutdown();
      throw;
    }
  }
  ~ServingThreads() override { shutdown(); }

  // Later versions of the library ask whether there was room.
  using Enqueued = decltype(std::declval<httplib::TaskQueue&>().enqueue(nullptr));
  Enqueued enqueue(std::function<void()> serve) override {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(serve));
    if (waiting_.size() > idle_ && threads_.size() < most_threads) try {
        start();
      } catch (const std::system_error&) {  // others will serve it
      }
    changed_.notify_one();
    return Enqueued(true);
  }

  void shutdown() override {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    changed_.notify_all();
    threads_.clear();  // which waits for them
  }

 private:
  void start() {
    threads_.emplace_back([this] { work(); });
    ++idle_;
  }

  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      const std::function<void()> serve = std::move(waiting_.front());
      waiting_.pop_front();
      --idle_;
      lock.unlock();
      serve();
      lock.lock();
      ++idle_;
    }
  }

  std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t idle_ = 0;
  bool ended_ = false;
  std::vector<std::jthread> threads_;  ///< of the thread that owns this
};

}  // namespace

// Shared by the thread that owns the server and those that serve, which may be stuck with a reader when the owner goes.
struct LocalServer::Impl {
  httplib::Server server;
  int port = 0;
  std::mutex mutex;  ///< guards what follows
  std::condition_variable changed;
  std::function<HttpAnswer(const std::string& path)> answer;  ///< none once the owner has gone
  std::optional<HttpAnswer> last;                             ///< for questions that were kept
  std::size_t kept = 0;                                       ///< questions whose answer has not been sent
  bool ended = false;                                         ///< the server has returned

  HttpAnswer answer_to(const httplib::Request& request) {
    const std::string host_name = request.get_header_value("Host");
    const bool named = host_name == fmt::format("{}:{}", host, port) || host_name == fmt::format("localhost:{}", port);
    if (!named || request.get_header_value_count("Host") != 1)
      return told(403, fmt::format("Only for this machine, under its own name: http://{}:{}/\n", host, port));
    if (request.method != "GET") return told(405, "Only for reading\n");
    const std::lock_guard lock(mutex);
    return answer ? answer(request.target) : told(503, "The run is over\n");
  }

  // Sends the answer of finish() once it is there. The library asks again and again, and between sees whether the
  // reader has gone.
  bool send_last(httplib::DataSink& sink) {
    std::unique_lock lock(mutex);
    if (!changed.wait_for(lock, 200ms, [this] { return last.has_value(); })) return true;
    const auto text = last->text;
    lock.unlock();
    sink.write(text->data(), text->size());
    sink.done();
    return true;
  }

  void serve(const httplib::Request& request, httplib::Response& response) {
    const HttpAnswer found = answer_to(request);
    if (found.text) return send(response, found);
    {
      const std::lock_guard lock(mutex);
      ++kept;
    }
    response.status = found.status;
    response.set_chunked_content_provider(
        found.type, [this](std::size_t, httplib::DataSink& sink) { return send_last(sink); },
        [this](bool) {
          const std::lock_guard lock(mutex);
          --kept;
          changed.notify_all();
        });
  }
};

LocalServer::LocalServer(int port, std::function<HttpAnswer(const std::string& path)> answer)
    : impl_(std::make_shared<Impl>()) {
  impl_->answer = std::move(answer);
  httplib::Server& server = impl_->server;
  auto threads = std::make_shared<std::unique_ptr<ServingThreads>>(std::make_unique<ServingThreads>());
  server.new_task_queue = [threads] { return threads->release(); };
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(idle_seconds);
  server.set_read_timeout(idle_seconds);
  server.set_write_timeout(idle_seconds);
  server.set_default_headers({{"Cache-Control", "no-store"},
                              {"X-Content-Type-Options", "nosniff"},
                              {"Cross-Origin-Resource-Policy", "same-origin"},
                              {"Referrer-Policy", "no-referrer"}});
  // The library's own options would let another program take the same port.
  server.set_socket_options([](auto socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.set_pre_routing_handler([impl = impl_.get()](const httplib::Request& request, httplib::Response& response) {
    impl->serve(request, response);
    return httplib::Server::HandlerResponse::Handled;
  });
  impl_->port = port == 0 ? server.bind_to_any_port(host) : server.bind_to_port(host, port) ? port : -1;
  if (impl_->port < 0) throw UserError("--serve: port {} of this machine is taken", port);
  std::thread([impl = impl_] {
    impl->server.listen_after_bind();
    const std::lock_guard lock(impl->mutex);
    impl->ended = true;
    impl->changed.notify_all();
  }).detach();
}

LocalServer::~LocalServer() {
  std::unique_lock lock(impl_->mutex);
  impl_->answer = nullptr;
  lock.unlock();
  impl_->server.stop();
  lock.lock();
  impl_->changed.wait_for(lock, ending, [this] { return impl_->ended; });
}

void LocalServer::finish(HttpAnswer answer) {
  std::unique_lock lock(impl_->mutex);
  const bool asked = impl_->kept > 0;
  impl_->last = std::move(answer);
  impl_->changed.notify_all();
  impl_->changed.wait_for(lock, patience, [this] { return impl_->kept == 0; });
  lock.unlock();
  if (asked) std::this_thread::sleep_for(afterwards);
}

std::string LocalServer::address() const { return fmt::format("http://{}:{}/", host, impl_->port); }

}  // namespace pentocity::app
