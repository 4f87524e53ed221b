// Chance: the generator of Python's random.Random, number by number.
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "row.hpp"

namespace granada {

/// Numbers that are given instead of drawn, for whoever wants to see what each of them leads to.
struct Script {
  std::vector<int> numbers;
  /// The limit below which each number was needed; the last one may have found no number any more.
  std::vector<int> limits{};
};

/// A script has no more numbers.
struct ScriptEnded : std::exception {
  const char* what() const noexcept override { return "a draw is due"; }
};

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
  /// Take the numbers of a script from now on, or none of them any more.
  void follow(Script* script) { script_ = script; }

 private:
  int scripted(int limit);
  std::uint32_t next();
  void twist();

  std::array<std::uint32_t, WORDS> words_{};
  std::uint32_t at_ = WORDS;
  /// Followed only while it is played, by whoever owns it.
  Script* script_ = nullptr;
};

}  // namespace granada
