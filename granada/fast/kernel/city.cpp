#include "city.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "demand.hpp"

namespace granada {

namespace {

/// A city begins in the middle of so many cells, and grows by half as many where it comes near to an end of
/// them.
constexpr int FIRST_GROUND = 12;
constexpr int MORE_GROUND = 8;

/// The sides from which an edge between two tiles is counted.
constexpr Sides NORTH_AND_EAST{0b0011u};

/// A cell far away from all tiles.
constexpr Lot NOTHING{};

/// Whether the taken cells among the eight neighbours are one unbroken arc.
constexpr Each<bool, 256> ONE_ARC = [] {
  Each<bool, 256> found{};
  for (unsigned ring = 0; ring < 256; ++ring)
    found[ring] = std::popcount(ring & ~(ring << 1 | ring >> 7)) == 1;
  return found;
}();

/// The edges, as a choice, that have moats on just these of some sides.
constexpr Each<Each<EdgeChoice, 16>, 16> ALIKE = [] {
  Each<Each<EdgeChoice, 16>, 16> found{};
  for (unsigned sides = 0; sides < 16; ++sides)
    for (unsigned edges = 0; edges < 16; ++edges) {
      unsigned bits = 0;
      for (unsigned mask = 0; mask < 16; ++mask)
        if ((mask & sides) == edges) bits |= 1u << mask;
      found[sides][edges] = EdgeChoice(narrow<std::uint16_t>(bits));
    }
  return found;
}();

/// The edges, as a choice, that have moats on just these of some sides.
EdgeChoice alike(Sides sides, Edges edges) { return ALIKE[sides.bits()][edges.bits()]; }

/// The edges that fit: every edge matches, and one lets a walker of the family in, or founds the second
/// family.
EdgeChoice fitting(const Lot& lot, bool foreign, bool founds) {
  const Sides taken = lot.taken(), moats = lot.moats & taken, others = lot.others(foreign);
  if (!(others & ~moats).empty()) return {};
  const Sides joined = taken & ~others & ~moats;
  if (joined.empty() && !(founds && !others.empty())) return {};
  return alike(taken, moats);
}

/// Whether some tile fits on an empty cell.
bool fits_some(const Lot& lot) { return !lot.choice[0].empty() || !lot.choice[1].empty(); }

/// Put a cell among some, which lie by notation.
void remember(std::vector<Cell>& cells, Cell cell) {
  cells.insert(std::lower_bound(cells.begin(), cells.end(), cell), cell);
}

/// Take a cell, which must be there, out of some, which lie by notation.
void forget(std::vector<Cell>& cells, Cell cell) {
  const auto found = std::lower_bound(cells.begin(), cells.end(), cell);
  if (found == cells.end() || *found != cell)
    throw std::logic_error("a cell is forgotten that was not known");
  cells.erase(found);
}

}  // namespace

City::City(Family start, bool of_both_families) : start_(start), of_both_families_(of_both_families) {
  resize(-FIRST_GROUND / 2, -FIRST_GROUND / 2, FIRST_GROUND, FIRST_GROUND);
  Lot& home = lot_at(place_of(START));
  home.face = START_TILE;
  home.stays = true;
  shade(0, 0, {}, false, true);
}

const Lot& City::lot(int x, int y) const { return on_the_ground(x, y) ? lot_at(place_of(x, y)) : NOTHING; }

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
  std::vector<Lot> ground(at(width * height));
  for (int y = 0; y < height_; ++y)
    std::copy_n(ground_.begin() + y * width_, width_,
                ground.begin() + (y + south_ - south) * width + west_ - west);
  ground_ = std::move(ground);
  west_ = west;
  south_ = south;
  width_ = width;
  height_ = height;
  for (int turn = 0; turn < DIRECTIONS; ++turn) ways_[turn] = AROUND[turn].y * width + AROUND[turn].x;
}

/// Work out again what can be done on a cell.
void City::judge(int place, int x, int y) {
  Lot& lot = lot_at(place);
  if (lot.built()) {
    const Sides taken = lot.taken();
    lot.open = taken & ~lot.moats & ~lot.others();
    if (lot.stays) return;
    const EdgeChoice swaps = alike(taken, lot.edges & taken);
    swaps_[lot.foreign].change(lot.choice[lot.foreign], swaps);
    lot.choice[lot.foreign] = swaps;
    return;
  }
  Each<EdgeChoice, 2> choice{};
  if (ONE_ARC[lot.ring] && Cell::within_reach(x, y)) {
    choice[0] = fitting(lot, false, false);
    if (of_both_families_) choice[1] = fitting(lot, true, !founding_);
  }
  if (choice == lot.choice) return;
  const bool was = fits_some(lot), is = !choice[0].empty() || !choice[1].empty();
  for (int foreign = 0; foreign < 2; ++foreign) sites_[foreign].change(lot.choice[foreign], choice[foreign]);
  lot.choice = choice;
  if (was != is) is ? remember(frontier_, {x, y}) : forget(frontier_, {x, y});
}

