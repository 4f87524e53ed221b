#include "playouts.hpp"

#include "crew.hpp"
#include "demand.hpp"

namespace granada {

std::vector<std::vector<int>> playouts(const Position& start, std::span<const std::uint64_t> seeds,
                                       Policy policy, int threads) {
  demand(threads >= 1, "at least one thread is needed");
  std::vector<std::vector<int>> points(seeds.size());
  Crew(threads).share(size_of(seeds), [&](int number) {
    Position game(start, Generator(seeds[at(number)]));
    game.deal();
    game.finish(policy);
    for (const Player& player : game.state().players) points[at(number)].push_back(player.points);
  });
  return points;
}

}  // namespace granada
