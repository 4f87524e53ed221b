// Exchange bureaus: whether a payment with one is legal.
#include "../position.hpp"

namespace granada {

/// One bureau, of the space's currency, together with money of its other currency and no third, exactly;
/// where a table reads it so, all may be of the space's.
bool Position::legal_with_bureau(const Purse& cards, int currency, int price) const {
  for (int bureau = 0; bureau < BUREAUS; ++bureau) {
    if (!cards.has_only_bureau(bureau)) continue;
    const auto& [one, other] = BUREAU_CURRENCIES[bureau];
    if (currency != one && currency != other) return false;
    const int second = currency == one ? other : one;
    for (int each = 0; each < CURRENCIES; ++each)
      if (each != currency && each != second && cards.coins(each)) return false;
    const int total = cards.total();
    const bool needed = cards.coins(second) || rulings().bureau_in_any_mix;
    return needed && total >= price && (total == price || !rulings().bureau_exact);
  }
  return false;
}

}  // namespace granada
