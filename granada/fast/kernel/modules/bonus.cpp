// Bonus cards: hidden cards of the wall-less tiles, which count one more when their tile is built.
#include <algorithm>

#include "../position.hpp"

namespace granada {

/// Each seat is dealt its bonus cards, one after the other.
void Position::settle(DealBonus& step) {
  for (std::size_t seat = 0; seat < step.left.size(); ++seat) {
    if (!step.left[seat]) continue;
    const FaceNumber card = bonus.left[at(generator_.below(size_of(bonus.left)))];
    drop(bonus.left, card);
    put(bonus.hidden[seat], card);
    --step.left[seat];
    return;
  }
  todo.pop_back();
}

/// How often a tile stands in the city of a seat.
int Position::built(int seat, FaceNumber tile) const {
  const City& city = player(seat).city;
  return narrow<int>(std::count_if(city.tiles().begin(), city.tiles().end(),
                                   [&](Cell cell) { return city.lot(cell).face == tile; }));
}

/// Whether more of a tile are built than its open cards account for; there is one of each in the box.
bool Position::stands_unopened(int seat, FaceNumber tile) const {
  const std::vector<FaceNumber>& open = bonus.open[seat];
  return built(seat, tile) > std::count(open.begin(), open.end(), tile);
}

/// Whether a seat holds hidden cards and has built a wall-less tile of a building whose card does not lie
/// open.
bool Position::has_unopened(int seat, Building building) const {
  if (bonus.hidden[seat].empty()) return false;
  const City& city = player(seat).city;
  return std::any_of(city.tiles().begin(), city.tiles().end(), [&](Cell cell) {
    const Face& tile = face(city.lot(cell).face);
    return tile.building == building && !tile.is_hut() && tile.edges.empty() &&
           stands_unopened(seat, tile.number);
  });
}

/// The cards that a seat may show, by notation.
Faces Position::revealable(int seat) const {
  Faces found;
  for (FaceNumber card : bonus.hidden[seat])
    if ((found.empty() || found.back() != card) && stands_unopened(seat, card)) found.push_back(card);
  return found;
}

/// Before a building of the Alhambra is scored, each seat that might show a card of it may do so, from the
/// mover on.
bool Position::open_windows(const RowPlan& plan) {
  if (plan.kind != RowPlan::Kind::majority || plan.family != Family::alhambra) return false;
  bool opened = false;
  for (int turn = table->players() - 1; turn >= 0; --turn) {
    const int seat = next_seat(turn);
    if (!has_unopened(seat, plan.building)) continue;
    todo.push_back(Show{seat, plan.building});
    opened = true;
  }
  return opened;
}

/// A card that is shown lies open; a window closes when its seat has nothing more to show.
void Position::reveal(FaceNumber card, int seat) {
  drop(bonus.hidden[seat], card);
  put(bonus.open[seat], card);
  const auto* window = std::get_if<Show>(&top());
  if (window && !has_unopened(seat, window->building)) todo.pop_back();
}

/// When the tile of an open card leaves the city, the card is hidden again.
void Position::hide_again(int seat, FaceNumber tile) {
  std::vector<FaceNumber>& open = bonus.open[seat];
  if (built(seat, tile) >= std::count(open.begin(), open.end(), tile)) return;
  drop(open, tile);
  put(bonus.hidden[seat], tile);
}

}  // namespace granada
