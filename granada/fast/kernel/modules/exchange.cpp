#include "exchange.hpp"

#include "../position.hpp"

namespace granada {

/// One bureau, of the space's currency, together with money of both its currencies and no other, exactly.
bool Position::legal_with_bureau(const Purse& cards, int currency, int price) const {
  for (int bureau = 0; bureau < BUREAUS; ++bureau) {
    if (cards.bureaus() != 1 << bureau) continue;
    const auto& [one, other] = BUREAU_CURRENCIES[static_cast<std::size_t>(bureau)];
    if (currency != one && currency != other) return false;
    const int second = currency == one ? other : one;
    for (int each = 0; each < CURRENCIES; ++each)
      if (each != currency && each != second && cards.coins(each)) return false;
    const int total = cards.total();
    return cards.coins(second) && total >= price && (total == price || !table->rulings.bureau_exact);
  }
  return false;
}

}  // namespace granada