/// Work out again what can be done on all cells, when the second family has been founded.
void City::judge_everywhere() {
  for (int y = 0; y < height_; ++y)
    for (int x = 0; x < width_; ++x)
      if (lot_at(y * width_ + x).ring) judge(y * width_ + x, west_ + x, south_ + y);
}

/// Let the cells round a tile know that it comes or goes, and judge them and its own.
void City::shade(int x, int y, Edges edges, bool foreign, bool comes) {
  const int place = place_of(x, y);
  for (int turn = 0; turn < DIRECTIONS; ++turn) {
    Lot& near = lot_at(place + ways_[turn]);
    const int opposite = (turn + DIRECTIONS / 2) % DIRECTIONS;
    const unsigned seen = 1u << opposite;
    near.ring = narrow<std::uint8_t>(comes ? near.ring | seen : near.ring & ~seen);
    const bool is_side = turn % 2 == 0;
    if (is_side) {
      const Sides here = Sides::only(opposite / 2), none;
      const Sides moat = edges.has(turn / 2) ? here : none, foreigner = foreign ? here : none;
      near.moats = comes ? near.moats | moat : near.moats & ~moat;
      near.foreigners = comes ? near.foreigners | foreigner : near.foreigners & ~foreigner;
    }
    if (is_side || !near.built()) judge(place + ways_[turn], x + AROUND[turn].x, y + AROUND[turn].y);
  }
  judge(place, x, y);
  loose_known_ = false;
}

// Adding

bool City::fits(const Face& face, Cell cell) const {
  const Lot& there = lot(cell);
  return !there.built() && there.choice[is_foreign(face)].has(face.edges);
}

/// How many tiles lie before a cell, by notation.
std::ptrdiff_t City::number_of(Cell cell) const {
  return std::lower_bound(tiles_.begin(), tiles_.end(), cell) - tiles_.begin();
}

void City::put_down(const Face& face, Cell cell, bool founds) {
  const int x = cell.x(), y = cell.y();
  make_room(x, y);
  Lot& own = lot_at(place_of(x, y));
  if (fits_some(own)) {
    for (int foreign = 0; foreign < 2; ++foreign) sites_[foreign].change(own.choice[foreign], {});
    own.choice = {};
    forget(frontier_, cell);
  }
  own.face = face.number;
  own.edges = face.edges;
  own.foreign = is_foreign(face);
  own.stays = founds;
  if (founds) founding_ = cell;
  built_.insert(built_.begin() + number_of(cell),
                {narrow<std::int16_t>(x), narrow<std::int16_t>(y), face.number});
  remember(tiles_, cell);
  shade(x, y, face.edges, own.foreign, true);
}

void City::add(const Face& face, Cell cell) {
  const bool founds = is_foreign(face) && !founding_;
  put_down(face, cell, founds);
  if (founds) judge_everywhere();
}

void City::lay(const Face& face, Cell cell, bool founds) {
  demand(Cell::within_reach(cell.x(), cell.y()), "a tile lies too far from the start");
  demand(!taken(cell), "two tiles lie on one cell");
  demand(is_foreign(face) == (founds || (is_foreign(face) && founding_)),
         "the first tile of the second family is not marked");
  put_down(face, cell, founds);
  if (founds) judge_everywhere();
}

// Removing

/// Whether the tile at a corner can be reached from the two between them, from each without crossing a moat.
bool City::is_square(int place, int corner) const {
  const int one = corner, other = (corner + 1) % SIDES;
  return lot_at(place + ways_[towards(one)]).open.has(other) &&
         lot_at(place + ways_[towards(other)]).open.has(one);
}

