// A state of a game: what lies on the table, and what happens next; it contains no decisions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "city.hpp"
#include "deck.hpp"
#include "games.hpp"
#include "money.hpp"
#include "steps.hpp"
#include "tiles.hpp"

namespace granada {

/// What a seat has.
struct Player {
  Purse hand;
  City city;
  /// The faces in the reserve, by notation.
  std::vector<FaceNumber> reserve;
  int points = 0;
};

/// The imagined third player of a game for two.
struct Dirk {
  std::vector<FaceNumber> faces;
  int points = 0;
};

/// The six piles of huts, from pavilion to tower: the open hut of each, and those below it in no order.
struct Huts {
  Each<FaceNumber, ALHAMBRA_BUILDINGS> tops = Each<FaceNumber, ALHAMBRA_BUILDINGS>::all(NONE);
  Each<std::vector<FaceNumber>, ALHAMBRA_BUILDINGS> piles;
};

/// The bonus cards: those left in the box, and each seat's hidden and open ones, by notation.
struct Bonus {
  std::vector<FaceNumber> left;
  Each<std::vector<FaceNumber>, MOST_PLAYERS> hidden, open;
};

/// The tiles that lie beside a city.
using Lying = Row<Pending, 31>;

/// What lies on the table, and what happens next.
struct State {
  std::shared_ptr<const Table> table;
  std::vector<Player> players;
  /// The slots of the yard: for each space a tile, or none, of each lane.
  Each<TileNumber, MOST_SLOTS> yard = Each<TileNumber, MOST_SLOTS>::all(NONE);
  /// What is left of each lane's supply, even face up, by notation.
  Each<std::vector<TileNumber>, MOST_LANES> bags;
  Purse display, discard;
  Deck deck;
  std::optional<Dirk> dirk;
  /// The face, even or odd, that the next tiles have up; none where tiles have one face.
  Side marker = Side::none;
  /// Whose turn it is; none during the set-up.
  int mover = NONE;
  Agenda todo;
  /// The tiles that lie beside the city of the seat that acts or places: they belong to that step.
  Lying lying;
  /// Whose vizier is active.
  Each<bool, MOST_PLAYERS> viziers{};
  Huts huts;
  Bonus bonus;

  bool over() const { return todo.empty(); }
  const Rulings& rulings() const { return table->rulings(); }
  const Modules& modules() const { return table->modules(); }
  const Box& box() const { return table->box(); }
  const Face& face(FaceNumber number) const { return box().face(number); }
  Player& player(int seat) { return players[at(seat)]; }
  const Player& player(int seat) const { return players[at(seat)]; }

  /// Refuse what would lead out of the rules: too many cards, seats that are not there, tiles without order.
  void check() const;
};

}  // namespace granada
