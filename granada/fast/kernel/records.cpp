#include "records.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

namespace granada {

namespace {

/// A number from outside that lies in a range, or a complaint.
template <class Number>
Number ranged(std::int64_t number, std::int64_t least, std::int64_t most, const char* what) {
  if (number < least || number > most)
    throw std::invalid_argument(std::string(what) + " is out of range: " + std::to_string(number));
  return static_cast<Number>(number);
}

FaceNumber a_face(const Box& box, std::int64_t number) {
  const auto found = ranged<int>(number, 0, std::numeric_limits<FaceNumber>::max(), "a face");
  if (!box.has_face(found)) throw std::invalid_argument("there is no such face in the box");
  return static_cast<FaceNumber>(found);
}

TileNumber a_tile(const Box& box, std::int64_t number) {
  const auto found = ranged<int>(number, 0, std::numeric_limits<TileNumber>::max(), "a tile");
  if (!box.has_tile(found)) throw std::invalid_argument("there is no such tile in the box");
  return static_cast<TileNumber>(found);
}

std::vector<FaceNumber> some_faces(const Box& box, const Numbers& numbers) {
  std::vector<FaceNumber> faces;
  for (std::int64_t number : numbers) faces.push_back(a_face(box, number));
  return faces;
}

Numbers numbered(const std::vector<FaceNumber>& faces) { return {faces.begin(), faces.end()}; }

Round a_round(std::int64_t number) { return ranged<Round>(number, 0, 2, "a scoring"); }

PurseRecord bytes_of(const Purse& purse) {
  const Purse::Bytes bytes = purse.written();
  return {bytes.begin(), bytes.end()};
}

Step read_step(const StepRecord& record) {
  Step step{ranged<StepKind>(record.kind, 0, STEP_KINDS - 1, "a step"),
            ranged<std::uint8_t>(record.seat, 0, MOST_PLAYERS - 1, "a seat"),
            ranged<std::uint8_t>(record.row, 0, 255, "a row")};
  step.done = record.done;
  step.first = record.first;
  step.round = a_round(record.round);
  step.face = ranged<Side>(record.face, 0, 2, "a side");
  for (std::int64_t number : record.numbers)
    step.numbers.push_back(ranged<std::uint8_t>(number, 0, 255, "a number"));
  return step;
}

Deck read_deck(const PositionRecord& record) {
  Deck deck;
  for (const PurseRecord& pool : record.pools) deck.pools.push_back(Purse::read(pool));
  for (auto each = record.layers.rbegin(); each != record.layers.rend(); ++each) {
    Layer layer;
    if (each->first.size() != deck.pools.size())
      throw std::invalid_argument("deck: every pile counts its cards of each pool");
    for (std::size_t pool = 0; pool < each->first.size(); ++pool)
      layer.slots[pool] =
          ranged<std::uint8_t>(each->first[pool], 0, COPIES * MONEY_KINDS + BUREAUS, "a pile");
    for (std::int64_t card : each->second) layer.cards.push_back(a_round(card));
    deck.layers.push_back(layer);
  }
  for (const auto& [round, pile] : record.later)
    deck.later.push_back({a_round(round), ranged<std::uint8_t>(pile, 1, PILES, "a pile")});
  return deck;
}

Huts read_huts(const Table& table, const PositionRecord& record) {
  Huts huts;
  huts.tops.fill(NONE);
  if (!table.modules.huts) return huts;
  const auto& [tops, piles] = record.huts;
  if (tops.size() != huts.tops.size() || piles.size() != huts.piles.size())
    throw std::invalid_argument("huts: there are six piles");
  for (std::size_t colour = 0; colour < tops.size(); ++colour) {
    if (tops[colour] != NONE) huts.tops[colour] = a_face(*table.box, tops[colour]);
    huts.piles[colour] = some_faces(*table.box, piles[colour]);
  }
  return huts;
}

Bonus read_bonus(const Table& table, const PositionRecord& record) {
  Bonus bonus;
  if (!table.modules.bonus) return bonus;
  const auto& [left, hidden, shown] = record.bonus;
  const auto seats = static_cast<std::size_t>(table.players);
  if (hidden.size() != seats || shown.size() != seats)
    throw std::invalid_argument("bonus: one list of cards for each seat");
  bonus.left = some_faces(*table.box, left);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    bonus.hidden[seat] = some_faces(*table.box, hidden[seat]);
    bonus.shown[seat] = some_faces(*table.box, shown[seat]);
    if (!std::is_sorted(bonus.hidden[seat].begin(), bonus.hidden[seat].end()))
      throw std::invalid_argument("bonus: cards lie by notation");
  }
  return bonus;
}

}  // namespace

