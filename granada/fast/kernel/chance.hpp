// Chance: the generator of Python's random.Random, number by number.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace granada {

/// The Mersenne Twister as Python uses it.
class Generator {
 public:
  /// How many words of 32 bits the generator keeps; one more says where it stands among them.
  static constexpr int WORDS = 624;
  using State = std::array<std::uint32_t, WORDS + 1>;

  /// As `random.Random(seed)`.
  explicit Generator(std::uint64_t seed = 0);
  /// As `Random.setstate`; a place behind the words is refused.
  explicit Generator(std::span<const std::uint32_t> state);
  State state() const;

  /// As `Random.randrange(limit)`: a number from 0 on that is less than the limit, which is at least 1.
  int below(int limit);

 private:
  std::uint32_t next();
  void twist();

  std::array<std::uint32_t, WORDS> words_;
  std::uint32_t at_ = WORDS;
};

}  // namespace granada
