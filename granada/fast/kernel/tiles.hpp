// Tiles: buildings, edges, faces, two-sided tiles, and the box that holds all of a game.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "row.hpp"

namespace granada {

/// Which city a tile belongs to.
enum class Family : std::uint8_t { granada, alhambra };
inline constexpr Each<std::string_view, 2> FAMILY_NAMES{{"granada", "alhambra"}};

/// A kind of building; those of a family stand in the order in which they are scored.
enum class Building : std::uint8_t {
  arena,
  bathhouse,
  library,
  hostel,
  hospital,
  market,
  park,
  school,
  district,
  pavilion,
  seraglio,
  arcades,
  chambers,
  garden,
  tower,
};
inline constexpr int BUILDINGS = 15;
/// The buildings of Granada come first; the six of the Alhambra follow.
inline constexpr int GRANADA_BUILDINGS = 9;
inline constexpr int ALHAMBRA_BUILDINGS = BUILDINGS - GRANADA_BUILDINGS;

inline constexpr Each<std::string_view, BUILDINGS> BUILDING_NAMES{
    {"arena", "bathhouse", "library", "hostel", "hospital", "market", "park", "school", "district",
     "pavilion", "seraglio", "arcades", "chambers", "garden", "tower"}};

/// The family of a building.
constexpr Family family_of(Building building) {
  return at(building) < GRANADA_BUILDINGS ? Family::granada : Family::alhambra;
}

/// A tile has four sides, numbered clockwise from the north.
inline constexpr int SIDES = 4;

/// Some of the four sides of a tile.
class Sides {
 public:
  constexpr Sides() = default;
  /// Bit 0 is the north, then clockwise; there are no further sides.
  constexpr explicit Sides(unsigned bits) : bits_(narrow<std::uint8_t>(bits & 0b1111u)) {}
  static constexpr Sides only(int side) { return Sides(1u << side); }

  constexpr unsigned bits() const { return bits_; }
  constexpr bool has(int side) const { return bits_ >> side & 1; }
  constexpr bool empty() const { return bits_ == 0; }
  constexpr int size() const { return SIZES[bits_]; }

  constexpr Sides operator~() const { return Sides(~bits()); }
  constexpr Sides operator&(Sides other) const { return Sides(bits() & other.bits()); }
  constexpr Sides operator|(Sides other) const { return Sides(bits() | other.bits()); }
  constexpr Sides operator^(Sides other) const { return Sides(bits() ^ other.bits()); }
  constexpr bool operator==(const Sides&) const = default;

 private:
  static constexpr Each<std::uint8_t, 16> SIZES{{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4}};

  std::uint8_t bits_ = 0;
};

inline constexpr Sides EVERY_SIDE{0b1111u};

/// The edges of a tile with a moat or wall.
using Edges = Sides;

/// The number of a face or tile in its box; the order of the numbers is that of the notation.
using FaceNumber = std::int16_t;
using TileNumber = std::int16_t;
/// No face, or no tile.
inline constexpr std::int16_t NONE = -1;

/// One side of a tile: a building, its price (0 for a builders' hut), and the edges with a moat or wall.
struct Face {
  FaceNumber number;
  Building building;
  Family family;
  std::uint8_t price;
  Edges edges;

  bool is_hut() const { return price == 0; }
  /// Read the notation, such as `school8/ne` or `garden-hut/s`.
  static Face parse(std::string_view text);
};

/// A tile as it lies: the face that is up, the one below if it has two, and the tile turned over.
struct Tile {
  FaceNumber up;
  FaceNumber down;
  TileNumber turned;
};

/// All faces and tiles of a table, by the order of their notation; positions share a box and never change it.
class Box {
 public:
  /// The box of some tiles, such as `school8|hospital9/s`, and of some faces that lie alone.
  Box(const std::vector<std::string>& tiles, const std::vector<std::string>& faces);

  const Face& face(FaceNumber number) const { return faces_[at(number)]; }
  const Tile& tile(TileNumber number) const { return tiles_[at(number)]; }
  const Face& up(TileNumber number) const { return face(tile(number).up); }
  const std::vector<std::string>& face_names() const { return face_names_; }
  const std::vector<std::string>& tile_names() const { return tile_names_; }
  /// The tile that has a face and nothing on its underside.
  TileNumber single(FaceNumber face) const { return singles_[at(face)]; }
  bool has_face(int number) const { return number >= 0 && number < size_of(faces_); }
  bool has_tile(int number) const { return number >= 0 && number < size_of(tiles_); }

 private:
  std::vector<Face> faces_;
  std::vector<Tile> tiles_;
  std::vector<TileNumber> singles_;
  std::vector<std::string> face_names_;
  std::vector<std::string> tile_names_;
};

}  // namespace granada
