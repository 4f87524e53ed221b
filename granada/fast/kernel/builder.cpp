// The builder: buys exactly when it can, builds where the city stays open, saves otherwise.
#include <algorithm>
#include <limits>

#include "demand.hpp"
#include "outline.hpp"
#include "position.hpp"

namespace granada {

/// A game that is not over after so many decisions has no end: money is lacking, and all pass for ever.
constexpr int MOST_DECISIONS = 100'000;

/// How much a builder likes an action, in halves.
int Position::builder_worth(const Action& action, City& sketch) const {
  const Player& actor = player(decider(top()));
  switch (action.verb) {
    case Verb::buy: {
      const Face& tile = box().up(yard[action.slot]);
      const int over = action.cards.total() - tile.price;
      const bool fits = actor.city.count_sites(tile) > 0;
      return 2 * (100 - 12 * over + (fits ? 10 : 0)) + tile.price;
    }
    case Verb::place:
    case Verb::add: {
      const Face& tile = face(action.face);
      int open_sides = 0;
      for (int side = 0; side < SIDES; ++side)
        open_sides += !tile.edges.has(side) && !actor.city.beside(action.cell, side).built();
      sketch = actor.city;
      sketch.add(tile, action.cell);
      return 2 * ((action.verb == Verb::place ? 80 : 60) + open_sides + longest(sketch, tile.family));
    }
    case Verb::take:
      return 2 * (30 + action.cards.total()) + action.cards.size();
    case Verb::reveal:
      return 2 * 500;
    case Verb::hut:
      return 2 * 45;
    case Verb::reactivate:
      return 2 * 25;
    case Verb::store:
      return 2 * 20;
    case Verb::stop:
    case Verb::decline:
      return 2 * 10;
    default:
      return 0;
  }
}

/// The number of the action that it likes best; a tie is broken by chance.
int Position::builder_choice() {
  City sketch(table->game().start, table->lanes() > 1);
  int best = std::numeric_limits<int>::min();
  std::vector<int> liked;
  for (int number = 0; number < count(); ++number) {
    const int worth_of_it = builder_worth(nth(number), sketch);
    if (worth_of_it > best) liked.clear();
    if (worth_of_it >= best) liked.push_back(number);
    best = std::max(best, worth_of_it);
  }
  return liked[at(generator_.below(size_of(liked)))];
}

void Position::finish(Policy policy) {
  for (int decisions = 0; !over(); ++decisions) {
    demand(decisions < MOST_DECISIONS, "the game has no end: money is lacking");
    apply(policy == Policy::builder ? builder_choice() : generator_.below(count()));
  }
}

}  // namespace granada
