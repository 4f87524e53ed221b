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

/// Cards that are taken together, as kinds: bureaus, then money in ascending order.
using Cards = Row<std::uint8_t, MOST_TOGETHER + BUREAUS>;

/// Gives the handfuls of a display to `visit`, in the order of their notation, until that has seen enough.
template <class Visit>
class Handfuls {
 public:
  Handfuls(const Purse& display, const Rulings& rulings, Visit visit)
      : display_(display), rulings_(rulings), visit_(visit) {
    for (int currency = 0; currency < CURRENCIES; ++currency)
      for (Coins left = display.coins(currency) & SMALL; left; left -= coin(least_value(left)))
        small_.push_back(narrow<std::uint8_t>(money_kind(currency, least_value(left))));
  }

  bool each() {
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      if (display_.has_bureaus() && each_bureau(currency, 0)) return true;
      if (each_small(currency)) return true;
      for (Coins left = display_.coins(currency) & ~SMALL; left;) {
        const int value = least_value(left);
        left = without(left, value);
        if (last(money_kind(currency, value))) return true;
      }
    }
    return false;
  }

 private:
  /// The cards of which several may be taken: those worth 1 to 4.
  static constexpr Coins SMALL = coin(MOST_TOGETHER) - 1;

  /// A bureau of a currency, from one on, is taken alone, or where a table reads it so, with other cards; b/y
  /// stands before b1.
  bool each_bureau(int currency, int first) {
    for (int bureau = first; bureau < BUREAUS; ++bureau) {
      if (BUREAU_CURRENCIES[bureau][0] != currency || !display_.has_bureau(bureau)) continue;
      taken_.push_back(narrow<std::uint8_t>(bureau_kind(bureau)));
      const bool enough = visit_(taken_) || (rulings_.bureaus_with_money && each_with_bureau(bureau + 1));
      taken_.pop_back();
      if (enough) return true;
    }
    return false;
  }

  /// More cards behind a bureau: bureaus from one on, small cards, or one that is worth the limit.
  bool each_with_bureau(int first) {
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      if (each_bureau(currency, first) || each_small(currency)) return true;
      const bool five = number_of(display_.coins(currency), MOST_TOGETHER);
      if (five && rulings_.several_cards_limit == MOST_TOGETHER && last(money_kind(currency, MOST_TOGETHER)))
        return true;
    }
    return false;
  }

  /// One small card of a currency or several, of which the first is.
  bool each_small(int currency) {
    std::size_t first = 0;
    while (first < small_.size() && small_[first] < currency * VALUES) ++first;
    return add(first, rulings_.several_cards_limit, (currency + 1) * VALUES);
  }

  /// A card after which no other is taken.
  bool last(int kind) {
    taken_.push_back(narrow<std::uint8_t>(kind));
    const bool enough = visit_(taken_);
    taken_.pop_back();
    return enough;
  }

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
  const Rulings& rulings_;
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

int count_handfuls(const Purse& display, const Rulings& rulings) {
  return counted([&](auto&& visit) { return Handfuls(display, rulings, visit).each(); });
}

Purse nth_handful(const Purse& display, const Rulings& rulings, int number) {
  Purse handful;
  for (int kind :
       picked<Cards>(number, [&](auto&& visit) { return Handfuls(display, rulings, visit).each(); }))
    handful.add(kind);
  return handful;
}

void list_handfuls(const Purse& display, const Rulings& rulings, std::vector<Action>& found) {
  Handfuls(display, rulings, [&](const Cards& kinds) {
    Action& action = found.emplace_back(Action{.verb = Verb::take});
    for (int kind : kinds) action.cards.add(kind);
    return false;
  }).each();
}

}  // namespace granada
