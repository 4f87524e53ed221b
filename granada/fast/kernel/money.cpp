#include "money.hpp"

#include <stdexcept>

#include "demand.hpp"

namespace granada {

Purse Purse::read(std::span<const std::uint8_t> bytes) {
  demand(bytes.size() == BYTES, "a purse has 21 bytes");
  Purse purse;
  for (int kind = 0; kind < KINDS; ++kind) {
    const int number = bytes[at(kind / 2)] >> 4 * (kind % 2) & 0xF;
    demand(number <= (kind < MONEY_KINDS ? COPIES : 1),
           "there are at most three of each money card and one of each bureau");
    for (int each = 0; each < number; ++each) purse.add(kind);
  }
  return purse;
}

Purse::Bytes Purse::written() const {
  Bytes bytes{};
  for (int kind = 0; kind < KINDS; ++kind)
    bytes[at(kind / 2)] |= narrow<std::uint8_t>(count(kind) << 4 * (kind % 2));
  return bytes;
}

bool Purse::holds(const Purse& other) const {
  constexpr Coins TOPS = 0x888888888;
  for (int currency = 0; currency < CURRENCIES; ++currency)
    if ((((coins(currency) | TOPS) - other.coins(currency)) & TOPS) != TOPS) return false;
  return (other.bureaus_ & ~bureaus_) == 0;
}

bool Purse::is_of(int currency) const {
  for (int other = 0; other < CURRENCIES; ++other)
    if (other != currency && coins(other)) return false;
  return !has_bureaus();
}

int Purse::nth(int number) const {
  for (int bureau = 0; bureau < BUREAUS; ++bureau)
    if (has_bureau(bureau) && number-- == 0) return bureau_kind(bureau);
  for (int currency = 0; currency < CURRENCIES; ++currency) {
    const int inside = number_of(coins(currency));
    if (number >= inside) {
      number -= inside;
      continue;
    }
    Coins left = coins(currency);
    int value = least_value(left);
    for (int there = number_of(left, value); number >= there; there = number_of(left, value)) {
      number -= there;
      left = without(left, value);
      value = least_value(left);
    }
    return money_kind(currency, value);
  }
  throw std::invalid_argument("the deck has fewer cards than its piles say");
}

}  // namespace granada
