#include "local_server.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <future>
#include <list>
#include <optional>
#include <thread>
#include <vector>

#include "pentocity/input/user_error.hpp"

namespace pentocity::app {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t max_connections = 128;
constexpr std::uint32_t longest_head = 8192;
// How long finish() waits for readers at most, and how long it serves on after the last of them.
constexpr std::chrono::milliseconds patience = 2s, afterwards = 100ms;

}  // namespace

struct LocalServer::Impl {
  class Connection;
  using Connections = std::list<std::shared_ptr<Connection>>;

  explicit Impl(std::function<HttpAnswer(const std::string& path)> answer_of) : answer(std::move(answer_of)) {}

  void accept();
  // Accepts all that wait. Not asio's own accept, whose sockets the processes of players would inherit.
  void accept_waiting();
  // Answers what was kept; `ended_` is set when all of it has been sent.
  void finish(const HttpAnswer& last);
  void sent_last();

  std::function<HttpAnswer(const std::string& path)> answer;
  asio::io_context io{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer pause{io}, farewell{io};
  Connections connections;  ///< those that have waited longest come first
  int port = 0;
  std::size_t unsent = 0;  ///< answers of finish() that are on their way
  std::promise<void> ended;
  std::jthread thread;
};

// Lives as long as the list or a pending operation has it.
class LocalServer::Impl::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Impl& server, tcp::socket socket) : server_(server), stream_(std::move(socket)) {}

  void begin(Connections::iterator place) {
    place_ = place;
    read();
  }

  void close() {
    if (!place_) return;
    server_.connections.erase(*std::exchange(place_, std::nullopt));
    stream_.close();
    if (is_last_) server_.sent_last();
  }

  bool keeps_question() const { return kept_; }
  // Answers a question that was kept, and closes the connection.
  void finish(const HttpAnswer& last) {
    kept_ = false;
    is_last_ = true;
    stays_ = false;
    send(last);
  }

 private:
  void read() {
    parser_.emplace();
    parser_->header_limit(longest_head);
    stream_.expires_after(5s);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, std::size_t) { self->have_read(error); });
  }

  void have_read(error_code error) {
    if (error || !place_) return close();
    const auto& request = parser_->get();
    // What may follow the head of a request is not read.
    stays_ = request.keep_alive() && parser_->content_length_remaining().value_or(0) == 0 && !parser_->chunked();
    const HttpAnswer answer = answer_to(request);
    if (answer.text) return send(answer);
    kept_ = true;
    stream_.expires_never();
    // Nothing more is to come: what does come is the end of the connection.
    stream_.socket().async_wait(tcp::socket::wait_read, [self = shared_from_this()](error_code) {
      if (self->kept_) self->close();
    });
  }

  void send(const HttpAnswer& answer) {
    text_ = answer.text;
    head_ = fmt::format(
        "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nConnection: {}\r\nCache-Control: no-store\r\n"
        "X-Content-Type-Options: nosniff\r\nCross-Origin-Resource-Policy: same-origin\r\n"
        "Referrer-Policy: no-referrer\r\n\r\n",
        answer.status, std::string(http::obsolete_reason(static_cast<http::status>(answer.status))), answer.type,
        text_->size(), stays_ ? "keep-alive" : "close");
    stream_.expires_after(30s);
    const std::array<asio::const_buffer, 2> parts{asio::buffer(head_), asio::buffer(*text_)};
    asio::async_write(stream_, parts, [self = shared_from_this()](error_code failed, std::size_t) {
      self->text_.reset();
      if (failed || !self->stays_ || !self->place_) return self->close();
      self->server_.connections.splice(self->server_.connections.end(), self->server_.connections, *self->place_);
      self->read();
    });
  }

  HttpAnswer answer_to(const http::request<http::empty_body>& request) const {
    const auto told = [](int status, std::string text) {
      return HttpAnswer{status, "text/plain", std::make_shared<const std::string>(std::move(text))};
    };
    const auto [first, last] = request.equal_range(http::field::host);
    const std::string host = std::distance(first, last) == 1 ? std::string(first->value()) : "";
    if (host != fmt::format("127.0.0.1:{}", server_.port) && host != fmt::format("localhost:{}", server_.port))
      return told(403, fmt::format("Only for this machine, under its own name: http://127.0.0.1:{}/\n", server_.port));
    if (request.method() != http::verb::get) return told(405, "Only for reading\n");
    return server_.answer(std::string(request.target()));
  }

  Impl& server_;
  beast::tcp_stream stream_;
  beast::flat_buffer buffer_{longest_head};
  std::optional<http::request_parser<http::empty_body>> parser_;
  std::string head_;
  std::shared_ptr<const std::string> text_;
  bool stays_ = false;
  bool kept_ = false;                           ///< has a question that finish() will answer
  bool is_last_ = false;                        ///< finish() waits for it
  std::optional<Connections::iterator> place_;  ///< in the list; none: it has been closed
};

