// Tiles: buildings, edges, faces, two-sided tiles, and the box that holds all of a game.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace granada {

/// Which city a tile belongs to.
enum class Family : std::uint8_t { granada, alhambra };

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

inline constexpr std::array<std::string_view, BUILDINGS> BUILDING_NAMES{
    "arena",    "bathhouse", "library",  "hostel",  "hospital", "market", "park", "school",
    "district", "pavilion",  "seraglio", "arcades", "chambers", "garden", "tower"};

/// The family of a building.
constexpr Family family_of(Building building) {
  return static_cast<int>(building) < GRANADA_BUILDINGS ? Family::granada : Family::alhambra;
}

/// The edges of a tile with a moat or wall: bit 0 is the north, then clockwise.
using Edges = std::uint8_t;

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

  const Face& face(FaceNumber number) const { return faces_[static_cast<std::size_t>(number)]; }
  const Tile& tile(TileNumber number) const { return tiles_[static_cast<std::size_t>(number)]; }
  const Face& up(TileNumber number) const { return face(tile(number).up); }
  const std::vector<std::string>& face_names() const { return face_names_; }
  const std::vector<std::string>& tile_names() const { return tile_names_; }
  /// The tile that has a face and nothing on its underside.
  TileNumber single(FaceNumber face) const { return singles_[static_cast<std::size_t>(face)]; }
  bool has_face(int number) const { return number >= 0 && number < static_cast<int>(faces_.size()); }
  bool has_tile(int number) const { return number >= 0 && number < static_cast<int>(tiles_.size()); }

 private:
  std::vector<Face> faces_;
  std::vector<Tile> tiles_;
  std::vector<TileNumber> singles_;
  std::vector<std::string> face_names_;
  std::vector<std::string> tile_names_;
};

}  // namespace granada
