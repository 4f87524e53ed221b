// The legal actions of a position: counted first, and built when one is wanted.
#include <algorithm>
#include <stdexcept>

#include "counting.hpp"
#include "modules/exchange.hpp"
#include "payments.hpp"
#include "position.hpp"

namespace granada {

namespace {

/// Some faces by notation, each once.
void put_in_order(Faces& faces) {
  std::sort(faces.begin(), faces.end());
  const auto* end = std::unique(faces.begin(), faces.end());
  while (faces.end() != end) faces.pop_back();
}

/// Give each face of a reserve once to `visit`; it lies in order.
template <class Visit>
void each_once(const std::vector<FaceNumber>& faces, Visit&& visit) {
  FaceNumber before = NONE;
  for (FaceNumber face : faces)
    if (face != before) visit(before = face);
}

}  // namespace

// Payments

bool Position::must_pay_exactly(const Purse& hand, int currency, int price) const {
  return rulings().overpay_by_need && can_pay_exactly(hand.coins(currency), price);
}

/// Give the payments for the tile in a slot to `visit`: those with a bureau come before those without.
template <class Visit>
bool Position::each_payment(int slot, const Purse& hand, bool exactly, Visit&& visit) const {
  if (yard[slot] == NONE) return false;
  const int currency = table->currency_of(slot), price = box().up(yard[slot]).price;
  exactly = exactly || must_pay_exactly(hand, currency, price);
  if (modules().exchange && hand.has_bureaus() &&
      BureauPayments(hand, currency, price, rulings().bureau_exact).each([&](const Purse& paid) {
        return (!exactly || paid.total() == price) && visit(paid);
      }))
    return true;
  return Payments(hand.coins(currency), price).each([&](Coins paid) {
    return (!exactly || worth(paid) == price) && visit(Purse(currency, paid));
  });
}

// The tiles beside a city

Faces Position::flippable() const {
  Faces found;
  for (const Pending& each : lying)
    if (each.bought && !each.flipped && box().tile(each.tile).down != NONE)
      found.push_back(box().tile(each.tile).up);
  put_in_order(found);
  return found;
}

Faces Position::faces_up() const {
  Faces found;
  for (const Pending& each : lying) found.push_back(box().tile(each.tile).up);
  put_in_order(found);
  return found;
}

/// A bought tile may be stored with either face up.
Faces Position::storable() const {
  Faces found;
  for (const Pending& each : lying) {
    found.push_back(box().tile(each.tile).up);
    if (each.bought && box().tile(each.tile).down != NONE) found.push_back(box().tile(each.tile).down);
  }
  put_in_order(found);
  return found;
}

/// A bought tile may be given to Dirk.
Faces Position::givable() const {
  Faces found;
  if (!dirk) return found;
  for (const Pending& each : lying)
    if (each.bought && !each.overpaid) found.push_back(box().tile(each.tile).up);
  put_in_order(found);
  return found;
}

// Counting

const Options& Position::options() {
  if (options_.known()) return options_;
  options_.begin();
  if (over()) return options_;
  const int seat = decider(top());
  if (std::holds_alternative<Act>(top())) {
    count_act(seat);
  } else if (std::holds_alternative<PlaceTiles>(top())) {
    count_place(seat);
  } else {
    if (std::holds_alternative<Favour>(top())) count_buys(player(seat).hand, true);
    count_reveals(seat);
    options_.add({.verb = Verb::decline, .number = 1});
  }
  return options_;
}

/// The vizier's favour is paid exactly.
void Position::count_buys(const Purse& hand, bool exactly) {
  for (int slot = 0; slot < table->slots(); ++slot)
    options_.add({.verb = Verb::buy,
                  .number = counted([&](auto&& visit) { return each_payment(slot, hand, exactly, visit); }),
                  .slot = slot});
}

void Position::count_reveals(int seat) {
  if (!modules().bonus) return;
  for (FaceNumber card : revealable(seat)) options_.add({.verb = Verb::reveal, .number = 1, .face = card});
}

/// A seat that has bought exactly may stop; one that can do nothing else passes, though it may show a card,
/// and where a table lets it, one passes at any time.
void Position::count_act(int seat) {
  const Player& actor = player(seat);
  options_.add({.verb = Verb::take, .number = count_handfuls(display, rulings().several_cards_limit)});
  count_buys(actor.hand, false);
  int swaps = 0;
  each_once(actor.reserve, [&](FaceNumber number) {
    options_.add({.verb = Verb::add, .number = actor.city.count_sites(face(number)), .face = number});
    swaps += actor.city.count_swaps(face(number));
  });
  options_.add({.verb = Verb::remove, .number = size_of(actor.city.loose())});
  options_.add({.verb = Verb::swap, .number = swaps});
  if (modules().huts)
    for (FaceNumber hut : open_huts(seat)) options_.add({.verb = Verb::hut, .number = 1, .face = hut});
  const bool reactivates = modules().vizier && !viziers[seat];
  const bool can_act = options_.all() || reactivates;
  count_reveals(seat);
  if (reactivates) options_.add({.verb = Verb::reactivate, .number = 1});
  if (!lying.empty())
    options_.add({.verb = Verb::stop, .number = 1});
  else if (!can_act || rulings().may_pass)
    options_.add({.verb = Verb::pass, .number = 1});
}

void Position::count_place(int seat) {
  const Player& actor = player(seat);
  for (FaceNumber tile : flippable())
    for (int currency = 0; currency < CURRENCIES; ++currency)
      options_.add({.verb = Verb::flip,
                    .number = count_flip_payments(actor.hand.coins(currency), rulings().flip_by_one_card),
                    .face = tile,
                    .currency = currency});
  for (FaceNumber tile : faces_up())
    options_.add({.verb = Verb::place, .number = actor.city.count_sites(face(tile)), .face = tile});
  for (FaceNumber tile : storable()) options_.add({.verb = Verb::store, .number = 1, .face = tile});
  for (FaceNumber tile : givable()) options_.add({.verb = Verb::give, .number = 1, .face = tile});
  count_reveals(seat);
}

// Building one

Action Position::nth_swap(const Player& actor, int number) const {
  for (Cell cell : actor.city.tiles()) {
    const Lot& lot = actor.city.lot(cell);
    FaceNumber before = NONE;
    for (FaceNumber tile : actor.reserve) {
      if (tile == before) continue;
      before = tile;
      if (actor.city.can_swap(lot, face(tile)) && number-- == 0)
        return {.verb = Verb::swap, .face = tile, .cell = cell};
    }
  }
  throw std::out_of_range("there is no such swap");
}

Action Position::built(const Group& group, int number) const {
  const Player& actor = player(decider(top()));
  switch (group.verb) {
    case Verb::take:
      return {.verb = Verb::take, .cards = nth_handful(display, rulings().several_cards_limit, number)};
    case Verb::buy: {
      const bool exactly = std::holds_alternative<Favour>(top());
      return {.verb = Verb::buy, .slot = group.slot, .cards = picked<Purse>(number, [&](auto&& visit) {
                                                       return each_payment(group.slot, actor.hand, exactly,
                                                                           visit);
                                                     })};
    }
    case Verb::flip: {
      const Coins held = actor.hand.coins(group.currency);
      return {.verb = Verb::flip,
              .face = group.face,
              .cards = {group.currency, nth_flip_payment(held, rulings().flip_by_one_card, number)}};
    }
    case Verb::place:
    case Verb::add:
      return {.verb = group.verb, .face = group.face, .cell = picked<Cell>(number, [&](auto&& visit) {
                                                        return actor.city.each_site(face(group.face), visit);
                                                      })};
    case Verb::remove:
      return {.verb = Verb::remove, .cell = actor.city.loose()[at(number)]};
    case Verb::swap:
      return nth_swap(actor, number);
    default:
      return {.verb = group.verb, .face = group.face};
  }
}

Action Position::nth(int number) {
  if (number >= 0)
    for (const Group& group : options().groups()) {
      if (number < group.number) return built(group, number);
      number -= group.number;
    }
  throw std::out_of_range("there is no action with this number");
}

std::vector<Action> Position::actions() {
  std::vector<Action> found;
  found.reserve(at(count()));
  for (const Group& group : options().groups())
    for (int number = 0; number < group.number; ++number) found.push_back(built(group, number));
  return found;
}

}  // namespace granada
