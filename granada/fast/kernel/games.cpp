#include "games.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "demand.hpp"

namespace granada {

namespace {

/// In A the first place gets the value of a building once; in B 2 and 1 times; in C 3, 2 and 1 times.
constexpr Places TIMES_THE_VALUE{{{{{1, 0, 0}}, {{2, 1, 0}}, {{3, 2, 1}}}}};
/// What a later scoring adds to the points of a place of the Alhambra.
constexpr int SECOND_SCORING = 7, THIRD_SCORING = 15;

void add_granada_buildings(std::vector<RowPlan>& rows, bool simplified, int last) {
  const Places fixed{{{{{3, 0, 0}}, {{10, last, 0}}, {{18, 10, last}}}}};
  for (int building = 0; building < GRANADA_BUILDINGS; ++building)
    rows.push_back({.kind = RowPlan::Kind::majority,
                    .family = Family::granada,
                    .building = narrow<Building>(building),
                    .places = simplified ? fixed : TIMES_THE_VALUE,
                    .by_value = !simplified,
                    .ties_by_price = true});
}

/// The first place of the first scoring is worth 1 for a pavilion and one more for each further building.
void add_alhambra_buildings(std::vector<RowPlan>& rows) {
  for (int first = 1; first <= ALHAMBRA_BUILDINGS; ++first) {
    const int second = first + SECOND_SCORING, third = first + THIRD_SCORING;
    rows.push_back({.kind = RowPlan::Kind::majority,
                    .family = Family::alhambra,
                    .building = narrow<Building>(GRANADA_BUILDINGS + first - 1),
                    .places = {{{{{first, 0, 0}}, {{second, first, 0}}, {{third, second, first}}}}}});
  }
}

/// The rows of a scoring, normal or simplified.
std::vector<RowPlan> planned(const Game& game, bool simplified, const Rulings& rulings) {
  std::vector<RowPlan> rows;
  for (Scored scored : game.scored) switch (scored) {
      case Scored::longest_moat:
        rows.push_back({.kind = RowPlan::Kind::longest, .family = Family::granada});
        break;
      case Scored::longest_wall:
        rows.push_back({.kind = RowPlan::Kind::longest, .family = Family::alhambra});
        break;
      case Scored::granada_buildings:
        add_granada_buildings(rows, simplified, rulings.simplified_second);
        break;
      case Scored::alhambra_buildings:
        add_alhambra_buildings(rows);
        break;
      case Scored::border:
        rows.push_back({.kind = RowPlan::Kind::border});
        break;
    }
  return rows;
}

Agenda planned_turn(const Modules& modules, const Rulings& rulings) {
  Agenda turn{NextTurn{}};
  if (modules.vizier && !rulings.vizier_until_awards) turn.push_back(OpenFavour{});
  turn.push_back(EndTest{});
  if (modules.vizier && rulings.vizier_until_awards) turn.push_back(OpenFavour{});
  turn.push_back(rulings.score_before_tiles ? Step(RefillTiles{}) : ScoreDue{});
  turn.push_back(rulings.score_before_tiles ? Step(ScoreDue{}) : RefillTiles{});
  turn.push_back(RefillMoney{});
  turn.push_back(Act{});
  return turn;
}

}  // namespace

const Game& Game::named(std::string_view name) {
  const auto game =
      std::find_if(GAMES.begin(), GAMES.end(), [&](const Game& each) { return each.name == name; });
  if (game == GAMES.end()) throw std::invalid_argument("there is no game " + std::string(name.substr(0, 40)));
  return *game;
}

Table::Table(const Game& game, int players, const Modules& modules, bool simplified, const Rulings& rulings,
             std::vector<std::int64_t> ages, std::shared_ptr<const Box> box)
    : game_(game),
      players_(players),
      lanes_(size_of(game.lanes)),
      modules_(modules),
      rulings_(rulings),
      ages_(std::move(ages)),
      box_(std::move(box)),
      rows_(planned(game, simplified, rulings)),
      turn_(planned_turn(modules, rulings)) {
  demand(players_ >= FEWEST_PLAYERS && players_ <= MOST_PLAYERS, "two to six players take part");
  demand(box_ != nullptr, "a table needs a box");
  if (ages_.empty()) ages_.assign(at(players_), 0);
  demand(size_of(ages_) == players_, "there is one age for each player");
}

}  // namespace granada
