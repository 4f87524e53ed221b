// The vizier's favour: between two turns, a player may buy one tile exactly and place it.
#include "../position.hpp"

namespace granada {

/// All seats with an active vizier may use it, from the next player on.
void Position::settle(OpenFavour) {
  Row<int, MOST_PLAYERS> able;
  const int last = table->players() - rulings().vizier_for_others;
  for (int turn = 1; turn <= last; ++turn)
    if (viziers[next_seat(turn)]) able.push_back(next_seat(turn));
  if (able.empty()) return todo.pop_back();
  Favour favour{able[0], {}};
  for (std::size_t later = 1; later < able.size(); ++later)
    favour.later.push_back(narrow<std::uint8_t>(able[later]));
  top() = favour;
}

/// A tile bought with the vizier's favour is placed at once; then the yard is refilled, and all may buy
/// again.
void Position::use_favour(const Action& action, int seat) {
  viziers[seat] = false;
  lying.clear();
  lying.push_back({.tile = pay(action, seat)});
  top() = OpenFavour{};
  if (!rulings().vizier_until_awards) todo.push_back(EndTest{});
  todo.push_back(RefillTiles{});
  todo.push_back(PlaceTiles{seat});
}

/// Who declines leaves it to the next one.
void Position::decline_favour(Favour& favour) {
  if (favour.later.empty()) return todo.pop_back();
  favour.seat = favour.later[0];
  favour.later.erase(0);
}

}  // namespace granada
