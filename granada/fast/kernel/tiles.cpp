#include "tiles.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace granada {

namespace {

constexpr std::string_view SIDE_LETTERS = "nesw";
constexpr int MOST_FACES = 4096;
constexpr int CHEAPEST = 2, DEAREST = 13;

[[noreturn]] void unreadable(std::string_view text) {
  throw std::invalid_argument("a face such as school8/ne is needed, not " + std::string(text.substr(0, 40)));
}

/// The price after the name of a building: 2 to 13, or 0 for a hut.
std::uint8_t read_price(std::string_view text, std::string_view whole) {
  if (text == "-hut") return 0;
  int price = 0;
  if (text.empty() || text.size() > 2) unreadable(whole);
  for (char digit : text) {
    if (digit < '0' || digit > '9') unreadable(whole);
    price = 10 * price + (digit - '0');
  }
  if (price < CHEAPEST || price > DEAREST) unreadable(whole);
  return narrow<std::uint8_t>(price);
}

/// The notation of the two faces of a tile: the upper one has the edges of the lower.
std::pair<std::string, std::string> parted(const std::string& text) {
  const auto bar = text.find('|');
  if (bar == std::string::npos) return {text, ""};
  const std::string down = text.substr(bar + 1);
  const auto slash = down.find('/');
  return {text.substr(0, bar) + (slash == std::string::npos ? "" : down.substr(slash)), down};
}

/// The notation of a tile turned over.
std::string turned(const std::string& text) {
  const auto [up, down] = parted(text);
  return down.empty() ? text : down.substr(0, down.find('/')) + "|" + up;
}

}  // namespace

Face Face::parse(std::string_view text) {
  const auto slash = text.find('/');
  const std::string_view front = text.substr(0, slash);
  const auto name_end = std::find_if(front.begin(), front.end(), [](char c) { return c < 'a' || c > 'z'; });
  const auto name = front.substr(0, at(name_end - front.begin()));
  const auto known = std::find(BUILDING_NAMES.begin(), BUILDING_NAMES.end(), name);
  if (known == BUILDING_NAMES.end()) unreadable(text);
  const auto building = narrow<Building>(known - BUILDING_NAMES.begin());
  Edges edges;
  if (slash != std::string_view::npos)
    for (char side : text.substr(slash + 1)) {
      const auto letter = SIDE_LETTERS.find(side);
      if (letter == std::string_view::npos) unreadable(text);
      edges = edges | Edges::only(narrow<int>(letter));
    }
  return Face{NONE, building, family_of(building), read_price(front.substr(name.size()), text), edges};
}

Box::Box(const std::vector<std::string>& tiles, const std::vector<std::string>& faces) {
  std::set<std::string> lying, alone(faces.begin(), faces.end());
  for (const std::string& tile : tiles) {
    lying.insert(tile);
    lying.insert(turned(tile));
  }
  for (const std::string& tile : lying) alone.insert(parted(tile).first);
  for (const std::string& face : alone) lying.insert(face);  // any face may lie alone, as a hut does
  if (lying.size() > MOST_FACES || alone.size() > MOST_FACES)
    throw std::length_error("no box has so many tiles");
  std::map<std::string, FaceNumber> face_number;
  std::map<std::string, TileNumber> tile_number;
  for (const std::string& text : alone) {
    Face face = Face::parse(text);
    face.number = face_number[text] = narrow<FaceNumber>(faces_.size());
    faces_.push_back(face);
    face_names_.push_back(text);
  }
  for (const std::string& text : lying) {
    tile_number[text] = narrow<TileNumber>(tile_names_.size());
    tile_names_.push_back(text);
  }
  singles_.assign(faces_.size(), NONE);
  for (const std::string& text : lying) {
    const auto [up, down] = parted(text);
    const Tile tile{face_number.at(up), down.empty() ? NONE : face_number.at(down),
                    tile_number.at(turned(text))};
    if (tile.down != NONE && face(tile.up).edges != face(tile.down).edges) unreadable(text);
    if (tile.down == NONE) singles_[at(tile.up)] = narrow<TileNumber>(tiles_.size());
    tiles_.push_back(tile);
  }
}

}  // namespace granada
