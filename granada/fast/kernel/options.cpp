// The legal actions of a position: counted first, and built when one is asked for.
#include <algorithm>
#include <numeric>
#include <stdexcept>

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

/// Show each face of a reserve once to `visit`; it lies in order.
template <class Visit>
void each_once(std::span<const FaceNumber> faces, Visit&& visit) {
  FaceNumber before = NONE;
  for (FaceNumber face : faces)
    if (face != before) visit(before = face);
}

/// Show the payments of a price from a hand to `visit`: those with a bureau come before those without.
template <class Visit>
bool each_payment(const Table& table, const Purse& hand, int currency, int price, Visit&& visit) {
  if (table.modules.exchange && hand.bureaus() &&
      BureauPayments(hand, currency, price, table.rulings.bureau_exact).each(visit))
    return true;
  return Payments(hand.coins(currency), price).each([&](Coins paid) { return visit(Purse(currency, paid)); });
}

}  // namespace

// Payments

bool Position::must_pay_exactly(const Purse& hand, int currency, int price) const {
  return table->rulings.overpay_by_need && can_pay_exactly(hand.coins(currency), price);
}

int Position::count_payments_for(int slot, const Purse& hand, bool exactly) const {
  const TileNumber tile = yard[static_cast<std::size_t>(slot)];
  if (tile == NONE) return 0;
  const int currency = table->currency_of(slot), price = box().up(tile).price;
  exactly = exactly || must_pay_exactly(hand, currency, price);
  if (!exactly && !hand.bureaus()) return count_payments(hand.coins(currency), price);
  int count = 0;
  each_payment(*table, hand, currency, price, [&](const Purse& paid) {
    count += !exactly || paid.total() == price;
    return false;
  });
  return count;
}

Purse Position::nth_payment_for(int slot, const Purse& hand, bool exactly, int number) const {
  const int currency = table->currency_of(slot), price = box().up(yard[static_cast<std::size_t>(slot)]).price;
  exactly = exactly || must_pay_exactly(hand, currency, price);
  if (!exactly && !hand.bureaus()) return {currency, nth_payment(hand.coins(currency), price, number)};
  Purse found;
  each_payment(*table, hand, currency, price, [&](const Purse& paid) {
    if (exactly && paid.total() != price) return false;
    found = paid;
    return number-- == 0;
  });
  return found;
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
  if (options_.known) return options_;
  options_ = Options{};
  options_.known = true;
  if (over()) return options_;
  const Step& step = top();
  if (table->modules.bonus) options_.reveals = static_cast<int>(revealable(step.seat).size());
  switch (step.kind) {
    case StepKind::act:
      count_act(step);
      break;
    case StepKind::place_tiles:
      count_place(step);
      break;
    case StepKind::favour:
      count_favour(step);
      break;
    default:
      options_.declines = 1;
  }
  const Options& some = options_;
  options_.all = some.takes + some.flips + some.places + some.stores + some.gives + some.adds +
                 some.removals + some.swaps + some.huts + some.reveals + some.reactivations + some.declines +
                 some.stops + some.passes;
  for (int buys : some.buys) options_.all += buys;
  return options_;
}

/// A seat that has bought exactly may stop; one that can do nothing else passes, though it may show a card,
/// and where a table lets it, one passes at any time.
void Position::count_act(const Step& step) {
  const Player& actor = player(step.seat);
  Options& some = options_;
  some.takes = count_handfuls(display, table->rulings.several_cards_limit);
  int forced = some.takes;
  for (int slot = 0; slot < table->slots(); ++slot)
    forced += some.buys[static_cast<std::size_t>(slot)] = count_payments_for(slot, actor.hand, false);
  each_once(actor.reserve, [&](FaceNumber number) {
    some.adds += actor.city.count_sites(face(number));
    some.swaps += actor.city.count_swaps(face(number));
  });
  some.removals = static_cast<int>(actor.city.loose().size());
  if (table->modules.huts) some.huts = static_cast<int>(open_huts(step.seat).size());
  if (table->modules.vizier) some.reactivations = !has_vizier(step.seat);
  forced += some.adds + some.swaps + some.removals + some.huts + some.reactivations;
  some.stops = !lying.empty();
  some.passes = lying.empty() && (!forced || table->rulings.may_pass);
}

