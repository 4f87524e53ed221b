// Scoring: the rows of a round, and who gets how many points for them.
#include <algorithm>
#include <array>

#include "outline.hpp"
#include "position.hpp"

namespace granada {

namespace {

/// Each edge where a wall meets a moat scores two points.
constexpr int BORDER_POINTS = 2;
/// Six players, or two and Dirk.
constexpr int DIRKS_SEAT = MOST_PLAYERS;

/// How many of each building a city shows, huts left out, and the price of the dearest.
struct Tally {
  std::array<std::uint8_t, BUILDINGS> number{}, dearest{};

  void count(const Face& face) {
    if (face.is_hut()) return;
    const auto building = static_cast<std::size_t>(face.building);
    ++number[building];
    dearest[building] = std::max(dearest[building], face.price);
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
/// Where prices break ties, no two ever tie for good: each price exists once.
/// Otherwise those who tie share, rounded down, the points of the places that they hold together.
template <class Earn>
void share_out(Row<Standing, MOST_PLAYERS + 1>& standings, const RowPlan& plan, Round round, Earn&& earn) {
  const auto ahead = [&](const Standing& one, const Standing& other) {
    if (one.count != other.count) return one.count > other.count;
    return plan.ties_by_price && one.price > other.price;
  };
  int worth_of_each = plan.by_value ? 0 : 1;
  if (plan.by_value)
    for (const Standing& standing : standings) worth_of_each += standing.count;
  std::stable_sort(standings.begin(), standings.end(), ahead);
  const auto& places = plan.places[static_cast<std::size_t>(round)];
  for (std::size_t first = 0; first < standings.size() && first < places.size();) {
    std::size_t behind = first;
    int together = 0;
    for (; behind < standings.size() && !ahead(standings[first], standings[behind]); ++behind)
      if (behind < places.size()) together += places[behind];
    const int each = together * worth_of_each / static_cast<int>(behind - first);
    for (; first < behind; ++first) earn(standings[first].seat, each);
  }
}

}  // namespace

/// Score the rows from one on, up to one before which a seat may show bonus cards.
void Position::score_rows() {
  const Step step = top();
  todo.pop_back();
  const auto rows = static_cast<int>(table->rows.size());
  if (step.row >= rows) return;
  std::array<Tally, MOST_PLAYERS + 1> tallies{};
  for (int seat = 0; seat < table->players; ++seat)
    for (Cell cell : player(seat).city.tiles())
      tallies[static_cast<std::size_t>(seat)].count(face(player(seat).city.lot(cell).face));
  if (dirk)
    for (FaceNumber each : dirk->faces) tallies[DIRKS_SEAT].count(face(each));
  const auto earn = [&](int seat, int points) {
    (seat == DIRKS_SEAT ? dirk->points : player(seat).points) += points;
  };

  for (int number = step.row; number < rows; ++number) {
    const RowPlan& plan = table->rows[static_cast<std::size_t>(number)];
    if (table->modules.bonus && !(step.done && number == step.row)) {
      Step asked = step;
      asked.row = static_cast<std::uint8_t>(number);
      asked.done = true;
      todo.push_back(asked);
      if (open_windows(plan)) return;
      todo.pop_back();
    }
    if (plan.kind != RowPlan::Kind::majority) {
      for (int seat = 0; seat < table->players; ++seat) {
        const City& city = player(seat).city;
        earn(seat, plan.kind == RowPlan::Kind::longest ? longest(city, plan.family)
                                                       : city.border() * BORDER_POINTS);
      }
      continue;
    }
    Row<Standing, MOST_PLAYERS + 1> standings;
    const auto building = static_cast<std::size_t>(plan.building);
    for (int seat = 0; seat < table->players; ++seat) {
      const Tally& tally = tallies[static_cast<std::size_t>(seat)];
      int count = tally.number[building];
      if (table->modules.huts)
        count += hut_neighbours(player(seat).city, box(), plan.building, table->rulings.hut_cap);
      if (table->modules.bonus)
        for (FaceNumber card : bonus.shown[static_cast<std::size_t>(seat)])
          count += face(card).building == plan.building;
      if (count) standings.push_back({seat, count, tally.dearest[building]});
    }
    const Tally& dirks = tallies[DIRKS_SEAT];
    if (dirks.number[building])
      standings.push_back({DIRKS_SEAT, dirks.number[building], dirks.dearest[building]});
    share_out(standings, plan, step.round, earn);
  }
}

}  // namespace granada
