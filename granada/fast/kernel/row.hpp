// Short rows of things that live in one piece of memory, so that a position is copied cheaply.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

namespace granada {

/// A row of at most `MOST` things; one more than that is refused.
template <class Thing, std::size_t MOST>
class Row {
 public:
  Row() = default;
  Row(const Row& other) { *this = other; }
  /// Only what is there is copied.
  Row& operator=(const Row& other) {
    std::copy(other.begin(), other.end(), begin());
    size_ = other.size_;
    return *this;
  }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Thing* begin() { return things_.data(); }
  Thing* end() { return things_.data() + size_; }
  const Thing* begin() const { return things_.data(); }
  const Thing* end() const { return things_.data() + size_; }
  Thing& operator[](std::size_t place) { return things_[place]; }
  const Thing& operator[](std::size_t place) const { return things_[place]; }
  Thing& back() { return things_[size_ - 1]; }
  const Thing& back() const { return things_[size_ - 1]; }
  void clear() { size_ = 0; }
  void pop_back() { --size_; }

  void push_back(const Thing& thing) {
    if (size_ == MOST) throw std::length_error("there is no room for so many in a position");
    things_[size_++] = thing;
  }

  void erase(std::size_t place) {
    std::copy(begin() + place + 1, end(), begin() + place);
    --size_;
  }

 private:
  std::array<Thing, MOST> things_{};
  std::uint8_t size_ = 0;
  static_assert(MOST < 256);
};

/// Put one more into some that are in order, behind its equals.
template <class Thing>
void put(std::vector<Thing>& some, const Thing& one) {
  some.insert(std::upper_bound(some.begin(), some.end(), one), one);
}

/// Take the first of its equals out of some; one must be there.
template <class Thing>
void drop(std::vector<Thing>& some, const Thing& one) {
  some.erase(std::find(some.begin(), some.end(), one));
}

/// Whether one is among some.
template <class Thing>
bool among(const std::vector<Thing>& some, const Thing& one) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

}  // namespace granada
