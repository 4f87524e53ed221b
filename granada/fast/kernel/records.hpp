// Records: states and actions in plain numbers and lists, as they come from outside and go there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "actions.hpp"
#include "state.hpp"

namespace granada {

/// A purse in bytes.
struct PurseRecord {
  std::vector<std::uint8_t> bytes;
};
/// Whatever list of numbers.
using Numbers = std::vector<std::int64_t>;
/// The tiles of a city: east, north, and the number of the face; and where the founding tile lies.
using TileRecords = std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t>>;
using CellRecord = std::optional<std::pair<std::int64_t, std::int64_t>>;

struct PlayerRecord {
  PurseRecord hand;
  TileRecords tiles;
  CellRecord founding;
  Numbers reserve;
  std::int64_t points = 0;

  static auto fields(auto& self) {
    return std::tie(self.hand, self.tiles, self.founding, self.reserve, self.points);
  }
};

/// A step: the number of its kind, and the values of its fields.
using StepRecord = std::pair<std::int64_t, Numbers>;

/// A state. Layers are given from the top, the agenda from its next step.
struct StateRecord {
  std::vector<PlayerRecord> players;
  Numbers yard;
  std::vector<Numbers> bags;
  PurseRecord display, discard;
  std::vector<PurseRecord> pools;
  std::vector<std::pair<Numbers, Numbers>> layers;
  std::vector<std::pair<std::int64_t, std::int64_t>> later;
  std::optional<std::pair<Numbers, std::int64_t>> dirk;
  std::int64_t marker = 0, mover = NONE;
  std::vector<StepRecord> todo;
  std::vector<std::tuple<std::int64_t, bool, bool, bool>> lying;
  Numbers viziers;
  std::pair<Numbers, std::vector<Numbers>> huts;
  std::tuple<Numbers, std::vector<Numbers>, std::vector<Numbers>> bonus;

  static auto fields(auto& self) {
    return std::tie(self.players, self.yard, self.bags, self.display, self.discard, self.pools, self.layers,
                    self.later, self.dirk, self.marker, self.mover, self.todo, self.lying, self.viziers,
                    self.huts, self.bonus);
  }
};

/// An action: its verb, slot and face by number, its cell, and its cards in bytes.
struct ActionRecord {
  std::int64_t verb = 0, slot = NONE, face = NONE, x = 0, y = 0;
  PurseRecord cards;

  static auto fields(auto& self) {
    return std::tie(self.verb, self.slot, self.face, self.x, self.y, self.cards);
  }
};

/// The state of a record; numbers that mean nothing at this table are refused.
State read_state(std::shared_ptr<const Table> table, const StateRecord& record);
StateRecord written(const State& state);

/// The action of a record; none if there can be no such action at this table.
std::optional<Action> read_action(const Table& table, const ActionRecord& record);
ActionRecord written(const Action& action);

/// The city of a record.
City read_city(const Box& box, Family start, bool of_both_families, const TileRecords& tiles,
               const CellRecord& founding);

}  // namespace granada
