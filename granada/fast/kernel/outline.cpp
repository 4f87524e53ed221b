#include "outline.hpp"

#include <algorithm>

namespace granada {

namespace {

/// A tile that is thought of as built: the place of its cell, and its edges; none has no place.
struct Imagined {
  int place = NONE;
  Edges edges{};
};

/// Walks along the outline of the cells of one family; places are those of the city's ground.
class Outline {
 public:
  struct Spot {
    int place;
    int side;
    bool operator==(const Spot&) const = default;
  };

  /// The outline of a family, perhaps with one more tile of it, all of whose neighbours lie on the ground.
  Outline(const City& city, Family family, Imagined more = {})
      : city_(city), foreign_(family != city.start()), more_(more) {}

  bool own(int place) const {
    const Lot& lot = city_.lot_at(place);
    return (lot.built() && lot.foreign == foreign_) || place == more_.place;
  }

  /// Whether an edge of the outline carries a moat or wall.
  bool barred(Spot spot) const {
    const Edges edges = spot.place == more_.place ? more_.edges : city_.lot_at(spot.place).edges;
    return edges.has(spot.side) && !own(spot.place + way(2 * spot.side));
  }

  /// The edge that follows clockwise; where the outline meets itself it goes on along the same outside cell.
  Spot next(Spot spot) const {
    const int corner = spot.place + way(2 * spot.side + 1), beside = spot.place + way(2 * spot.side + 2);
    if (own(corner)) return {corner, (spot.side + 3) % SIDES};
    if (own(beside)) return {beside, spot.side};
    return {spot.place, (spot.side + 1) % SIDES};
  }

  /// The edge that comes before, by the same rule.
  Spot before(Spot spot) const {
    const int corner = spot.place + way(2 * spot.side + 7), beside = spot.place + way(2 * spot.side + 6);
    if (own(corner)) return {corner, (spot.side + 1) % SIDES};
    if (own(beside)) return {beside, spot.side};
    return {spot.place, (spot.side + 3) % SIDES};
  }

  /// Give the first edge of every stretch and its length to `visit`, and any edge of a stretch that goes full
  /// circle.
  template <class Visit>
  void each_stretch(Visit&& visit) const {
    int edges = 0, seen = 0;
    each_barred([&](Spot spot) {
      ++edges;
      if (barred(before(spot))) return;
      int length = 0;
      for (Spot at = spot; barred(at); at = next(at)) ++length;
      seen += length;
      visit(spot, length);
    });
    if (seen == edges) return;
    each_barred([&](Spot spot) {
      int length = 1;
      Spot at = next(spot);
      for (; at != spot && barred(at); at = next(at)) ++length;
      if (at == spot) visit(spot, length);
    });
  }

 private:
  int way(int turn) const { return city_.way(turn % DIRECTIONS); }

  template <class Visit>
  void each_barred(Visit&& visit) const {
    for (Cell cell : city_.tiles()) {
      const int place = city_.place_of(cell);
      const Lot& lot = city_.lot_at(place);
      if (lot.foreign != foreign_ || lot.edges.empty()) continue;
      for (int side = 0; side < SIDES; ++side)
        if (barred({place, side})) visit(Spot{place, side});
    }
    if (more_.place == NONE) return;
    for (int side = 0; side < SIDES; ++side)
      if (barred({more_.place, side})) visit(Spot{more_.place, side});
  }

  const City& city_;
  bool foreign_;
  Imagined more_;
};

}  // namespace

int longest(const City& city, Family family) {
  int most = 0;
  Outline(city, family).each_stretch([&](Outline::Spot, int length) { most = std::max(most, length); });
  return most;
}

int longest_with(const City& city, const Face& face, Cell cell) {
  if (!city.has_room_round(cell)) {
    City sketch = city;
    sketch.add(face, cell);
    return longest(sketch, face.family);
  }
  int most = 0;
  Outline(city, face.family, {city.place_of(cell), face.edges}).each_stretch([&](Outline::Spot, int length) {
    most = std::max(most, length);
  });
  return most;
}

std::vector<Edge> longest_edges(const City& city, Family family) {
  const Outline outline(city, family);
  Outline::Spot first{};
  int most = 0;
  const auto is_further = [&](Outline::Spot one, Outline::Spot other) {
    const Cell a = city.cell_at(one.place), b = city.cell_at(other.place);
    if (a.x() != b.x()) return a.x() < b.x();
    return a.y() != b.y() ? a.y() < b.y() : one.side < other.side;
  };
  outline.each_stretch([&](Outline::Spot spot, int length) {
    if (length < most || (length == most && !is_further(spot, first))) return;
    first = spot;
    most = length;
  });
  std::vector<Edge> edges;
  for (int each = 0; each < most; ++each, first = outline.next(first))
    edges.push_back({city.cell_at(first.place), first.side});
  return edges;
}

}  // namespace granada
