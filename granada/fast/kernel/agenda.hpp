// The agenda: what happens next, one small step after the other.
#pragma once

#include <array>
#include <cstdint>

#include "deck.hpp"
#include "row.hpp"
#include "tiles.hpp"

namespace granada {

/// A kind of step.
enum class StepKind : std::uint8_t {
  act,           // a seat chooses an action
  place_tiles,   // a seat builds, stores or gives away the tiles that it got
  refill_money,  // the display is refilled to four cards
  refill_tiles,  // the yard is refilled
  score_due,     // the scoring cards that were drawn are scored
  score_row,     // one row of a scoring
  dirk_draws,    // Dirk draws so many tiles from each supply
  dirk_share,    // Dirk's tiles after a scoring are counted out
  end_test,      // the game ends when the yard could not be filled
  next_turn,     // the next player's turn begins
  award,         // the left-over tile of a slot of the yard is awarded
  deal_hand,     // a seat is dealt its starting capital
  begin,         // the deck is cut into piles and the start player begins
  open_favour,   // all seats with an active vizier are asked
  favour,        // a seat may use its vizier
  turn_up_huts,  // the next hut of each pile without an open one is turned up
  deal_bonus,    // each seat is dealt so many bonus cards
  show,          // a seat may show bonus cards before a building is scored
};
inline constexpr int STEP_KINDS = 18;

/// Which face of a tile comes up: the even one, the odd one, or as the marker shows.
enum class Side : std::uint8_t { none, even, odd };

/// A step of the agenda, with as much of the rest as its kind needs.
struct Step {
  StepKind kind;
  /// Who acts, places, is asked or is dealt a hand.
  std::uint8_t seat = 0;
  /// The row of a scoring, the slot of an award, or the building before which a seat may show cards.
  std::uint8_t row = 0;
  /// Whether a tile with two faces came; whether the windows before a row have been opened.
  bool done = false;
  /// Whether this is the first fill of the yard.
  bool first = false;
  Round round = Round::A;
  Side face = Side::none;
  /// The rounds that are due, the seats that are asked later, or what is left for each supply or seat.
  Row<std::uint8_t, 7> numbers{};

  /// Whether the seat of the step must choose an action.
  bool decides() const {
    return kind == StepKind::act || kind == StepKind::place_tiles || kind == StepKind::favour ||
           kind == StepKind::show;
  }
};

/// The steps that are to be done; the next one is the last.
using Agenda = Row<Step, 48>;

/// A tile waiting to be placed: bought (then it may be flipped once, or given) or awarded.
struct Pending {
  TileNumber tile;
  bool bought = true;
  bool flipped = false;
  /// Whether more than 3 was paid for the flip, at a table where such a tile is no gift.
  bool overpaid = false;
};

}  // namespace granada
