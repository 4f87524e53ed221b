// The games of the family as values, the readings of a table, and what a table agreed on.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "agenda.hpp"
#include "deck.hpp"
#include "tiles.hpp"

namespace granada {

/// Two to six players take part.
inline constexpr int FEWEST_PLAYERS = 2;
inline constexpr int MOST_PLAYERS = 6;
/// The yard has four spaces, and in the combined game each of them two slots.
inline constexpr int SPACES = 4;
inline constexpr int MOST_LANES = 2;
inline constexpr int MOST_SLOTS = SPACES * MOST_LANES;

/// The readings that a table can choose where the rulebooks differ; the defaults are ours.
struct Rulings {
  /// What several money cards taken together may be worth.
  int several_cards_limit = 5;
  /// Whether a flip needs a single card worth 3 or more.
  bool flip_by_one_card = false;
  /// Whether a scoring card is scored before the tiles are refilled instead of after.
  bool score_before_tiles = false;
  /// The last place of the simplified scorings B and C.
  int simplified_second = 3;
  /// Whether a purchase with an exchange bureau must be paid exactly.
  bool bureau_exact = true;
  /// How many neighbours of a builders' hut count at the most.
  int hut_cap = 3;
  /// Whether the combined game ends when one half of a space stays empty.
  bool half_empty_ends = false;
  /// Whether the combined game ends when both supplies are exhausted and one half of a space stays empty.
  bool exhausted_ends = false;
  /// Whether a player may pass although something could be done.
  bool may_pass = false;
  /// Whether it is enough for a further action that the price could have been paid exactly.
  bool exact_by_ability = false;
  /// Whether too much may be paid only by those who cannot pay exactly.
  bool overpay_by_need = false;
  /// Whether the game ends as soon as no tile is left to be laid.
  bool empty_bag_ends = false;
  /// Whether Dirk's third of the bag is rounded to the nearest number.
  bool dirk_third_nearest = false;
  /// Whether a gift to Dirk lies as the marker shows.
  bool gifts_follow_marker = false;
  /// Whether a gift to Dirk may be turned over for exactly 3 only.
  bool gift_flip_exact = false;
  /// Whether the vizier may be used by the others only, not by the player who has just moved.
  bool vizier_for_others = false;
};

/// A row of a scoring: the longest moat or wall of a family, who has built most of a building, or the border.
struct RowPlan {
  enum class Kind : std::uint8_t { longest, majority, border };
  Kind kind;
  Family family{};
  Building building{};
  /// The points of the first places in each round.
  std::array<std::array<std::uint8_t, 3>, 3> places{};
  /// Whether they are multiplied by the number of such buildings in all cities.
  bool by_value = false;
  /// Whether the dearest building breaks a tie; otherwise the tied share the places they hold.
  bool ties_by_price = false;
};

/// A game of the family, as data.
struct Game {
  std::string_view name;
  /// The family of the start tile.
  Family start;
  /// The families whose tiles lie in each space of the yard.
  Row<Family, MOST_LANES> lanes;
  /// The family whose tiles have two faces, which the marker chooses between.
  std::optional<Family> two_faced;
  /// The family whose first tiles in the yard must carry a moat.
  std::optional<Family> first_with_edges;
  /// The scoring cards in the first deck, with the pile they are mixed into.
  MixedCards piles;
  /// The scoring cards that wait for the first reshuffle, with their pile.
  MixedCards later;

  /// The game with a name.
  static Game named(std::string_view name);
  /// What is scored, in order, with normal or simplified scoring.
  std::vector<RowPlan> rows(bool simplified, const Rulings& rulings) const;
};

/// The modules that take part.
struct Modules {
  bool vizier = false, exchange = false, huts = false, bonus = false;
};

/// What a table agreed on before the game, and the box it plays with; positions share it and never change it.
struct Table {
  Game game;
  int players;
  Modules modules;
  Rulings rulings;
  /// The age of each player, lower is younger, which breaks the tie for the start player.
  std::vector<std::int64_t> ages;
  std::shared_ptr<const Box> box;
  std::vector<RowPlan> rows;
  /// A turn: a seat acts; what is missing is refilled; what is due is scored; the end is tested.
  Agenda turn;

  Table(std::string_view game, int players, const Modules& modules, bool simplified, const Rulings& rulings,
        std::vector<std::int64_t> ages, std::shared_ptr<const Box> box);

  int lanes() const { return static_cast<int>(game.lanes.size()); }
  int slots() const { return SPACES * lanes(); }
  /// The currency of a slot of the yard.
  int currency_of(int slot) const { return slot / lanes(); }
};

}  // namespace granada
