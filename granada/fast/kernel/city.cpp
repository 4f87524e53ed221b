#include "city.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace granada {

namespace {

/// A city begins in the middle of so many cells, and grows by half as many where it comes near to an end of
/// them.
constexpr int FIRST_GROUND = 16;
constexpr int MORE_GROUND = 8;

/// A cell far away from all tiles.
constexpr Lot NOTHING{};

/// Whether the taken cells among the eight neighbours are one unbroken arc.
constexpr std::array<bool, 256> ONE_ARC = [] {
  std::array<bool, 256> found{};
  for (unsigned ring = 0; ring < 256; ++ring)
    found[ring] = std::popcount(ring & ~(ring << 1 | ring >> 7)) == 1;
  return found;
}();

/// The edge masks, as bits, that have on some sides just these edges.
constexpr std::array<std::array<std::uint16_t, 16>, 16> ALIKE = [] {
  std::array<std::array<std::uint16_t, 16>, 16> found{};
  for (unsigned sides = 0; sides < 16; ++sides)
    for (unsigned edges = 0; edges < 16; ++edges)
      for (unsigned mask = 0; mask < 16; ++mask)
        if ((mask & sides) == edges) found[sides][edges] |= static_cast<std::uint16_t>(1 << mask);
  return found;
}();

/// The edge masks that fit: every edge matches, and one lets a walker of the family in, or founds the second
/// family.
std::uint16_t fitting(const Lot& lot, bool foreign, bool founds) {
  const unsigned taken = lot.taken(), moats = lot.faced & taken;
  const unsigned others = (lot.faced >> 4 ^ (foreign ? EVERY_SIDE : 0u)) & taken;
  if (others & ~moats) return 0;
  const unsigned joined = taken & ~others & ~moats;
  if (!joined && !(founds && others)) return 0;
  return ALIKE[taken][moats];
}

}  // namespace

City::City(Family start, bool of_both_families) : start_(start), of_both_families_(of_both_families) {
  resize(-FIRST_GROUND / 2, -FIRST_GROUND / 2, FIRST_GROUND, FIRST_GROUND);
  Lot& home = ground_[static_cast<std::size_t>(place_of(START))];
  home.face = START_TILE;
  home.stays = true;
  shade(0, 0, 0, false, true);
}

const Lot& City::lot(int x, int y) const {
  return on_the_ground(x, y) ? ground_[static_cast<std::size_t>(place_of(x, y))] : NOTHING;
}

// The ground

/// Give the city more ground where a tile comes near to an end of it: all eight neighbours of a tile lie on
/// it.
void City::make_room(int x, int y) {
  int west = west_, south = south_, east = west_ + width_, north = south_ + height_;
  if (x - 1 < west) west = x - MORE_GROUND;
  if (y - 1 < south) south = y - MORE_GROUND;
  if (x + 2 > east) east = x + MORE_GROUND;
  if (y + 2 > north) north = y + MORE_GROUND;
  if (west != west_ || south != south_ || east != west_ + width_ || north != south_ + height_)
    resize(west, south, east - west, north - south);
}

void City::resize(int west, int south, int width, int height) {
  std::vector<Lot> ground(static_cast<std::size_t>(width * height));
  for (int y = 0; y < height_; ++y)
    std::copy_n(ground_.begin() + y * width_, width_,
                ground.begin() + (y + south_ - south) * width + west_ - west);
  ground_ = std::move(ground);
  west_ = static_cast<std::int16_t>(west);
  south_ = static_cast<std::int16_t>(south);
  width_ = static_cast<std::int16_t>(width);
  height_ = static_cast<std::int16_t>(height);
  for (std::size_t turn = 0; turn < 8; ++turn) ways_[turn] = AROUND[turn][1] * width + AROUND[turn][0];
}

/// Work out again what can be done on a cell.
void City::judge(int place, int x, int y) {
  Lot& lot = ground_[static_cast<std::size_t>(place)];
  std::array<std::uint16_t, 2> masks{};
  if (lot.built()) {
    const unsigned taken = lot.taken();
    lot.open = static_cast<std::uint8_t>(taken & ~(lot.faced | lot.others()));
    if (lot.stays) return;
    masks[lot.foreign] = ALIKE[taken][lot.edges & taken];
    swaps_[lot.foreign].change(lot.masks[lot.foreign], masks[lot.foreign]);
    lot.masks = masks;
    return;
  }
  if (ONE_ARC[lot.ring] && Cell::within_reach(x, y)) {
    masks[0] = fitting(lot, false, false);
    if (of_both_families_) masks[1] = fitting(lot, true, !founding_);
  }
  if (masks == lot.masks) return;
  const bool was = lot.masks[0] | lot.masks[1], is = masks[0] | masks[1];
  for (std::size_t foreign = 0; foreign < 2; ++foreign)
    sites_[foreign].change(lot.masks[foreign], masks[foreign]);
  lot.masks = masks;
  if (was != is) is ? remember(frontier_, {x, y}) : forget(frontier_, {x, y});
}

