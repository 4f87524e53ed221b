// The rules: whether an action is legal, and what it does.
#include <algorithm>
#include <utility>

#include "modules/exchange.hpp"
#include "payments.hpp"
#include "position.hpp"

namespace granada {

namespace {

/// The tiles beside a city lie by notation.
void put_in_order(Lying& lying) {
  std::stable_sort(lying.begin(), lying.end(),
                   [](const Pending& one, const Pending& other) { return one.tile < other.tile; });
}

}  // namespace

Position::Position(State state, const Generator& generator) : State(std::move(state)), generator_(generator) {
  check();
}

std::size_t Position::lying_up(FaceNumber tile) const {
  std::size_t pending = 0;
  while (pending < lying.size() && box().tile(lying[pending].tile).up != tile) ++pending;
  return pending;
}

std::size_t Position::lying_down(FaceNumber tile) const {
  std::size_t pending = 0;
  while (pending < lying.size() && box().tile(lying[pending].tile).down != tile) ++pending;
  return pending;
}

std::size_t Position::lying_as_gift(FaceNumber tile) const {
  std::size_t pending = lying_up(tile);
  for (std::size_t other = pending; other < lying.size() && lying[pending].overpaid; ++other)
    if (box().tile(lying[other].tile).up == tile && !lying[other].overpaid) pending = other;
  return pending;
}

// Whether an action is legal

/// One card may be taken, or several that are worth no more than the limit; a bureau is taken alone, unless a
/// table reads it otherwise.
bool Position::legal_take(const Purse& cards) const {
  if (cards.empty() || !display.holds(cards)) return false;
  if (cards.size() == 1) return true;
  if (modules().exchange && cards.has_bureaus() && !rulings().bureaus_with_money) return false;
  return cards.total() <= rulings().several_cards_limit;
}

/// A tile is paid in the currency of its space, with at least its price.
bool Position::legal_buy(const Action& action, const Purse& hand, bool exactly) const {
  if (action.slot < 0 || action.slot >= table->slots()) return false;
  const TileNumber tile = yard[action.slot];
  if (tile == NONE || !hand.holds(action.cards)) return false;
  const int price = box().up(tile).price, currency = table->currency_of(action.slot),
            total = action.cards.total();
  if (exactly && total != price) return false;
  if (total > price && must_pay_exactly(hand, currency, price)) return false;
  if (modules().exchange && action.cards.has_bureaus())
    return legal_with_bureau(action.cards, currency, price);
  return action.cards.is_of(currency) && total >= price;
}

/// A bought tile may be turned over once, for at least 3 in one currency.
bool Position::legal_flip(const Action& action, const Purse& hand) const {
  const std::size_t pending = lying_up(action.face);
  if (pending == lying.size() || box().tile(lying[pending].tile).down == NONE) return false;
  if (!lying[pending].bought || lying[pending].flipped || !hand.holds(action.cards)) return false;
  for (int currency = 0; currency < CURRENCIES; ++currency)
    if (action.cards.is_of(currency) && action.cards.coins(currency)) {
      if (rulings().flip_by_one_card && action.cards.size() > 1) return false;
      return action.cards.total() >= FLIP_PRICE;
    }
  return false;
}

bool Position::legal_at_act(const Action& action, int seat) {
  const Player& actor = player(seat);
  const bool has_face = action.face != NONE && among(actor.reserve, action.face);
  switch (action.verb) {
    case Verb::take:
      return legal_take(action.cards);
    case Verb::buy:
      return legal_buy(action, actor.hand, false);
    case Verb::add:
      return has_face && actor.city.fits(face(action.face), action.cell);
    case Verb::remove:
      return actor.city.can_remove(action.cell);
    case Verb::swap:
      return has_face && actor.city.can_swap(action.cell, face(action.face));
    case Verb::hut:
      return modules().huts && among(open_huts(seat), action.face);
    case Verb::reactivate:
      return modules().vizier && !viziers[seat];
    case Verb::stop:
    case Verb::pass:
      return options().groups().back().verb == action.verb;
    default:
      return false;
  }
}

bool Position::legal_at_place(const Action& action, const Player& actor) const {
  const std::size_t up = lying_up(action.face), down = lying_down(action.face);
  switch (action.verb) {
    case Verb::flip:
      return legal_flip(action, actor.hand);
    case Verb::place:
      return up < lying.size() && actor.city.fits(face(action.face), action.cell);
    case Verb::store:
      return up < lying.size() || (down < lying.size() && lying[down].bought);
    case Verb::give: {
      const std::size_t gift = lying_as_gift(action.face);
      return dirk && gift < lying.size() && lying[gift].bought && !lying[gift].overpaid;
    }
    default:
      return false;
  }
}

bool Position::legal(const Action& action) {
  const int seat = actor();
  if (seat == NONE) return false;
  if (action.verb == Verb::reveal)
    return modules().bonus && among(bonus.hidden[seat], action.face) && stands_unopened(seat, action.face);
  if (std::holds_alternative<Act>(top())) return legal_at_act(action, seat);
  if (std::holds_alternative<PlaceTiles>(top()))
    return action.face != NONE && legal_at_place(action, player(seat));
  if (action.verb == Verb::decline) return true;
  return std::holds_alternative<Favour>(top()) && action.verb == Verb::buy &&
         legal_buy(action, player(seat).hand, true);
}

// What an action does

void Position::perform(const Action& action) {
  try {
    carry_out(action);
    deal();
  } catch (...) {
    end_here();
    throw;
  }
}

void Position::carry_out(const Action& action) {
  forget();
  const int seat = decider(top());
  if (action.verb == Verb::reveal) return reveal(action.face, seat);
  if (std::holds_alternative<Act>(top())) return act(action, seat);
  if (std::holds_alternative<PlaceTiles>(top())) return place(action, seat);
  if (action.verb == Verb::buy) return use_favour(action, seat);
  if (auto* favour = std::get_if<Favour>(&top())) return decline_favour(*favour);
  todo.pop_back();
}

void Position::act(const Action& action, int seat) {
  Player& actor = player(seat);
  switch (action.verb) {
    case Verb::take:
      display -= action.cards;
      actor.hand += action.cards;
      return acted(seat);
    case Verb::buy:
      return buy(action, seat);
    case Verb::add:
      drop(actor.reserve, action.face);
      actor.city.add(face(action.face), action.cell);
      return acted(seat);
    case Verb::remove: {
      const FaceNumber gone = actor.city.remove(action.cell);
      put(actor.reserve, gone);
      left(seat, gone);
      return acted(seat);
    }
    case Verb::swap: {
      const FaceNumber gone = actor.city.swap(action.cell, face(action.face));
      drop(actor.reserve, action.face);
      put(actor.reserve, gone);
      left(seat, gone);
      return acted(seat);
    }
    case Verb::hut:
      return take_hut(action.face, seat);
    case Verb::reactivate:
      viziers[seat] = true;
      return acted(seat);
    default:
      return acted(seat);
  }
}

/// After the last action of a turn the tiles that were got are placed.
void Position::acted(int seat) {
  if (lying.empty()) return todo.pop_back();
  put_in_order(lying);
  top() = PlaceTiles{seat};
}

/// The payment is discarded, and the tile leaves the yard.
TileNumber Position::pay(const Action& action, int seat) {
  player(seat).hand -= action.cards;
  discard += action.cards;
  return std::exchange(yard[action.slot], NONE);
}

/// Whether a hand makes a price exactly, with or without a bureau.
bool Position::is_able_to_pay(const Purse& hand, int currency, int price) const {
  const auto found = [](const Purse&) { return true; };
  return can_pay_exactly(hand.coins(currency), price) ||
         (modules().exchange && BureauPayments(hand, currency, price, true).each(found));
}

/// A tile that is paid exactly lies beside the city, and its buyer acts again.
void Position::buy(const Action& action, int seat) {
  const int price = box().up(yard[action.slot]).price, currency = table->currency_of(action.slot);
  const bool exactly = action.cards.total() == price ||
                       (rulings().exact_by_ability && is_able_to_pay(player(seat).hand, currency, price));
  lying.push_back({.tile = pay(action, seat)});
  put_in_order(lying);
  if (!exactly) top() = PlaceTiles{seat};
}

/// Let the modules know that a tile has left a city.
void Position::left(int seat, FaceNumber gone) {
  if (modules().bonus) hide_again(seat, gone);
}

void Position::place(const Action& action, int seat) {
  Player& actor = player(seat);
  const std::size_t up = lying_up(action.face);
  switch (action.verb) {
    case Verb::flip:
      return flip(action, seat);
    case Verb::place:
      actor.city.add(face(action.face), action.cell);
      return placed(up);
    case Verb::store:
      put(actor.reserve, action.face);
      return placed(up < lying.size() ? up : lying_down(action.face));
    default:
      return give(lying_as_gift(action.face));
  }
}

/// A gift lies as it was bought or turned over, or where a table reads it so, as the marker shows.
void Position::give(std::size_t gift) {
  const Tile& tile = box().tile(lying[gift].tile);
  const bool odd = face(tile.up).price % 2;
  const bool turns = rulings().gifts_follow_marker && tile.down != NONE && odd != (marker == Side::odd);
  put(dirk->faces, turns ? tile.down : tile.up);
  placed(gift);
}

/// The tile lies turned over, and the payment is discarded.
void Position::flip(const Action& action, int seat) {
  std::size_t pending = 0;
  while (lying[pending].flipped || box().tile(lying[pending].tile).up != action.face) ++pending;
  const TileNumber turned = box().tile(lying[pending].tile).turned;
  lying.erase(pending);
  const bool overpaid = rulings().gift_flip_exact && action.cards.total() != FLIP_PRICE;
  lying.push_back({.tile = turned, .flipped = true, .overpaid = overpaid});
  put_in_order(lying);
  player(seat).hand -= action.cards;
  discard += action.cards;
}

/// One of the tiles has found its place; after the last one the turn goes on.
void Position::placed(std::size_t pending) {
  lying.erase(pending);
  if (lying.empty()) todo.pop_back();
}

}  // namespace granada
