// Writing positions and actions in numbers; `granada/encoding` says what each of them means.
#include "encoding.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>

#include "demand.hpp"
#include "payments.hpp"

namespace granada {

namespace {

using Number = std::int8_t;

/// How the parts of fields are arranged.
constexpr int MOST_STEPS = 12, STEP_NUMBERS = 6, STEP_WIDTH = 1 + STEP_NUMBERS;
constexpr int PILE_WIDTH = 4, FACE_WIDTH = 3, TILE_WIDTH = 5, PENDING_WIDTH = TILE_WIDTH + 3, OWNED_WIDTH = 6;
constexpr int HUNDRED = 100;
constexpr int MOST = std::numeric_limits<Number>::max();

/// A number in eight bits, if it fits there.
Number small(int number, const char* otherwise) {
  demand(number >= std::numeric_limits<Number>::min() && number <= MOST, otherwise);
  return static_cast<Number>(number);
}

/// A number that always fits.
template <class Some>
constexpr Number sure(Some number) {
  return static_cast<Number>(number);
}

/// A number that follows from others: more than fits counts as the most.
Number at_most(int number) { return sure(std::min(number, MOST)); }

void write_face(const Face& face, Number* out) {
  out[0] = sure(at(face.building) + 1);
  out[1] = sure(face.price);
  out[2] = sure(face.edges.bits());
}

void write_tile(const Box& box, TileNumber number, Number* out) {
  const Tile& tile = box.tile(number);
  write_face(box.face(tile.up), out);
  if (tile.down == NONE) return;
  const Face& below = box.face(tile.down);
  out[FACE_WIDTH] = sure(at(below.building) + 1);
  out[FACE_WIDTH + 1] = sure(below.price);
}

/// How many of each value there are: eight numbers of four bits are spread over eight bytes at once.
void write_coins(Coins coins, Number* out) {
  std::uint64_t spread = coins & 0xFFFFFFFF;
  spread = (spread | spread << 16) & 0x0000FFFF0000FFFF;
  spread = (spread | spread << 8) & 0x00FF00FF00FF00FF;
  spread = (spread | spread << 4) & 0x0F0F0F0F0F0F0F0F;
  if constexpr (std::endian::native == std::endian::little)
    std::memcpy(out, &spread, sizeof spread);
  else
    for (int value = 1; value < VALUES; ++value) out[value - 1] = sure(number_of(coins, value));
  out[VALUES - 1] = sure(number_of(coins, VALUES));
}

/// Points in two numbers; what is left over is never negative.
void write_points(int points, Number* out) {
  int hundreds = points / HUNDRED, rest = points % HUNDRED;
  if (rest < 0) {
    rest += HUNDRED;
    --hundreds;
  }
  out[0] = small(hundreds, "points: the encoding has no numbers for so many");
  out[1] = sure(rest);
}

/// The seat that comes so many places after another.
int place_after(int first, int seat, int players) { return (seat - first + players) % players; }

/// Writes the numbers of a step, each one more than it is.
class StepNumbers {
 public:
  StepNumbers(int first, int players, Number* out) : first_(first), players_(players), out_(out) {}

  void operator()(const Act& step) { seat(step.seat); }
  void operator()(const PlaceTiles& step) { seat(step.seat); }
  void operator()(const DealHand& step) { seat(step.seat); }
  void operator()(const Favour& step) {
    seat(step.seat);
    for (std::uint8_t later : step.later) seat(later);
  }
  void operator()(const Show& step) {
    seat(step.seat);
    number(narrow<int>(at(step.building)));
  }
  void operator()(const RefillTiles& step) {
    number(step.moves_marker);
    number(step.first);
  }
  void operator()(const ScoreDue& step) {
    for (Round round : step.rounds) number(narrow<int>(at(round)));
  }
  void operator()(const ScoreRow& step) {
    number(narrow<int>(at(step.round)));
    number(step.row);
    number(step.opened);
  }
  void operator()(const DirkDraws& step) {
    number(narrow<int>(at(step.face)));
    for (std::uint8_t left : step.left) number(left);
  }
  void operator()(const DirkShare& step) { number(narrow<int>(at(step.round))); }
  void operator()(const Award& step) { number(step.slot); }
  void operator()(const DealBonus& step) {
    for (std::size_t place = 0; place < step.left.size(); ++place)
      number(step.left[(at(first_) + place) % step.left.size()]);
  }
  template <class Step>
    requires std::is_empty_v<Step>
  void operator()(const Step&) {}

 private:
  void seat(int seat) { number(place_after(first_, seat, players_)); }
  void number(int number) {
    demand(used_ < STEP_NUMBERS, "agenda: the encoding has no room for so many numbers of a step");
    out_[used_++] = small(number + 1, "agenda: the encoding has no numbers for so many");
  }

