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

// Groups

/// Whether what is bought now is paid exactly: the vizier's favour is.
bool Position::pays_exactly() const { return std::holds_alternative<Favour>(top()); }

/// Give the groups of legal actions to `visit`, in canonical order; it says how many actions a group has.
template <class Visit>
void Position::each_group(Visit&& visit) {
  if (over()) return;
  const int seat = decider(top());
  if (std::holds_alternative<Act>(top())) return each_group_of_acting(seat, visit);
  if (std::holds_alternative<PlaceTiles>(top())) return each_group_of_placing(seat, visit);
  if (pays_exactly()) each_purchase(visit);
  each_reveal(seat, visit);
  visit(Group{.verb = Verb::decline});
}

template <class Visit>
int Position::each_purchase(Visit& visit) {
  int number = 0;
  for (int slot = 0; slot < table->slots(); ++slot)
    if (yard[slot] != NONE) number += visit(Group{.verb = Verb::buy, .slot = slot});
  return number;
}

template <class Visit>
void Position::each_reveal(int seat, Visit& visit) {
  if (!modules().bonus) return;
  for (FaceNumber card : revealable(seat)) visit(Group{.verb = Verb::reveal, .face = card});
}

/// A seat that has bought exactly may stop, or where a table reads it so, only if it can do nothing else; one
/// that can do nothing else passes, though it may show a card, and where a table lets it, at any time.
template <class Visit>
void Position::each_group_of_acting(int seat, Visit& visit) {
  int number = visit(Group{.verb = Verb::take});
  number += each_purchase(visit);
  each_once(player(seat).reserve,
            [&](FaceNumber face) { number += visit(Group{.verb = Verb::add, .face = face}); });
  number += visit(Group{.verb = Verb::remove});
  number += visit(Group{.verb = Verb::swap});
  if (modules().huts)
    for (FaceNumber hut : open_huts(seat)) number += visit(Group{.verb = Verb::hut, .face = hut});
  const bool reactivates = modules().vizier && !viziers[seat];
  const bool can_act = number || reactivates;
  each_reveal(seat, visit);
  if (reactivates) visit(Group{.verb = Verb::reactivate});
  if (!lying.empty()) {
    if (!can_act || !rulings().must_act_again) visit(Group{.verb = Verb::stop});
  } else if (!can_act || rulings().may_pass) {
    visit(Group{.verb = Verb::pass});
  }
}

template <class Visit>
void Position::each_group_of_placing(int seat, Visit& visit) {
  for (FaceNumber tile : flippable())
    for (int currency = 0; currency < CURRENCIES; ++currency)
      visit(Group{.verb = Verb::flip, .face = tile, .currency = currency});
  for (FaceNumber tile : faces_up()) visit(Group{.verb = Verb::place, .face = tile});
  for (FaceNumber tile : storable()) visit(Group{.verb = Verb::store, .face = tile});
  for (FaceNumber tile : givable()) visit(Group{.verb = Verb::give, .face = tile});
  each_reveal(seat, visit);
}

// Counting

int Position::number_in(const Group& group) const {
  const Player& actor = player(decider(top()));
  switch (group.verb) {
    case Verb::take:
      return count_handfuls(display, rulings());
    case Verb::buy:
      return counted(
          [&](auto&& visit) { return each_payment(group.slot, actor.hand, pays_exactly(), visit); });
    case Verb::flip:
      return count_flip_payments(actor.hand.coins(group.currency), rulings().flip_by_one_card);
    case Verb::place:
    case Verb::add:
      return actor.city.count_sites(face(group.face));
    case Verb::remove:
      return size_of(actor.city.loose());
    case Verb::swap: {
      int number = 0;
      each_once(actor.reserve, [&](FaceNumber tile) { number += actor.city.count_swaps(face(tile)); });
      return number;
    }
    default:
      return 1;
  }
}

const Options& Position::options() {
  if (options_.known()) return options_;
  options_.begin();
  each_group([&](Group group) {
    group.number = number_in(group);
    options_.add(group);
    return group.number;
  });
  options_.end();
  return options_;
}

int Position::count() { return listed_.known() ? size_of(listed_.actions()) : options().all(); }

// Building one

/// Give the swaps to `visit`, by notation, until it says that it has seen enough.
template <class Visit>
bool Position::each_swap(const Player& actor, Visit&& visit) const {
  for (Cell cell : actor.city.tiles()) {
    const Lot& lot = actor.city.lot(cell);
    FaceNumber before = NONE;
    for (FaceNumber tile : actor.reserve) {
      if (tile == before) continue;
      before = tile;
      if (actor.city.can_swap(lot, face(tile)) &&
          visit(Action{.verb = Verb::swap, .face = tile, .cell = cell}))
        return true;
    }
  }
  return false;
}

Action Position::built(const Group& group, int number) const {
  const Player& actor = player(decider(top()));
  switch (group.verb) {
    case Verb::take:
      return {.verb = Verb::take, .cards = nth_handful(display, rulings(), number)};
    case Verb::buy: {
      return {.verb = Verb::buy, .slot = group.slot, .cards = picked<Purse>(number, [&](auto&& visit) {
                                                       return each_payment(group.slot, actor.hand,
                                                                           pays_exactly(), visit);
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
      return picked<Action>(number, [&](auto&& visit) { return each_swap(actor, visit); });
    default:
      return {.verb = group.verb, .face = group.face};
  }
}

Action Position::nth(int number) {
  if (listed_.known() && number >= 0 && number < size_of(listed_.actions()))
    return listed_.actions()[at(number)];
  if (number >= 0)
    for (const Group& group : options().groups()) {
      if (number < group.number) return built(group, number);
      number -= group.number;
    }
  throw std::out_of_range("there is no action with this number");
}

// Building all

void Position::list(const Group& group, std::vector<Action>& found) const {
  const Player& actor = player(decider(top()));
  Action action{.verb = group.verb, .slot = group.slot, .face = group.face};
  const auto pays = [&](const Purse& cards) {
    action.cards = cards;
    found.push_back(action);
    return false;
  };
  switch (group.verb) {
    case Verb::take:
      return list_handfuls(display, rulings(), found);
    case Verb::buy:
      each_payment(group.slot, actor.hand, pays_exactly(), pays);
      return;
    case Verb::flip:
      for (Coins paid : flip_payments(actor.hand.coins(group.currency), rulings().flip_by_one_card))
        pays(Purse(group.currency, paid));
      return;
    case Verb::place:
    case Verb::add:
      actor.city.each_site(face(group.face), [&](Cell cell) {
        action.cell = cell;
        found.push_back(action);
        return false;
      });
      return;
    case Verb::remove:
      for (Cell cell : actor.city.loose()) found.push_back({.verb = Verb::remove, .cell = cell});
      return;
    case Verb::swap:
      if (!actor.reserve.empty())
        each_swap(actor, [&](const Action& swap) {
          found.push_back(swap);
          return false;
        });
      return;
    default:
      found.push_back(action);
  }
}

const std::vector<Action>& Position::actions() {
  if (listed_.known()) return listed_.actions();
  std::vector<Action>& found = listed_.begin();
  each_group([&](const Group& group) {
    const int before = size_of(found);
    list(group, found);
    return size_of(found) - before;
  });
  listed_.end();
  return found;
}

}  // namespace granada
