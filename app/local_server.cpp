#include "local_server.hpp"

#include <fmt/format.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <future>
#include <optional>
#include <set>
#include <thread>
#include <tuple>

#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

using namespace std::chrono_literals;
namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;

namespace {

// More wait until one of these ends, so that others who want descriptors of this process find some.
constexpr int most_connections = 256;
// How long a connection may be silent.
constexpr auto idle = 2s;
// How long finish() waits for readers at most, and how long it serves on after the last of them.
constexpr std::chrono::milliseconds patience = 10s, afterwards = 100ms;

HttpAnswer told(int status, std::string text) {
  return {status, "text/plain", std::make_shared<const std::string>(std::move(text))};
}

}  // namespace

// One request and its answer. It lives as long as something is to happen on it.
class LocalServer::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Impl& server);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read() {
    stream_.expires_after(idle);
    http::async_read_header(stream_, buffer_, parser_, [self = shared_from_this()](auto failed, std::size_t) {
      if (!failed) self->answer();
    });
  }

  // `sent` is held as long as the connection lives.
  void send(HttpAnswer found, std::shared_ptr<void> sent = nullptr) {
    sent_ = std::move(sent);
    found_ = std::move(found);
    response_.result(static_cast<unsigned>(found_.status));
    response_.set(http::field::content_type, found_.type);
    response_.set(http::field::cache_control, "no-store");
    response_.set("X-Content-Type-Options", "nosniff");
    response_.set("Cross-Origin-Resource-Policy", "same-origin");
    response_.set("Referrer-Policy", "no-referrer");
    response_.keep_alive(false);
    response_.body() = {found_.text->data(), found_.text->size()};
    response_.prepare_payload();
    send_rest();
  }

 private:
  void answer();
  HttpAnswer found() const;

  // Part by part, so that only a reader who takes nothing is silent.
  void send_rest() {
    stream_.expires_after(idle);
    http::async_write_some(stream_, rest_, [self = shared_from_this()](boost::system::error_code failed, std::size_t) {
      if (failed) return;
      if (!self->rest_.is_done()) return self->send_rest();
      std::ignore =
          self->stream_.socket().shutdown(tcp::socket::shutdown_send, failed);  // whoever left has heard enough
    });
  }

  boost::beast::tcp_stream stream_;
  Impl& server_;
  boost::beast::flat_buffer buffer_;
  http::request_parser<http::empty_body> parser_;
  HttpAnswer found_;
  http::response<http::span_body<const char>> response_;
  http::response_serializer<http::span_body<const char>> rest_{response_};
  std::shared_ptr<void> sent_;
};

// What the server's thread works on, and nobody else while it runs.
struct LocalServer::Impl {
  explicit Impl(std::function<HttpAnswer(const std::string& path)> answers) : answer(std::move(answers)) {}

  const std::function<HttpAnswer(const std::string& path)> answer;
  std::optional<HttpAnswer> last;  ///< what finish() answers to questions that are kept
  std::promise<bool> all_sent;     ///< that, and whether there were any
  int connections = 0;
  asio::io_context context{1};
  std::set<std::shared_ptr<Connection>> kept;  ///< those with such a question
  tcp::acceptor acceptor{context};
  asio::steady_timer pause{context};
  std::thread thread;

  int port() const { return acceptor.local_endpoint().port(); }

  void run() {
    for (;;) try {
        context.run();
        return;
      } catch (const std::exception&) {  // of an answer, which its reader then does not get
      }
  }

  void accept() {
    if (connections == most_connections) return accept_later();
    acceptor.async_accept([this](boost::system::error_code failed, tcp::socket socket) {
      if (failed) return accept_later();  // there may be too many open files
      std::make_shared<Connection>(std::move(socket), *this)->read();
      accept();
    });
  }
  void accept_later() {
    pause.expires_after(20ms);
    pause.async_wait([this](auto cancelled) {
      if (!cancelled) accept();
    });
  }
};

LocalServer::Connection::Connection(tcp::socket socket, Impl& server) : stream_(std::move(socket)), server_(server) {
  ++server_.connections;
}
LocalServer::Connection::~Connection() { --server_.connections; }

HttpAnswer LocalServer::Connection::found() const {
  const auto& request = parser_.get();
  const std::string by_name = fmt::format("localhost:{}", server_.port());
  const std::string by_number = fmt::format("127.0.0.1:{}", server_.port());
  const auto host = request[http::field::host];
  if (request.count(http::field::host) != 1 || (host != by_name && host != by_number))
    return told(403, fmt::format("Only for this machine, under its own name: http://{}/\n", by_number));
  if (request.method() != http::verb::get) return told(405, "Only for reading\n");
  return server_.answer(std::string(request.target()));
}

void LocalServer::Connection::answer() {
  HttpAnswer its = found();
  if (its.text) return send(std::move(its));
  if (server_.last) return send(*server_.last);
  server_.kept.insert(shared_from_this());
  stream_.socket().async_wait(tcp::socket::wait_read, [self = weak_from_this()](auto) {
    if (const auto gone = self.lock()) gone->server_.kept.erase(gone);
  });
}

LocalServer::LocalServer(int port, std::function<HttpAnswer(const std::string& path)> answer)
    : impl_(std::make_unique<Impl>(std::move(answer))) {
  const tcp::endpoint where(asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port));
  tcp::acceptor& acceptor = impl_->acceptor;
  try {
    acceptor.open(where.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(where);
    acceptor.listen();
  } catch (const boost::system::system_error&) {
    throw UserError("--serve: port {} of this machine is taken", port);
  }
  impl_->accept();
  impl_->thread = std::thread([impl = impl_.get()] { impl->run(); });
}

LocalServer::~LocalServer() {
  impl_->context.stop();
  impl_->thread.join();
}

void LocalServer::finish(HttpAnswer answer) {
  asio::post(impl_->context, [impl = impl_.get(), answer = std::move(answer)] {
    impl->last = answer;
    const bool asked = !impl->kept.empty();
    const std::shared_ptr<void> sent(nullptr, [impl, asked](void*) { impl->all_sent.set_value(asked); });
    for (const auto& connection : impl->kept) connection->send(answer, sent);
    impl->kept.clear();
  });
  auto all_sent = impl_->all_sent.get_future();
  if (all_sent.wait_for(patience) == std::future_status::ready && all_sent.get())
    std::this_thread::sleep_for(afterwards);
}

std::string LocalServer::address() const { return fmt::format("http://127.0.0.1:{}/", impl_->port()); }

}  // namespace pentocity::app
