// Builders' huts: free tiles without a price, which count the buildings of their colour beside them.
#include <algorithm>

#include "../position.hpp"

namespace granada {

namespace {

/// Nobody has more than three huts.
constexpr int HUTS_EACH = 3;

}  // namespace

/// The next hut of each pile without an open one is turned up.
void Position::turn_up_huts() {
  for (std::size_t colour = 0; colour < huts.piles.size(); ++colour) {
    std::vector<FaceNumber>& pile = huts.piles[colour];
    if (huts.tops[colour] != NONE || pile.empty()) continue;
    const FaceNumber drawn = pile[static_cast<std::size_t>(generator.below(static_cast<int>(pile.size())))];
    huts.tops[colour] = drawn;
    return drop(pile, drawn);
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
void Position::take_hut(FaceNumber hut) {
  *std::find(huts.tops.begin(), huts.tops.end(), hut) = NONE;
  lying.push_back({box().single(hut), false, false});
  acted();
  todo.push_back({StepKind::turn_up_huts});
}

/// Each hut counts the buildings of its colour to which one can walk from it, as many as the ruling allows.
int hut_neighbours(const City& city, const Box& box, Building building, int cap) {
  int total = 0;
  for (Cell cell : city.tiles()) {
    const Face& hut = box.face(city.lot(cell).face);
    if (!hut.is_hut() || hut.building != building) continue;
    int near = 0;
    for (unsigned side = 0; side < SIDES; ++side) {
      const Lot& beside = city.lot(cell.x() + AROUND[2 * side][0], cell.y() + AROUND[2 * side][1]);
      if (hut.edges >> side & 1 || beside.face < 0) continue;
      const Face& other = box.face(beside.face);
      near += other.building == building && !other.is_hut();
    }
    total += std::min(near, cap);
  }
  return total;
}

}  // namespace granada
