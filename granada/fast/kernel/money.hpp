// Money: currencies, cards, and purses, which are multisets of cards.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

#include "row.hpp"

namespace granada {

/// There are four currencies; each belongs to the space of the yard with its number.
inline constexpr int CURRENCIES = 4;
/// Every currency has cards worth 1 to 9.
inline constexpr int VALUES = 9;
/// Every money card exists three times.
inline constexpr int COPIES = 3;
/// There is an exchange bureau for every two currencies.
inline constexpr int BUREAUS = 6;
/// The kinds of card: money by currency and value, and the bureaus after it.
inline constexpr int MONEY_KINDS = CURRENCIES * VALUES;
inline constexpr int KINDS = MONEY_KINDS + BUREAUS;

/// The two currencies of each bureau, in the order of their notation.
inline constexpr Each<std::array<int, 2>, BUREAUS> BUREAU_CURRENCIES{
    {{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}}};

/// The kind of a money card.
constexpr int money_kind(int currency, int value) { return currency * VALUES + value - 1; }
/// The kind of a bureau.
constexpr int bureau_kind(int bureau) { return MONEY_KINDS + bureau; }
/// The currency and the value of a money card.
constexpr int currency_of_kind(int kind) { return kind / VALUES; }
constexpr int value_of_kind(int kind) { return kind % VALUES + 1; }

/// The cards of one currency: four bits for each value say how many of it there are.
using Coins = std::uint64_t;

/// One card of a value.
constexpr Coins coin(int value) { return Coins{1} << 4 * (value - 1); }

/// The value of the least card among some.
inline int least_value(Coins coins) { return (std::countr_zero(coins) >> 2) + 1; }

/// How many cards of a value there are.
constexpr int number_of(Coins coins, int value) { return narrow<int>(coins >> 4 * (value - 1) & 0xF); }

/// Some cards without those of a value.
constexpr Coins without(Coins coins, int value) { return coins & ~(Coins{0xF} << 4 * (value - 1)); }

/// How many cards there are: the numbers of the values are added up, two in each byte, by one multiplication.
constexpr int number_of(Coins coins) {
  const Coins pairs = (coins & 0x0F0F0F0F0F) + (coins >> 4 & 0x0F0F0F0F0F);
  return narrow<int>(pairs * 0x0101010101010101 >> 56);
}

/// What some cards are worth together: each number times its value, odd and even ones apart, added up in the
/// top byte.
constexpr int worth(Coins coins) {
  const Coins odd = (coins & 0x0F0F0F0F0F) * 0x0103050709000000;
  const Coins even = (coins >> 4 & 0x0F0F0F0F0F) * 0x0204060800000000;
  return narrow<int>((odd >> 56) + (even >> 56));
}

/// Some cards, in no order: a hand, a display, a payment.
class Purse {
 public:
  /// A purse in 21 bytes: four bits for each kind of card, the lowest first.
  static constexpr std::size_t BYTES = KINDS / 2;
  using Bytes = std::array<std::uint8_t, BYTES>;

  Purse() = default;
  /// The cards of one currency.
  Purse(int currency, Coins coins) { coins_[currency] = coins; }
  /// One card of a kind.
  static Purse of_kind(int kind) {
    Purse purse;
    purse.add(kind);
    return purse;
  }
  /// Read a purse; more than three of a money card or a second bureau are refused.
  static Purse read(std::span<const std::uint8_t> bytes);
  Bytes written() const;

  Coins coins(int currency) const { return coins_[currency]; }
  /// Whether there are bureaus, and whether there is a certain one.
  bool has_bureaus() const { return bureaus_ != 0; }
  bool has_bureau(int bureau) const { return bureaus_ >> bureau & 1; }
  /// Whether there is one bureau only, and this it is.
  bool has_only_bureau(int bureau) const { return bureaus_ == 1u << bureau; }
  bool has_money() const { return coins_[0] | coins_[1] | coins_[2] | coins_[3]; }
  bool empty() const { return !has_money() && !has_bureaus(); }
  int size() const {
    int together = bureaus_ ? std::popcount(bureaus_) : 0;
    for (Coins each : coins_) together += number_of(each);
    return together;
  }
  /// What the money is worth.
  int total() const { return worth(coins_[0]) + worth(coins_[1]) + worth(coins_[2]) + worth(coins_[3]); }
  int count(int kind) const {
    if (kind >= MONEY_KINDS) return has_bureau(kind - MONEY_KINDS);
    return number_of(coins(currency_of_kind(kind)), value_of_kind(kind));
  }
  /// Whether all cards of another purse are among these.
  bool holds(const Purse& other) const;
  /// Whether there is nothing but money of one currency.
  bool is_of(int currency) const;
  /// The kind of the card with a number, counted in canonical order: bureaus, then money.
  int nth(int number) const;

  void add(int kind) {
    if (kind < MONEY_KINDS)
      coins_[currency_of_kind(kind)] += coin(value_of_kind(kind));
    else
      bureaus_ |= 1u << (kind - MONEY_KINDS);
  }
  void take(int kind) {
    if (kind < MONEY_KINDS)
      coins_[currency_of_kind(kind)] -= coin(value_of_kind(kind));
    else
      bureaus_ &= ~(1u << (kind - MONEY_KINDS));
  }
  Purse& operator+=(const Purse& other) {
    for (int each = 0; each < CURRENCIES; ++each) coins_[each] += other.coins_[each];
    bureaus_ |= other.bureaus_;
    return *this;
  }
  Purse& operator-=(const Purse& other) {
    for (int each = 0; each < CURRENCIES; ++each) coins_[each] -= other.coins_[each];
    bureaus_ &= ~other.bureaus_;
    return *this;
  }
  bool operator==(const Purse&) const = default;

 private:
  Each<Coins, CURRENCIES> coins_{};
  /// One bit for each bureau.
  std::uint32_t bureaus_ = 0;
};

}  // namespace granada
