// The encoding: what a seat sees and may do, in numbers of eight bits.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "position.hpp"

namespace granada {

/// The fields of an observation; a table has those of its modules.
enum class Field : std::uint8_t {
  version,
  seat,
  mover,
  marker,
  agenda,
  hand,
  display,
  discard,
  unseen,
  hands,
  pools,
  piles,
  later,
  yard,
  pending,
  tiles,
  bags,
  points,
  hand_sizes,
  founding,
  dirk,
  viziers,
  hut_tops,
  hut_piles,
  bonus_left,
  bonus_sizes,
  bonus_hand,
  bonus_shown,
};
inline constexpr int FIELDS = 28;
inline constexpr Each<std::string_view, FIELDS> FIELD_NAMES{
    {"version", "seat",     "mover",     "marker",     "agenda",      "hand",       "display",
     "discard", "unseen",   "hands",     "pools",      "piles",       "later",      "yard",
     "pending", "tiles",    "bags",      "points",     "hand_sizes",  "founding",   "dirk",
     "viziers", "hut_tops", "hut_piles", "bonus_left", "bonus_sizes", "bonus_hand", "bonus_shown"}};

/// What a row of an action has before its cards.
enum class Column : std::uint8_t {
  verb,
  slot,
  building,
  price,
  edges,
  east,
  north,
  cards,
  total,
  over,
  sites,
  open,
  barred
};
inline constexpr int COLUMNS = 13;
inline constexpr Each<std::string_view, COLUMNS> COLUMN_NAMES{{"verb", "slot", "building", "price", "edges",
                                                               "east", "north", "cards", "total", "over",
                                                               "sites", "open", "barred"}};

/// The version of the encoding.
inline constexpr int ENCODING_VERSION = 1;

/// A name, where it begins, and how many numbers it has.
using FieldPlace = std::tuple<std::string, int, int>;

/// Writes observations and actions of a table in numbers; positions of it are only looked at.
class Encoding {
 public:
  /// The fields of the table, and the column in which each tile, hut and bonus card is counted, by its
  /// number; fields that do not belong to the table, or have another size than they need, are refused.
  Encoding(std::shared_ptr<const Table> table, bool recall, const std::vector<FieldPlace>& places,
           std::vector<std::int16_t> tiles, std::vector<std::int16_t> huts, std::vector<std::int16_t> bonus);

  const Table& table() const { return *table_; }
  /// Whether a position is one of this table.
  bool is_of(const Position& position) const { return position.state().table == table_; }
  int size() const { return size_; }
  /// How many numbers the row of an action has.
  int width() const { return COLUMNS + kinds_; }

  /// Write what a seat, or a spectator, sees; what has no room is refused by the name of its field.
  void observe(const State& state, int seat, std::int8_t* row) const;
  /// Write a row for each of some actions of the seat that must decide.
  void describe(const State& state, std::span<const Action> actions, std::int8_t* rows) const;

 private:
  int needed(Field field) const;
  bool has(Field field) const { return starts_[field] != NONE; }
  void write_agenda(const State& state, int seat, std::int8_t* out) const;
  void write_money(const State& state, int seat, std::int8_t* row) const;
  void write_deck(const Deck& deck, std::int8_t* row) const;
  void write_tiles(const State& state, int first, std::int8_t* row) const;
  void write_seats(const State& state, int first, std::int8_t* row) const;
  void write_modules(const State& state, int seat, std::int8_t* row) const;
  void write_purse(const Purse& purse, std::int8_t* out) const;

  std::shared_ptr<const Table> table_;
  bool recall_;
  int kinds_;
  int most_tiles_ = 0, bag_tiles_ = 0, kinds_of_huts_ = 0, bonus_cards_ = 0;
  Each<int, FIELDS> starts_ = Each<int, FIELDS>::all(NONE);
  int size_ = 0;
  std::vector<std::int16_t> tile_columns_, hut_columns_, bonus_columns_;
};

}  // namespace granada
