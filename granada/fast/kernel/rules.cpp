// The rules: whether an action is legal, and what it does.
#include <algorithm>
#include <stdexcept>

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

std::size_t Position::lying_up(FaceNumber tile) const {
  std::size_t place = 0;
  while (place < lying.size() && box().tile(lying[place].tile).up != tile) ++place;
  return place;
}

std::size_t Position::lying_down(FaceNumber tile) const {
  std::size_t place = 0;
  while (place < lying.size() && box().tile(lying[place].tile).down != tile) ++place;
  return place;
}

std::size_t Position::lying_as_gift(FaceNumber tile) const {
  std::size_t place = lying_up(tile);
  for (std::size_t other = place; other < lying.size() && lying[place].overpaid; ++other)
    if (box().tile(lying[other].tile).up == tile && !lying[other].overpaid) place = other;
  return place;
}

// Whether an action is legal

/// One card may be taken, or several that are worth no more than the limit; a bureau is taken alone.
bool Position::legal_take(const Purse& cards) const {
  if (cards.empty() || !display.holds(cards)) return false;
  if (cards.size() == 1) return true;
  if (table->modules.exchange && cards.bureaus()) return false;
  return cards.total() <= table->rulings.several_cards_limit;
}

/// A tile is paid in the currency of its space, with at least its price.
bool Position::legal_buy(const Action& action, const Purse& hand, bool exactly) const {
  if (action.slot < 0 || action.slot >= table->slots()) return false;
  const TileNumber tile = yard[static_cast<std::size_t>(action.slot)];
  if (tile == NONE || !hand.holds(action.cards)) return false;
  const int price = box().up(tile).price, currency = table->currency_of(action.slot),
            total = action.cards.total();
  if (exactly && total != price) return false;
  if (total > price && must_pay_exactly(hand, currency, price)) return false;
  if (table->modules.exchange && action.cards.bureaus())
    return legal_with_bureau(action.cards, currency, price);
  return action.cards.is_of(currency) && total >= price;
}

/// A bought tile may be turned over once, for at least 3 in one currency.
bool Position::legal_flip(const Action& action, const Purse& hand) const {
  const std::size_t place = lying_up(action.face);
  if (place == lying.size() || box().tile(lying[place].tile).down == NONE) return false;
  if (!lying[place].bought || lying[place].flipped || !hand.holds(action.cards)) return false;
  for (int currency = 0; currency < CURRENCIES; ++currency)
    if (action.cards.is_of(currency) && action.cards.coins(currency)) {
      if (!table->rulings.flip_by_one_card) return action.cards.total() >= FLIP_PRICE;
      return action.cards.coins(currency) >= coin(FLIP_PRICE);  // the dearest card stands highest
    }
  return false;
}

