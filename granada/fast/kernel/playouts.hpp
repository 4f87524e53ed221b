// Many games at once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "position.hpp"

namespace granada {

/// The points at the end of a game from a position for each seed; the threads share nothing but what nobody
/// changes.
std::vector<std::vector<int>> playouts(const Position& start, std::span<const std::uint64_t> seeds,
                                       Policy policy, int threads);

}  // namespace granada
