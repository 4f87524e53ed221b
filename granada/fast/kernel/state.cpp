#include "state.hpp"

#include <algorithm>

#include "demand.hpp"

namespace granada {

namespace {

bool lie_by_notation(const std::vector<FaceNumber>& faces) {
  return std::is_sorted(faces.begin(), faces.end());
}

}  // namespace

void State::check() const {
  demand(size_of(players) == table->players(), "seats: one for each player");
  demand(mover < table->players(), "mover: there is no such seat");
  std::vector<Purse> purses{display, discard};
  for (const Purse& pool : deck.pools()) purses.push_back(pool);
  for (const Player& each : players) {
    purses.push_back(each.hand);
    demand(lie_by_notation(each.reserve), "seats: a reserve lies by notation");
  }
  for (int kind = 0; kind < KINDS; ++kind) {
    int together = 0;
    for (const Purse& purse : purses) together += purse.count(kind);
    demand(together <= (kind < MONEY_KINDS ? COPIES : 1),
           "there are at most three of each money card and one of each bureau");
  }
  for (const auto& cards : bonus.hidden) demand(lie_by_notation(cards), "bonus: cards lie by notation");
  for (const Step& step : todo)
    demand(!std::holds_alternative<PlaceTiles>(step) || !lying.empty(), "todo: there is no tile to place");
}

}  // namespace granada
