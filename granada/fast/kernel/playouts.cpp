#include "playouts.hpp"

#include <algorithm>
#include <exception>
#include <thread>

#include "demand.hpp"

namespace granada {

std::vector<std::vector<int>> playouts(const Position& start, std::span<const std::uint64_t> seeds,
                                       Policy policy, int threads) {
  demand(threads >= 1, "at least one thread is needed");
  std::vector<std::vector<int>> points(seeds.size());
  const auto play = [&](std::size_t first, std::size_t behind) {
    Position game = start;
    for (std::size_t number = first; number < behind; ++number) {
      game = start;
      game.use(Generator(seeds[number]));
      game.deal();
      game.finish(policy);
      for (const Player& player : game.state().players) points[number].push_back(player.points);
    }
  };
  const std::size_t shares = std::clamp<std::size_t>(seeds.size(), 1, at(threads));
  std::vector<std::exception_ptr> failures(shares);
  const auto share = [&](std::size_t number) {
    try {
      play(seeds.size() * number / shares, seeds.size() * (number + 1) / shares);
    } catch (...) {
      failures[number] = std::current_exception();
    }
  };
  std::vector<std::jthread> helpers;
  for (std::size_t number = 1; number < shares; ++number) helpers.emplace_back(share, number);
  share(0);
  helpers.clear();
  for (const std::exception_ptr& failure : failures)
    if (failure) std::rethrow_exception(failure);
  return points;
}

}  // namespace granada
