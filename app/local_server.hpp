#pragma once
// A small web server for pages on this machine.

#include <functional>
#include <memory>
#include <string>

namespace pentocity::app {

/// What is sent for a path: an HTTP status, the type of the contents, and the contents, which many answers may share.
/// Without contents the question is kept: it is answered by LocalServer::finish().
struct HttpAnswer {
  int status = 200;
  const char* type = "text/plain";
  std::shared_ptr<const std::string> text;
};

/// Answers GET requests at 127.0.0.1, all of them on one thread of low priority, which waits for no reader: a
/// connection that is half open, sends its request in pieces or does not read the answer only takes up a place. There
/// are 128 places. When all are taken, a new connection gets the place of the one that has waited longest. A connection
/// on which nothing happens for 5 seconds is closed, and so is one that has not read its answer after 30. One whose
/// question is kept stays open as long as there is room for it.
///
/// Requests that address the server by another host name than 127.0.0.1 or localhost are refused: otherwise another
/// website could read the page through a DNS name that points to this machine (DNS rebinding).
class LocalServer {
 public:
  /// Starts the server, which runs until the object is destroyed, and then ends at once, whoever still reads. `answer`
  /// is called with the path of a request on the server's thread. Throws UserError if the port is taken.
  /// @param port 0: any free port
  LocalServer(int port, std::function<HttpAnswer(const std::string& path)> answer);
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  /// Answers all questions that were kept, and waits until these answers are sent, 2 seconds at most. If there were
  /// any, other questions are answered for a moment more, so that what was asked at the same time is not lost.
  void finish(HttpAnswer answer);

  /// The address of its first page, such as http://127.0.0.1:8216/.
  std::string address() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pentocity::app
