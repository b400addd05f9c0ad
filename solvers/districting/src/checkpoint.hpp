#pragma once
// A count that was interrupted, in a file.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "frontiers.hpp"
#include "pentocity/input/user_error.hpp"

namespace pentocity::districting {

/// A layer in a file: a line that says of which count, then the numbers of cells, of keys and of nodes so far, then
/// each key with its numbers.
template <class Key, class Number>
class Checkpoint {
 public:
  Checkpoint(std::string path, const std::string& count, std::size_t width)
      : path_(std::move(path)),
        title_(fmt::format("pentocity-frontiers/1 {} {} {} {}\n", count, sizeof(Key), sizeof(Number), width)),
        width_(width) {}

  /// Is there a file, of this count and with numbers of this kind?
  bool exists() const {
    std::ifstream in(path_, std::ios::binary);
    std::string title(title_.size(), ' ');
    return in.read(title.data(), std::ssize(title)) && title == title_;
  }
  /// The cell from which the count goes on, 0 if there is no file. Throws InputError for a file of another count.
  int read(Frontiers<Key, Number>& layer, std::uint64_t& nodes, int jobs) {
    if (path_.empty() || !std::filesystem::exists(path_)) return 0;
    if (!exists()) throw InputError("{}: is no checkpoint of this count: remove it, or name another file", path_);
    std::ifstream in(path_, std::ios::binary);
    in.seekg(std::ssize(title_));
    std::uint64_t cell = 0, keys = 0;
    get(in, cell);
    get(in, keys);
    get(in, nodes);
    layer = Frontiers<Key, Number>(width_, static_cast<int>(cell) - 1, jobs, keys);  // that of the cell before
    for (std::uint64_t i = 0; i < keys && in; ++i) {
      Key key{};
      get(in, key);
      for (Number& n : layer[key]) get(in, n);
    }
    if (!in) throw InputError("{}: the checkpoint is cut short: remove it", path_);
    return static_cast<int>(cell);
  }
  /// Writes the layer that there is before a cell.
  void write(const Frontiers<Key, Number>& layer, std::uint64_t nodes, int cell) const {
    const std::string part = path_ + ".part";
    std::ofstream out(part, std::ios::binary);
    out << title_;
    put(out, std::uint64_t(cell));
    put(out, std::uint64_t{layer.size()});
    put(out, nodes);
    for (const auto& table : layer.parts())
      for (std::size_t slot = 0; slot < table.slots(); ++slot)
        if (table.holds(slot)) {
          put(out, table.key(slot));
          for (const Number& n : table.numbers(slot)) put(out, n);
        }
    out.close();
    if (!out) throw InputError("{}: cannot be written", part);
    std::filesystem::rename(part, path_);
  }

 private:
  template <class T>
  static void get(std::istream& in, T& value) {
    in.read(reinterpret_cast<char*>(&value), sizeof value);
  }
  template <class T>
  static void put(std::ostream& out, const T& value) {
    out.write(reinterpret_cast<const char*>(&value), sizeof value);
  }

  std::string path_, title_;
  std::size_t width_;
};

}  // namespace pentocity::districting