void LocalServer::Impl::accept() {
  acceptor.async_wait(tcp::acceptor::wait_read, [this](error_code error) {
    if (error) return;
    accept_waiting();
  });
}

void LocalServer::Impl::accept_waiting() {
  for (;;) {
    const int fd = accept4(acceptor.native_handle(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)) {
      // No place for more; when one that waits is gone, there may be.
      if (!connections.empty()) connections.front()->close();
      pause.expires_after(100ms);
      pause.async_wait([this](error_code stopped) {
        if (!stopped) accept_waiting();
      });
      return;
    }
    if (fd < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return accept();
    if (fd < 0) continue;  // that connection is gone already
    if (connections.size() >= max_connections) connections.front()->close();
    tcp::socket socket(io);
    socket.assign(tcp::v4(), fd);
    connections.push_back(std::make_shared<Connection>(*this, std::move(socket)));
    connections.back()->begin(std::prev(connections.end()));
  }
}

void LocalServer::Impl::finish(const HttpAnswer& last) {
  std::vector<std::shared_ptr<Connection>> waiting;
  for (const auto& connection : connections)
    if (connection->keeps_question()) waiting.push_back(connection);
  if (waiting.empty()) return ended.set_value();
  unsent = waiting.size();
  for (const auto& connection : waiting) connection->finish(last);
}

void LocalServer::Impl::sent_last() {
  if (--unsent > 0) return;
  farewell.expires_after(afterwards);
  farewell.async_wait([this](error_code) { ended.set_value(); });
}

LocalServer::LocalServer(int port, std::function<HttpAnswer(const std::string& path)> answer)
    : impl_(std::make_unique<Impl>(std::move(answer))) {
  const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) throw UserError("--serve: no socket can be made");
  tcp::acceptor& acceptor = impl_->acceptor;
  acceptor.assign(tcp::v4(), fd);
  acceptor.set_option(tcp::acceptor::reuse_address(true));
  error_code error;
  acceptor.bind({asio::ip::address_v4::loopback(), static_cast<std::uint16_t>(port)}, error);
  if (!error) acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) throw UserError(fmt::format("--serve: port {} of this machine is taken", port));
  impl_->port = acceptor.local_endpoint().port();
  impl_->accept();
  impl_->thread = std::jthread([this] {
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19);  // of this thread: those of the run have work to do
    impl_->io.run();
  });
}

LocalServer::~LocalServer() {
  impl_->io.stop();
  impl_->thread.join();
  impl_->connections.clear();
}

void LocalServer::finish(HttpAnswer answer) {
  asio::post(impl_->io, [this, last = std::move(answer)] { impl_->finish(last); });
  impl_->ended.get_future().wait_for(patience);
}

std::string LocalServer::address() const { return fmt::format("http://127.0.0.1:{}/", impl_->port); }

}  // namespace pentocity::app
