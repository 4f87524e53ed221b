// Short rows of things that live in one piece of memory, so that a position is copied cheaply.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace granada {

/// The place in a row of something that is numbered from 0, or is a member of an enumeration.
template <class Number>
constexpr std::size_t at(Number number) {
  return static_cast<std::size_t>(number);
}

/// A number in a smaller type, which must be able to hold it.
template <class Small, class Number>
constexpr Small narrow(Number number) {
  const auto small = static_cast<Small>(number);
  assert(static_cast<Number>(small) == number);
  return small;
}

/// How many things there are.
template <class Things>
constexpr int size_of(const Things& things) {
  return static_cast<int>(things.size());
}

/// One thing for each of a few: for each seat, slot or currency, or for each member of an enumeration.
template <class Thing, std::size_t NUMBER>
struct Each : std::array<Thing, NUMBER> {
  /// The same thing for each.
  static constexpr Each all(const Thing& thing) {
    Each things{};
    things.fill(thing);
    return things;
  }

  template <class Which>
  constexpr Thing& operator[](Which which) {
    return std::array<Thing, NUMBER>::operator[](at(which));
  }
  template <class Which>
  constexpr const Thing& operator[](Which which) const {
    return std::array<Thing, NUMBER>::operator[](at(which));
  }
};

/// A row of at most `MOST` things; one more than that is refused.
template <class Thing, std::size_t MOST>
class Row {
  static_assert(MOST < 256);
  static constexpr bool IS_SMALL = sizeof(Thing) * MOST <= 16 && std::is_trivially_copyable_v<Thing>;

 public:
  constexpr Row() = default;
  constexpr Row(std::initializer_list<Thing> things) {
    for (const Thing& thing : things) push_back(thing);
  }
  constexpr Row(const Row& other)
    requires(IS_SMALL)
  = default;
  constexpr Row& operator=(const Row& other)
    requires(IS_SMALL)
  = default;
  constexpr Row(const Row& other) { *this = other; }
  /// Of a long row only what is there is copied.
  constexpr Row& operator=(const Row& other) {
    std::copy(other.begin(), other.end(), begin());
    size_ = other.size_;
    return *this;
  }

  constexpr std::size_t size() const { return size_; }
  constexpr bool empty() const { return size_ == 0; }
  constexpr Thing* begin() { return things_.data(); }
  constexpr Thing* end() { return things_.data() + size_; }
  constexpr const Thing* begin() const { return things_.data(); }
  constexpr const Thing* end() const { return things_.data() + size_; }
  template <class Which>
  constexpr Thing& operator[](Which which) {
    return things_[at(which)];
  }
  template <class Which>
  constexpr const Thing& operator[](Which which) const {
    return things_[at(which)];
  }
  constexpr Thing& back() { return things_[size_ - 1u]; }
  constexpr const Thing& back() const { return things_[size_ - 1u]; }
  constexpr void clear() { size_ = 0; }
  constexpr void pop_back() { --size_; }

  constexpr void push_back(const Thing& thing) {
    if (size_ == MOST) throw std::length_error("there is no room for so many in a position");
    things_[size_++] = thing;
  }

  template <class Which>
  constexpr void erase(Which which) {
    std::copy(begin() + at(which) + 1, end(), begin() + at(which));
    --size_;
  }

 private:
  std::array<Thing, MOST> things_{};
  std::uint8_t size_ = 0;
};

/// Put one more into some that are in order, behind its equals.
template <class Thing>
void put(std::vector<Thing>& some, const Thing& one) {
  some.insert(std::upper_bound(some.begin(), some.end(), one), one);
}

/// Take the first of its equals out of some; it is refused where there is none.
template <class Thing>
void drop(std::vector<Thing>& some, const Thing& one) {
  const auto found = std::find(some.begin(), some.end(), one);
  if (found == some.end()) throw std::logic_error("what is taken away is not there");
  some.erase(found);
}

/// Whether one is among some.
template <class Some, class Thing>
bool among(const Some& some, const Thing& one) {
  return std::find(some.begin(), some.end(), one) != some.end();
}

}  // namespace granada
