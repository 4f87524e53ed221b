#include "games.hpp"

#include <stdexcept>
#include <string>

namespace granada {

namespace {

using Places = std::array<std::array<std::uint8_t, 3>, 3>;

/// In A the first place gets the value of a building once; in B 2 and 1 times; in C 3, 2 and 1 times.
constexpr Places TIMES_THE_VALUE{{{1, 0, 0}, {2, 1, 0}, {3, 2, 1}}};
/// What a later scoring adds to the points of a place of the Alhambra.
constexpr int SECOND_SCORING = 7, THIRD_SCORING = 15;

RowPlan longest_row(Family family) {
  RowPlan row{RowPlan::Kind::longest};
  row.family = family;
  return row;
}

void granada_buildings(std::vector<RowPlan>& rows, bool simplified, const Rulings& rulings) {
  const auto last = static_cast<std::uint8_t>(rulings.simplified_second);
  const Places fixed{{{3, 0, 0}, {10, last, 0}, {18, 10, last}}};
  for (int building = 0; building < GRANADA_BUILDINGS; ++building)
    rows.push_back({RowPlan::Kind::majority, Family::granada, static_cast<Building>(building),
                    simplified ? fixed : TIMES_THE_VALUE, !simplified, true});
}

void alhambra_buildings(std::vector<RowPlan>& rows) {
  for (int number = 1; number <= ALHAMBRA_BUILDINGS; ++number) {
    const auto first =
        static_cast<std::uint8_t>(number);  // what the first place of the first scoring is worth
    const auto second = static_cast<std::uint8_t>(number + SECOND_SCORING);
    const auto third = static_cast<std::uint8_t>(number + THIRD_SCORING);
    rows.push_back({RowPlan::Kind::majority, Family::alhambra,
                    static_cast<Building>(GRANADA_BUILDINGS + number - 1),
                    Places{{{first, 0, 0}, {second, first, 0}, {third, second, first}}}, false, false});
  }
}

}  // namespace

Game Game::named(std::string_view name) {
  const auto mixed = [](std::initializer_list<Mixed> cards) {
    MixedCards row;
    for (const Mixed& card : cards) row.push_back(card);
    return row;
  };
  Game game{name, Family::granada, {}, Family::granada, std::nullopt, mixed({{Round::A, 2}, {Round::B, 4}}),
            {}};
  if (name == "granada") {
    game.name = "granada";
    game.lanes.push_back(Family::granada);
    return game;
  }
  if (name == "alhambra") {
    game.name = "alhambra";
    game.start = Family::alhambra;
    game.lanes.push_back(Family::alhambra);
    game.two_faced = std::nullopt;
    return game;
  }
  if (name == "combined") {
    game.name = "combined";
    game.start = Family::alhambra;
    game.lanes.push_back(Family::alhambra);
    game.lanes.push_back(Family::granada);
    game.first_with_edges = Family::granada;
    game.piles = mixed({{Round::A, 3}});
    game.later = mixed({{Round::B, 2}});
    return game;
  }
  throw std::invalid_argument("there is no game " + std::string(name.substr(0, 40)));
}

std::vector<RowPlan> Game::rows(bool simplified, const Rulings& rulings) const {
  std::vector<RowPlan> rows;
  if (name == "granada") {
    rows.push_back(longest_row(Family::granada));
    granada_buildings(rows, simplified, rulings);
    return rows;
  }
  alhambra_buildings(rows);
  rows.push_back(longest_row(Family::alhambra));
  if (name == "combined") {
    granada_buildings(rows, simplified, rulings);
    rows.push_back(longest_row(Family::granada));
    rows.push_back({RowPlan::Kind::border});
  }
  return rows;
}

Table::Table(std::string_view game_name, int players_, const Modules& modules_, bool simplified,
             const Rulings& rulings_, std::vector<std::int64_t> ages_, std::shared_ptr<const Box> box_)
    : game(Game::named(game_name)),
      players(players_),
      modules(modules_),
      rulings(rulings_),
      ages(std::move(ages_)),
      box(std::move(box_)),
      rows(game.rows(simplified, rulings)) {
  if (players < FEWEST_PLAYERS || players > MOST_PLAYERS)
    throw std::invalid_argument("two to six players take part");
  if (!box) throw std::invalid_argument("a table needs a box");
  if (ages.empty()) ages.assign(static_cast<std::size_t>(players), 0);
  if (ages.size() != static_cast<std::size_t>(players))
    throw std::invalid_argument("there is one age for each player");
  turn.push_back({StepKind::next_turn});
  if (modules.vizier) turn.push_back({StepKind::open_favour});
  turn.push_back({StepKind::end_test});
  turn.push_back({rulings.score_before_tiles ? StepKind::refill_tiles : StepKind::score_due});
  turn.push_back({rulings.score_before_tiles ? StepKind::score_due : StepKind::refill_tiles});
  turn.push_back({StepKind::refill_money});
  turn.push_back({StepKind::act});
}

}  // namespace granada
