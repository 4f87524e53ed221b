// Cells of a city, numbered so that their order is that of their notation.
#pragma once

#include <compare>
#include <cstdint>

#include "row.hpp"

namespace granada {

/// No tile lies further than this from the start: all tiles of all boxes in one row do not.
inline constexpr int REACH = 200;
/// The cells round the furthest tiles can be named too.
inline constexpr int EDGE_OF_THE_WORLD = REACH + 2;

/// The place of a number of at most three digits among all of them by notation: `-` before digits, `1` before
/// `10`.
constexpr int notation_order(int number) {
  const int size = number < 0 ? -number : number;
  const int hundreds = size / 100, tens = size / 10 % 10, ones = size % 10;
  int order = number < 0 ? 0 : 1;
  if (size >= 100) return ((order * 11 + hundreds + 1) * 11 + tens + 1) * 11 + ones + 1;
  if (size >= 10) return ((order * 11 + tens + 1) * 11 + ones + 1) * 11;
  return (order * 11 + ones + 1) * 121;
}

inline constexpr int ORDERS = 2 * 11 * 11 * 11;

/// The notation order of every coordinate, the furthest west or south first.
inline constexpr auto ORDER_OF = [] {
  Each<std::uint16_t, 2 * EDGE_OF_THE_WORLD + 1> orders{};
  for (int number = -EDGE_OF_THE_WORLD; number <= EDGE_OF_THE_WORLD; ++number)
    orders[number + EDGE_OF_THE_WORLD] = narrow<std::uint16_t>(notation_order(number));
  return orders;
}();

/// The coordinate with a notation order.
inline constexpr auto COORDINATE_OF = [] {
  Each<std::int16_t, ORDERS> coordinates{};
  for (int number = -EDGE_OF_THE_WORLD; number <= EDGE_OF_THE_WORLD; ++number)
    coordinates[notation_order(number)] = narrow<std::int16_t>(number);
  return coordinates;
}();

/// A place in a city: steps to the east and to the north of the start tile.
class Cell {
 public:
  constexpr Cell() : Cell(0, 0) {}
  /// The coordinates must not lie beyond the edge of the world.
  constexpr Cell(int x, int y) : order_(order_of(x) << 12 | order_of(y)) {}

  constexpr int x() const { return COORDINATE_OF[order_ >> 12]; }
  constexpr int y() const { return COORDINATE_OF[order_ & 0xFFF]; }
  /// By notation.
  constexpr auto operator<=>(const Cell&) const = default;

  static constexpr bool within_reach(int x, int y) {
    return x >= -REACH && x <= REACH && y >= -REACH && y <= REACH;
  }

 private:
  static constexpr std::uint32_t order_of(int part) { return ORDER_OF[part + EDGE_OF_THE_WORLD]; }

  std::uint32_t order_;
};

/// The start tile lies here.
inline constexpr Cell START{0, 0};

}  // namespace granada
