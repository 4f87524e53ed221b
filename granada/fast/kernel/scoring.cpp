// Scoring: the rows of a round, and who gets how many points for them.
#include <algorithm>

#include "outline.hpp"
#include "position.hpp"

namespace granada {

namespace {

/// Each edge where a wall meets a moat scores two points.
constexpr int BORDER_POINTS = 2;
/// Six players, or two and Dirk.
constexpr int DIRKS_SEAT = MOST_PLAYERS;

/// How many of each building a city has, huts left out, and the price of the dearest.
struct Tally {
  Each<int, BUILDINGS> number{}, dearest{};

  void count(const Face& face) {
    if (face.is_hut()) return;
    ++number[face.building];
    dearest[face.building] = std::max<int>(dearest[face.building], face.price);
  }
};

/// How a participant stands in a majority.
struct Standing {
  int seat;
  int count;
  int price;
};

/// Rank all who have built a building, and share out the points of the places.
///
/// Where only tiles in cities count for the value of a building, Dirk's do not.
/// Where prices break ties, no two ever tie for good: each price exists once.
/// Otherwise those who tie share, rounded down, the points of the places that they hold together.
template <class Earn>
void share_out(Row<Standing, MOST_PLAYERS + 1>& standings, const RowPlan& plan, Round round, bool in_cities,
               Earn&& earn) {
  const auto ahead = [&](const Standing& one, const Standing& other) {
    if (one.count != other.count) return one.count > other.count;
    return plan.ties_by_price && one.price > other.price;
  };
  int worth_of_each = plan.by_value ? 0 : 1;
  if (plan.by_value)
    for (const Standing& standing : standings)
      if (standing.seat != DIRKS_SEAT || !in_cities) worth_of_each += standing.count;
  std::stable_sort(standings.begin(), standings.end(), ahead);
  const auto& places = plan.places[round];
  for (std::size_t first = 0; first < standings.size() && first < places.size();) {
    std::size_t behind = first;
    int together = 0;
    for (; behind < standings.size() && !ahead(standings[first], standings[behind]); ++behind)
      if (behind < places.size()) together += places[behind];
    const int each = together * worth_of_each / narrow<int>(behind - first);
    for (; first < behind; ++first) earn(standings[first].seat, each);
  }
}

}  // namespace

/// Score the rows from one on, up to one before which a seat may show bonus cards.
void Position::settle(ScoreRow step) {
  todo.pop_back();
  const int rows = size_of(table->rows());
  if (step.row >= rows) return;
  Each<Tally, MOST_PLAYERS + 1> tallies{};
  for (int seat = 0; seat < table->players(); ++seat)
    for (Cell cell : player(seat).city.tiles()) tallies[seat].count(face(player(seat).city.lot(cell).face));
  if (dirk)
    for (FaceNumber each : dirk->faces) tallies[DIRKS_SEAT].count(face(each));
  const auto earn = [&](int seat, int points) {
    (seat == DIRKS_SEAT ? dirk->points : player(seat).points) += points;
  };

  for (int number = step.row; number < rows; ++number) {
    const RowPlan& plan = table->rows()[at(number)];
    if (modules().bonus && !(step.opened && number == step.row)) {
      todo.push_back(ScoreRow{step.round, number, true});
      if (open_windows(plan)) return;
      todo.pop_back();
    }
    if (plan.kind != RowPlan::Kind::majority) {
      for (int seat = 0; seat < table->players(); ++seat) {
        const City& city = player(seat).city;
        earn(seat, plan.kind == RowPlan::Kind::longest ? longest(city, plan.family)
                                                       : city.border() * BORDER_POINTS);
      }
      continue;
    }
    Row<Standing, MOST_PLAYERS + 1> standings;
    for (int seat = 0; seat < table->players(); ++seat) {
      int count = tallies[seat].number[plan.building];
      if (modules().huts) count += hut_neighbours(player(seat).city, box(), plan.building, rulings().hut_cap);
      if (modules().bonus)
        for (FaceNumber card : bonus.open[seat]) count += face(card).building == plan.building;
      if (count) standings.push_back({seat, count, tallies[seat].dearest[plan.building]});
    }
    const Tally& dirks = tallies[DIRKS_SEAT];
    if (dirks.number[plan.building])
      standings.push_back({DIRKS_SEAT, dirks.number[plan.building], dirks.dearest[plan.building]});
    share_out(standings, plan, step.round, rulings().value_in_cities, earn);
  }
}

}  // namespace granada
