// Builders' huts: free tiles without a price, which count the buildings of their colour beside them.
#include <algorithm>
#include <stdexcept>

#include "../position.hpp"

namespace granada {

namespace {

/// Nobody has more than three huts.
constexpr int HUTS_EACH = 3;

}  // namespace

/// The next hut of each pile without an open one is turned up.
void Position::settle(TurnUpHuts) {
  for (int colour = 0; colour < ALHAMBRA_BUILDINGS; ++colour) {
    std::vector<FaceNumber>& pile = huts.piles[colour];
    if (huts.tops[colour] != NONE || pile.empty()) continue;
    huts.tops[colour] = pile[at(generator_.below(size_of(pile)))];
    return drop(pile, huts.tops[colour]);
  }
  todo.pop_back();
}

/// How many huts a seat has in its city and its reserve.
int Position::huts_of(int seat) const {
  const Player& owner = player(seat);
  int number = 0;
  for (Cell cell : owner.city.tiles()) number += face(owner.city.lot(cell).face).is_hut();
  for (FaceNumber each : owner.reserve) number += face(each).is_hut();
  return number;
}

/// The huts that a seat may take, by notation.
Faces Position::open_huts(int seat) const {
  Faces found;
  if (huts_of(seat) >= HUTS_EACH) return found;
  for (FaceNumber top : huts.tops)
    if (top != NONE) found.push_back(top);
  std::sort(found.begin(), found.end());
  return found;
}

/// A hut is placed like an awarded tile, and the next one of its pile is turned up first.
void Position::take_hut(FaceNumber hut, int seat) {
  const auto top = std::find(huts.tops.begin(), huts.tops.end(), hut);
  if (top == huts.tops.end()) throw std::logic_error("a hut is taken that does not lie open");
  *top = NONE;
  lying.push_back({.tile = box().single(hut), .bought = false});
  acted(seat);
  todo.push_back(TurnUpHuts{});
}

/// Each hut counts the buildings of its colour to which one can walk from it, as many as the ruling allows.
int hut_neighbours(const City& city, const Box& box, Building building, int cap) {
  int total = 0;
  for (Cell cell : city.tiles()) {
    const Face& hut = box.face(city.lot(cell).face);
    if (!hut.is_hut() || hut.building != building) continue;
    int near = 0;
    for (int side = 0; side < SIDES; ++side) {
      const FaceNumber beside = city.beside(cell, side).face;
      if (hut.edges.has(side) || beside == NONE || beside == START_TILE) continue;
      near += box.face(beside).building == building && !box.face(beside).is_hut();
    }
    total += std::min(near, cap);
  }
  return total;
}

}  // namespace granada