City read_city(const Box& box, Family start, bool of_both_families, const TileRecords& tiles,
               const CellRecord& founding) {
  City city(start, of_both_families);
  constexpr int MOST_TILES = 200;  // more than all boxes hold together
  if (tiles.size() > MOST_TILES) throw std::invalid_argument("a city has at most 200 tiles");
  const auto a_cell = [](std::int64_t x, std::int64_t y) {
    return Cell(ranged<int>(x, -REACH, REACH, "a cell"), ranged<int>(y, -REACH, REACH, "a cell"));
  };
  const auto founds = [&](const auto& tile) {
    return founding && founding->first == std::get<0>(tile) && founding->second == std::get<1>(tile);
  };
  for (bool first : {true, false})  // the founding tile is laid before the others
    for (const auto& tile : tiles)
      if (founds(tile) == first)
        city.lay(box.face(a_face(box, std::get<2>(tile))), a_cell(std::get<0>(tile), std::get<1>(tile)),
                 first);
  return city;
}

Position read_position(std::shared_ptr<const Table> table, const PositionRecord& record) {
  Position position;
  const Box& box = *table->box;
  for (const PlayerRecord& each : record.players) {
    Player player{Purse::read(each.hand),
                  read_city(box, table->game.start, table->lanes() > 1, each.tiles, each.founding),
                  some_faces(box, each.reserve),
                  ranged<int>(each.points, -1'000'000, 1'000'000, "a number of points")};
    position.players.push_back(std::move(player));
  }
  position.yard.fill(NONE);
  if (record.yard.size() != static_cast<std::size_t>(table->slots()) ||
      record.bags.size() != static_cast<std::size_t>(table->lanes()))
    throw std::invalid_argument("yard: there are four spaces, and a supply for each lane");
  for (std::size_t slot = 0; slot < record.yard.size(); ++slot)
    if (record.yard[slot] != NONE) position.yard[slot] = a_tile(box, record.yard[slot]);
  for (std::size_t lane = 0; lane < record.bags.size(); ++lane) {
    constexpr std::size_t MOST_IN_A_BAG = 255;
    if (record.bags[lane].size() > MOST_IN_A_BAG)
      throw std::invalid_argument("bags: no bag holds so many tiles");
    for (std::int64_t tile : record.bags[lane]) position.bags[lane].push_back(a_tile(box, tile));
  }
  position.display = Purse::read(record.display);
  position.discard = Purse::read(record.discard);
  position.deck = read_deck(record);
  if (record.dirk)
    position.dirk = Dirk{some_faces(box, record.dirk->first),
                         ranged<int>(record.dirk->second, -1'000'000, 1'000'000, "a number of points")};
  position.marker = ranged<Side>(record.marker, 0, 2, "the marker");
  position.mover = ranged<int>(record.mover, NONE, MOST_PLAYERS - 1, "the mover");
  for (auto step = record.todo.rbegin(); step != record.todo.rend(); ++step)
    position.todo.push_back(read_step(*step));
  for (const auto& [tile, bought, flipped, overpaid] : record.lying)
    position.lying.push_back({a_tile(box, tile), bought, flipped, overpaid});
  for (std::int64_t seat : record.viziers)
    position.viziers |= static_cast<std::uint8_t>(1u << ranged<int>(seat, 0, table->players - 1, "a vizier"));
  position.huts = read_huts(*table, record);
  position.bonus = read_bonus(*table, record);
  position.table = std::move(table);
  position.check();
  return position;
}

