#include "payments.hpp"

#include <stdexcept>

#include "row.hpp"

namespace granada {

int count_payments(Coins held, int price) {
  if (worth(held) < price) return 0;
  int count = 0;
  Payments(held, price).each([&](Coins) {
    ++count;
    return false;
  });
  return count;
}

bool can_pay_exactly(Coins held, int price) {
  return Payments(held, price).each([&](Coins paid) { return worth(paid) == price; });
}

Coins nth_payment(Coins held, int price, int number) {
  Coins found = 0;
  Payments(held, price).each([&](Coins paid) {
    found = paid;
    return number-- == 0;
  });
  return found;
}

int count_flip_payments(Coins held, bool by_one_card) {
  if (!by_one_card) return held ? count_payments(held, FLIP_PRICE) : 0;
  int count = 0;
  for (int value = FLIP_PRICE; value <= VALUES; ++value) count += number_of(held, value) > 0;
  return count;
}

Coins nth_flip_payment(Coins held, bool by_one_card, int number) {
  if (!by_one_card) return nth_payment(held, FLIP_PRICE, number);
  for (int value = FLIP_PRICE; value <= VALUES; ++value)
    if (number_of(held, value) && number-- == 0) return coin(value);
  throw std::out_of_range("there is no such payment");
}

namespace {

/// Shows the handfuls of a display one by one, in the order of their notation, until enough have been seen.
///
/// A handful is told by its cards, which are kinds in ascending order.
template <class Visit>
class Handfuls {
 public:
  Handfuls(const Purse& display, int limit, Visit visit) : display_(display), limit_(limit), visit_(visit) {
    for (int currency = 0; currency < CURRENCIES; ++currency)
      for (Coins left = display.coins(currency) & SMALL; left; left -= coin(least_value(left)))
        small_.push_back(static_cast<std::uint8_t>(currency * VALUES + least_value(left) - 1));
  }

  bool each() {
    std::size_t place = 0;
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      if (display_.bureaus() && each_bureau(currency)) return true;
      if (add(place, limit_, (currency + 1) * VALUES)) return true;
      while (place < small_.size() && small_[place] < (currency + 1) * VALUES) ++place;
      for (Coins left = display_.coins(currency) & ~SMALL; left;) {
        const int value = least_value(left);
        left &= ~(Coins{0xF} << 4 * (value - 1));
        if (show(currency * VALUES + value - 1)) return true;
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
      if (BUREAU_CURRENCIES[static_cast<std::size_t>(bureau)][0] == currency &&
          display_.count(MONEY_KINDS + bureau) && show(MONEY_KINDS + bureau))
        return true;
    return false;
  }

  bool show(int kind) {
    taken_.push_back(static_cast<std::uint8_t>(kind));
    const bool enough = visit_(taken_);
    taken_.pop_back();
    return enough;
  }

  /// Add a small card from some place on, which is below a kind, and then perhaps more, worth no more than is
  /// left.
  bool add(std::size_t first, int left, int below) {
    int before = -1;
    for (std::size_t place = first; place < small_.size() && small_[place] < below; ++place) {
      const int kind = small_[place], value = kind % VALUES + 1;
      if (kind == before || value > left) continue;
      before = kind;
      taken_.push_back(static_cast<std::uint8_t>(kind));
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
  Row<std::uint8_t, MOST_TOGETHER> taken_;
};

}  // namespace

int count_handfuls(const Purse& display, int limit) {
  int count = 0;
  Handfuls(display, limit, [&](const auto&) {
    ++count;
    return false;
  }).each();
  return count;
}

Purse nth_handful(const Purse& display, int limit, int number) {
  Purse found;
  Handfuls(display, limit, [&](const auto& cards) {
    if (number-- != 0) return false;
    for (int kind : cards) found.add(kind);
    return true;
  }).each();
  return found;
}

}  // namespace granada
