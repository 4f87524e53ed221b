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

/// A small quick generator (SplitMix64), with which imagined cards are dealt: to seed the other takes longer
/// than to deal.
class Mixer {
 public:
  explicit Mixer(std::uint64_t seed) : state_(seed) {}

  /// A number from 0 on that is less than the limit, which is at least 1; all are equally likely.
  int below(int limit);

 private:
  std::uint64_t state_;
};

/// The Mersenne Twister as Python uses it.
class Generator {
 public:
  /// How many words of 32 bits the generator keeps; one more says where it stands among them.
  static constexpr int WORDS = 624;
  using State = std::array<std::uint32_t, WORDS + 1>;

  /// As `random.Random(seed)`; the words are made when the first number is drawn.
  explicit Generator(std::uint64_t seed = 0) : seed_(seed) {}
  /// As `Random.setstate`; a place behind the words is refused.
  explicit Generator(std::span<const std::uint32_t> state);
  Generator(const Generator& other) { *this = other; }
  Generator& operator=(const Generator& other);
  ~Generator() = default;
  State state() const;

  /// As `Random.randrange(limit)`: a number from 0 on that is less than the limit, which is at least 1.
  int below(int limit);
  /// Take the numbers of a script from now on, or none of them any more.
  void follow(Script* script) { script_ = script; }

 private:
  int scripted(int limit);
  std::uint32_t next();
  void sow();
  void twist();

  std::array<std::uint32_t, WORDS> words_;
  std::uint32_t at_ = WORDS;
  /// Whether there are words yet, and what they are to be made of.
  bool sown_ = false;
  std::uint64_t seed_ = 0;
  /// Followed only while it is played, by whoever owns it.
  Script* script_ = nullptr;
};

}  // namespace granada