  int first_, players_;
  Number* out_;
  int used_ = 0;
};

/// Count some things in their columns; what has none is refused.
template <class Things>
void count(const Things& things, const std::vector<std::int16_t>& columns, Number* out,
           const char* otherwise) {
  for (auto thing : things) {
    demand(columns[at(thing)] != NONE, otherwise);
    ++out[columns[at(thing)]];
  }
}

int columns_in(const std::vector<std::int16_t>& columns) {
  return columns.empty() ? 0 : *std::max_element(columns.begin(), columns.end()) + 1;
}

}  // namespace

Encoding::Encoding(std::shared_ptr<const Table> table, bool recall, const std::vector<FieldPlace>& places,
                   std::vector<std::int16_t> tiles, std::vector<std::int16_t> huts,
                   std::vector<std::int16_t> bonus)
    : table_(std::move(table)),
      recall_(recall),
      kinds_(table_->modules().exchange ? KINDS : MONEY_KINDS),
      bag_tiles_(columns_in(tiles)),
      kinds_of_huts_(columns_in(huts)),
      bonus_cards_(columns_in(bonus)),
      tile_columns_(std::move(tiles)),
      hut_columns_(std::move(huts)),
      bonus_columns_(std::move(bonus)) {
  const Box& box = table_->box();
  demand(tile_columns_.size() == box.tile_names().size() && hut_columns_.size() == box.face_names().size() &&
             bonus_columns_.size() == box.face_names().size(),
         "a column is needed for each tile and face of the box");
  for (const auto& columns : {tile_columns_, hut_columns_, bonus_columns_})
    demand(std::all_of(columns.begin(), columns.end(), [](int column) { return column >= NONE; }),
           "there is no such column");
  for (const auto& [name, start, size] : places) {
    const auto found = std::find(FIELD_NAMES.begin(), FIELD_NAMES.end(), name);
    demand(found != FIELD_NAMES.end() && start == size_, "the fields are those of another encoding");
    const auto field = narrow<Field>(found - FIELD_NAMES.begin());
    if (field == Field::tiles) most_tiles_ = size / OWNED_WIDTH;
    demand(size == needed(field), "a field has another size than the kernel needs");
    starts_[field] = start;
    size_ += size;
  }
  for (int field = 0; field < FIELDS; ++field)
    demand(has(narrow<Field>(field)) == (needed(narrow<Field>(field)) > 0),
           "a field is missing, or not played at this table");
}

/// How many numbers a field needs at this table.
int Encoding::needed(Field field) const {
  const int players = table_->players(), slots = table_->slots();
  const Modules& modules = table_->modules();
  switch (field) {
    case Field::version:
    case Field::seat:
    case Field::mover:
    case Field::marker:
    case Field::pools:
      return 1;
    case Field::agenda:
      return MOST_STEPS * STEP_WIDTH;
    case Field::hand:
    case Field::display:
    case Field::discard:
    case Field::unseen:
      return kinds_;
    case Field::hands:
      return recall_ ? (players - 1) * kinds_ : 0;
    case Field::piles:
      return PILES * PILE_WIDTH;
    case Field::later:
      return 2;
    case Field::yard:
      return slots * TILE_WIDTH;
    case Field::pending:
      return (slots + 1) * PENDING_WIDTH;
    case Field::tiles:
      return most_tiles_ * OWNED_WIDTH;
    case Field::bags:
      return bag_tiles_;
    case Field::points:
      return 2 * players;
    case Field::hand_sizes:
      return players;
    case Field::founding:
      return table_->lanes() > 1 ? 3 * players : 0;
    case Field::dirk:
      return players == 2 ? 3 : 0;
    case Field::viziers:
      return modules.vizier ? players : 0;
    case Field::hut_tops:
      return modules.huts ? ALHAMBRA_BUILDINGS : 0;
    case Field::hut_piles:
      return modules.huts ? kinds_of_huts_ : 0;
    case Field::bonus_left:
      return modules.bonus ? 1 : 0;
    case Field::bonus_sizes:
      return modules.bonus ? players : 0;
    case Field::bonus_hand:
      return modules.bonus ? bonus_cards_ : 0;
    case Field::bonus_shown:
      return modules.bonus ? players * bonus_cards_ : 0;
  }
  return 0;
}

void Encoding::observe(const State& state, int seat, Number* row) const {
  const int first = std::max(seat, 0), players = table_->players();
  std::memset(row, 0, at(size_));
  row[starts_[Field::version]] = ENCODING_VERSION;
  row[starts_[Field::seat]] = sure(seat + 1);
  row[starts_[Field::mover]] = sure(state.mover == NONE ? 0 : place_after(first, state.mover, players) + 1);
  row[starts_[Field::marker]] = sure(at(state.marker));
  write_agenda(state, first, row + starts_[Field::agenda]);
  write_money(state, seat, row);
  write_deck(state.deck, row);
  write_tiles(state, first, row);
  write_seats(state, first, row);
  write_modules(state, seat, row);
}

void Encoding::write_agenda(const State& state, int first, Number* out) const {
  demand(state.todo.size() <= MOST_STEPS, "agenda: the encoding has room for 12 steps");
  for (std::size_t place = state.todo.size(); place-- > 0; out += STEP_WIDTH) {
    const Step& step = state.todo[place];
    out[0] = sure(step.index() + 1);
    std::visit(StepNumbers(first, table_->players(), out + 1), step);
  }
}

void Encoding::write_purse(const Purse& purse, Number* out) const {
  for (int currency = 0; currency < CURRENCIES; ++currency, out += VALUES)
    if (const Coins coins = purse.coins(currency)) write_coins(coins, out);
  if (!purse.has_bureaus()) return;
  demand(kinds_ == KINDS, "the encoding of this table knows no bureaus");
  for (int bureau = 0; bureau < BUREAUS; ++bureau) out[bureau] = purse.has_bureau(bureau);
}

/// Hands lie open while they are dealt, but without recall only that of who looks is told.
void Encoding::write_money(const State& state, int seat, Number* row) const {
  const int first = std::max(seat, 0), players = table_->players();
  Purse unseen;
  for (const Purse& pool : state.deck.pools()) unseen += pool;
  for (int place = 0; place < players; ++place) {
    const Purse& hand = state.player((first + place) % players).hand;
    if (!recall_ && (place > 0 || seat == NONE))
      unseen += hand;
    else if (place == 0)
      write_purse(hand, row + starts_[Field::hand]);
    else
      write_purse(hand, row + starts_[Field::hands] + (place - 1) * kinds_);
    row[starts_[Field::hand_sizes] + place] = sure(hand.size());
  }
  write_purse(state.display, row + starts_[Field::display]);
  write_purse(state.discard, row + starts_[Field::discard]);
  write_purse(unseen, row + starts_[Field::unseen]);
}

void Encoding::write_deck(const Deck& deck, Number* row) const {
  row[starts_[Field::pools]] = sure(deck.pools().size());
  demand(deck.layers().size() <= PILES, "piles: the encoding has room for five piles");
  Number* out = row + starts_[Field::piles];
  const auto mark = [](Number& there) {
    demand(!there, "piles: the encoding knows A and B, once each");
    there = 1;
  };
  for (std::size_t place = deck.layers().size(); place-- > 0; out += PILE_WIDTH) {
    const Layer& layer = deck.layers()[place];
    out[0] = sure(layer.slots[0]);
    out[1] = sure(layer.slots[1]);
    for (Round round : layer.cards) {
      demand(round != Round::C, "piles: the encoding knows A and B, once each");
      mark(out[2 + at(round)]);
    }
  }
  for (const Mixed& each : deck.later()) {
    demand(each.round != Round::C, "later: the encoding knows A and B, once each");
    row[at(starts_[Field::later]) + at(each.round)] = sure(each.pile);
  }
}

void Encoding::write_tiles(const State& state, int first, Number* row) const {
  const Box& box = state.box();
  const int players = table_->players();
  for (int slot = 0; slot < table_->slots(); ++slot)
    if (state.yard[slot] != NONE)
      write_tile(box, state.yard[slot], row + starts_[Field::yard] + slot * TILE_WIDTH);
  demand(size_of(state.lying) <= table_->slots() + 1, "pending: the encoding has no room for so many tiles");
  Number* out = row + starts_[Field::pending];
  for (const Pending& each : state.lying) {
    write_tile(box, each.tile, out);
    out[TILE_WIDTH] = each.bought;
    out[TILE_WIDTH + 1] = each.flipped;
    out[TILE_WIDTH + 2] = each.overpaid;
    out += PENDING_WIDTH;
  }
  out = row + starts_[Field::tiles];
  int room = most_tiles_;
  const auto write_owned = [&](int whose, int east, int north, FaceNumber face) {
    demand(room-- > 0, "tiles: the encoding has no room for so many tiles");
    out[0] = sure(whose);
    out[1] = small(east, "tiles: a tile lies too far from the start");
    out[2] = small(north, "tiles: a tile lies too far from the start");
    write_face(box.face(face), out + 3);
    out += OWNED_WIDTH;
  };
  for (int place = 0; place < players; ++place) {
    const Player& player = state.player((first + place) % players);
    for (const Built& tile : player.city.built())
      write_owned(2 * place + 1, tile.east, tile.north, tile.face);
    for (FaceNumber face : player.reserve) write_owned(2 * place + 2, 0, 0, face);
  }
  if (state.dirk)
    for (FaceNumber face : state.dirk->faces) write_owned(2 * players + 1, 0, 0, face);
  for (int lane = 0; lane < table_->lanes(); ++lane)
    count(state.bags[lane], tile_columns_, row + starts_[Field::bags],
          "bags: the encoding of this table knows no such tile");
}

void Encoding::write_seats(const State& state, int first, Number* row) const {
  const int players = table_->players();
  for (int place = 0; place < players; ++place) {
    const Player& player = state.player((first + place) % players);
    write_points(player.points, row + starts_[Field::points] + 2 * place);
    if (has(Field::founding) && player.city.founding()) {
      Number* out = row + starts_[Field::founding] + 3 * place;
      out[0] = 1;
      out[1] = small(player.city.founding()->x(), "founding: it lies too far from the start");
      out[2] = small(player.city.founding()->y(), "founding: it lies too far from the start");
    }
  }
  if (!state.dirk) return;
  demand(has(Field::dirk), "dirk: he takes part where two play");
  row[starts_[Field::dirk]] = 1;
  write_points(state.dirk->points, row + starts_[Field::dirk] + 1);
}

void Encoding::write_modules(const State& state, int seat, Number* row) const {
  const int first = std::max(seat, 0), players = table_->players();
  const Modules& modules = table_->modules();
  if (modules.vizier)
    for (int place = 0; place < players; ++place)
      row[starts_[Field::viziers] + place] = state.viziers[(first + place) % players];
  if (modules.huts) {
    for (int colour = 0; colour < ALHAMBRA_BUILDINGS; ++colour)
      if (const FaceNumber top = state.huts.tops[colour]; top != NONE)
        row[starts_[Field::hut_tops] + colour] = sure(state.face(top).edges.bits() + 1);
    for (const auto& pile : state.huts.piles)
      count(pile, hut_columns_, row + starts_[Field::hut_piles],
            "hut_piles: the encoding of this table knows no such hut");
  }
  if (!modules.bonus) return;
  constexpr auto OTHER_CARD = "bonus: the encoding of this table knows no such card";
  row[starts_[Field::bonus_left]] = sure(state.bonus.left.size());
  if (seat != NONE)
    count(state.bonus.hidden[seat], bonus_columns_, row + starts_[Field::bonus_hand], OTHER_CARD);
  for (int place = 0; place < players; ++place) {
    const int other = (first + place) % players;
    row[starts_[Field::bonus_sizes] + place] = sure(state.bonus.hidden[other].size());
    count(state.bonus.open[other], bonus_columns_, row + starts_[Field::bonus_shown] + place * bonus_cards_,
          OTHER_CARD);
  }
}

// Actions

void Encoding::describe(const State& state, std::span<const Action> actions, Number* rows) const {
  if (actions.empty()) return;
  const City& city = state.player(decider(state.todo.back())).city;
  const auto set = [&](Column column, Number number) { rows[at(column)] = number; };
  for (const Action& action : actions) {
    std::memset(rows, 0, at(width()));
    set(Column::verb, sure(at(action.verb) + 1));
    const Face* face = action.face == NONE ? nullptr : &state.face(action.face);
    if (action.verb == Verb::buy) {
      set(Column::slot, sure(action.slot + 1));
      face = &state.box().up(state.yard[action.slot]);
    } else if (action.verb == Verb::remove) {
      face = &state.face(city.lot(action.cell).face);
    }
    if (face) {
      write_face(*face, rows + at(Column::building));
      set(Column::sites, at_most(city.count_sites(*face)));
    }
    switch (action.verb) {
      case Verb::take:
      case Verb::buy:
      case Verb::flip: {
        const int total = action.cards.total();
        write_purse(action.cards, rows + COLUMNS);
        set(Column::cards, at_most(action.cards.size()));
        set(Column::total, at_most(total));
        if (action.verb != Verb::take)
          set(Column::over,
              at_most(std::max(0, total - (action.verb == Verb::flip ? FLIP_PRICE : int{face->price}))));
        break;
      }
      case Verb::place:
      case Verb::add:
      case Verb::remove:
      case Verb::swap: {
        const Sides free = ~city.lot(action.cell).taken();
        set(Column::east, small(action.cell.x(), "east: a cell lies too far from the start"));
        set(Column::north, small(action.cell.y(), "north: a cell lies too far from the start"));
        set(Column::open, sure((free & ~face->edges).size()));
        set(Column::barred, sure((free & face->edges).size()));
        break;
      }
      default:
        break;
    }
    rows += width();
  }
}

}  // namespace granada
