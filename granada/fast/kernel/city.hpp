// Cities: tiles that keep the building rules, with local tests for every change to them.
//
// A legal city has no hole and no two tiles that touch at a corner only, so its outline is one closed loop.
// Then a change can be judged on the spot:
//
// - A tile may be added where every edge matches, one can be walked through,
//   and the taken cells of the ring of eight round it form a single arc (otherwise it would close in an empty
//   area).
// - A tile may be removed when a side of it is free (otherwise it would leave a hole)
//   and nobody has to walk across it.
// - A tile may be swapped when its edges towards its neighbours stay the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cell.hpp"
#include "tiles.hpp"

namespace granada {

/// The start tile is on no list of faces.
inline constexpr FaceNumber START_TILE = -2;

/// A step from a cell to one of its eight neighbours.
struct Direction {
  int x, y;
};
/// The directions clockwise from the north; the four sides are every other one.
inline constexpr int DIRECTIONS = 8;
inline constexpr Each<Direction, DIRECTIONS> AROUND{
    {{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}}};
/// The number of the direction to a side.
constexpr int towards(int side) { return 2 * side; }

/// Some of the sixteen ways in which a tile can carry moats, one bit for each.
class EdgeChoice {
 public:
  constexpr EdgeChoice() = default;
  constexpr explicit EdgeChoice(std::uint16_t bits) : bits_(bits) {}

  constexpr unsigned bits() const { return bits_; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr bool has(Edges edges) const { return bits_ >> edges.bits() & 1; }
  constexpr bool operator==(const EdgeChoice&) const = default;

 private:
  std::uint16_t bits_ = 0;
};

/// Sixteen counters, one for each way to carry moats, in four words that are added at one go.
class EdgeCounts {
 public:
  int of(Edges edges) const {
    return narrow<int>(words_[edges.bits() >> 2] >> 16 * (edges.bits() & 3) & 0xFFFF);
  }
  /// Count one less of each among some, and one more of each among others.
  void change(EdgeChoice less, EdgeChoice more) {
    for (int word = 0; word < 4; ++word)
      words_[word] += SPREAD[more.bits() >> 4 * word & 0xF] - SPREAD[less.bits() >> 4 * word & 0xF];
  }

 private:
  /// Four bits, each in sixteen of its own.
  static constexpr Each<std::uint64_t, 16> SPREAD = [] {
    Each<std::uint64_t, 16> spread{};
    for (std::uint64_t bits = 0; bits < 16; ++bits)
      spread[bits] = (bits & 1) | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45;
    return spread;
  }();

  Each<std::uint64_t, 4> words_{};
};

/// What lies on a cell and round it, and what follows from that alone.
struct Lot {
  FaceNumber face = NONE;
  /// Which of the eight neighbours are taken, clockwise from the north.
  std::uint8_t ring = 0;
  /// On which sides a neighbour has its moat or wall, and on which it is of the second family.
  Sides moats, foreigners;
  /// The edges of the tile here.
  Edges edges;
  /// Whether the tile here is of the second family.
  bool foreign = false;
  /// Whether it stays for ever: the start tile, and the first one of the second family.
  bool stays = false;
  /// The sides through which one can walk: to a neighbour of the same family, without a moat between.
  Sides open;
  /// For each family the edges with which a tile fits here, or may take the place of the tile here.
  Each<EdgeChoice, 2> choice{};

  bool built() const { return face != NONE; }
  /// The sides on which a neighbour lies.
  Sides taken() const { return Sides((ring & 1u) | (ring >> 1 & 2u) | (ring >> 2 & 4u) | (ring >> 3 & 8u)); }
  /// The sides on which a neighbour lies that is not of a family.
  Sides others(bool than_foreign) const { return taken() & (than_foreign ? ~foreigners : foreigners); }
  /// The sides on which a neighbour of the other family lies.
  Sides others() const { return others(foreign); }
};

/// A tile of a city: steps to the east and to the north of the start, and its face.
struct Built {
  std::int16_t east, north;
  FaceNumber face;
};

/// A legal city: its start tile, and a tile on each of some cells round it.
class City {
 public:
  /// A city that consists of its start tile; tiles of the second family may be built only where both are
  /// played.
  City(Family start, bool of_both_families);

