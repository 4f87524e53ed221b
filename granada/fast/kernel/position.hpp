// A position of a game: what lies on the table, what happens next, and the generator that draws.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "actions.hpp"
#include "agenda.hpp"
#include "chance.hpp"
#include "city.hpp"
#include "deck.hpp"
#include "games.hpp"
#include "money.hpp"
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
  std::array<FaceNumber, ALHAMBRA_BUILDINGS> tops;
  std::array<std::vector<FaceNumber>, ALHAMBRA_BUILDINGS> piles;
};

/// The bonus cards: those left in the box, and each seat's hidden and shown ones.
struct Bonus {
  std::vector<FaceNumber> left;
  std::array<std::vector<FaceNumber>, MOST_PLAYERS> hidden, shown;
};

/// Some faces; a seat never has so many tiles beside its city.
using Faces = Row<FaceNumber, 64>;
/// The tiles that lie beside a city.
using Lying = Row<Pending, 31>;

/// How many actions of each kind are legal, in canonical order; they are counted before one of them is built.
struct Options {
  bool known = false;
  int all = 0;
  int takes = 0;
  std::array<int, MOST_SLOTS> buys{};
  /// The ways to pay for a flip in each currency, and for how many tiles.
  std::array<int, CURRENCIES> flip_ways{};
  int flips = 0, places = 0, stores = 0, gives = 0;
  int adds = 0, removals = 0, swaps = 0;
  int huts = 0, reveals = 0, reactivations = 0, declines = 0, stops = 0, passes = 0;
};

/// How a game is played to its end.
enum class Policy : std::uint8_t { random, builder };

/// A position; every change to it keeps the rules, and chance is drawn at once, so that a seat must always
/// decide.
class Position {
 public:
  std::shared_ptr<const Table> table;
  std::vector<Player> players;
  /// The slots of the yard: for each space a tile, or none, of each lane.
  std::array<TileNumber, MOST_SLOTS> yard{};
  /// What is left of each lane's supply, even face up, by notation.
  std::array<std::vector<TileNumber>, MOST_LANES> bags;
  Purse display, discard;
  Deck deck;
  std::optional<Dirk> dirk;
  /// The face, even or odd, that the next tiles show; none where tiles have one face.
  Side marker = Side::none;
  /// Whose turn it is; none during the set-up.
  int mover = NONE;
  Agenda todo;
  /// The tiles that lie beside the city of the seat that acts or places: they belong to that step.
  Lying lying;
  /// Whose vizier is active, one bit for each seat.
  std::uint8_t viziers = 0;
  Huts huts;
  Bonus bonus;
  Generator generator;

  /// Refuse what would lead out of the rules: too many cards, seats or slots that are not there.
  void check() const;

  // What a driver needs

  bool over() const { return todo.empty(); }
  /// The seat that must decide, or none at the end.
  int actor() const { return over() ? NONE : todo.back().seat; }
  /// How many actions are legal.
  int count();
  /// The legal action with a number, in canonical order.
  Action nth(int number);
  /// All legal actions, in canonical order.
  std::vector<Action> actions();
  /// Whether a draw is due; there is never one but where a script ended.
  bool waits() const { return !over() && !todo.back().decides(); }
  /// Whether an action breaks no rule.
  bool legal(const Action& action);
  /// Do what is legal, and draw until a seat must decide again.
  void perform(const Action& action);
  /// Do the legal action with a number.
  void apply(int number);
  /// Run the steps that run by themselves and draw, until a seat must decide or the game is over.
  void deal();
  /// Do what is legal, if anything, and settle and draw with the numbers of a script; whether all of them
  /// went into draws that were made. Where they end, the position waits for a draw, as it was before it.
  bool play(Script& script, const Action* action = nullptr);
  /// The seat with the most money in a currency; none on a tie.
  int richest(int currency) const;
  /// Play to the end, if there is one; a bot's choices and the draws share the generator.
  void finish(Policy policy);

  const Box& box() const { return *table->box; }
  const Face& face(FaceNumber number) const { return box().face(number); }
  Player& player(int seat) { return players[static_cast<std::size_t>(seat)]; }
  const Player& player(int seat) const { return players[static_cast<std::size_t>(seat)]; }
  Step& top() { return todo.back(); }

 private:
  // options.cpp
  const Options& options();
  void count_act(const Step& step);
  void count_place(const Step& step);
  void count_favour(const Step& step);
  void count_show(const Step& step);
  int count_payments_for(int slot, const Purse& hand, bool exactly) const;
  /// Whether a table asks for the exact price, since the hand holds it.
  bool must_pay_exactly(const Purse& hand, int currency, int price) const;
  Purse nth_payment_for(int slot, const Purse& hand, bool exactly, int number) const;
  Faces flippable() const;
  Faces faces_up() const;
  Faces storable() const;
  Faces givable() const;
  Action nth_flip(const Purse& hand, int number) const;
  Action nth_site(Verb verb, const City& city, std::span<const FaceNumber> faces, int number) const;
  Action nth_swap(const Player& player, int number) const;
  // rules.cpp
  void carry_out(const Action& action);
  bool legal_take(const Purse& cards) const;
  bool legal_buy(const Action& action, const Purse& hand, bool exactly) const;
  bool legal_flip(const Action& action, const Purse& hand) const;
  bool legal_at_act(const Action& action, const Player& player);
  bool legal_at_place(const Action& action, const Player& player) const;
  void act(const Action& action);
  void place(const Action& action);
  void acted();
  void buy(const Action& action);
  void flip(const Action& action);
  void give(std::size_t gift);
  void left(int seat, FaceNumber face);
  void placed(std::size_t pending);
  /// The tile to be placed that lies with a face up, or that has it on its underside; none is behind all.
  std::size_t lying_up(FaceNumber face) const;
  std::size_t lying_down(FaceNumber face) const;
  /// The tile with a face up that is given: one whose flip was not overpaid, if there is one.
  std::size_t lying_as_gift(FaceNumber face) const;
  // settling.cpp
  void settle();
  void next_turn(int seat);
  void refill_money();
  void refill_tiles();
  void draw_money();
  void draw_for_yard(int slot);
  void deal_hand();
  void begin();
  void dirk_draws();
  void dirk_share();
  void score_due();
  bool yard_has_ended() const;
  void end();
  void award();
  int empty_slot() const;
  TileNumber shown(TileNumber tile, Side side) const;
  // scoring.cpp
  void score_rows();
  // modules/vizier.cpp
  bool has_vizier(int seat) const { return viziers >> seat & 1; }
  void open_favour();
  void favour(const Action& action);
  void decline_favour();
  // modules/exchange.cpp
  bool legal_with_bureau(const Purse& cards, int currency, int price) const;
  // modules/huts.cpp
  void turn_up_huts();
  int huts_of(int seat) const;
  Faces open_huts(int seat) const;
  void take_hut(FaceNumber face);
  // modules/bonus.cpp
  void deal_bonus();
  bool has_unshown(int seat, Building building) const;
  bool stands_unshown(int seat, FaceNumber face) const;
  int built(int seat, FaceNumber face) const;
  Faces revealable(int seat) const;
  bool open_windows(const RowPlan& plan);
  void reveal(FaceNumber face);
  void hide_again(int seat, FaceNumber face);
  // builder.cpp
  int builder_choice();
  int builder_worth(const Action& action, City& sketch) const;

  Options options_;
};

/// What huts add to the buildings of a colour that a city shows.
int hut_neighbours(const City& city, const Box& box, Building building, int cap);

}  // namespace granada
