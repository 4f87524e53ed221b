#include "records.hpp"

#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "demand.hpp"

namespace granada {

namespace {

/// A number from outside that lies in a range, or a complaint.
template <class Number>
Number ranged(std::int64_t number, std::int64_t least, std::int64_t most, const char* what) {
  if (number < least || number > most)
    throw std::invalid_argument(std::string(what) + " is out of range: " + std::to_string(number));
  return narrow<Number>(number);
}

FaceNumber a_face(const Box& box, std::int64_t number) {
  const auto found = ranged<int>(number, 0, std::numeric_limits<FaceNumber>::max(), "a face");
  demand(box.has_face(found), "there is no such face in the box");
  return narrow<FaceNumber>(found);
}

TileNumber a_tile(const Box& box, std::int64_t number) {
  const auto found = ranged<int>(number, 0, std::numeric_limits<TileNumber>::max(), "a tile");
  demand(box.has_tile(found), "there is no such tile in the box");
  return narrow<TileNumber>(found);
}

std::vector<FaceNumber> some_faces(const Box& box, const Numbers& numbers) {
  std::vector<FaceNumber> faces;
  for (std::int64_t number : numbers) faces.push_back(a_face(box, number));
  return faces;
}

Numbers numbered(const std::vector<FaceNumber>& faces) { return {faces.begin(), faces.end()}; }

Round a_round(std::int64_t number) { return ranged<Round>(number, 0, ROUNDS - 1, "a scoring"); }

int a_number_of_points(std::int64_t number) {
  return ranged<int>(number, -1'000'000, 1'000'000, "a number of points");
}

/// A member of an enumeration, or a small number, as it goes outside.
template <class Small>
std::int64_t number(Small small) {
  return narrow<std::int64_t>(small);
}

PurseRecord bytes_of(const Purse& purse) {
  const Purse::Bytes bytes = purse.written();
  return {{bytes.begin(), bytes.end()}};
}

/// Fills a step with the numbers of its fields, in their order.
class StepReader {
 public:
  StepReader(const Table& table, const Numbers& numbers) : table_(table), numbers_(numbers) {}

  void operator()(Act& step) { step.seat = seat(); }
  void operator()(PlaceTiles& step) { step.seat = seat(); }
  void operator()(Favour& step) {
    demand(table_.modules().vizier, "todo: there is no vizier");
    step.seat = seat();
    while (more()) step.later.push_back(narrow<std::uint8_t>(seat()));
  }
  void operator()(Show& step) {
    demand(table_.modules().bonus, "todo: there are no bonus cards");
    step.seat = seat();
    step.building = next<Building>(BUILDINGS - 1, "a building");
  }
  void operator()(RefillTiles& step) {
    step.moves_marker = next<bool>(1, "yes or no");
    step.first = next<bool>(1, "yes or no");
  }
  void operator()(ScoreDue& step) {
    while (more()) step.rounds.push_back(round());
  }
  void operator()(ScoreRow& step) {
    step.round = round();
    step.row = next<int>(MOST, "a row");
    step.opened = next<bool>(1, "yes or no");
  }
  void operator()(DirkDraws& step) {
    step.face = next<Side>(SIDE_NAMES.size() - 1, "a side");
    while (more()) step.left.push_back(next<std::uint8_t>(MOST, "a number of tiles"));
    demand(size_of(step.left) <= table_.lanes(), "todo: there is no such supply");
  }
  void operator()(DirkShare& step) { step.round = round(); }
  void operator()(Award& step) { step.slot = next<int>(table_.slots() - 1, "a slot"); }
  void operator()(DealHand& step) { step.seat = seat(); }
  void operator()(OpenFavour&) { demand(table_.modules().vizier, "todo: there is no vizier"); }
  void operator()(TurnUpHuts&) { demand(table_.modules().huts, "todo: there are no huts"); }
  void operator()(DealBonus& step) {
    demand(table_.modules().bonus, "todo: there are no bonus cards");
    while (more()) step.left.push_back(next<std::uint8_t>(MOST, "a number of cards"));
    demand(size_of(step.left) <= table_.players(), "todo: there is no such seat");
  }
  void operator()(RefillMoney&) {}
  void operator()(EndTest&) {}
  void operator()(NextTurn&) {}
  void operator()(Begin&) {}

  bool more() const { return used_ < numbers_.size(); }

 private:
  static constexpr std::int64_t MOST = 255;

  template <class Number>
  Number next(std::int64_t most, const char* what) {
    demand(more(), "todo: a step has too few fields");
    return ranged<Number>(numbers_[used_++], 0, most, what);
  }
  int seat() { return next<int>(table_.players() - 1, "a seat"); }
  Round round() { return next<Round>(ROUNDS - 1, "a scoring"); }

