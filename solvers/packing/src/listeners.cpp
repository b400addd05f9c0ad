#include "listeners.hpp"

#include <algorithm>
#include <cstring>
#include <istream>
#include <ostream>

namespace pentocity::packing {

Weights::Weights(const Packing& packing, const Restriction& restriction)
    : packing_(packing), restriction_(restriction), numbers_(packing) {
  for (const auto& a : restriction.allowed) orbit_[{a.shape, a.first}] = a.orbit;
  if (!restriction.hole_limits.empty()) images_ = numbers_.group();
}

std::uint64_t Weights::operator()(std::span<const IndexedPlacement> solution) {
  if (restriction_.piece >= 0)
    for (const IndexedPlacement& p : solution)
      if (packing_.shapes[p.shape].piece == restriction_.piece)
        return parts * static_cast<std::uint64_t>(orbit_.at({p.shape, Cell{p.row, p.column}}));
  if (restriction_.hole_limits.empty()) return parts;
  // The solution's images that keep to the limits are found as well.
  hole_.assign(packing_.cells.size(), true);
  for (const IndexedPlacement& p : solution) {
    for (const Cell c : placed_at(packing_.shapes[p.shape].cells, {p.row, p.column}, packing_.lattice))
      hole_[numbers_(c)] = false;
  }
  std::uint64_t found = 0;
  for (const auto& images : images_)
    found += std::all_of(restriction_.hole_limits.begin(), restriction_.hole_limits.end(), [&](const auto& limit) {
      int sum = 0;
      for (std::size_t i = 0; i < hole_.size(); ++i)
        if (hole_[i]) sum += limit.costs[images[i]];
      return sum <= limit.limit;
    });
  return parts * images_.size() / std::max<std::uint64_t>(found, 1);  // at least the solution itself
}

bool Counter::found(std::span<const IndexedPlacement> solution) {
  boards_.fill(solution, board_);
  by_class_size_[boards_.class_size(board_)] += weights_(solution);
  return true;
}

bool Counter::join(Listener& part) {
  const auto& other = dynamic_cast<const Counter&>(part);
  for (std::size_t size = 0; size < by_class_size_.size(); ++size) by_class_size_[size] += other.by_class_size_[size];
  return true;
}

void Counter::write(std::ostream& out) const {
  for (const BigCount& n : by_class_size_) out << n << '\n';
}

void Counter::read(std::istream& in) {
  for (BigCount& n : by_class_size_) {
    std::string digits;
    in >> digits;
    if (digits.empty() || digits.size() > 1000 || digits.find_first_not_of("0123456789") != std::string::npos)
      throw BrokenCheckpoint();
    n = BigCount(digits);
  }
}

Counts Counter::counts() const {
  Counts out;
  for (std::size_t size = 1; size < by_class_size_.size(); ++size) {
    out.all += by_class_size_[size];
    out.unique += by_class_size_[size] / size;
  }
  return {out.all / Weights::parts, out.unique / Weights::parts};
}

bool Collector::found(std::span<const IndexedPlacement> solution) {
  boards_.draw(solution, draft_);
  if (classes_)
    keep(boards_.min_of_class(draft_));
  else if (restricted_)
    boards_.for_each_image_text(draft_, [&](std::string image) { keep(std::move(image)); });
  else
    keep(boards_.text(draft_));
  return wants_more();
}

bool Collector::join(Listener& part) {
  for (std::string& text : dynamic_cast<Collector&>(part).texts_) keep(std::move(text));
  return wants_more();
}

void Collector::write(std::ostream& out) const {
  for (const std::string& text : texts_) out << text << '\n';
}

void Collector::read(std::istream& in) {
  for (std::string text; std::getline(in, text);) {
    if (!boards_.is_text(text)) throw BrokenCheckpoint();
    keep(std::move(text));
  }
}

std::vector<std::string> Collector::texts() && {
  std::vector<std::string> out = sorted(std::move(texts_));
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

void Collector::keep(std::string text) {
  if (!limit_ || (wants_more() && seen_.insert(text).second)) texts_.push_back(std::move(text));
}

std::vector<std::string> sorted(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return texts;
}

}  // namespace pentocity::packing
