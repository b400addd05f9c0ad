#include "deduction.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace pentocity::districting {

Deduction::Deduction(const Electorate& e, const Thrift& thrift) : electorate_(e), thrift_(thrift) {
  for (std::size_t i = 0; i < e.cells.size(); ++i)
    if (e.cells[i] != '#') all_ |= Mask{1} << i;
  for (int i = 0; i < e.rows * e.columns; ++i) {
    Mask mask = 0;
    for (const int other : neighbours(e, i)) mask |= Mask{1} << other;
    neighbours_.push_back(mask & all_);
  }
  find_districts();
  while (std::erase_if(districts_, [&](const District& p) { return !can_be(p); }) > 0) {
  }
}

void Deduction::find_districts() {
  std::set<Mask> shapes;
  for (Mask rest = all_; rest != 0; rest &= rest - 1) shapes.insert(rest & -rest);
  for (int size = 1; size < electorate_.rules.min; ++size) {
    std::set<Mask> larger;
    for (const Mask shape : shapes)
      for (Mask rest = shape; rest != 0; rest &= rest - 1)
        for (Mask next = neighbours_[std::countr_zero(rest)] & ~shape; next != 0; next &= next - 1)
          larger.insert(shape | (next & -next));
    shapes = std::move(larger);
  }
  for (const Mask shape : shapes) {
    int votes = 0;
    for (std::size_t i = 0; i < electorate_.cells.size(); ++i) votes += (shape >> i & 1) && electorate_.cells[i] == 'A';
    const int cost = thrift_.cost(electorate_.rules.min, votes);
    if (cost <= thrift_.budget) districts_.push_back({shape, cost});
  }
}

bool Deduction::can_be(const District& district) const {
  const Mask left = all_ & ~district.cells;
  for (Mask rest = left; rest != 0;) {
    Mask region = rest & -rest;
    for (Mask grown = region; grown != 0;) {
      Mask next = 0;
      for (; grown != 0; grown &= grown - 1) next |= neighbours_[std::countr_zero(grown)];
      grown = next & left & ~region;
      region |= grown;
    }
    if (std::popcount(region) % electorate_.rules.min != 0) return false;
    rest &= ~region;
  }
  Mask covered = 0;
  for (const District& other : districts_)
    if ((other.cells & district.cells) == 0 && other.cost + district.cost <= thrift_.budget) covered |= other.cells;
  return covered == left;
}

int Deduction::decided() const {
  int count = 0;
  for (std::size_t a = 0; a < neighbours_.size(); ++a)
    for (Mask rest = neighbours_[a] >> a >> 1; rest != 0; rest &= rest - 1) {
      const std::size_t b = a + 1 + static_cast<std::size_t>(std::countr_zero(rest));
      bool together = false, apart = false;
      for (const District& p : districts_) {
        const bool has_a = p.cells >> a & 1, has_b = p.cells >> b & 1;
        together = together || (has_a && has_b);
        apart = apart || has_a != has_b;
      }
      count += together != apart;
    }
  return count;
}

}  // namespace pentocity::districting