PositionRecord written(const Position& position) {
  PositionRecord record;
  const Table& table = *position.table;
  for (const Player& player : position.players) {
    PlayerRecord& each = record.players.emplace_back();
    each.hand = bytes_of(player.hand);
    for (Cell cell : player.city.tiles())
      each.tiles.emplace_back(cell.x(), cell.y(), player.city.lot(cell).face);
    if (player.city.founding())
      each.founding.emplace(player.city.founding()->x(), player.city.founding()->y());
    each.reserve = numbered(player.reserve);
    each.points = player.points;
  }
  record.yard.assign(position.yard.begin(), position.yard.begin() + table.slots());
  for (int lane = 0; lane < table.lanes(); ++lane)
    record.bags.push_back(numbered(position.bags[static_cast<std::size_t>(lane)]));
  record.display = bytes_of(position.display);
  record.discard = bytes_of(position.discard);
  for (const Purse& pool : position.deck.pools) record.pools.push_back(bytes_of(pool));
  for (std::size_t place = position.deck.layers.size(); place-- > 0;) {
    const Layer& layer = position.deck.layers[place];
    auto& [slots, cards] = record.layers.emplace_back();
    slots.assign(layer.slots.begin(),
                 layer.slots.begin() + static_cast<std::ptrdiff_t>(position.deck.pools.size()));
    for (Round round : layer.cards) cards.push_back(static_cast<int>(round));
  }
  for (const Mixed& each : position.deck.later)
    record.later.emplace_back(static_cast<int>(each.round), each.pile);
  if (position.dirk) record.dirk.emplace(numbered(position.dirk->faces), position.dirk->points);
  record.marker = static_cast<int>(position.marker);
  record.mover = position.mover;
  for (std::size_t place = position.todo.size(); place-- > 0;) {
    const Step& step = position.todo[place];
    record.todo.push_back({static_cast<int>(step.kind),
                           step.seat,
                           step.row,
                           step.done,
                           step.first,
                           static_cast<int>(step.round),
                           static_cast<int>(step.face),
                           {step.numbers.begin(), step.numbers.end()}});
  }
  for (const Pending& each : position.lying)
    record.lying.emplace_back(each.tile, each.bought, each.flipped, each.overpaid);
  for (int seat = 0; seat < table.players; ++seat)
    if (position.viziers >> seat & 1) record.viziers.push_back(seat);
  if (table.modules.huts) {
    record.huts.first.assign(position.huts.tops.begin(), position.huts.tops.end());
    for (const auto& pile : position.huts.piles) record.huts.second.push_back(numbered(pile));
  }
  if (table.modules.bonus) {
    auto& [left, hidden, shown] = record.bonus;
    left = numbered(position.bonus.left);
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(table.players); ++seat) {
      hidden.push_back(numbered(position.bonus.hidden[seat]));
      shown.push_back(numbered(position.bonus.shown[seat]));
    }
  }
  return record;
}

std::optional<Action> read_action(const Table& table, const ActionRecord& record) {
  Action action{ranged<Verb>(record.verb, 0, VERBS - 1, "a verb")};
  if (record.slot >= table.slots() || !Cell::within_reach(ranged<int>(record.x, -100'000, 100'000, "a cell"),
                                                          ranged<int>(record.y, -100'000, 100'000, "a cell")))
    return std::nullopt;
  action.slot = ranged<int>(record.slot, NONE, MOST_SLOTS - 1, "a slot");
  if (record.face != NONE) action.face = a_face(*table.box, record.face);
  action.cell = Cell(static_cast<int>(record.x), static_cast<int>(record.y));
  if (!record.cards.empty()) action.cards = Purse::read(record.cards);
  return action;
}

ActionRecord written(const Action& action) {
  ActionRecord record{
      static_cast<int>(action.verb), action.slot, action.face, action.cell.x(), action.cell.y(), {}};
  if (!action.cards.empty()) record.cards = bytes_of(action.cards);
  return record;
}

}  // namespace granada