  const Table& table_;
  const Numbers& numbers_;
  std::size_t used_ = 0;
};

/// The numbers of the fields of a step, in the same order.
struct StepWriter {
  Numbers operator()(const Act& step) const { return {step.seat}; }
  Numbers operator()(const PlaceTiles& step) const { return {step.seat}; }
  Numbers operator()(const Favour& step) const { return behind({step.seat}, step.later); }
  Numbers operator()(const Show& step) const { return {step.seat, number(step.building)}; }
  Numbers operator()(const RefillTiles& step) const { return {step.moves_marker, step.first}; }
  Numbers operator()(const ScoreDue& step) const { return behind({}, step.rounds); }
  Numbers operator()(const ScoreRow& step) const { return {number(step.round), step.row, step.opened}; }
  Numbers operator()(const DirkDraws& step) const { return behind({number(step.face)}, step.left); }
  Numbers operator()(const DirkShare& step) const { return {number(step.round)}; }
  Numbers operator()(const Award& step) const { return {step.slot}; }
  Numbers operator()(const DealHand& step) const { return {step.seat}; }
  Numbers operator()(const DealBonus& step) const { return behind({}, step.left); }
  template <class Step>
    requires std::is_empty_v<Step>
  Numbers operator()(const Step&) const {
    return {};
  }

 private:
  template <class Rest>
  static Numbers behind(Numbers numbers, const Rest& rest) {
    for (auto each : rest) numbers.push_back(number(each));
    return numbers;
  }
};

Step read_step(const Table& table, const StepRecord& record) {
  const auto& [kind, numbers] = record;
  Step step = STEPS[ranged<int>(kind, 0, STEP_KINDS - 1, "a step")];
  StepReader reader(table, numbers);
  std::visit(reader, step);
  demand(!reader.more(), "todo: a step has too many fields");
  return step;
}

Deck read_deck(const StateRecord& record) {
  Pools pools;
  Layers layers;
  MixedCards later;
  for (const PurseRecord& pool : record.pools) pools.push_back(Purse::read(pool.bytes));
  for (auto each = record.layers.rbegin(); each != record.layers.rend(); ++each) {
    const auto& [slots, cards] = *each;
    Layer layer;
    demand(slots.size() == pools.size(), "deck: every pile counts its cards of each pool");
    for (std::size_t pool = 0; pool < slots.size(); ++pool)
      layer.slots[pool] = ranged<int>(slots[pool], 0, COPIES * MONEY_KINDS + BUREAUS, "a pile");
    for (std::int64_t card : cards) layer.cards.push_back(a_round(card));
    layers.push_back(layer);
  }
  for (const auto& [round, pile] : record.later)
    later.push_back({a_round(round), ranged<int>(pile, 1, PILES, "a pile")});
  return {pools, layers, later};
}

Huts read_huts(const Table& table, const StateRecord& record) {
  Huts huts;
  if (!table.modules().huts) return huts;
  const auto& [tops, piles] = record.huts;
  demand(tops.size() == huts.tops.size() && piles.size() == huts.piles.size(), "huts: there are six piles");
  for (std::size_t colour = 0; colour < tops.size(); ++colour) {
    if (tops[colour] != NONE) huts.tops[colour] = a_face(table.box(), tops[colour]);
    huts.piles[colour] = some_faces(table.box(), piles[colour]);
  }
  return huts;
}

Bonus read_bonus(const Table& table, const StateRecord& record) {
  Bonus bonus;
  if (!table.modules().bonus) return bonus;
  const auto& [left, hidden, open] = record.bonus;
  const std::size_t seats = at(table.players());
  demand(hidden.size() == seats && open.size() == seats, "bonus: one list of cards for each seat");
  bonus.left = some_faces(table.box(), left);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    bonus.hidden[seat] = some_faces(table.box(), hidden[seat]);
    bonus.open[seat] = some_faces(table.box(), open[seat]);
  }
  return bonus;
}

}  // namespace

