// Ways to pay and to take: which cards of a hand pay a price, and which of a display may be taken together.
#pragma once

#include <vector>

#include "actions.hpp"
#include "games.hpp"

namespace granada {

/// Several cards may be taken together only if each is worth less than this.
inline constexpr int MOST_TOGETHER = 5;
/// To turn a tile over before it is built costs at least 3.
inline constexpr int FLIP_PRICE = 3;

/// The ways to pay a price from the cards of one currency without a needless card, by notation.
///
/// Cards are chosen in ascending order, so the first is the least,
/// and none can be withheld exactly when without the least one the price is not covered.
class Payments {
 public:
  Payments(Coins held, int price) : price_(price) {
    int left = worth(held);
    if (left < price) return;
    while (held) {
      const int value = least_value(held);
      for (int each = number_of(held, value); each; --each) {
        left -= value;
        values_[number_] = narrow<std::uint8_t>(value);
        rest_[number_++] = narrow<std::uint8_t>(left);
      }
      held = without(held, value);
    }
  }

  /// Give every payment to `visit`, until it says that it has seen enough.
  template <class Visit>
  bool each(Visit&& visit) const {
    int before = 0;
    for (int card = 0; card < number_; ++card) {
      const int value = values_[card];
      if (value == before) continue;
      before = value;
      if (value >= price_) {
        if (visit(coin(value))) return true;
      } else if (value + rest_[card] >= price_) {
        if (pay(card + 1, value, coin(value), price_ + value - 1, visit)) return true;
      }
    }
    return false;
  }

 private:
  /// Add cards from some card on to what is paid, up to the most that leaves none of them needless.
  template <class Visit>
  bool pay(int first, int paid, Coins cards, int most, Visit& visit) const {
    int before = 0;
    for (int card = first; card < number_; ++card) {
      const int value = values_[card], total = paid + value;
      if (total > most) return false;
      if (value == before) continue;
      before = value;
      if (total >= price_) {
        if (visit(cards + coin(value))) return true;
      } else if (total + rest_[card] >= price_) {
        if (pay(card + 1, total, cards + coin(value), most, visit)) return true;
      }
    }
    return false;
  }

  int price_;
  int number_ = 0;
  /// The value of each card, and what the cards after it are worth.
  Each<std::uint8_t, COPIES * VALUES> values_{}, rest_{};
};

/// Whether the cards of one currency make a price exactly.
bool can_pay_exactly(Coins held, int price);

/// How many ways there are to pay for a flip from the cards of one currency, by a sum or by a single card.
int count_flip_payments(Coins held, bool by_one_card);
/// The way to pay for a flip with a number.
Coins nth_flip_payment(Coins held, bool by_one_card, int number);

/// All of them.
std::vector<Coins> flip_payments(Coins held, bool by_one_card);

/// How many handfuls may be taken from a display: one card, or several worth at most the limit of a table.
int count_handfuls(const Purse& display, const Rulings& rulings);
/// The handful with a number, by notation.
Purse nth_handful(const Purse& display, const Rulings& rulings, int number);
/// Put the taking of each handful behind some actions, by notation.
void list_handfuls(const Purse& display, const Rulings& rulings, std::vector<Action>& found);

}  // namespace granada
