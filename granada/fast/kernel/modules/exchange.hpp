// Exchange bureaus: one card lets a tile be paid in a second currency, exactly.
#pragma once

#include <array>

#include "../money.hpp"

namespace granada {

/// The payments with a bureau from which no card can be withheld, by notation.
///
/// A single card of the second currency is needed for the bureau's sake.
class BureauPayments {
 public:
  BureauPayments(const Purse& hand, int currency, int price, bool exactly)
      : hand_(hand), own_(currency), price_(price), exactly_(exactly) {}

  /// Give every payment to `visit`, until it says that it has seen enough.
  template <class Visit>
  bool each(Visit&& visit) const {
    for (int bureau = 0; bureau < BUREAUS; ++bureau) {
      const auto& [one, other] = BUREAU_CURRENCIES[bureau];
      if (!hand_.has_bureau(bureau) || (own_ != one && own_ != other)) continue;
      if (worth(hand_.coins(one)) + worth(hand_.coins(other)) < price_) continue;
      const Paid nothing{Purse::of_kind(bureau_kind(bureau)), 0, 0, VALUES + 1, VALUES + 1};
      if (pay(nothing, {one, other}, money_kind(one, 1), visit)) return true;
    }
    return false;
  }

 private:
  /// What is paid so far: the cards, what they are worth, how many are foreign, and the least of each
  /// currency.
  struct Paid {
    Purse cards;
    int total;
    int foreign;
    int least_own;
    int least_foreign;
  };

  /// Add one more card of the two currencies from a kind on, in the order of their notation.
  template <class Visit>
  bool pay(const Paid& paid, const std::array<int, 2>& pair, int from, Visit& visit) const {
    for (int currency : pair) {
      if (currency < currency_of_kind(from)) continue;
      const int first = currency == currency_of_kind(from) ? value_of_kind(from) : 1;
      for (int value = first; value <= VALUES; ++value) {
        const int kind = money_kind(currency, value);
        if (hand_.count(kind) <= paid.cards.count(kind)) continue;
        Paid more = paid;
        more.cards.add(kind);
        more.total += value;
        int& least = currency == own_ ? more.least_own : more.least_foreign;
        if (value < least) least = value;
        more.foreign += currency != own_;
        if (is_too_much(more)) continue;
        const bool enough = exactly_ ? more.total == price_ : more.total >= price_;
        if (enough && more.foreign && visit(more.cards)) return true;
        if (pay(more, pair, kind, visit)) return true;
      }
    }
    return false;
  }

  /// Whether a card could be withheld; then it could be with further cards too.
  bool is_too_much(const Paid& paid) const {
    if (exactly_) return paid.total > price_;
    const bool own_needless = paid.least_own <= VALUES && paid.total - paid.least_own >= price_;
    return own_needless || (paid.foreign > 1 && paid.total - paid.least_foreign >= price_);
  }

  const Purse& hand_;
  int own_;
  int price_;
  bool exactly_;
};

}  // namespace granada
