// A position of a game: a state with the generator that draws, which changes by the rules only.
#pragma once

#include <span>
#include <vector>

#include "actions.hpp"
#include "chance.hpp"
#include "state.hpp"

namespace granada {

/// Some faces; a seat never has so many tiles beside its city.
using Faces = Row<FaceNumber, 64>;

/// Legal actions of one kind: they differ in nothing but their cells, or their cards.
struct Group {
  Verb verb;
  int number = 0;
  /// The slot from which a tile is bought.
  int slot = NONE;
  /// The tile that is flipped, placed, stored, given or added, the hut, or the bonus card.
  FaceNumber face = NONE;
  /// The currency in which a flip is paid.
  int currency = NONE;
};

/// The legal actions of a position in canonical order, in groups; they are counted before one of them is
/// built.
class Options {
 public:
  bool known() const { return known_; }
  int all() const { return all_; }
  const std::vector<Group>& groups() const { return groups_; }
  void forget() { known_ = false; }
  void begin() {
    known_ = false;
    all_ = 0;
    groups_.clear();
  }
  /// All are there.
  void end() { known_ = true; }
  void add(const Group& group) {
    if (!group.number) return;
    groups_.push_back(group);
    all_ += group.number;
  }

 private:
  bool known_ = false;
  int all_ = 0;
  std::vector<Group> groups_;
};

/// The legal actions of a position one by one, in canonical order; a copy of a position lists them anew.
class Listed {
 public:
  Listed() = default;
  Listed(const Listed&) {}
  Listed(Listed&&) noexcept = default;
  Listed& operator=(const Listed&) {
    known_ = false;
    return *this;
  }
  Listed& operator=(Listed&&) noexcept = default;
  ~Listed() = default;

  bool known() const { return known_; }
  const std::vector<Action>& actions() const { return actions_; }
  void forget() { known_ = false; }
  std::vector<Action>& begin() {
    known_ = false;
    actions_.clear();
    return actions_;
  }
  /// All are there.
  void end() { known_ = true; }

 private:
  bool known_ = false;
  std::vector<Action> actions_;
};

/// How a game is played to its end.
enum class Policy : std::uint8_t { random, builder };

/// A position; every change to it keeps the rules.
///
/// Chance is drawn at once, so that a seat must always decide, but where a script is played.
class Position : private State {
 public:
  /// The position of a state, which draws with a generator; what would lead out of the rules is refused.
  explicit Position(State state, const Generator& generator = Generator());
  /// The same position, which goes on with another generator.
  Position(const Position& other, const Generator& generator)
      : State(other), generator_(generator), options_(other.options_) {}

  const State& state() const { return *this; }
  const Generator& generator() const { return generator_; }
  /// Draw with another generator from now on.
  void use(const Generator& generator) { generator_ = generator; }

  using State::over;
  /// The seat that must decide; none at the end, and where a draw is due.
  int actor() const { return over() ? NONE : decider(todo.back()); }
  /// Whether a draw is due; there is never one but where a script ended.
  bool waits() const { return !over() && !decides(todo.back()); }
  /// How many actions are legal.
  int count();
  /// The legal action with a number, in canonical order.
  Action nth(int number);
  /// All legal actions, in canonical order, until the position changes.
  const std::vector<Action>& actions();
  /// Whether an action breaks no rule.
  bool legal(const Action& action);

  /// Do what is legal, and draw until a seat must decide again; where that fails halfway, nothing can go on
  /// from what is left, and the game is over.
  void perform(const Action& action);
  /// Do the legal action with a number.
  void apply(int number) { perform(nth(number)); }
  /// Run the steps that run by themselves and draw, until a seat must decide or the game is over.
  void deal();
  /// Do what is legal, if anything, and settle and draw with the numbers of a script; whether all of them
  /// went into draws that were made. Where they end, the position waits for a draw, as it was before it.
  bool play(Script& script, const Action* action = nullptr);
  /// Deal anew what a seat, or a spectator, cannot know; who has recall knows the hands of all.
  void imagine(int seat, bool recall, Mixer& mixer);
  /// Play to the end, if there is one; a bot's choices and the draws share the generator.
  void finish(Policy policy);
  /// Play so many decisions at the most; whether the game is over then.
  bool finish(Policy policy, int decisions);
  /// Let a policy decide once; the game must not be over.
  void step(Policy policy);

