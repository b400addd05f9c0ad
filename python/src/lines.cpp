#include "lines.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace pentocity::python {

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

void Lines::write(std::string line) const {
  line += '\n';
  for (std::size_t done = 0; done < line.size();) {
    const ssize_t size = ::write(out_, line.data() + done, line.size() - done);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) throw std::system_error(errno, std::generic_category(), "a message cannot be sent");
    done += static_cast<std::size_t>(size);
  }
}

}  // namespace pentocity::python
