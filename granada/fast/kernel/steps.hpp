// The steps of the agenda: what happens next, as small values.
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>
#include <variant>

#include "deck.hpp"
#include "row.hpp"
#include "tiles.hpp"

namespace granada {

/// Two to six players take part.
inline constexpr int FEWEST_PLAYERS = 2;
inline constexpr int MOST_PLAYERS = 6;
/// The yard has four spaces, and in the combined game each of them two slots.
inline constexpr int SPACES = 4;
inline constexpr int MOST_LANES = 2;
inline constexpr int MOST_SLOTS = SPACES * MOST_LANES;

/// Which face of a tile comes up: the even one, the odd one, or as the marker shows.
enum class Side : std::uint8_t { none, even, odd };
inline constexpr Each<std::string_view, 3> SIDE_NAMES{{"none", "even", "odd"}};

/// A seat chooses an action.
struct Act {
  static constexpr std::string_view NAME = "act";
  int seat = 0;
};

/// A seat builds, stores or gives away the tiles that it got.
struct PlaceTiles {
  static constexpr std::string_view NAME = "place-tiles";
  int seat = 0;
};

/// The display is refilled to four cards.
struct RefillMoney {
  static constexpr std::string_view NAME = "refill-money";
};

/// The yard is refilled.
struct RefillTiles {
  static constexpr std::string_view NAME = "refill-tiles";
  /// Whether a tile with two faces came.
  bool moves_marker = false;
  /// Whether this is the first fill.
  bool first = false;
};

/// The scoring cards that were drawn are scored.
struct ScoreDue {
  static constexpr std::string_view NAME = "score-due";
  Row<Round, 7> rounds;
};

/// One row of a scoring.
struct ScoreRow {
  static constexpr std::string_view NAME = "score-row";
  Round round = Round::A;
  int row = 0;
  /// Whether the windows before the row have been opened.
  bool opened = false;
};

/// Dirk draws so many tiles from each supply, with one face up or as the marker shows.
struct DirkDraws {
  static constexpr std::string_view NAME = "dirk-draws";
  Side face = Side::none;
  Row<std::uint8_t, MOST_LANES> left;
};

/// Dirk's tiles after a scoring are counted out.
struct DirkShare {
  static constexpr std::string_view NAME = "dirk-share";
  Round round = Round::A;
};

/// The game ends when the yard could not be filled.
struct EndTest {
  static constexpr std::string_view NAME = "end-test";
};

/// The next player's turn begins.
struct NextTurn {
  static constexpr std::string_view NAME = "next-turn";
};

/// The left-over tile of a slot of the yard is awarded.
struct Award {
  static constexpr std::string_view NAME = "award";
  int slot = 0;
};

/// A seat is dealt its starting capital.
struct DealHand {
  static constexpr std::string_view NAME = "deal-hand";
  int seat = 0;
};

/// The deck is cut into piles and the start player begins.
struct Begin {
  static constexpr std::string_view NAME = "begin";
};

/// All seats with an active vizier may use it, one after the other.
struct OpenFavour {
  static constexpr std::string_view NAME = "open-favour";
};

/// A seat may use its vizier, and then the others in their order.
struct Favour {
  static constexpr std::string_view NAME = "favour";
  int seat = 0;
  Row<std::uint8_t, MOST_PLAYERS - 1> later;
};

/// The next hut of each pile without an open one is turned up.
struct TurnUpHuts {
  static constexpr std::string_view NAME = "turn-up-huts";
};

/// Each seat is dealt so many bonus cards.
struct DealBonus {
  static constexpr std::string_view NAME = "deal-bonus";
  Row<std::uint8_t, MOST_PLAYERS> left;
};

/// A seat may show bonus cards before a building is scored.
struct Show {
  static constexpr std::string_view NAME = "show";
  int seat = 0;
  Building building = Building::arena;
};

/// A step of the agenda; at those that come first a seat must choose an action.
using Step =
    std::variant<Act, PlaceTiles, Favour, Show, RefillMoney, RefillTiles, ScoreDue, ScoreRow, DirkDraws,
                 DirkShare, EndTest, NextTurn, Award, DealHand, Begin, OpenFavour, TurnUpHuts, DealBonus>;
static_assert(std::is_trivially_copyable_v<Step>);

inline constexpr std::size_t STEP_KINDS = std::variant_size_v<Step>;
/// So many kinds of steps ask a seat for an action.
inline constexpr std::size_t DECISIONS = 4;

/// One step of each kind, and its name.
template <class... Kinds>
constexpr Each<Step, STEP_KINDS> one_of_each(const std::variant<Kinds...>&) {
  return {{Step(Kinds{})...}};
}
inline constexpr auto STEPS = one_of_each(Step());
inline constexpr auto STEP_NAMES = [] {
  Each<std::string_view, STEP_KINDS> names;
  for (std::size_t kind = 0; kind < STEP_KINDS; ++kind)
    names[kind] = std::visit([](const auto& step) { return step.NAME; }, STEPS[kind]);
  return names;
}();

/// Whether a seat must choose an action at a step.
inline bool decides(const Step& step) { return step.index() < DECISIONS; }

/// The seat that must choose an action at a step; none where nobody must.
inline int decider(const Step& step) {
  if (const auto* act = std::get_if<Act>(&step)) return act->seat;
  if (const auto* placing = std::get_if<PlaceTiles>(&step)) return placing->seat;
  if (const auto* favour = std::get_if<Favour>(&step)) return favour->seat;
  if (const auto* show = std::get_if<Show>(&step)) return show->seat;
  return NONE;
}

/// The steps that are to be done; the next one is the last.
using Agenda = Row<Step, 48>;

/// A tile waiting to be placed: bought (then it may be flipped once, or given) or awarded.
struct Pending {
  TileNumber tile = NONE;
  bool bought = true;
  bool flipped = false;
  /// Whether more than 3 was paid for the flip, at a table where such a tile is no gift.
  bool overpaid = false;
};

}  // namespace granada
