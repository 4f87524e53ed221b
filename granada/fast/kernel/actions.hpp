// Actions: everything that a player can do.
#pragma once

#include <string_view>

#include "cell.hpp"
#include "money.hpp"
#include "tiles.hpp"

namespace granada {

/// What is done, in canonical order.
enum class Verb : std::uint8_t {
  take,
  buy,
  flip,
  place,
  store,
  give,
  add,
  remove,
  swap,
  hut,
  reveal,
  reactivate,
  decline,
  stop,
  pass,
};
inline constexpr Each<std::string_view, 15> VERB_NAMES{{"take", "buy", "flip", "place", "store", "give",
                                                        "add", "remove", "swap", "hut", "reveal",
                                                        "reactivate", "decline", "stop", "pass"}};

/// What a player does, with as much of the rest as the verb needs.
struct Action {
  Verb verb;
  /// The slot of the yard from which a tile is bought.
  int slot = NONE;
  /// The tile that is placed, stored, given, added, swapped in, flipped or taken as a hut, or the bonus card
  /// that is shown.
  FaceNumber face = NONE;
  Cell cell{};
  Purse cards{};
};

}  // namespace granada
