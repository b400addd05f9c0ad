#include "pentocity/isolation/channel.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace pentocity::isolation {
namespace {

constexpr std::size_t max_files = 4;
constexpr std::size_t longest_control = 1 << 17;  // what a socket of this kind takes for certain

}  // namespace

bool send_message(int socket, Message kind, std::string_view payload, std::span<const int> files) {
  iovec parts[] = {{&kind, 1}, {const_cast<char*>(payload.data()), payload.size()}};
  msghdr header{};
  header.msg_iov = parts;
  header.msg_iovlen = 2;
  alignas(cmsghdr) std::array<char, CMSG_SPACE(max_files * sizeof(int))> control{};
  if (!files.empty()) {
    header.msg_control = control.data();
    header.msg_controllen = CMSG_SPACE(files.size_bytes());
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(files.size_bytes());
    std::memcpy(CMSG_DATA(rights), files.data(), files.size_bytes());
  }
  return TEMP_FAILURE_RETRY(sendmsg(socket, &header, MSG_NOSIGNAL)) >= 0;
}

std::optional<Received> receive_message(int socket) {
  static thread_local std::string buffer(longest_control, '\0');
  iovec part{buffer.data(), buffer.size()};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(max_files * sizeof(int))> control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.data();
  header.msg_controllen = control.size();
  const ssize_t size = TEMP_FAILURE_RETRY(recvmsg(socket, &header, MSG_CMSG_CLOEXEC));
  if (size <= 0) return std::nullopt;
  Received out{static_cast<Message>(buffer[0]), buffer.substr(1, size - 1), {}};
  for (cmsghdr* c = CMSG_FIRSTHDR(&header); c != nullptr; c = CMSG_NXTHDR(&header, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_RIGHTS) continue;
    out.files.resize((c->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    std::memcpy(out.files.data(), CMSG_DATA(c), out.files.size() * sizeof(int));
  }
  return out;
}

}  // namespace pentocity::isolation
