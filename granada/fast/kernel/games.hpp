// The games of the family as values, the readings of a table, and what a table agreed on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "deck.hpp"
#include "steps.hpp"
#include "tiles.hpp"

namespace granada {

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
  /// Whether the discards are shuffled as soon as the deck has run out, not when a card is needed.
  bool reshuffle_at_once = false;
  /// Whether who has paid exactly must act again.
  bool must_act_again = false;
  /// Whether only tiles in cities count for the value of a building, and Dirk's do not.
  bool value_in_cities = false;
  /// Whether the vizier may still be used before left-over tiles are awarded.
  bool vizier_until_awards = false;
  /// Whether bureaus are taken like money, together with other cards too.
  bool bureaus_with_money = false;
  /// Whether a bureau may be played where all is paid in the currency of the space.
  bool bureau_in_any_mix = false;

  /// Give the name of every reading, and the reading itself, to `visit`.
  template <class Visit>
  void each(Visit&& visit) {
    visit("several_cards_limit", several_cards_limit);
    visit("flip_by_one_card", flip_by_one_card);
    visit("score_before_tiles", score_before_tiles);
    visit("simplified_second", simplified_second);
    visit("bureau_exact", bureau_exact);
    visit("hut_cap", hut_cap);
    visit("half_empty_ends", half_empty_ends);
    visit("exhausted_ends", exhausted_ends);
    visit("may_pass", may_pass);
    visit("exact_by_ability", exact_by_ability);
    visit("overpay_by_need", overpay_by_need);
    visit("empty_bag_ends", empty_bag_ends);
    visit("dirk_third_nearest", dirk_third_nearest);
    visit("gifts_follow_marker", gifts_follow_marker);
    visit("gift_flip_exact", gift_flip_exact);
    visit("vizier_for_others", vizier_for_others);
    visit("reshuffle_at_once", reshuffle_at_once);
    visit("must_act_again", must_act_again);
    visit("value_in_cities", value_in_cities);
    visit("vizier_until_awards", vizier_until_awards);
    visit("bureaus_with_money", bureaus_with_money);
    visit("bureau_in_any_mix", bureau_in_any_mix);
  }
};

/// The modules that take part.
struct Modules {
  bool vizier = false, exchange = false, huts = false, bonus = false;

  /// Give the name of every module, and whether it takes part, to `visit`.
  template <class Visit>
  void each(Visit&& visit) {
    visit("vizier", vizier);
    visit("exchange", exchange);
    visit("huts", huts);
    visit("bonus", bonus);
  }
};

/// The points of the first three places in each round.
using Places = Each<Each<int, 3>, ROUNDS>;

/// A row of a scoring: the longest moat or wall of a family, who has built most of a building, or the border.
struct RowPlan {
  enum class Kind : std::uint8_t { longest, majority, border };
  Kind kind;
  Family family{};
  Building building{};
  Places places{};
  /// Whether they are multiplied by the number of such buildings in all cities.
  bool by_value = false;
  /// Whether the dearest building breaks a tie; otherwise the tied share the places they hold.
  bool ties_by_price = false;
};

/// Rows of a scoring that belong together: the longest moat or wall of a family, all its buildings, or the
/// border.
enum class Scored : std::uint8_t {
  longest_moat,
  longest_wall,
  granada_buildings,
  alhambra_buildings,
  border
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
  /// What is scored, in order.
  Row<Scored, 5> scored;

  /// The game with a name.
  static const Game& named(std::string_view name);
};

/// The games that there are.
inline constexpr Each<Game, 3> GAMES{{
    Game{
        .name = "granada",
        .start = Family::granada,
        .lanes = {Family::granada},
        .two_faced = Family::granada,
        .first_with_edges = std::nullopt,
        .piles = {{Round::A, 2}, {Round::B, 4}},
        .later = {},
        .scored = {Scored::longest_moat, Scored::granada_buildings},
    },
    Game{
        .name = "alhambra",
        .start = Family::alhambra,
        .lanes = {Family::alhambra},
        .two_faced = std::nullopt,
        .first_with_edges = std::nullopt,
        .piles = {{Round::A, 2}, {Round::B, 4}},
        .later = {},
        .scored = {Scored::alhambra_buildings, Scored::longest_wall},
    },
    Game{
        .name = "combined",
        .start = Family::alhambra,
        .lanes = {Family::alhambra, Family::granada},
        .two_faced = Family::granada,
        .first_with_edges = Family::granada,
        .piles = {{Round::A, 3}},
        .later = {{Round::B, 2}},
        .scored = {Scored::alhambra_buildings, Scored::longest_wall, Scored::granada_buildings,
                   Scored::longest_moat, Scored::border},
    },
}};

/// What a table agreed on before the game, and the box it plays with; positions share it and never change it.
class Table {
 public:
  /// Numbers of players and ages that no table has are refused.
  Table(const Game& game, int players, const Modules& modules, bool simplified, const Rulings& rulings,
        std::vector<std::int64_t> ages, std::shared_ptr<const Box> box);

  const Game& game() const { return game_; }
  int players() const { return players_; }
  const Modules& modules() const { return modules_; }
  const Rulings& rulings() const { return rulings_; }
  const Box& box() const { return *box_; }
  /// The age of a player, lower is younger, which breaks the tie for the start player.
  std::int64_t age(int seat) const { return ages_[at(seat)]; }
  /// The rows of a scoring, in order.
  const std::vector<RowPlan>& rows() const { return rows_; }
  /// A turn: a seat, here the first, acts; what is missing is refilled; what is due is scored; the end is
  /// tested.
  const Agenda& turn() const { return turn_; }

  int lanes() const { return lanes_; }
  int slots() const { return SPACES * lanes_; }
  /// The currency of a slot of the yard, and the lane whose tiles lie there.
  int currency_of(int slot) const { return slot / lanes_; }
  int lane_of(int slot) const { return slot % lanes_; }

 private:
  Game game_;
  int players_;
  int lanes_;
  Modules modules_;
  Rulings rulings_;
  std::vector<std::int64_t> ages_;
  std::shared_ptr<const Box> box_;
  std::vector<RowPlan> rows_;
  Agenda turn_;
};

}  // namespace granada
