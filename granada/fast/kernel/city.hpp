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

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "cell.hpp"
#include "tiles.hpp"

namespace granada {

/// A tile has four sides, clockwise from the north.
inline constexpr int SIDES = 4;
inline constexpr unsigned EVERY_SIDE = 0b1111;
/// How many sides some are.
inline constexpr std::array<std::uint8_t, 16> SIZE{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
/// The start tile is on no list of faces.
inline constexpr FaceNumber START_TILE = -2;

/// The steps to the eight neighbours, clockwise from the north; the four sides are every other one.
inline constexpr std::array<std::array<int, 2>, 8> AROUND{
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

/// Sixteen counters, one for each mask of edges, in four words that are added at one go.
class EdgeCounts {
 public:
  int of(Edges edges) const { return static_cast<int>(words_[edges >> 2] >> 16 * (edges & 3) & 0xFFFF); }
  /// Count one more of each mask among some, which are given as bits, and one less of each among others.
  void change(std::uint16_t less, std::uint16_t more) {
    for (std::size_t word = 0; word < 4; ++word)
      words_[word] += SPREAD[more >> 4 * word & 0xF] - SPREAD[less >> 4 * word & 0xF];
  }
  bool operator==(const EdgeCounts&) const = default;

 private:
  /// Four bits, each in sixteen of its own.
  static constexpr std::array<std::uint64_t, 16> SPREAD = [] {
    std::array<std::uint64_t, 16> spread{};
    for (std::uint64_t bits = 0; bits < 16; ++bits)
      spread[bits] = (bits & 1) | (bits & 2) << 15 | (bits & 4) << 30 | (bits & 8) << 45;
    return spread;
  }();

  std::array<std::uint64_t, 4> words_{};
};

/// What lies on a cell and round it, and what follows from that alone.
struct Lot {
  FaceNumber face = NONE;
  /// Which of the eight neighbours are taken, clockwise from the north.
  std::uint8_t ring = 0;
  /// Which sides face a moat or wall, and in the upper four bits which face the second family.
  std::uint8_t faced = 0;
  /// The edges of the tile here.
  Edges edges = 0;
  /// Whether the tile here is of the second family.
  bool foreign = false;
  /// Whether it stays for ever: the start tile, and the first one of the second family.
  bool stays = false;
  /// The sides through which one can walk: to a neighbour of the same family, without a moat between.
  std::uint8_t open = 0;
  /// For each family the edge masks, as bits, that fit here, or that may take the place of the tile here.
  std::array<std::uint16_t, 2> masks{};

  bool built() const { return face != NONE; }
  /// The sides on which a neighbour lies.
  unsigned taken() const { return (ring & 1u) | (ring >> 1 & 2u) | (ring >> 2 & 4u) | (ring >> 3 & 8u); }
  /// The sides on which a neighbour of the other family lies.
  unsigned others() const { return taken() & (faced >> 4 ^ (foreign ? EVERY_SIDE : 0u)); }
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
  /// What lies on a cell and round it; the cell may be anywhere.
  const Lot& lot(int x, int y) const;
  const Lot& lot(Cell cell) const { return lot(cell.x(), cell.y()); }
  bool taken(Cell cell) const { return lot(cell).built(); }
  bool is_foreign(const Face& face) const { return face.family != start_; }

  /// Whether a tile may be added on a cell.
  bool fits(const Face& face, Cell cell) const;
  /// On how many cells a tile may be added.
  int count_sites(const Face& face) const { return sites_[is_foreign(face)].of(face.edges); }
  /// The cells on which it may be added, by notation.
  Cell nth_site(const Face& face, int number) const;
  std::vector<Cell> sites(const Face& face) const;
  /// Build a tile, which must fit.
  void add(const Face& face, Cell cell);

  /// The cells whose tile may be removed, by notation.
  const std::vector<Cell>& loose() const;
  bool can_remove(Cell cell) const;
  /// Take out a tile, which must be removable.
  FaceNumber remove(Cell cell);

  /// Whether a tile may take the place of the one on a cell.
  bool can_swap(Cell cell, const Face& face) const;
  /// The place of how many tiles a tile may take.
  int count_swaps(const Face& face) const { return swaps_[is_foreign(face)].of(face.edges); }
  /// Put a tile in the place of another.
  FaceNumber swap(Cell cell, const Face& face);

  /// How many walls lie against moats, where the city has two families.
  int border() const;

  /// Lay a tile of a city that is known to be legal when it is complete; the founding tile comes first.
  void lay(const Face& face, Cell cell, bool founds);

  /// For the outline: the lots in one piece, the place of a cell there, and the ways to its eight neighbours.
  const std::vector<Lot>& ground() const { return ground_; }
  int place_of(Cell cell) const { return place_of(cell.x(), cell.y()); }
  int place_of(int x, int y) const { return (y - south_) * width_ + x - west_; }
  Cell cell_at(int place) const { return {west_ + place % width_, south_ + place / width_}; }
  const std::array<int, 8>& ways() const { return ways_; }

 private:
  bool on_the_ground(int x, int y) const {
    return x >= west_ && x < west_ + width_ && y >= south_ && y < south_ + height_;
  }
  void make_room(int x, int y);
  void resize(int west, int south, int width, int height);
  void judge(int place, int x, int y);
  void judge_everywhere();
  void shade(int x, int y, Edges edges, bool foreign, bool comes);
  void put_down(const Face& face, Cell cell, bool founds);
  void remember(std::vector<Cell>& cells, Cell cell);
  void forget(std::vector<Cell>& cells, Cell cell);
  std::vector<std::uint8_t> crossed() const;
  bool is_square(int place, int corner) const;

  Family start_;
  bool of_both_families_;
  std::int16_t west_ = 0, south_ = 0, width_ = 0, height_ = 0;
  std::array<int, 8> ways_{};
  std::optional<Cell> founding_;
  std::vector<Lot> ground_;
  std::vector<Cell> tiles_;
  std::vector<Cell> frontier_;  // the empty cells on which some tile fits
  std::array<EdgeCounts, 2> sites_, swaps_;
  mutable std::vector<Cell> loose_;
  mutable bool loose_known_ = false;
};

}  // namespace granada