/// Between two sides of a tile that one can walk through there is either a square or the outside of all
/// walks, unless tiles go round a moat in a wider circle. Where the outside comes up to a tile once, nobody
/// has to cross it. A network of links has as many circles as it has links too many to be a tree.
const std::vector<Cell>& City::loose() const {
  if (loose_known_) return loose_;
  const int walls = border();
  const auto holds_the_border = [&](const Lot& own) { return founding_ && own.others().size() == walls; };
  const auto is_at_rest = [&](const Lot& own) { return own.stays || own.taken() == EVERY_SIDE; };
  int links = 0;  // open edges between two tiles less the squares, each counted from its south or west end
  const auto squares_of = [&](int place, const Lot& own) {
    int squares = 0;
    for (int corner = 0; corner < SIDES; ++corner)
      if (own.open.has(corner) && own.open.has((corner + 1) % SIDES) && is_square(place, corner)) {
        ++squares;
        if (corner == 0) --links;
      }
    links += (own.open & NORTH_AND_EAST).size();
    return squares;
  };
  loose_.clear();
  squares_of(place_of(START), lot_at(place_of(START)));
  for (Cell cell : tiles_) {
    const int place = place_of(cell);
    const Lot& own = lot_at(place);
    const int squares = squares_of(place, own);
    if (is_at_rest(own) || own.open.size() - squares != 1) continue;
    if (holds_the_border(own)) continue;
    loose_.push_back(cell);
  }
  const int trees = founding_ ? 2 : 1;
  if (links != size_of(tiles_) + 1 - trees) {
    const std::vector<bool> passed = crossed();
    loose_.clear();
    for (Cell cell : tiles_) {
      const int place = place_of(cell);
      const Lot& own = lot_at(place);
      if (!is_at_rest(own) && !passed[at(place)] && !holds_the_border(own)) loose_.push_back(cell);
    }
  }
  loose_known_ = true;
  return loose_;
}

/// The tiles that somebody has to cross on the way from the first tile of a family to another one.
///
/// The search goes as deep as it can.
/// A tile must be crossed when from beyond it, by other ways, no tile is reached that was found before it.
std::vector<bool> City::crossed() const {
  struct Visit {
    int place;
    int side;
  };
  std::vector<bool> found(ground_.size());
  std::vector<int> depth(ground_.size()), least(ground_.size());
  std::vector<Visit> path;
  const auto enter = [&](int place) {
    path.push_back({place, 0});
    depth[at(place)] = least[at(place)] = size_of(path);
  };
  for (Cell root : {START, founding_.value_or(START)}) {
    if (depth[at(place_of(root))]) continue;
    enter(place_of(root));
    while (!path.empty()) {
      const int place = path.back().place, before = path.size() > 1 ? path[path.size() - 2].place : NONE;
      if (path.back().side == SIDES) {
        path.pop_back();
        if (before == NONE) continue;
        if (least[at(place)] >= depth[at(before)]) found[at(before)] = true;
        least[at(before)] = std::min(least[at(before)], least[at(place)]);
        continue;
      }
      const int side = path.back().side++, near = place + ways_[towards(side)];
      if (!lot_at(place).open.has(side) || near == before) continue;
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
  Lot& own = lot_at(place_of(x, y));
  const Lot gone = own;
  swaps_[own.foreign].change(own.choice[own.foreign], {});
  own.face = NONE;
  own.edges = own.open = {};
  own.foreign = false;
  own.choice = {};
  built_.erase(built_.begin() + number_of(cell));
  forget(tiles_, cell);
  shade(x, y, gone.edges, gone.foreign, false);
  return gone.face;
}

// Swapping

FaceNumber City::swap(Cell cell, const Face& face) {
  const int x = cell.x(), y = cell.y(), place = place_of(x, y);
  Lot& own = lot_at(place);
  const FaceNumber gone = own.face;
  const Edges changed = own.edges ^ face.edges;
  own.face = face.number;
  own.edges = face.edges;
  built_[at(number_of(cell))].face = face.number;
  for (int side = 0; side < SIDES; ++side) {
    if (!changed.has(side)) continue;  // only edges towards empty cells change
    const int way = towards(side), near = place + ways_[way];
    lot_at(near).moats = lot_at(near).moats ^ Sides::only((side + 2) % SIDES);
    judge(near, x + AROUND[way].x, y + AROUND[way].y);
  }
  judge(place, x, y);
  return gone;
}

int City::border() const {
  if (!founding_) return 0;
  int together = 0;
  for (Cell cell : tiles_) {
    const Lot& own = lot_at(place_of(cell));
    if (own.foreign) together += own.others().size();
  }
  return together;
}

}  // namespace granada
