#include "deck.hpp"

#include "demand.hpp"

namespace granada {

namespace {

/// Two bureaus go into each of the piles 2, 3 and 4.
constexpr int bureaus_in(int pile) { return pile >= 2 && pile <= 4 ? 2 : 0; }

/// How many cards go into a pile; the first ones get those that are left over.
constexpr int cards_in(int pile, int cards) { return cards / PILES + (pile <= cards % PILES ? 1 : 0); }

}  // namespace

Deck::Deck(const Pools& pools, const Layers& layers, const MixedCards& later)
    : pools_(pools), layers_(layers), later_(later) {
  Each<int, MOST_POOLS> places{};
  for (const Layer& layer : layers) {
    demand(layer.size() > 0, "deck: a pile is empty");
    for (std::size_t pool = 0; pool < MOST_POOLS; ++pool) places[pool] += layer.slots[pool];
  }
  for (std::size_t pool = 0; pool < MOST_POOLS; ++pool)
    demand(places[pool] <= (pool < pools.size() ? pools[pool].size() : 0),
           "deck: a pool has fewer cards than the piles have places for it");
}

int Deck::places(std::size_t pool) const {
  int number = 0;
  for (const Layer& layer : layers_) number += layer.slots[pool];
  return number;
}

void Deck::fill(std::size_t pool, const Purse& cards) {
  if (pool < pools_.size()) pools_[pool] = cards;
}

void Deck::stack(const Purse& money, const MixedCards& mixed, bool with_bureaus) {
  pools_ = {money};
  layers_.clear();
  if (with_bureaus) {
    Purse bureaus;
    for (int bureau = 0; bureau < BUREAUS; ++bureau) bureaus.add(bureau_kind(bureau));
    pools_.push_back(bureaus);
  }
  for (int pile = PILES; pile >= 1; --pile) {
    Layer layer{{{cards_in(pile, money.size()), with_bureaus ? bureaus_in(pile) : 0}}, {}};
    for (const Mixed& each : mixed)
      if (each.pile == pile) layer.cards.push_back(each.round);
    if (layer.size()) layers_.push_back(layer);
  }
}

void Deck::cut(const MixedCards& mixed, const MixedCards& later, bool with_bureaus) {
  stack(pools_.empty() ? Purse{} : Purse(pools_[0]), mixed, with_bureaus);
  later_ = later;
}

void Deck::reshuffle(const Purse& discard) {
  if (!later_.empty()) {
    stack(discard, later_, false);
    later_.clear();
    return;
  }
  pools_ = {discard};
  layers_ = {Layer{{{discard.size(), 0}}, {}}};
}

Drawn Deck::draw(Generator& generator) {
  const Drawn drawn = pick(generator);
  remove(drawn);
  return drawn;
}

Drawn Deck::pick(Generator& generator) const {
  const Layer& top = layers_.back();
  std::size_t pool = 0;
  if (pools_.size() > 1 || !top.cards.empty()) {
    int slot = generator.below(top.size());
    for (; pool < pools_.size() && slot >= top.slots[pool]; ++pool) slot -= top.slots[pool];
    if (pool == pools_.size()) return {.scoring = top.cards[slot]};
  }
  const Purse& cards = pools_[pool];
  return {.scoring = std::nullopt, .kind = cards.nth(generator.below(cards.size()))};
}

/// The deck after a card has been drawn; piles and pools that have run out are gone.
void Deck::remove(const Drawn& drawn) {
  Layer& top = layers_.back();
  if (drawn.scoring) {
    const Row<Round, 4> cards = top.cards;
    top.cards.clear();
    for (Round round : cards)
      if (round != drawn.scoring) top.cards.push_back(round);
  } else {
    std::size_t pool = 0;
    if (pools_.size() > 1)
      while (!top.slots[pool] || !pools_[pool].count(drawn.kind)) ++pool;
    pools_[pool].take(drawn.kind);
    --top.slots[pool];
  }
  if (top.size() == 0) layers_.pop_back();
  if (layers_.empty()) {
    pools_.clear();
    return;
  }
  for (std::size_t pool = pools_.size(); pools_.size() > 1 && pool-- > 0;) {
    if (!pools_[pool].empty()) continue;
    pools_.erase(pool);
    for (Layer& layer : layers_) {
      if (pool == 0) layer.slots[0] = layer.slots[1];
      layer.slots[1] = 0;
    }
  }
}

}  // namespace granada