City read_city(const Box& box, Family start, bool of_both_families, const TileRecords& tiles,
               const CellRecord& founding) {
  City city(start, of_both_families);
  constexpr int MOST_TILES = 200;  // more than all boxes hold together
  demand(tiles.size() <= MOST_TILES, "a city has at most 200 tiles");
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

State read_state(std::shared_ptr<const Table> table, const StateRecord& record) {
  State state;
  const Box& box = table->box();
  for (const PlayerRecord& each : record.players)
    state.players.push_back(
        {Purse::read(each.hand.bytes),
         read_city(box, table->game().start, table->lanes() > 1, each.tiles, each.founding),
         some_faces(box, each.reserve), a_number_of_points(each.points)});
  demand(record.yard.size() == at(table->slots()) && record.bags.size() == at(table->lanes()),
         "yard: there are four spaces, and a supply for each lane");
  for (std::size_t slot = 0; slot < record.yard.size(); ++slot)
    if (record.yard[slot] != NONE) state.yard[slot] = a_tile(box, record.yard[slot]);
  for (std::size_t lane = 0; lane < record.bags.size(); ++lane) {
    constexpr std::size_t MOST_IN_A_BAG = 255;
    demand(record.bags[lane].size() <= MOST_IN_A_BAG, "bags: no bag holds so many tiles");
    for (std::int64_t tile : record.bags[lane]) state.bags[lane].push_back(a_tile(box, tile));
  }
  state.display = Purse::read(record.display.bytes);
  state.discard = Purse::read(record.discard.bytes);
  state.deck = read_deck(record);
  if (record.dirk)
    state.dirk = Dirk{some_faces(box, record.dirk->first), a_number_of_points(record.dirk->second)};
  state.marker = ranged<Side>(record.marker, 0, SIDE_NAMES.size() - 1, "the marker");
  state.mover = ranged<int>(record.mover, NONE, MOST_PLAYERS - 1, "the mover");
  for (auto step = record.todo.rbegin(); step != record.todo.rend(); ++step)
    state.todo.push_back(read_step(*table, *step));
  for (const auto& [tile, bought, flipped, overpaid] : record.lying)
    state.lying.push_back({a_tile(box, tile), bought, flipped, overpaid});
  for (std::int64_t seat : record.viziers)
    state.viziers[ranged<int>(seat, 0, table->players() - 1, "a vizier")] = true;
  state.huts = read_huts(*table, record);
  state.bonus = read_bonus(*table, record);
  state.table = std::move(table);
  return state;
}

StateRecord written(const State& state) {
  StateRecord record;
  const Table& table = *state.table;
  for (const Player& player : state.players) {
    PlayerRecord& each = record.players.emplace_back();
    each.hand = bytes_of(player.hand);
    for (Cell cell : player.city.tiles())
      each.tiles.emplace_back(cell.x(), cell.y(), player.city.lot(cell).face);
    if (player.city.founding())
      each.founding.emplace(player.city.founding()->x(), player.city.founding()->y());
    each.reserve = numbered(player.reserve);
    each.points = player.points;
  }
  record.yard.assign(state.yard.begin(), state.yard.begin() + table.slots());
  for (int lane = 0; lane < table.lanes(); ++lane) record.bags.push_back(numbered(state.bags[lane]));
  record.display = bytes_of(state.display);
  record.discard = bytes_of(state.discard);
  const Pools& pools = state.deck.pools();
  for (const Purse& pool : pools) record.pools.push_back(bytes_of(pool));
  for (std::size_t layer = state.deck.layers().size(); layer-- > 0;) {
    const Layer& each = state.deck.layers()[layer];
    auto& [slots, cards] = record.layers.emplace_back();
    slots.assign(each.slots.begin(), each.slots.begin() + size_of(pools));
    for (Round round : each.cards) cards.push_back(number(round));
  }
  for (const Mixed& each : state.deck.later()) record.later.emplace_back(number(each.round), each.pile);
  if (state.dirk) record.dirk.emplace(numbered(state.dirk->faces), state.dirk->points);
  record.marker = number(state.marker);
  record.mover = state.mover;
  for (std::size_t step = state.todo.size(); step-- > 0;)
    record.todo.emplace_back(state.todo[step].index(), std::visit(StepWriter(), state.todo[step]));
  for (const Pending& each : state.lying)
    record.lying.emplace_back(each.tile, each.bought, each.flipped, each.overpaid);
  for (int seat = 0; seat < table.players(); ++seat)
    if (state.viziers[seat]) record.viziers.push_back(seat);
  if (table.modules().huts) {
    record.huts.first.assign(state.huts.tops.begin(), state.huts.tops.end());
    for (const auto& pile : state.huts.piles) record.huts.second.push_back(numbered(pile));
  }
  if (table.modules().bonus) {
    auto& [left, hidden, open] = record.bonus;
    left = numbered(state.bonus.left);
    for (int seat = 0; seat < table.players(); ++seat) {
      hidden.push_back(numbered(state.bonus.hidden[seat]));
      open.push_back(numbered(state.bonus.open[seat]));
    }
  }
  return record;
}

std::optional<Action> read_action(const Table& table, const ActionRecord& record) {
  const int x = ranged<int>(record.x, -100'000, 100'000, "a cell");
  const int y = ranged<int>(record.y, -100'000, 100'000, "a cell");
  Action action{ranged<Verb>(record.verb, 0, VERB_NAMES.size() - 1, "a verb")};
  if (record.slot >= table.slots() || !Cell::within_reach(x, y)) return std::nullopt;
  action.slot = ranged<int>(record.slot, NONE, MOST_SLOTS - 1, "a slot");
  if (record.face != NONE) action.face = a_face(table.box(), record.face);
  action.cell = Cell(x, y);
  if (!record.cards.bytes.empty()) action.cards = Purse::read(record.cards.bytes);
  return action;
}

ActionRecord written(const Action& action) {
  ActionRecord record{number(action.verb), action.slot, action.face, action.cell.x(), action.cell.y(), {}};
  if (!action.cards.empty()) record.cards = bytes_of(action.cards);
  return record;
}

}  // namespace granada