  Family start() const { return start_; }
  const std::optional<Cell>& founding() const { return founding_; }
  /// The cells with tiles, without the start, by notation.
  const std::vector<Cell>& tiles() const { return tiles_; }
  /// The same in one piece, with their faces.
  const std::vector<Built>& built() const { return built_; }
  /// What lies on a cell and round it; the cell may be anywhere.
  const Lot& lot(int x, int y) const;
  const Lot& lot(Cell cell) const { return lot(cell.x(), cell.y()); }
  /// What lies beside a cell.
  const Lot& beside(Cell cell, int side) const {
    const Direction way = AROUND[towards(side)];
    return lot(cell.x() + way.x, cell.y() + way.y);
  }
  bool taken(Cell cell) const { return lot(cell).built(); }
  bool is_foreign(const Face& face) const { return face.family != start_; }

  /// Whether a tile may be added on a cell.
  bool fits(const Face& face, Cell cell) const;
  /// On how many cells a tile may be added.
  int count_sites(const Face& face) const { return sites_[is_foreign(face)].of(face.edges); }
  /// Give the cells on which it may be added to `visit`, by notation, until that says that it has seen
  /// enough.
  template <class Visit>
  bool each_site(const Face& face, Visit&& visit) const {
    for (Cell cell : frontier_)
      if (ground_[at(place_of(cell))].choice[is_foreign(face)].has(face.edges) && visit(cell)) return true;
    return false;
  }
  /// Build a tile, which must fit.
  void add(const Face& face, Cell cell);

  /// The cells whose tile may be removed, by notation.
  const std::vector<Cell>& loose() const;
  bool can_remove(Cell cell) const;
  /// Take out a tile, which must be removable.
  FaceNumber remove(Cell cell);

  /// Whether a tile may take the place of the one on a cell.
  bool can_swap(Cell cell, const Face& face) const { return can_swap(lot(cell), face); }
  bool can_swap(const Lot& there, const Face& face) const {
    return there.built() && !there.stays && there.choice[is_foreign(face)].has(face.edges);
  }
  /// The place of how many tiles a tile may take.
  int count_swaps(const Face& face) const { return swaps_[is_foreign(face)].of(face.edges); }
  /// Put a tile in the place of another.
  FaceNumber swap(Cell cell, const Face& face);

  /// How many walls lie against moats, where the city has two families.
  int border() const;

  /// Lay a tile of a city that is known to be legal when it is complete; the founding tile comes first.
  void lay(const Face& face, Cell cell, bool founds);

  /// For the outline: the lots in one piece, the place of a cell there, and the way to each of its eight
  /// neighbours.
  const Lot& lot_at(int place) const { return ground_[at(place)]; }
  int place_of(Cell cell) const { return place_of(cell.x(), cell.y()); }
  int place_of(int x, int y) const { return (y - south_) * width_ + x - west_; }
  Cell cell_at(int place) const { return {west_ + place % width_, south_ + place / width_}; }
  int way(int direction) const { return ways_[direction]; }
  /// Whether all eight neighbours of a cell lie on the ground.
  bool has_room_round(Cell cell) const {
    return on_the_ground(cell.x() - 1, cell.y() - 1) && on_the_ground(cell.x() + 1, cell.y() + 1);
  }

 private:
  bool on_the_ground(int x, int y) const {
    return x >= west_ && x < west_ + width_ && y >= south_ && y < south_ + height_;
  }
  void make_room(int x, int y);
  void resize(int west, int south, int width, int height);
  Lot& lot_at(int place) { return ground_[at(place)]; }
  void judge(int place, int x, int y);
  void judge_everywhere();
  void shade(int x, int y, Edges edges, bool foreign, bool comes);
  std::ptrdiff_t number_of(Cell cell) const;
  void put_down(const Face& face, Cell cell, bool founds);
  std::vector<bool> crossed() const;
  bool is_square(int place, int corner) const;

  Family start_;
  bool of_both_families_;
  int west_ = 0, south_ = 0, width_ = 0, height_ = 0;
  Each<int, DIRECTIONS> ways_{};
  std::optional<Cell> founding_;
  std::vector<Lot> ground_;
  std::vector<Cell> tiles_;
  std::vector<Built> built_;    // in the same order
  std::vector<Cell> frontier_;  // the empty cells on which some tile fits
  Each<EdgeCounts, 2> sites_, swaps_;
  mutable std::vector<Cell> loose_;
  mutable bool loose_known_ = false;
};

}  // namespace granada
