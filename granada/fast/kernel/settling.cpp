// The agenda at work: the steps that run by themselves, and what a draw does.
#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "position.hpp"

namespace granada {

namespace {

/// Four money cards lie face up.
constexpr int CARDS_IN_DISPLAY = 4;
/// Cards are dealt until they are worth 20 or more.
constexpr int CAPITAL = 20;
/// Dirk gets six tiles at the start and six more after the first scoring.
constexpr std::uint8_t DIRKS_TILES = 6;
/// After the second scoring Dirk gets a third of the bag, rounded down.
constexpr std::size_t DIRKS_PART = 3;

}  // namespace

void Position::deal() {
  options_.known = false;
  while (!todo.empty() && !top().decides()) settle();
}

bool Position::play(Script& script, const Action* action) {
  if (action) carry_out(*action);
  options_.known = false;
  std::size_t used = 0;
  generator.follow(&script);
  try {
    while (waits()) {
      settle();
      used = script.limits.size();
    }
  } catch (const ScriptEnded&) {
    // the step that wanted to draw has changed nothing
  } catch (...) {
    generator.follow(nullptr);
    throw;
  }
  generator.follow(nullptr);
  return used == script.numbers.size();
}

/// Run the next step: it has nothing to do, or draws once, or leads to other steps.
void Position::settle() {
  switch (top().kind) {
    case StepKind::refill_money:
      return refill_money();
    case StepKind::refill_tiles:
      return refill_tiles();
    case StepKind::score_due:
      return score_due();
    case StepKind::score_row:
      return score_rows();
    case StepKind::dirk_draws:
      return dirk_draws();
    case StepKind::dirk_share:
      return dirk_share();
    case StepKind::end_test:
      return yard_has_ended() ? end() : todo.pop_back();
    case StepKind::next_turn:
      return next_turn((std::max(mover, 0) + 1) % table->players);
    case StepKind::award:
      return award();
    case StepKind::deal_hand:
      return deal_hand();
    case StepKind::begin:
      return begin();
    case StepKind::open_favour:
      return open_favour();
    case StepKind::turn_up_huts:
      return turn_up_huts();
    case StepKind::deal_bonus:
      return deal_bonus();
    case StepKind::act:
    case StepKind::place_tiles:
    case StepKind::favour:
    case StepKind::show:
      return;
  }
}

void Position::next_turn(int seat) {
  mover = seat;
  todo = table->turn;
  top().seat = static_cast<std::uint8_t>(seat);
  lying.clear();
}

// Cards

/// The display is refilled to four cards; when the deck has run out, the discards become a new one.
void Position::refill_money() {
  if (display.size() >= CARDS_IN_DISPLAY) return todo.pop_back();
  if (!deck.empty()) return draw_money();
  if (discard.empty() && deck.later.empty()) return todo.pop_back();
  deck.reshuffle(discard);
  discard = Purse{};
}

void Position::draw_money() {
  const Drawn drawn = deck.draw(generator);
  if (drawn.kind != Drawn::SCORING) return display.add(drawn.kind);
  for (Step& step : todo)
    if (step.kind == StepKind::score_due) step.numbers.push_back(static_cast<std::uint8_t>(drawn.round));
}

/// A seat is dealt cards until they are worth 20, then the next one.
void Position::deal_hand() {
  Purse& hand = player(top().seat).hand;
  if (hand.total() < CAPITAL && !deck.empty()) {
    const Drawn drawn = deck.draw(generator);
    if (drawn.kind == Drawn::SCORING) throw std::invalid_argument("deck: no scoring card is dealt to a hand");
    return hand.add(drawn.kind);
  }
  if (top().seat + 1 < table->players)
    ++top().seat;
  else
    todo.pop_back();
}

/// Who has the fewest cards begins; then who has the least money; then the youngest.
void Position::begin() {
  const auto order = [&](int seat) {
    const Purse& hand = player(seat).hand;
    return std::tuple(hand.size(), hand.total(), table->ages[static_cast<std::size_t>(seat)], seat);
  };
  int first = 0;
  for (int seat = 1; seat < table->players; ++seat)
    if (order(seat) < order(first)) first = seat;
  deck.cut(table->game.piles, table->game.later, table->modules.exchange);
  next_turn(first);
}

// Tiles

/// A tile of a bag as it comes out: with the even face up or the odd one.
TileNumber Position::shown(TileNumber tile, Side side) const {
  return side == Side::odd ? box().tile(tile).turned : tile;
}

/// The first slot of the yard that is empty and can be filled.
int Position::empty_slot() const {
  for (int slot = 0; slot < table->slots(); ++slot)
    if (yard[static_cast<std::size_t>(slot)] == NONE &&
        !bags[static_cast<std::size_t>(slot % table->lanes())].empty())
      return slot;
  return NONE;
}

/// The yard is refilled, and the marker moves when a tile with two faces came.
void Position::refill_tiles() {
  const int slot = empty_slot();
  if (slot != NONE) return draw_for_yard(slot);
  if (top().done) marker = marker == Side::odd ? Side::even : Side::odd;
  todo.pop_back();
}

void Position::draw_for_yard(int slot) {
  const auto lane = static_cast<std::size_t>(slot % table->lanes());
  std::vector<TileNumber>& bag = bags[lane];
  const Family family = table->game.lanes[lane];
  const auto has_edges = [&](TileNumber tile) { return box().up(tile).edges != 0; };
  auto place = bag.begin();
  const auto edged = static_cast<int>(std::count_if(bag.begin(), bag.end(), has_edges));
  if (top().first && table->game.first_with_edges == family && edged) {
    int number = generator.below(edged);
    place = std::find_if(bag.begin(), bag.end(),
                         [&](TileNumber tile) { return has_edges(tile) && number-- == 0; });
  } else {
    place += generator.below(static_cast<int>(bag.size()));
  }
  yard[static_cast<std::size_t>(slot)] = shown(*place, marker);
  bag.erase(place);
  top().done = top().done || table->game.two_faced == family;
}

/// Dirk draws from the first supply of which he has tiles to come.
void Position::dirk_draws() {
  Step& step = top();
  for (std::size_t lane = 0; lane < step.numbers.size(); ++lane) {
    if (!step.numbers[lane] || bags[lane].empty()) continue;
    const auto place = bags[lane].begin() + generator.below(static_cast<int>(bags[lane].size()));
    const TileNumber tile = shown(*place, step.face == Side::none ? marker : step.face);
    bags[lane].erase(place);
    if (!dirk) dirk.emplace();
    put(dirk->faces, box().tile(tile).up);
    --step.numbers[lane];
    return;
  }
  todo.pop_back();
}

void Position::dirk_share() {
  Step draws{StepKind::dirk_draws};
  for (int lane = 0; lane < table->lanes(); ++lane) {
    const std::size_t more = table->rulings.dirk_third_nearest ? DIRKS_PART / 2 : 0;
    const std::size_t third = (bags[static_cast<std::size_t>(lane)].size() + more) / DIRKS_PART;
    draws.numbers.push_back(top().round == Round::A ? DIRKS_TILES : static_cast<std::uint8_t>(third));
  }
  top() = draws;
}

// Scorings, the end

/// The scoring cards are scored one by one, and Dirk draws after each.
void Position::score_due() {
  if (top().numbers.empty()) return todo.pop_back();
  const auto round = static_cast<Round>(top().numbers[0]);
  top().numbers.erase(0);
  Step share{StepKind::dirk_share}, row{StepKind::score_row};
  share.round = row.round = round;
  if (dirk) todo.push_back(share);
  todo.push_back(row);
}

/// Whether a space of the yard is empty, or by other readings half of one, or there is no tile left to be
/// laid.
bool Position::yard_has_ended() const {
  const Rulings& rulings = table->rulings;
  const bool exhausted =
      std::all_of(bags.begin(), bags.begin() + table->lanes(), [](const auto& bag) { return bag.empty(); });
  if (rulings.empty_bag_ends && exhausted) return true;
  const bool halves = rulings.half_empty_ends || (rulings.exhausted_ends && exhausted);
  const int lanes = halves ? 1 : table->lanes();
  for (int first = 0; first < table->slots(); first += lanes) {
    const auto begin = yard.begin() + first;
    if (std::all_of(begin, begin + lanes, [](TileNumber tile) { return tile == NONE; })) return true;
  }
  return false;
}

/// What is left in the yard is awarded slot by slot, and then the last scoring comes.
void Position::end() {
  todo.clear();
  lying.clear();
  Step row{StepKind::score_row};
  row.round = Round::C;
  todo.push_back(row);
  for (int slot = table->slots() - 1; slot >= 0; --slot) {
    Step award{StepKind::award};
    award.row = static_cast<std::uint8_t>(slot);
    todo.push_back(award);
  }
}

int Position::richest(int currency) const {
  int most = -1, seat = NONE;
  for (int each = 0; each < table->players; ++each) {
    const int total = worth(player(each).hand.coins(currency));
    if (total > most) {
      most = total;
      seat = each;
    } else if (total == most) {
      seat = NONE;
    }
  }
  return seat;
}

/// The tile of a slot goes to the seat with the most money in its currency.
void Position::award() {
  const int slot = top().row, seat = richest(table->currency_of(slot));
  TileNumber& tile = yard[static_cast<std::size_t>(slot)];
  if (tile == NONE || seat == NONE) return todo.pop_back();
  top() = {StepKind::place_tiles, static_cast<std::uint8_t>(seat)};
  lying.clear();
  lying.push_back({tile, false, false});
  tile = NONE;
}

}  // namespace granada
