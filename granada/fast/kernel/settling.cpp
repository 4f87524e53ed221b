// The agenda at work: the steps that run by themselves, and what a draw does.
//
// A step has nothing to do and goes, or draws once, or leads to other steps.
#include <algorithm>
#include <tuple>

#include "demand.hpp"
#include "position.hpp"

namespace granada {

namespace {

/// Four money cards lie face up.
constexpr int CARDS_IN_DISPLAY = 4;
/// Cards are dealt until they are worth 20 or more.
constexpr int CAPITAL = 20;
/// Dirk gets six tiles at the start and six more after the first scoring.
constexpr int DIRKS_TILES = 6;
/// After the second scoring Dirk gets a third of the bag, rounded down.
constexpr int DIRKS_PART = 3;

}  // namespace

void Position::deal() {
  forget();
  while (waits()) std::visit([this](auto& step) { settle(step); }, top());
}

bool Position::play(Script& script, const Action* action) {
  std::size_t used = 0;
  generator_.follow(&script);
  try {
    if (action) carry_out(*action);
    forget();
    while (waits()) {
      std::visit([this](auto& step) { settle(step); }, top());
      used = script.limits.size();
    }
  } catch (const ScriptEnded&) {
    // the step that wanted to draw has changed nothing
  } catch (const std::invalid_argument&) {
    generator_.follow(nullptr);  // nor has one that was given a wrong number
    throw;
  } catch (...) {
    generator_.follow(nullptr);
    end_here();
    throw;
  }
  generator_.follow(nullptr);
  return used == script.numbers.size();
}

/// The seat whose turn comes after so many others, from the mover on.
int Position::next_seat(int turn) const { return (std::max(mover, 0) + turn) % table->players(); }

void Position::settle(NextTurn) { begin_turn(next_seat(1)); }

void Position::begin_turn(int seat) {
  mover = seat;
  todo = table->turn();
  top() = Act{seat};
  lying.clear();
}

// Cards

/// The display is refilled to four cards; when the deck has run out, the discards become a new one: if a card
/// is needed, or where a table reads it so, at once.
void Position::settle(RefillMoney) {
  const bool full = display.size() >= CARDS_IN_DISPLAY;
  if (full && (!deck.empty() || !rulings().reshuffle_at_once)) return todo.pop_back();
  if (!deck.empty()) return draw_money();
  if (discard.empty() && (full || deck.later().empty())) return todo.pop_back();
  deck.reshuffle(discard);
  discard = Purse{};
}

void Position::draw_money() {
  const Drawn drawn = deck.draw(generator_);
  if (!drawn.scoring) return display.add(drawn.kind);
  for (Step& step : todo)
    if (auto* due = std::get_if<ScoreDue>(&step)) due->rounds.push_back(*drawn.scoring);
}

/// A seat is dealt cards until they are worth 20, then the next one.
void Position::settle(DealHand& step) {
  Purse& hand = player(step.seat).hand;
  if (hand.total() < CAPITAL && !deck.empty()) {
    const Drawn drawn = deck.draw(generator_);
    demand(!drawn.scoring, "deck: no scoring card is dealt to a hand");
    return hand.add(drawn.kind);
  }
  if (step.seat + 1 < table->players())
    ++step.seat;
  else
    todo.pop_back();
}

/// Who has the fewest cards begins; then who has the least money; then the youngest.
void Position::settle(Begin) {
  const auto order = [&](int seat) {
    const Purse& hand = player(seat).hand;
    return std::tuple(hand.size(), hand.total(), table->age(seat), seat);
  };
  int first = 0;
  for (int seat = 1; seat < table->players(); ++seat)
    if (order(seat) < order(first)) first = seat;
  deck.cut(table->game().piles, table->game().later, modules().exchange);
  begin_turn(first);
}

// Tiles

/// A tile of a bag as it comes out: with the even face up or the odd one.
TileNumber Position::with_side_up(TileNumber tile, Side side) const {
  return side == Side::odd ? box().tile(tile).turned : tile;
}

/// The first slot of the yard that is empty and can be filled.
int Position::empty_slot() const {
  for (int slot = 0; slot < table->slots(); ++slot)
    if (yard[slot] == NONE && !bags[table->lane_of(slot)].empty()) return slot;
  return NONE;
}

/// The yard is refilled, and the marker moves when a tile with two faces came.
void Position::settle(RefillTiles& step) {
  const int slot = empty_slot();
  if (slot != NONE) return draw_for_yard(slot, step);
  if (step.moves_marker) marker = marker == Side::odd ? Side::even : Side::odd;
  todo.pop_back();
}

void Position::draw_for_yard(int slot, RefillTiles& step) {
  std::vector<TileNumber>& bag = bags[table->lane_of(slot)];
  const Family family = table->game().lanes[table->lane_of(slot)];
  auto place = bag.begin();
  const auto has_edges = [&](TileNumber tile) { return !box().up(tile).edges.empty(); };
  const bool picky = step.first && table->game().first_with_edges == family;
  if (picky && std::any_of(bag.begin(), bag.end(), has_edges)) {
    auto number = generator_.below(narrow<int>(std::count_if(bag.begin(), bag.end(), has_edges)));
    place = std::find_if(bag.begin(), bag.end(),
                         [&](TileNumber tile) { return has_edges(tile) && number-- == 0; });
  } else {
    place += generator_.below(size_of(bag));
  }
  yard[slot] = with_side_up(*place, marker);
  bag.erase(place);
  step.moves_marker = step.moves_marker || table->game().two_faced == family;
}

/// Dirk draws from the first supply of which he has tiles to come.
void Position::settle(DirkDraws& step) {
  for (std::size_t lane = 0; lane < step.left.size(); ++lane) {
    std::vector<TileNumber>& bag = bags[lane];
    if (!step.left[lane] || bag.empty()) continue;
    const auto place = bag.begin() + generator_.below(size_of(bag));
    const TileNumber tile = with_side_up(*place, step.face == Side::none ? marker : step.face);
    bag.erase(place);
    if (!dirk) dirk.emplace();
    put(dirk->faces, box().tile(tile).up);
    --step.left[lane];
    return;
  }
  todo.pop_back();
}

void Position::settle(DirkShare step) {
  DirkDraws draws;
  for (int lane = 0; lane < table->lanes(); ++lane) {
    const int more = rulings().dirk_third_nearest ? DIRKS_PART / 2 : 0;
    const int third = (size_of(bags[lane]) + more) / DIRKS_PART;
    draws.left.push_back(narrow<std::uint8_t>(step.round == Round::A ? DIRKS_TILES : third));
  }
  top() = draws;
}

// Scorings, the end

/// The scoring cards are scored one by one, and Dirk draws after each.
void Position::settle(ScoreDue& step) {
  if (step.rounds.empty()) return todo.pop_back();
  const Round round = step.rounds[0];
  step.rounds.erase(0);
  if (dirk) todo.push_back(DirkShare{round});
  todo.push_back(ScoreRow{round});
}

void Position::settle(EndTest) { yard_has_ended() ? end() : todo.pop_back(); }

/// Whether a space of the yard is empty, or by other readings half of one, or there is no tile left to be
/// laid.
bool Position::yard_has_ended() const {
  const bool exhausted =
      std::all_of(bags.begin(), bags.begin() + table->lanes(), [](const auto& bag) { return bag.empty(); });
  if (rulings().empty_bag_ends && exhausted) return true;
  const bool halves = rulings().half_empty_ends || (rulings().exhausted_ends && exhausted);
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
  todo.push_back(ScoreRow{Round::C});
  for (int slot = table->slots() - 1; slot >= 0; --slot) todo.push_back(Award{slot});
}

int richest(std::span<const Purse> hands, int currency) {
  int most = -1, seat = NONE;
  for (int each = 0; each < size_of(hands); ++each) {
    const int total = worth(hands[at(each)].coins(currency));
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
void Position::settle(Award step) {
  Row<Purse, MOST_PLAYERS> hands;
  for (const Player& each : players) hands.push_back(each.hand);
  const int seat = richest({hands.begin(), hands.end()}, table->currency_of(step.slot));
  TileNumber& tile = yard[step.slot];
  if (tile == NONE || seat == NONE) return todo.pop_back();
  top() = PlaceTiles{seat};
  lying.clear();
  lying.push_back({.tile = tile, .bought = false});
  tile = NONE;
}

}  // namespace granada
