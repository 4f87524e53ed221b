#include "position.hpp"

#include <algorithm>
#include <stdexcept>

namespace granada {

namespace {

void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

/// What a step needs of the table.
void check_step(const Position& position, const Step& step) {
  const Table& table = *position.table;
  demand(step.seat < table.players, "todo: there is no such seat");
  for (std::uint8_t number : step.numbers) {
    if (step.kind == StepKind::favour) demand(number < table.players, "todo: there is no such seat");
    if (step.kind == StepKind::score_due) demand(number <= 2, "todo: there is no such scoring");
  }
  switch (step.kind) {
    case StepKind::award:
      return demand(step.row < table.slots(), "todo: there is no such slot");
    case StepKind::show:
      demand(step.row < BUILDINGS, "todo: there is no such building");
      [[fallthrough]];
    case StepKind::deal_bonus:
      demand(table.modules.bonus, "todo: there are no bonus cards");
      return demand(step.numbers.size() <= static_cast<std::size_t>(table.players),
                    "todo: there is no such seat");
    case StepKind::favour:
    case StepKind::open_favour:
      return demand(table.modules.vizier, "todo: there is no vizier");
    case StepKind::turn_up_huts:
      return demand(table.modules.huts, "todo: there are no huts");
    case StepKind::dirk_draws:
      return demand(step.numbers.size() <= static_cast<std::size_t>(table.lanes()),
                    "todo: there is no such supply");
    case StepKind::place_tiles:
      return demand(!position.lying.empty(), "todo: there is no tile to place");
    default:
      return;
  }
}

}  // namespace

void Position::check() const {
  demand(players.size() == static_cast<std::size_t>(table->players), "seats: one for each player");
  demand(mover < table->players, "mover: there is no such seat");
  deck.check();
  std::vector<Purse> purses{display, discard};
  for (const Purse& pool : deck.pools) purses.push_back(pool);
  for (const Player& each : players) {
    purses.push_back(each.hand);
    demand(std::is_sorted(each.reserve.begin(), each.reserve.end()), "seats: a reserve lies by notation");
  }
  for (int kind = 0; kind < KINDS; ++kind) {
    int together = 0;
    for (const Purse& purse : purses) together += purse.count(kind);
    demand(together <= (kind < MONEY_KINDS ? COPIES : 1),
           "there are at most three of each money card and one of each bureau");
  }
  for (const Step& step : todo) check_step(*this, step);
}

}  // namespace granada
