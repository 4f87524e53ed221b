#include "deck.hpp"

#include <stdexcept>

namespace granada {

namespace {

/// Two bureaus go into each of the piles 2, 3 and 4.
constexpr int bureaus_in(int pile) { return pile >= 2 && pile <= 4 ? 2 : 0; }

/// How many cards go into a pile; the first ones get those that are left over.
constexpr int size_of(int pile, int cards) { return cards / PILES + (pile <= cards % PILES ? 1 : 0); }

}  // namespace

void Deck::check() const {
  std::array<int, MOST_POOLS> places{};
  for (const Layer& layer : layers) {
    if (layer.size() == 0) throw std::invalid_argument("deck: a pile is empty");
    for (std::size_t pool = 0; pool < MOST_POOLS; ++pool) places[pool] += layer.slots[pool];
  }
  for (std::size_t pool = 0; pool < MOST_POOLS; ++pool)
    if (places[pool] > (pool < pools.size() ? pools[pool].size() : 0))
      throw std::invalid_argument("deck: a pool has fewer cards than the piles have places for it");
}

void Deck::stack(const Purse& money, const MixedCards& mixed, bool with_bureaus) {
  pools.clear();
  layers.clear();
  pools.push_back(money);
  if (with_bureaus) {
    Purse bureaus;
    for (int bureau = 0; bureau < BUREAUS; ++bureau) bureaus.add(MONEY_KINDS + bureau);
    pools.push_back(bureaus);
  }
  for (int pile = PILES; pile >= 1; --pile) {
    Layer layer;
    layer.slots[0] = static_cast<std::uint8_t>(size_of(pile, money.size()));
    layer.slots[1] = static_cast<std::uint8_t>(with_bureaus ? bureaus_in(pile) : 0);
    for (const Mixed& each : mixed)
      if (each.pile == pile) layer.cards.push_back(each.round);
    if (layer.size()) layers.push_back(layer);
  }
}

void Deck::cut(const MixedCards& piles, const MixedCards& waiting, bool with_bureaus) {
  const Purse money = pools.empty() ? Purse{} : pools[0];
  stack(money, piles, with_bureaus);
  later = waiting;
}

void Deck::reshuffle(const Purse& discard) {
  if (!later.empty()) {
    stack(discard, MixedCards(later), false);
    later.clear();
    return;
  }
  Layer layer;
  layer.slots[0] = static_cast<std::uint8_t>(discard.size());
  pools.clear();
  layers.clear();
  pools.push_back(discard);
  layers.push_back(layer);
}

Drawn Deck::draw(Generator& generator) {
  const Drawn drawn = pick(generator);
  remove(drawn);
  return drawn;
}

Drawn Deck::pick(Generator& generator) const {
  const Layer& top = layers.back();
  std::size_t pool = 0;
  if (pools.size() > 1 || !top.cards.empty()) {
    int slot = generator.below(top.size());
    for (; pool < pools.size() && slot >= top.slots[pool]; ++pool) slot -= top.slots[pool];
    if (pool == pools.size()) return {Drawn::SCORING, top.cards[static_cast<std::size_t>(slot)]};
  }
  const Purse& cards = pools[pool];
  return {cards.nth(generator.below(cards.size())), Round::C};
}

/// The deck after a card has been drawn; piles and pools that have run out are gone.
void Deck::remove(const Drawn& drawn) {
  Layer& top = layers.back();
  if (drawn.kind == Drawn::SCORING) {
    const Row<Round, 4> cards = top.cards;
    top.cards.clear();
    for (Round round : cards)
      if (round != drawn.round) top.cards.push_back(round);
  } else {
    std::size_t pool = 0;
    if (pools.size() > 1)
      while (!top.slots[pool] || !pools[pool].count(drawn.kind)) ++pool;
    pools[pool].take(drawn.kind);
    --top.slots[pool];
  }
  if (top.size() == 0) layers.pop_back();
  if (layers.empty()) {
    pools.clear();
    return;
  }
  for (std::size_t pool = pools.size(); pools.size() > 1 && pool-- > 0;) {
    if (!pools[pool].empty()) continue;
    pools.erase(pool);
    for (Layer& layer : layers) {
      if (pool == 0) layer.slots[0] = layer.slots[1];
      layer.slots[1] = 0;
    }
  }
}

}  // namespace granada
