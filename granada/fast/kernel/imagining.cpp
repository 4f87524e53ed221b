// Imagining: what a seat cannot know is dealt anew, as a view of the table is filled.
#include <algorithm>

#include "position.hpp"

namespace granada {

namespace {

/// Some cards in an order, by their kinds.
using Cards = Row<std::uint8_t, COPIES * MONEY_KINDS + BUREAUS>;

Purse purse_of(const Cards& cards) {
  Purse purse;
  for (std::uint8_t card : cards) purse.add(card);
  return purse;
}

/// Put the money of a purse, or its bureaus, behind some cards, in canonical order.
void add_money(Cards& cards, const Purse& purse) {
  for (int currency = 0; currency < CURRENCIES; ++currency)
    for (Coins left = purse.coins(currency); left; left -= coin(least_value(left)))
      cards.push_back(narrow<std::uint8_t>(money_kind(currency, least_value(left))));
}
void add_bureaus(Cards& cards, const Purse& purse) {
  for (int bureau = 0; bureau < BUREAUS; ++bureau)
    if (purse.has_bureau(bureau)) cards.push_back(narrow<std::uint8_t>(bureau_kind(bureau)));
}

/// Draw so many cards, one after the other; the others stay.
void draw(Cards& cards, int number, Mixer& mixer, Cards& drawn) {
  for (int each = 0; each < number; ++each) {
    const int place = mixer.below(size_of(cards));
    drawn.push_back(cards[place]);
    cards.erase(place);
  }
}

}  // namespace

void Position::imagine(int seat, bool recall, Mixer& mixer) {
  const bool open = recall || std::any_of(todo.begin(), todo.end(), [](const Step& step) {
                      return std::holds_alternative<DealHand>(step);
                    });
  Purse unseen;
  for (const Purse& pool : deck.pools()) unseen += pool;
  Each<int, MOST_PLAYERS> sizes{};
  for (int other = 0; other < table->players(); ++other) {
    if (open || other == seat) continue;
    sizes[other] = player(other).hand.size();
    unseen += player(other).hand;
    player(other).hand = Purse{};
  }
  Cards left;
  if (deck.pools().size() > 1) {  // money and bureaus lie in places of their own
    Cards money, bureaus, held;
    add_money(money, unseen);
    add_bureaus(bureaus, unseen);
    draw(money, size_of(money) - deck.places(0), mixer, held);
    draw(bureaus, size_of(bureaus) - deck.places(1), mixer, held);
    deck.fill(0, purse_of(money));
    deck.fill(1, purse_of(bureaus));
    draw(held, size_of(held), mixer, left);
  } else {
    Cards cards;
    add_bureaus(cards, unseen);
    add_money(cards, unseen);
    draw(cards, size_of(cards) - (deck.pools().empty() ? 0 : deck.places(0)), mixer, left);
    for (std::uint8_t card : left) unseen.take(card);
    deck.fill(0, unseen);
  }
  std::size_t next = 0;
  for (int other = 0; other < table->players(); ++other)
    for (int each = 0; each < sizes[other] && next < left.size(); ++each)
      player(other).hand.add(left[next++]);
  if (modules().bonus) imagine_bonus(seat, mixer);
  forget();
}

/// The hidden bonus cards of the others, and those left in the box, are dealt anew.
void Position::imagine_bonus(int seat, Mixer& mixer) {
  std::vector<FaceNumber> unseen = bonus.left;
  for (int other = 0; other < table->players(); ++other)
    if (other != seat) unseen.insert(unseen.end(), bonus.hidden[other].begin(), bonus.hidden[other].end());
  std::sort(unseen.begin(), unseen.end());
  const auto deal_to = [&](std::vector<FaceNumber>& cards) {
    for (FaceNumber& card : cards) {
      const auto place = unseen.begin() + mixer.below(size_of(unseen));
      card = *place;
      unseen.erase(place);
    }
    std::sort(cards.begin(), cards.end());
  };
  for (int other = 0; other < table->players(); ++other)
    if (other != seat) deal_to(bonus.hidden[other]);
  deal_to(bonus.left);
}

}  // namespace granada
