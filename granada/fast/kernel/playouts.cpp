#include "playouts.hpp"

#include <atomic>

#include "crew.hpp"

namespace granada {

std::vector<std::vector<int>> playouts(const Position& start, std::span<const std::uint64_t> seeds,
                                       Policy policy, int threads) {
  std::vector<std::vector<int>> points(seeds.size());
  std::atomic<bool> endless = false;  // one such game is enough: the others need not be played to find it out
  Crew(threads).share(seeds.size(), [&](int number) {
    if (endless) return;
    Position game(start, Generator(seeds[at(number)]));
    game.deal();
    try {
      game.finish(policy);
    } catch (...) {
      endless = true;
      throw;
    }
    for (const Player& player : game.state().players) points[at(number)].push_back(player.points);
  });
  return points;
}

}  // namespace granada