void Position::count_place(const Step& step) {
  const Player& actor = player(step.seat);
  Options& some = options_;
  if (const auto tiles = static_cast<int>(flippable().size())) {
    for (int currency = 0; currency < CURRENCIES; ++currency)
      some.flip_ways[static_cast<std::size_t>(currency)] =
          count_flip_payments(actor.hand.coins(currency), table->rulings.flip_by_one_card);
    some.flips = tiles * std::accumulate(some.flip_ways.begin(), some.flip_ways.end(), 0);
  }
  for (FaceNumber number : faces_up()) some.places += actor.city.count_sites(face(number));
  some.stores = static_cast<int>(storable().size());
  some.gives = static_cast<int>(givable().size());
}

/// The vizier's favour is paid exactly, and may always be declined.
void Position::count_favour(const Step& step) {
  for (int slot = 0; slot < table->slots(); ++slot)
    options_.buys[static_cast<std::size_t>(slot)] = count_payments_for(slot, player(step.seat).hand, true);
  options_.declines = 1;
}

int Position::count() { return options().all; }

// Building one

Action Position::nth_flip(const Purse& hand, int number) const {
  const bool by_one_card = table->rulings.flip_by_one_card;
  for (FaceNumber tile : flippable())
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      const int ways = options_.flip_ways[static_cast<std::size_t>(currency)];
      if (number < ways)
        return {.verb = Verb::flip,
                .face = tile,
                .cards = {currency, nth_flip_payment(hand.coins(currency), by_one_card, number)}};
      number -= ways;
    }
  throw std::out_of_range("there is no such flip");
}

Action Position::nth_site(Verb verb, const City& city, std::span<const FaceNumber> faces, int number) const {
  FaceNumber before = NONE;
  for (FaceNumber tile : faces) {
    if (tile == before) continue;
    before = tile;
    const int sites = city.count_sites(face(tile));
    if (number < sites) return {.verb = verb, .face = tile, .cell = city.nth_site(face(tile), number)};
    number -= sites;
  }
  throw std::out_of_range("there is no such site");
}

Action Position::nth_swap(const Player& actor, int number) const {
  for (Cell cell : actor.city.tiles()) {
    const Lot& lot = actor.city.lot(cell);
    if (!(lot.masks[0] | lot.masks[1])) continue;
    FaceNumber before = NONE;
    for (FaceNumber tile : actor.reserve) {
      if (tile == before) continue;
      before = tile;
      const Face& shown_face = face(tile);
      if (lot.masks[actor.city.is_foreign(shown_face)] >> shown_face.edges & 1 && number-- == 0)
        return {.verb = Verb::swap, .face = tile, .cell = cell};
    }
  }
  throw std::out_of_range("there is no such swap");
}

Action Position::nth(int number) {
  const Options& some = options();
  if (number < 0 || number >= some.all) throw std::out_of_range("there is no action with this number");
  const Step& step = top();
  const Player& actor = player(step.seat);
  const auto among = [&](int size) {
    if (number < size) return true;
    number -= size;
    return false;
  };
  const auto with_face = [&](Verb verb, const Faces& faces) {
    return Action{.verb = verb, .face = faces[static_cast<std::size_t>(number)]};
  };
  if (among(some.takes))
    return {.verb = Verb::take, .cards = nth_handful(display, table->rulings.several_cards_limit, number)};
  for (int slot = 0; slot < table->slots(); ++slot)
    if (among(some.buys[static_cast<std::size_t>(slot)]))
      return {.verb = Verb::buy,
              .slot = slot,
              .cards = nth_payment_for(slot, actor.hand, step.kind == StepKind::favour, number)};
  if (among(some.flips)) return nth_flip(actor.hand, number);
  if (among(some.places)) {
    const Faces faces = faces_up();
    return nth_site(Verb::place, actor.city, {faces.begin(), faces.end()}, number);
  }
  if (among(some.stores)) return with_face(Verb::store, storable());
  if (among(some.gives)) return with_face(Verb::give, givable());
  if (among(some.adds)) return nth_site(Verb::add, actor.city, actor.reserve, number);
  if (among(some.removals))
    return {.verb = Verb::remove, .cell = actor.city.loose()[static_cast<std::size_t>(number)]};
  if (among(some.swaps)) return nth_swap(actor, number);
  if (among(some.huts)) return with_face(Verb::hut, open_huts(step.seat));
  if (among(some.reveals)) return with_face(Verb::reveal, revealable(step.seat));
  if (among(some.reactivations)) return {.verb = Verb::reactivate};
  if (among(some.declines)) return {.verb = Verb::decline};
  return {.verb = some.stops ? Verb::stop : Verb::pass};
}

std::vector<Action> Position::actions() {
  std::vector<Action> found;
  const int all = count();
  found.reserve(static_cast<std::size_t>(all));
  for (int number = 0; number < all; ++number) found.push_back(nth(number));
  return found;
}

}  // namespace granada
