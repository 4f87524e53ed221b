// Batches: many games that are stepped together, and told in numbers.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "crew.hpp"
#include "encoding.hpp"

namespace granada {

/// Why a game has ended.
enum class End : std::uint8_t { goes_on, over, cut_off };

/// So many actions can have a row; no seat has ever so many.
inline constexpr int MOST_WIDTH = 1'000'000;

/// Where the numbers of a batch are written, game by game; whoever makes a batch keeps them as long as it.
struct Arrays {
  std::int8_t* observation = nullptr;
  std::uint8_t* mask = nullptr;
  /// None, if they are not wanted.
  std::int8_t* features = nullptr;
  std::int32_t* counts = nullptr;
  std::int8_t* actors = nullptr;
  std::int16_t* gains = nullptr;
  std::uint8_t* ends = nullptr;
  std::int32_t* points = nullptr;
  std::int8_t* standing = nullptr;
};

/// Many games, each with its own generator; one that has ended is followed by a new one.
class Batch {
 public:
  /// One game for each seed; `width` actions of each are told, and after so many decisions it is cut off.
  Batch(const Position& start, std::shared_ptr<const Encoding> encoding, std::span<const std::uint64_t> seeds,
        int threads, int decisions, int width, const Arrays& arrays);

  int number() const { return size_of(games_); }
  /// A copy of a game as it stands between two steps.
  Position game(int number);
  /// In each game do the action with a number, and tell what is seen then; how many lists of actions are
  /// longer than is told. Where a number is wrong, nothing is done; a step that fails halfway is the last.
  int step(std::span<const std::int32_t> places);

 private:
  void check() const;
  void play(int game, int place);
  void tell(int game);

  Position start_;
  std::shared_ptr<const Encoding> encoding_;
  int decisions_, width_, players_;
  Arrays arrays_;
  std::vector<Position> games_;
  /// Of each game, how many decisions were made, how many rows were written last, and how many actions there
  /// are.
  std::vector<int> made_, written_, counts_;
  /// The numbers of this step: what is given may be changed by others while it is played.
  std::vector<std::int32_t> places_;
  bool failed_ = false;
  std::mutex stepping_;
  Crew crew_;
};

}  // namespace granada
