// The vizier's favour: between two turns, a player may buy one tile exactly and place it.
#include <algorithm>

#include "../position.hpp"

namespace granada {

/// All seats with an active vizier are asked, from the next player on.
void Position::open_favour() {
  Row<std::uint8_t, MOST_PLAYERS> asked;
  const int last = table->players - table->rulings.vizier_for_others;
  for (int turn = 1; turn <= last; ++turn) {
    const int seat = (std::max(mover, 0) + turn) % table->players;
    if (has_vizier(seat)) asked.push_back(static_cast<std::uint8_t>(seat));
  }
  if (asked.empty()) return todo.pop_back();
  Step step{StepKind::favour, asked[0]};
  for (std::size_t later = 1; later < asked.size(); ++later) step.numbers.push_back(asked[later]);
  top() = step;
}

/// A tile bought with the vizier's favour is placed at once; then the yard is refilled, and all are asked
/// again.
void Position::favour(const Action& action) {
  const std::uint8_t seat = top().seat;
  TileNumber& tile = yard[static_cast<std::size_t>(action.slot)];
  player(seat).hand -= action.cards;
  discard += action.cards;
  viziers &= static_cast<std::uint8_t>(~(1u << seat));
  lying.clear();
  lying.push_back({tile, true, false});
  tile = NONE;
  top() = {StepKind::open_favour};
  todo.push_back({StepKind::end_test});
  todo.push_back({StepKind::refill_tiles});
  todo.push_back({StepKind::place_tiles, seat});
}

/// Who declines lets the next one be asked.
void Position::decline_favour() {
  Step& step = top();
  if (step.numbers.empty()) return todo.pop_back();
  step.seat = step.numbers[0];
  step.numbers.erase(0);
}

}  // namespace granada