/// Work out again what can be done on all cells, when the second family has been founded.
void City::judge_everywhere() {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x)
      if (ground_[static_cast<std::size_t>(y * width_ + x)].ring)
        judge(y * width_ + x, west_ + x, south_ + y);
}

/// Tell the cells round a tile that it comes or goes, and judge them and its own.
void City::shade(int x, int y, Edges edges, bool foreign, bool comes) {
  const int place = place_of(x, y);
  for (unsigned turn = 0; turn < 8; ++turn) {
    Lot& near = ground_[static_cast<std::size_t>(place + ways_[turn])];
    const unsigned opposite = (turn + 4) % 8;
    const bool beside = turn % 2 == 0;
    unsigned faced = 0;
    if (beside) faced = (edges >> turn / 2 & 1u) << opposite / 2 | (foreign ? 1u : 0u) << (4 + opposite / 2);
    near.ring = static_cast<std::uint8_t>(comes ? near.ring | 1u << opposite : near.ring & ~(1u << opposite));
    near.faced = static_cast<std::uint8_t>(comes ? near.faced | faced : near.faced & ~faced);
    if (beside || !near.built()) judge(place + ways_[turn], x + AROUND[turn][0], y + AROUND[turn][1]);
  }
  judge(place, x, y);
  loose_known_ = false;
}

void City::remember(std::vector<Cell>& cells, Cell cell) {
  cells.insert(std::lower_bound(cells.begin(), cells.end(), cell), cell);
}

void City::forget(std::vector<Cell>& cells, Cell cell) {
  cells.erase(std::lower_bound(cells.begin(), cells.end(), cell));
}

// Adding

bool City::fits(const Face& face, Cell cell) const {
  const Lot& there = lot(cell);
  return !there.built() && there.masks[is_foreign(face)] >> face.edges & 1;
}

Cell City::nth_site(const Face& face, int number) const {
  for (Cell cell : frontier_)
    if (ground_[static_cast<std::size_t>(place_of(cell))].masks[is_foreign(face)] >> face.edges & 1 &&
        number-- == 0)
      return cell;
  throw std::out_of_range("there is no such site");
}

std::vector<Cell> City::sites(const Face& face) const {
  std::vector<Cell> found;
  for (Cell cell : frontier_)
    if (ground_[static_cast<std::size_t>(place_of(cell))].masks[is_foreign(face)] >> face.edges & 1)
      found.push_back(cell);
  return found;
}

void City::put_down(const Face& face, Cell cell, bool founds) {
  const int x = cell.x(), y = cell.y();
  make_room(x, y);
  Lot& own = ground_[static_cast<std::size_t>(place_of(x, y))];
  if (own.masks[0] | own.masks[1]) {
    for (std::size_t foreign = 0; foreign < 2; ++foreign) sites_[foreign].change(own.masks[foreign], 0);
    own.masks = {};
    forget(frontier_, cell);
  }
  own.face = face.number;
  own.edges = face.edges;
  own.foreign = is_foreign(face);
  own.stays = founds;
  if (founds) founding_ = cell;
  remember(tiles_, cell);
  shade(x, y, face.edges, own.foreign, true);
}

void City::add(const Face& face, Cell cell) {
  const bool founds = is_foreign(face) && !founding_;
  put_down(face, cell, founds);
  if (founds) judge_everywhere();
}

void City::lay(const Face& face, Cell cell, bool founds) {
  if (!Cell::within_reach(cell.x(), cell.y()))
    throw std::invalid_argument("a tile lies too far from the start");
  if (taken(cell)) throw std::invalid_argument("two tiles lie on one cell");
  if (is_foreign(face) != (founds || (is_foreign(face) && founding_)))
    throw std::invalid_argument("the first tile of the second family is not marked");
  put_down(face, cell, founds);
  if (founds) judge_everywhere();
}

// Removing

/// Whether the tile at a corner can be reached from the two between them, from each without crossing a moat.
bool City::is_square(int place, int corner) const {
  const auto one = static_cast<std::size_t>(corner), other = static_cast<std::size_t>((corner + 1) % SIDES);
  const Lot& first = ground_[static_cast<std::size_t>(place + ways_[2 * one])];
  const Lot& second = ground_[static_cast<std::size_t>(place + ways_[2 * other])];
  return first.open >> other & second.open >> one & 1;
}

