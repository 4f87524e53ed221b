// The deck: its piles, and drawing from the topmost.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "chance.hpp"
#include "money.hpp"
#include "row.hpp"

namespace granada {

/// One of the three scorings; A and B are cards in the deck.
enum class Round : std::uint8_t { A, B, C };
inline constexpr int ROUNDS = 3;
inline constexpr Each<std::string_view, ROUNDS> ROUND_NAMES{{"A", "B", "C"}};

/// The deck is split into five piles of roughly equal size.
inline constexpr int PILES = 5;
/// A deck has a pool of money, and one of bureaus.
inline constexpr int MOST_POOLS = 2;

/// A scoring card and the pile that it is mixed into, counted from 1.
struct Mixed {
  Round round = Round::A;
  int pile = 1;
};
using MixedCards = Row<Mixed, 4>;

/// What is drawn from a deck: a scoring card, or else a card of a kind.
struct Drawn {
  std::optional<Round> scoring;
  int kind = 0;
};

/// A pile of the deck: how many cards of each pool it holds, and the scoring cards mixed in.
struct Layer {
  Each<int, MOST_POOLS> slots{};
  Row<Round, 4> cards;

  int size() const { return slots[0] + slots[1] + size_of(cards); }
};

using Pools = Row<Purse, MOST_POOLS>;
using Layers = Row<Layer, 16>;

/// What can still come, and in which pile: pools of cards, piles with the topmost last, scoring cards for
/// later. No pile is empty, and each pool has a card for every place that the piles have for it.
class Deck {
 public:
  Deck() = default;
  /// Piles and pools that do not go together are refused.
  Deck(const Pools& pools, const Layers& layers, const MixedCards& later);

  const Pools& pools() const { return pools_; }
  const Layers& layers() const { return layers_; }
  const MixedCards& later() const { return later_; }
  /// How many cards of a pool the piles hold.
  int places(std::size_t pool) const;
  /// Put other cards into a pool, as many as the piles hold; where there is no such pool nothing happens.
  void fill(std::size_t pool, const Purse& cards);
  /// Whether no pile is left.
  bool empty() const { return layers_.empty(); }

  /// Cut the deck into five piles, with the scoring cards mixed in and perhaps the bureaus.
  void cut(const MixedCards& mixed, const MixedCards& later, bool with_bureaus);
  /// Make a new deck of the discards: one pile, or five when scoring cards have waited for this.
  void reshuffle(const Purse& discard);
  /// Draw a card: a slot of the top pile, if they are of several kinds, and then a card of its pool.
  Drawn draw(Generator& generator);

 private:
  void stack(const Purse& money, const MixedCards& mixed, bool with_bureaus);
  Drawn pick(Generator& generator) const;
  void remove(const Drawn& drawn);

  Pools pools_;
  Layers layers_;
  MixedCards later_;
};

}  // namespace granada
