#include "batch.hpp"

#include <algorithm>
#include <cstring>
#include <string>

namespace granada {

Batch::Batch(const Position& start, std::shared_ptr<const Encoding> encoding,
             std::span<const std::uint64_t> seeds, int threads, int decisions, int width,
             const Arrays& arrays)
    : start_(start),
      encoding_(std::move(encoding)),
      decisions_(decisions),
      width_(width),
      players_(start.state().table->players()),
      arrays_(arrays),
      games_(seeds.size(), start),
      made_(seeds.size()),
      written_(seeds.size()),
      counts_(seeds.size()),
      places_(seeds.size()),
      crew_(threads) {
  crew_.share(games_.size(), [&](int game) {
    games_[at(game)].use(Generator(seeds[at(game)]));
    games_[at(game)].deal();
    tell(game);
  });
}

/// Games of which a step has failed halfway cannot go on.
void Batch::check() const {
  if (failed_) throw std::runtime_error("a step of this batch has failed: its games are lost");
}

Position Batch::game(int number) {
  const std::lock_guard lock(stepping_);
  check();
  return games_[at(number)];
}

int Batch::step(std::span<const std::int32_t> places) {
  const std::lock_guard lock(stepping_);
  check();
  std::copy(places.begin(), places.end(), places_.begin());
  for (int game = 0; game < number(); ++game)
    if (places_[at(game)] < 0 || places_[at(game)] >= counts_[at(game)])
      throw std::out_of_range("game " + std::to_string(game) + " has " + std::to_string(counts_[at(game)]) +
                              " actions, and none with number " + std::to_string(places_[at(game)]));
  failed_ = true;
  crew_.share(games_.size(), [&](int game) {
    play(game, places_[at(game)]);
    tell(game);
  });
  failed_ = false;
  return narrow<int>(
      std::count_if(counts_.begin(), counts_.end(), [&](int count) { return count > width_; }));
}

/// Do an action, and say what each seat has gained; a game that has ended is followed by a new one, which
/// goes on with its generator.
void Batch::play(int game, int place) {
  Position& position = games_[at(game)];
  const std::size_t row = at(game) * at(players_);
  std::int16_t* gains = arrays_.gains + row;
  std::int32_t* points = arrays_.points + row;
  std::int8_t* standing = arrays_.standing + row;
  for (int seat = 0; seat < players_; ++seat)
    gains[seat] = static_cast<std::int16_t>(-position.state().player(seat).points);
  position.apply(place);
  for (int seat = 0; seat < players_; ++seat) {
    points[seat] = position.state().player(seat).points;
    gains[seat] = static_cast<std::int16_t>(gains[seat] + points[seat]);
  }
  const End end = position.over() ? End::over : ++made_[at(game)] >= decisions_ ? End::cut_off : End::goes_on;
  arrays_.ends[game] = static_cast<std::uint8_t>(end);
  for (int seat = 0; seat < players_; ++seat)
    standing[seat] = end == End::goes_on
                         ? std::int8_t{0}
                         : narrow<std::int8_t>(1 + std::count_if(points, points + players_, [&](int other) {
                                                 return other > points[seat];
                                               }));
  if (end == End::goes_on) return;
  const Generator generator = position.generator();
  position = start_;
  position.use(generator);
  position.deal();
  made_[at(game)] = 0;
}

/// Write what the seat that must decide sees, and what it may do.
void Batch::tell(int game) {
  Position& position = games_[at(game)];
  const int actor = position.actor();
  const std::size_t size = at(encoding_->size()), width = at(encoding_->width());
  std::span<const Action> actions;
  if (arrays_.features) actions = position.actions();
  const int count = position.count(), kept = std::min(count, width_), before = written_[at(game)];
  arrays_.actors[game] = narrow<std::int8_t>(actor);
  arrays_.counts[game] = counts_[at(game)] = count;
  encoding_->observe(position.state(), actor, arrays_.observation + at(game) * size);
  std::uint8_t* mask = arrays_.mask + at(game) * at(width_);
  if (kept > before) std::memset(mask + before, 1, at(kept - before));
  if (kept < before) std::memset(mask + kept, 0, at(before - kept));
  if (arrays_.features) {
    std::int8_t* rows = arrays_.features + at(game) * at(width_) * width;
    encoding_->describe(position.state(), actions.first(at(kept)), rows);
    if (kept < before) std::memset(rows + at(kept) * width, 0, at(before - kept) * width);
  }
  written_[at(game)] = kept;
}

}  // namespace granada
