// Bonus cards: hidden cards of the wall-less tiles, which count one more when their tile is built.
#include <algorithm>

#include "../position.hpp"

namespace granada {

/// Each seat is dealt its bonus cards, one after the other.
void Position::deal_bonus() {
  Step& step = top();
  for (std::size_t seat = 0; seat < step.numbers.size(); ++seat) {
    if (!step.numbers[seat]) continue;
    const auto number = static_cast<std::size_t>(generator.below(static_cast<int>(bonus.left.size())));
    const FaceNumber card = bonus.left[number];
    drop(bonus.left, card);
    bonus.hidden[seat].push_back(card);
    std::sort(bonus.hidden[seat].begin(), bonus.hidden[seat].end());
    --step.numbers[seat];
    return;
  }
  todo.pop_back();
}

/// How often a tile stands in the city of a seat.
int Position::built(int seat, FaceNumber tile) const {
  const City& city = player(seat).city;
  return static_cast<int>(std::count_if(city.tiles().begin(), city.tiles().end(),
                                        [&](Cell cell) { return city.lot(cell).face == tile; }));
}

/// Whether more of a tile are built than its shown cards account for; there is one of each in the box.
bool Position::stands_unshown(int seat, FaceNumber tile) const {
  const std::vector<FaceNumber>& shown_cards = bonus.shown[static_cast<std::size_t>(seat)];
  return built(seat, tile) > std::count(shown_cards.begin(), shown_cards.end(), tile);
}

/// Whether a seat holds hidden cards and has built a wall-less tile of a building that it has not shown.
bool Position::has_unshown(int seat, Building building) const {
  if (bonus.hidden[static_cast<std::size_t>(seat)].empty()) return false;
  const City& city = player(seat).city;
  return std::any_of(city.tiles().begin(), city.tiles().end(), [&](Cell cell) {
    const Face& tile = face(city.lot(cell).face);
    return tile.building == building && !tile.is_hut() && !tile.edges && stands_unshown(seat, tile.number);
  });
}

/// The cards that a seat may show, by notation.
Faces Position::revealable(int seat) const {
  Faces found;
  for (FaceNumber card : bonus.hidden[static_cast<std::size_t>(seat)])
    if ((found.empty() || found.back() != card) && stands_unshown(seat, card)) found.push_back(card);
  return found;
}

/// Before a building of the Alhambra is scored, each seat that might show a card of it is asked, from the
/// mover on.
bool Position::open_windows(const RowPlan& plan) {
  if (plan.kind != RowPlan::Kind::majority || plan.family != Family::alhambra) return false;
  bool opened = false;
  for (int turn = table->players - 1; turn >= 0; --turn) {
    const int seat = (std::max(mover, 0) + turn) % table->players;
    if (!has_unshown(seat, plan.building)) continue;
    todo.push_back(
        {StepKind::show, static_cast<std::uint8_t>(seat), static_cast<std::uint8_t>(plan.building)});
    opened = true;
  }
  return opened;
}

/// A shown card lies open; a window closes when its seat has nothing more to show.
void Position::reveal(FaceNumber card) {
  const auto seat = static_cast<std::size_t>(top().seat);
  drop(bonus.hidden[seat], card);
  bonus.shown[seat].push_back(card);
  std::sort(bonus.shown[seat].begin(), bonus.shown[seat].end());
  if (top().kind == StepKind::show && !has_unshown(top().seat, static_cast<Building>(top().row)))
    todo.pop_back();
}

/// When the tile of a shown card leaves the city, the card is hidden again.
void Position::hide_again(int seat, FaceNumber tile) {
  std::vector<FaceNumber>& cards = bonus.shown[static_cast<std::size_t>(seat)];
  if (built(seat, tile) >= std::count(cards.begin(), cards.end(), tile)) return;
  drop(cards, tile);
  std::vector<FaceNumber>& hidden = bonus.hidden[static_cast<std::size_t>(seat)];
  hidden.push_back(tile);
  std::sort(hidden.begin(), hidden.end());
}

}  // namespace granada
