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
int Position::builder_worth(const Action& action) const {
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
      return 2 * ((action.verb == Verb::place ? 80 : 60) + open_sides +
                  longest_with(actor.city, tile, action.cell));
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

/// How much a builder can like to build a tile at the most: no moat is longer than all edges with one
/// together.
int Position::builder_limit() const {
  const City& city = player(decider(top())).city;
  int edges = 2 * SIDES;
  for (Cell cell : city.tiles()) edges += city.lot(cell).edges.size();
  return 2 * edges;
}

/// The number of the action that it likes best; a tie is broken by chance.
int Position::builder_choice() {
  int best = std::numeric_limits<int>::min();
  std::vector<int> liked;
  const int limit = builder_limit();
  const std::vector<Action>& all = actions();
  for (int number = 0; number < size_of(all); ++number) {
    const Action& action = all[at(number)];
    if (action.verb == Verb::add && 2 * 60 + limit < best) continue;
    const int worth_of_it = builder_worth(action);
    if (worth_of_it > best) liked.clear();
    if (worth_of_it >= best) liked.push_back(number);
    best = std::max(best, worth_of_it);
  }
  return liked[at(generator_.below(size_of(liked)))];
}

void Position::step(Policy policy) {
  apply(policy == Policy::builder ? builder_choice() : generator_.below(count()));
}

bool Position::finish(Policy policy, int decisions) {
  for (int made = 0; !over() && made < decisions; ++made) step(policy);
  return over();
}

void Position::finish(Policy policy) {
  demand(finish(policy, MOST_DECISIONS), "the game has no end: money is lacking");
}

}  // namespace granada