/// Between two sides of a tile that one can walk through there is either a square or the outside of all
/// walks, unless tiles go round a moat in a wider circle. Where the outside comes up to a tile once, nobody
/// has to cross it. A network of links has as many circles as it has links too many to be a tree.
const std::vector<Cell>& City::loose() const {
  if (loose_known_) return loose_;
  loose_.clear();
  const int walls = founding_ ? border() : 0;
  int links = 0;  // open edges between two tiles less the squares, each counted from its south or west end
  const auto squares_of = [&](int place, const Lot& own) {
    int squares = 0;
    for (int corner = 0; corner < SIDES; ++corner)
      if (own.open >> corner & own.open >> (corner + 1) % SIDES & 1 && is_square(place, corner)) {
        ++squares;
        if (corner == 0) --links;
      }
    links += SIZE[own.open & 0b0011u];
    return squares;
  };
  const int home = place_of(START);
  squares_of(home, ground_[static_cast<std::size_t>(home)]);
  for (Cell cell : tiles_) {
    const int place = place_of(cell);
    const Lot& own = ground_[static_cast<std::size_t>(place)];
    const int squares = squares_of(place, own);
    if (own.stays || own.taken() == EVERY_SIDE || SIZE[own.open] - squares != 1) continue;
    if (founding_ && SIZE[own.others()] == walls) continue;  // it holds the whole border
    loose_.push_back(cell);
  }
  const int trees = founding_ ? 2 : 1;
  if (links != static_cast<int>(tiles_.size()) + 1 - trees) {
    const std::vector<std::uint8_t> passed = crossed();
    loose_.clear();
    for (Cell cell : tiles_) {
      const auto place = static_cast<std::size_t>(place_of(cell));
      const Lot& own = ground_[place];
      if (own.stays || own.taken() == EVERY_SIDE || passed[place]) continue;
      if (founding_ && SIZE[own.others()] == walls) continue;
      loose_.push_back(cell);
    }
  }
  loose_known_ = true;
  return loose_;
}

/// The tiles that somebody has to cross on the way from the first tile of a family to another one.
///
/// The search goes as deep as it can.
/// A tile must be crossed when from beyond it, by other ways, no tile is reached that was found before it.
std::vector<std::uint8_t> City::crossed() const {
  struct Visit {
    int place;
    int side;
  };
  std::vector<std::uint8_t> found(ground_.size());
  std::vector<int> depth(ground_.size()), least(ground_.size());
  std::vector<Visit> path;
  const auto at = [](int place) { return static_cast<std::size_t>(place); };
  const auto enter = [&](int place) {
    path.push_back({place, 0});
    depth[at(place)] = least[at(place)] = static_cast<int>(path.size());
  };
  for (Cell root : {START, founding_.value_or(START)}) {
    if (depth[at(place_of(root))]) continue;
    enter(place_of(root));
    while (!path.empty()) {
      const int place = path.back().place, before = path.size() > 1 ? path[path.size() - 2].place : -1;
      if (path.back().side == SIDES) {
        path.pop_back();
        if (before < 0) continue;
        if (least[at(place)] >= depth[at(before)]) found[at(before)] = 1;
        least[at(before)] = std::min(least[at(before)], least[at(place)]);
        continue;
      }
      const int side = path.back().side++, near = place + ways_[at(2 * side)];
      if (!(ground_[at(place)].open >> side & 1) || near == before) continue;
      if (depth[at(near)])
        least[at(place)] = std::min(least[at(place)], depth[at(near)]);
      else
        enter(near);
    }
  }
  return found;
}

bool City::can_remove(Cell cell) const {
  const std::vector<Cell>& cells = loose();
  return std::binary_search(cells.begin(), cells.end(), cell);
}

FaceNumber City::remove(Cell cell) {
  const int x = cell.x(), y = cell.y();
  Lot& own = ground_[static_cast<std::size_t>(place_of(x, y))];
  const Lot gone = own;
  swaps_[own.foreign].change(own.masks[own.foreign], 0);
  own.face = NONE;
  own.edges = own.open = 0;
  own.foreign = false;
  own.masks = {};
  forget(tiles_, cell);
  shade(x, y, gone.edges, gone.foreign, false);
  return gone.face;
}

// Swapping

bool City::can_swap(Cell cell, const Face& face) const {
  const Lot& there = lot(cell);
  return there.built() && !there.stays && there.masks[is_foreign(face)] >> face.edges & 1;
}

FaceNumber City::swap(Cell cell, const Face& face) {
  const int x = cell.x(), y = cell.y(), place = place_of(x, y);
  Lot& own = ground_[static_cast<std::size_t>(place)];
  const FaceNumber gone = own.face;
  const unsigned changed = own.edges ^ face.edges;
  own.face = face.number;
  own.edges = face.edges;
  for (unsigned side = 0; side < SIDES; ++side)
    if (changed >> side & 1) {  // only edges towards empty cells change
      ground_[static_cast<std::size_t>(place + ways_[2 * side])].faced ^=
          static_cast<std::uint8_t>(1u << (side + 2) % 4);
      judge(place + ways_[2 * side], x + AROUND[2 * side][0], y + AROUND[2 * side][1]);
    }
  judge(place, x, y);
  return gone;
}

int City::border() const {
  if (!founding_) return 0;
  int together = 0;
  for (Cell cell : tiles_) {
    const Lot& own = ground_[static_cast<std::size_t>(place_of(cell))];
    if (own.foreign) together += SIZE[own.others()];
  }
  return together;
}

}  // namespace granada
