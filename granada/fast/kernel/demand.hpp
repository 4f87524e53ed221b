// What comes from outside, and cannot be, is refused.
#pragma once

#include <stdexcept>

namespace granada {

/// Refuse what does not hold, and say what would have to.
inline void demand(bool holds, const char* otherwise) {
  if (!holds) throw std::invalid_argument(otherwise);
}

}  // namespace granada
