#include "payments.hpp"

#include "counting.hpp"

namespace granada {

bool can_pay_exactly(Coins held, int price) {
  return Payments(held, price).each([&](Coins paid) { return worth(paid) == price; });
}

namespace {

/// Give the ways to pay for a flip to `visit`: by a sum without a needless card, or by a single card.
template <class Visit>
bool each_flip_payment(Coins held, bool by_one_card, Visit&& visit) {
  if (!by_one_card) return Payments(held, FLIP_PRICE).each(visit);
  for (int value = FLIP_PRICE; value <= VALUES; ++value)
    if (number_of(held, value) && visit(coin(value))) return true;
  return false;
}

/// Cards that are taken together, as kinds in ascending order.
using Cards = Row<std::uint8_t, MOST_TOGETHER>;

/// Gives the handfuls of a display to `visit`, in the order of their notation, until that has seen enough.
template <class Visit>
class Handfuls {
 public:
  Handfuls(const Purse& display, int limit, Visit visit) : display_(display), limit_(limit), visit_(visit) {
    for (int currency = 0; currency < CURRENCIES; ++currency)
      for (Coins left = display.coins(currency) & SMALL; left; left -= coin(least_value(left)))
        small_.push_back(narrow<std::uint8_t>(money_kind(currency, least_value(left))));
  }

  bool each() {
    std::size_t place = 0;
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      if (display_.has_bureaus() && each_bureau(currency)) return true;
      if (add(place, limit_, (currency + 1) * VALUES)) return true;
      while (place < small_.size() && small_[place] < (currency + 1) * VALUES) ++place;
      for (Coins left = display_.coins(currency) & ~SMALL; left;) {
        const int value = least_value(left);
        left = without(left, value);
        if (alone(money_kind(currency, value))) return true;
      }
    }
    return false;
  }

 private:
  /// The cards of which several may be taken: those worth 1 to 4.
  static constexpr Coins SMALL = coin(MOST_TOGETHER) - 1;

  /// A bureau is taken alone; b/y stands before b1.
  bool each_bureau(int currency) {
    for (int bureau = 0; bureau < BUREAUS; ++bureau)
      if (BUREAU_CURRENCIES[bureau][0] == currency && display_.has_bureau(bureau) &&
          alone(bureau_kind(bureau)))
        return true;
    return false;
  }

  bool alone(int kind) { return visit_(Cards{narrow<std::uint8_t>(kind)}); }

  /// Add a small card from some place on, which is below a kind, and then perhaps more, worth no more than is
  /// left.
  bool add(std::size_t first, int left, int below) {
    int before = -1;
    for (std::size_t place = first; place < small_.size() && small_[place] < below; ++place) {
      const int kind = small_[place], value = value_of_kind(kind);
      if (kind == before || value > left) continue;
      before = kind;
      taken_.push_back(small_[place]);
      const bool enough = visit_(taken_) || add(place + 1, left - value, MONEY_KINDS);
      taken_.pop_back();
      if (enough) return true;
    }
    return false;
  }

  const Purse& display_;
  int limit_;
  Visit visit_;
  Row<std::uint8_t, CURRENCIES * COPIES*(MOST_TOGETHER - 1)> small_;
  Cards taken_;
};

}  // namespace

int count_flip_payments(Coins held, bool by_one_card) {
  return counted([&](auto&& visit) { return each_flip_payment(held, by_one_card, visit); });
}

Coins nth_flip_payment(Coins held, bool by_one_card, int number) {
  return picked<Coins>(number, [&](auto&& visit) { return each_flip_payment(held, by_one_card, visit); });
}

std::vector<Coins> flip_payments(Coins held, bool by_one_card) {
  std::vector<Coins> found;
  each_flip_payment(held, by_one_card, [&](Coins paid) {
    found.push_back(paid);
    return false;
  });
  return found;
}

int count_handfuls(const Purse& display, int limit) {
  return counted([&](auto&& visit) { return Handfuls(display, limit, visit).each(); });
}

Purse nth_handful(const Purse& display, int limit, int number) {
  Purse handful;
  for (int kind : picked<Cards>(number, [&](auto&& visit) { return Handfuls(display, limit, visit).each(); }))
    handful.add(kind);
  return handful;
}

void list_handfuls(const Purse& display, int limit, std::vector<Action>& found) {
  Handfuls(display, limit, [&](const Cards& kinds) {
    Action& action = found.emplace_back(Action{.verb = Verb::take});
    for (int kind : kinds) action.cards.add(kind);
    return false;
  }).each();
}

}  // namespace granada
