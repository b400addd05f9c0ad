#include "scan_parts.hpp"

#include <istream>
#include <ostream>
#include <sstream>

namespace pentocity::packing {
namespace {

std::string received_by(const Listener& listener) {
  std::ostringstream out;
  listener.write(out);
  return out.str();
}
void hand_over(const std::string& received, Listener& listener) {
  if (received.empty()) return;
  std::istringstream in(received);
  listener.read(in);
}

// Reads the words and numbers of a kept search.
class Reader {
 public:
  explicit Reader(std::istream& in) : in_(in) {}

  std::string word() {
    std::string out;
    in_ >> out;
    return out;
  }
  void expect(const char* expected) {
    if (word() != expected) throw BrokenCheckpoint();
  }
  template <class Number>
  Number number(Number max) {
    Number n{};
    if (!(in_ >> n) || n < 0 || n > max) throw BrokenCheckpoint();
    return n;
  }
  std::string found() {
    expect("found");
    const auto size = number(std::uint64_t{1} << 40);
    in_.get();
    std::string out, chunk;
    while (out.size() < size) {  // a wrong size must not take the memory
      chunk.resize(std::min<std::uint64_t>(size - out.size(), 1 << 20));
      if (!in_.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) throw BrokenCheckpoint();
      out += chunk;
    }
    return out;
  }

 private:
  std::istream& in_;
};

}  // namespace

void ScanState::write(std::ostream& out) const {
  out << "parts " << depth << ' ' << joined << ' ' << parts.size() << '\n';
  out << "found " << found.size() << '\n' << found;
  for (const auto& [number, part] : parts) {
    out << "part " << number << ' ' << (part.at ? "stopped" : "done");
    if (part.at) {
      out << ' ' << part.at->position << ' ' << part.at->tiles.size();
      for (const PlacedTile& placed : part.at->tiles) out << ' ' << placed.position << ' ' << placed.tile;
    }
    out << "\nfound " << part.found.size() << '\n' << part.found;
  }
}

void ScanState::read(std::istream& in) {
  constexpr int most = max_board_side * (max_board_side + 1);
  constexpr std::uint64_t any = std::uint64_t{1} << 62;
  Reader from(in);
  from.expect("parts");
  depth = from.number(max_depth);
  joined = from.number(any);
  const std::uint64_t count = from.number(any);
  found = from.found();
  for (std::uint64_t i = 0; i < count; ++i) {
    from.expect("part");
    Part& part = parts[from.number(any)];
    const std::string how = from.word();
    if (how == "stopped") {
      ScanPath& path = part.at.emplace();
      path.position = from.number(most);
      path.tiles.resize(from.number<std::size_t>(most));
      for (PlacedTile& placed : path.tiles) placed = {from.number(most), from.number(most)};
    } else if (how != "done") {
      throw BrokenCheckpoint();
    }
    part.found = from.found();
  }
}

Parts::Parts(Listener& whole, const ScanState& from)
    : whole_(whole), from_(from), next_(from.joined), joined_(from.joined) {
  hand_over(from.found, whole);
  for (const auto& [number, part] : from.parts) {
    if (part.at) continue;
    auto& listener = done_[number] = whole.part();
    hand_over(part.found, *listener);
  }
}

Parts::Part Parts::claim() {
  std::uint64_t number = next_.fetch_add(1);
  while (from_.is_done(number)) number = next_.fetch_add(1);
  Part out{number, whole_.part()};
  if (const auto before = from_.parts.find(number); before != from_.parts.end()) {
    hand_over(before->second.found, *out.listener);
    out.from = &*before->second.at;
  }
  return out;
}

void Parts::finish(Part part, bool has_enough) {
  const std::scoped_lock lock(mutex_);
  if (has_enough) want_none_after(part.number);
  done_.emplace(part.number, std::move(part.listener));
  for (; !done_.empty() && done_.begin()->first == joined_ && !stopped_.contains(joined_); ++joined_) join_first();
}

void Parts::stop(Part part, ScanPath at) {
  const std::scoped_lock lock(mutex_);
  stopped_.emplace(part.number, std::move(at));
  done_.emplace(part.number, std::move(part.listener));
}

ScanState Parts::state() const {
  ScanState out{.depth = from_.depth, .joined = joined_, .found = received_by(whole_), .parts = {}};
  for (const auto& [number, listener] : done_) {
    const auto at = stopped_.find(number);
    out.parts[number] = {at == stopped_.end() ? std::nullopt : std::optional(at->second), received_by(*listener)};
  }
  return out;
}

bool Parts::close() {
  while (!done_.empty()) join_first();
  return enough_;
}

void Parts::join_first() {
  const auto first = done_.begin();
  if (!enough_ && !whole_.join(*first->second)) {
    enough_ = true;
    want_none_after(first->first);
  }
  done_.erase(first);
}

}  // namespace pentocity::packing
