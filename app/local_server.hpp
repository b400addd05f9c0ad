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

/// Answers GET requests at 127.0.0.1, all of them on one thread, which waits for none: a connection ends when its
/// answer is sent, or when nothing has happened on it for 2 seconds. One whose question is kept stays open until its
/// reader goes. At most 256 are open at a time; others wait.
///
/// Requests that address the server by another host name than 127.0.0.1 or localhost are refused: otherwise another
/// website could read the page through a DNS name that points to this machine (DNS rebinding).
class LocalServer {
 public:
  /// Starts the server, which runs until the object is destroyed, whoever still reads. `answer` is called with the path
  /// of a request, on the server's thread. Throws UserError if the port is taken, and std::system_error if no thread
  /// can be had.
  /// @param port 0: any free port
  LocalServer(int port, std::function<HttpAnswer(const std::string& path)> answer);
  ~LocalServer();
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  /// Answers all questions that were kept, and waits until these answers are sent, 10 seconds at most. If there were
  /// any, other questions are answered for a moment more, so that what was asked at the same time is not lost.
  void finish(HttpAnswer answer);

  /// The address of its first page, such as http://127.0.0.1:8216/.
  std::string address() const;

 private:
  class Connection;
  struct Impl;
  const std::unique_ptr<Impl> impl_;
};

}  // namespace pentocity::app