bool Position::legal_at_act(const Action& action, const Player& actor) {
  const City& city = actor.city;
  const bool has_face = action.face != NONE && among(actor.reserve, action.face);
  switch (action.verb) {
    case Verb::take:
      return legal_take(action.cards);
    case Verb::buy:
      return legal_buy(action, actor.hand, false);
    case Verb::add:
      return has_face && city.fits(face(action.face), action.cell);
    case Verb::remove:
      return city.can_remove(action.cell);
    case Verb::swap:
      return has_face && city.can_swap(action.cell, face(action.face));
    case Verb::hut: {
      if (!table->modules.huts) return false;
      const Faces open = open_huts(top().seat);
      return std::find(open.begin(), open.end(), action.face) != open.end();
    }
    case Verb::reactivate:
      return table->modules.vizier && !has_vizier(top().seat);
    case Verb::stop:
      return !lying.empty();
    case Verb::pass:
      return options().passes > 0;
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
  if (over()) return false;
  const Step& step = top();
  const Player& actor = player(step.seat);
  if (action.verb == Verb::reveal) {
    const bool held = table->modules.bonus && among(bonus.hidden[step.seat], action.face);
    return held && stands_unshown(step.seat, action.face);
  }
  switch (step.kind) {
    case StepKind::act:
      return legal_at_act(action, actor);
    case StepKind::place_tiles:
      return action.face != NONE && legal_at_place(action, actor);
    case StepKind::favour:
      return action.verb == Verb::decline ||
             (action.verb == Verb::buy && legal_buy(action, actor.hand, true));
    default:
      return action.verb == Verb::decline;
  }
}

// What an action does

void Position::apply(int number) { perform(nth(number)); }

void Position::perform(const Action& action) {
  carry_out(action);
  deal();
}

void Position::carry_out(const Action& action) {
  options_.known = false;
  if (action.verb == Verb::reveal) {
    reveal(action.face);
  } else {
    switch (top().kind) {
      case StepKind::act:
        act(action);
        break;
      case StepKind::place_tiles:
        place(action);
        break;
      case StepKind::favour:
        action.verb == Verb::buy ? favour(action) : decline_favour();
        break;
      default:
        todo.pop_back();
    }
  }
}

void Position::act(const Action& action) {
  const int seat = top().seat;
  Player& actor = player(seat);
  switch (action.verb) {
    case Verb::take:
      display -= action.cards;
      actor.hand += action.cards;
      return acted();
    case Verb::buy:
      return buy(action);
    case Verb::add:
      drop(actor.reserve, action.face);
      actor.city.add(face(action.face), action.cell);
      return acted();
    case Verb::remove: {
      const FaceNumber gone = actor.city.remove(action.cell);
      put(actor.reserve, gone);
      left(seat, gone);
      return acted();
    }
    case Verb::swap: {
      const FaceNumber gone = actor.city.swap(action.cell, face(action.face));
      drop(actor.reserve, action.face);
      put(actor.reserve, gone);
      left(seat, gone);
      return acted();
    }
    case Verb::hut:
      return take_hut(action.face);
    case Verb::reactivate:
      viziers |= static_cast<std::uint8_t>(1u << seat);
      return acted();
    default:
      return acted();
  }
}

/// After the last action of a turn the tiles that were got are placed.
void Position::acted() {
  if (lying.empty()) return todo.pop_back();
  put_in_order(lying);
  top().kind = StepKind::place_tiles;
}

/// A tile that is paid exactly lies beside the city, and its buyer acts again.
void Position::buy(const Action& action) {
  TileNumber& tile = yard[static_cast<std::size_t>(action.slot)];
  const int price = box().up(tile).price;
  Purse& hand = player(top().seat).hand;
  const bool exactly =
      action.cards.total() == price || (table->rulings.exact_by_ability &&
                                        can_pay_exactly(hand.coins(table->currency_of(action.slot)), price));
  hand -= action.cards;
  discard += action.cards;
  lying.push_back({tile, true, false});
  put_in_order(lying);
  tile = NONE;
  if (!exactly) top().kind = StepKind::place_tiles;
}

/// Tell the modules that a tile has left a city.
void Position::left(int seat, FaceNumber gone) {
  if (table->modules.bonus) hide_again(seat, gone);
}

void Position::place(const Action& action) {
  Player& actor = player(top().seat);
  const std::size_t up = lying_up(action.face);
  switch (action.verb) {
    case Verb::flip:
      return flip(action);
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
  const bool turns = table->rulings.gifts_follow_marker && tile.down != NONE && odd != (marker == Side::odd);
  put(dirk->faces, turns ? tile.down : tile.up);
  placed(gift);
}

/// The tile lies turned over, and the payment is discarded.
void Position::flip(const Action& action) {
  std::size_t place = 0;
  while (lying[place].flipped || box().tile(lying[place].tile).up != action.face) ++place;
  const TileNumber turned = box().tile(lying[place].tile).turned;
  lying.erase(place);
  const bool overpaid = table->rulings.gift_flip_exact && action.cards.total() != FLIP_PRICE;
  lying.push_back({turned, true, true, overpaid});
  put_in_order(lying);
  player(top().seat).hand -= action.cards;
  discard += action.cards;
}

/// One of the tiles has found its place; after the last one the turn goes on.
void Position::placed(std::size_t pending) {
  lying.erase(pending);
  if (lying.empty()) todo.pop_back();
}

}  // namespace granada
