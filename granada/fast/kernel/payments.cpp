#include "payments.hpp"

#include <stdexcept>

namespace granada {

int count_payments(Coins held, int price) {
  int count = 0;
  Payments(held, price).each([&](Coins) {
    ++count;
    return false;
  });
  return count;
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

/// Shows the handfuls of a display one by one, until enough have been seen.
template <class Visit>
class Handfuls {
 public:
  Handfuls(const Purse& display, int limit, Visit visit) : display_(display), limit_(limit), visit_(visit) {}

  bool each() {
    for (int currency = 0; currency < CURRENCIES; ++currency) {
      for (int bureau = 0; bureau < BUREAUS; ++bureau)  // a bureau is taken alone; b/y stands before b1
        if (BUREAU_CURRENCIES[static_cast<std::size_t>(bureau)][0] == currency &&
            display_.count(MONEY_KINDS + bureau) && visit_(Purse::of_kind(MONEY_KINDS + bureau)))
          return true;
      for (Coins left = display_.coins(currency); left;) {
        const int value = least_value(left);
        left &= ~(Coins{0xF} << 4 * (value - 1));
        if (begin(currency * VALUES + value - 1)) return true;
      }
    }
    return false;
  }

 private:
  /// The handfuls whose first card is of a kind.
  bool begin(int kind) {
    const int value = kind % VALUES + 1;
    const Purse one = Purse::of_kind(kind);
    if (visit_(one)) return true;
    return value < MOST_TOGETHER && value <= limit_ && add(one, kind, limit_ - value);
  }

  /// The handfuls that hold some small cards and more of the same kind or of later ones.
  bool add(const Purse& some, int from, int left) {
    for (int currency = from / VALUES; currency < CURRENCIES && left; ++currency) {
      const int first = currency == from / VALUES ? from % VALUES + 1 : 1;
      for (int value = first; value < MOST_TOGETHER && value <= left; ++value) {
        const int kind = currency * VALUES + value - 1;
        if (display_.count(kind) <= some.count(kind)) continue;
        Purse more = some;
        more.add(kind);
        if (visit_(more) || add(more, kind, left - value)) return true;
      }
    }
    return false;
  }

  const Purse& display_;
  int limit_;
  Visit visit_;
};

}  // namespace

int count_handfuls(const Purse& display, int limit) {
  int count = 0;
  Handfuls(display, limit, [&](const Purse&) {
    ++count;
    return false;
  }).each();
  return count;
}

Purse nth_handful(const Purse& display, int limit, int number) {
  Purse found;
  Handfuls(display, limit, [&](const Purse& cards) {
    found = cards;
    return number-- == 0;
  }).each();
  return found;
}

}  // namespace granada
