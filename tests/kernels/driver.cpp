// Plays in the kernel without Python, for sanitizers that Python itself would not get past.
//
// `driver FILE` steps a batch while other threads look at its games, and shares playouts.
#include <atomic>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <thread>

#include "batch.hpp"
#include "browser/text_records.hpp"
#include "playouts.hpp"

using namespace granada;

namespace {

using Names = std::vector<std::string>;

/// A table, a state and an encoding, as Python tells them.
struct Told {
  Names tiles, faces;
  std::string game;
  std::int64_t players = 0;
  Names modules;
  StateRecord state;
  std::vector<std::tuple<std::string, std::int64_t, std::int64_t>> places;
  Numbers tile_columns, hut_columns, bonus_columns;

  static auto fields(auto& self) {
    return std::tie(self.tiles, self.faces, self.game, self.players, self.modules, self.state, self.places,
                    self.tile_columns, self.hut_columns, self.bonus_columns);
  }
};

std::vector<std::int16_t> columns(const Numbers& numbers) {
  std::vector<std::int16_t> found;
  for (std::int64_t number : numbers) found.push_back(narrow<std::int16_t>(number));
  return found;
}

/// A start, its encoding, and room for the numbers of some games.
class Room {
 public:
  explicit Room(const Told& told) : table_(a_table(told)), start_(read_state(table_, told.state)) {
    std::vector<FieldPlace> places;
    for (const auto& [name, begin, size] : told.places)
      places.emplace_back(name, narrow<int>(begin), narrow<int>(size));
    encoding_ = std::make_shared<const Encoding>(table_, false, places, columns(told.tile_columns),
                                                 columns(told.hut_columns), columns(told.bonus_columns));
    const std::size_t players = at(table_->players());
    observation_.resize(GAMES * at(encoding_->size()));
    mask_.resize(GAMES * at(WIDTH));
    features_.resize(GAMES * at(WIDTH) * at(encoding_->width()));
    actors_.resize(GAMES);
    counts_.resize(GAMES);
    ends_.resize(GAMES);
    gains_.resize(GAMES * players);
    points_.resize(GAMES * players);
    standing_.resize(GAMES * players);
    for (std::uint64_t seed = 0; seed < GAMES; ++seed) seeds_.push_back(seed);
  }

  Batch batch(int threads) {
    return {start_,
            encoding_,
            seeds_,
            threads,
            60,
            WIDTH,
            Arrays{observation_.data(), mask_.data(), features_.data(), counts_.data(), actors_.data(),
                   gains_.data(), ends_.data(), points_.data(), standing_.data()}};
  }
  /// In each game some action that there is.
  std::vector<std::int32_t> places(int turn) const {
    std::vector<std::int32_t> chosen;
    for (std::int32_t count : counts_) chosen.push_back(turn % count);
    return chosen;
  }
  const Position& start() const { return start_; }
  std::span<const std::uint64_t> seeds() const { return seeds_; }

  static constexpr std::size_t GAMES = 24;
  static constexpr int WIDTH = 40;

 private:
  static std::shared_ptr<const Table> a_table(const Told& told) {
    Modules modules;
    modules.each([&](const char* name, bool& takes_part) { takes_part = among(told.modules, name); });
    return std::make_shared<const Table>(Game::named(told.game), narrow<int>(told.players), modules, false,
                                         Rulings(), std::vector<std::int64_t>(),
                                         std::make_shared<const Box>(told.tiles, told.faces));
  }

  std::shared_ptr<const Table> table_;
  Position start_;
  std::shared_ptr<const Encoding> encoding_;
  std::vector<std::uint64_t> seeds_;
  std::vector<std::int8_t> observation_, features_, actors_, standing_;
  std::vector<std::uint8_t> mask_, ends_;
  std::vector<std::int32_t> counts_, points_;
  std::vector<std::int16_t> gains_;
};

/// Look at a position as Python does, and go on from it.
void look(Position position) {
  written(position.state());
  position.generator().state();
  if (position.over()) return;
  for (const Action& action : position.actions())
    demand(position.legal(action), "a listed action is illegal");
  Mixer mixer(1);
  position.imagine(position.actor(), false, mixer);
  position.finish(Policy::builder, 5);
}

int threads(Room& room) {
  constexpr int STEPS = 150;
  int games = 0, looks = 0;
  for (int crew : {1, 2, 4}) {
    Batch batch = room.batch(crew);
    std::atomic<bool> over = false;
    std::atomic<int> looked = 0;
    std::vector<std::thread> others;
    for (int other = 0; other < 2; ++other)
      others.emplace_back([&, other] {
        for (int game = other; !over || looked < 50; game = (game + 7) % batch.number()) {
          look(batch.game(game));
          ++looked;
        }
      });
    for (int turn = 0; turn < STEPS; ++turn) batch.step(room.places(turn));
    over = true;
    for (std::thread& other : others) other.join();
    games += size_of(playouts(room.start(), room.seeds(), Policy::random, crew));
    looks += looked;
  }
  std::cout << games << " playouts, " << 3 * STEPS << " steps, looked at while they were made\n";
  return games == 3 * narrow<int>(Room::GAMES) && looks >= 150 ? 0 : 1;
}

}  // namespace

int main(int number, char** words) {
  if (number != 2) return 2;
  std::ifstream file(words[1]);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Room room(FromText::read<Told>(text));
  return threads(room);
}