 private:
  Step& top() { return todo.back(); }
  const Step& top() const { return todo.back(); }
  // options.cpp
  const Options& options();
  bool pays_exactly() const;
  template <class Visit>
  void each_group(Visit&& visit);
  template <class Visit>
  int each_purchase(Visit& visit);
  template <class Visit>
  void each_reveal(int seat, Visit& visit);
  template <class Visit>
  void each_group_of_acting(int seat, Visit& visit);
  template <class Visit>
  void each_group_of_placing(int seat, Visit& visit);
  int number_in(const Group& group) const;
  Action built(const Group& group, int number) const;
  void list(const Group& group, std::vector<Action>& found) const;
  /// Whether a table asks for the exact price, since the hand holds it.
  bool must_pay_exactly(const Purse& hand, int currency, int price) const;
  bool is_able_to_pay(const Purse& hand, int currency, int price) const;
  template <class Visit>
  bool each_payment(int slot, const Purse& hand, bool exactly, Visit&& visit) const;
  Faces flippable() const;
  Faces faces_up() const;
  Faces storable() const;
  Faces givable() const;
  template <class Visit>
  bool each_swap(const Player& player, Visit&& visit) const;
  // rules.cpp
  void carry_out(const Action& action);
  bool legal_take(const Purse& cards) const;
  bool legal_buy(const Action& action, const Purse& hand, bool exactly) const;
  bool legal_flip(const Action& action, const Purse& hand) const;
  bool legal_at_act(const Action& action, int seat);
  bool legal_at_place(const Action& action, const Player& player) const;
  void act(const Action& action, int seat);
  void place(const Action& action, int seat);
  void acted(int seat);
  void buy(const Action& action, int seat);
  TileNumber pay(const Action& action, int seat);
  void flip(const Action& action, int seat);
  void give(std::size_t gift);
  void left(int seat, FaceNumber face);
  void placed(std::size_t pending);
  /// The tile to be placed that lies with a face up, or that has it on its underside; none is behind all.
  std::size_t lying_up(FaceNumber face) const;
  std::size_t lying_down(FaceNumber face) const;
  /// The tile with a face up that is given: one whose flip was not overpaid, if there is one.
  std::size_t lying_as_gift(FaceNumber face) const;
  // settling.cpp
  void settle(Act) {}  // where a seat decides, nothing runs by itself
  void settle(PlaceTiles) {}
  void settle(Favour) {}
  void settle(Show) {}
  void settle(RefillMoney);
  void settle(RefillTiles& step);
  void settle(ScoreDue& step);
  void settle(DirkDraws& step);
  void settle(DirkShare step);
  void settle(EndTest);
  void settle(NextTurn);
  void settle(Award step);
  void settle(DealHand& step);
  void settle(Begin);
  void begin_turn(int seat);
  void draw_money();
  void draw_for_yard(int slot, RefillTiles& step);
  int next_seat(int turn) const;
  bool yard_has_ended() const;
  void end();
  int empty_slot() const;
  TileNumber with_side_up(TileNumber tile, Side side) const;
  // scoring.cpp
  void settle(ScoreRow step);
  // modules/vizier.cpp
  void settle(OpenFavour);
  void use_favour(const Action& action, int seat);
  void decline_favour(Favour& favour);
  // modules/exchange.cpp
  bool legal_with_bureau(const Purse& cards, int currency, int price) const;
  // modules/huts.cpp
  void settle(TurnUpHuts);
  int huts_of(int seat) const;
  Faces open_huts(int seat) const;
  void take_hut(FaceNumber hut, int seat);
  // modules/bonus.cpp
  void settle(DealBonus& step);
  bool has_unopened(int seat, Building building) const;
  bool stands_unopened(int seat, FaceNumber face) const;
  int built(int seat, FaceNumber face) const;
  Faces revealable(int seat) const;
  bool open_windows(const RowPlan& plan);
  void reveal(FaceNumber face, int seat);
  void hide_again(int seat, FaceNumber face);
  // imagining.cpp
  void imagine_bonus(int seat, Mixer& mixer);
  // builder.cpp
  int builder_choice();
  int builder_limit() const;
  int builder_worth(const Action& action) const;

  /// Go no further: there is no next step.
  void end_here() {
    todo.clear();
    lying.clear();
    forget();
  }
  /// Something has changed: what was legal is legal no more.
  void forget() {
    options_.forget();
    listed_.forget();
  }

  Generator generator_;
  Options options_;
  Listed listed_;
};

/// The seat whose hand has the most money in a currency; none on a tie.
int richest(std::span<const Purse> hands, int currency);

/// What huts add to the buildings of a colour that a city has.
int hut_neighbours(const City& city, const Box& box, Building building, int cap);

}  // namespace granada
