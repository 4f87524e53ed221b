#include "chance.hpp"

#include <algorithm>
#include <bit>

#include "demand.hpp"

namespace granada {

namespace {

/// The numbers by which the Mersenne Twister is defined.
constexpr std::uint32_t FIRST_SEED = 19650218, GROW = 1812433253, MIX_IN = 1664525, MIX_OUT = 1566083941;
constexpr std::uint32_t UPPER = 0x80000000, LOWER = 0x7fffffff, TWIST = 0x9908b0df;
constexpr int MIDDLE = 397;

/// The words before a seed is mixed in.
constexpr auto UNSOWN = [] {
  std::array<std::uint32_t, Generator::WORDS> words{FIRST_SEED};
  for (std::uint32_t place = 1; place < Generator::WORDS; ++place)
    words[place] = GROW * (words[place - 1] ^ words[place - 1] >> 30) + place;
  return words;
}();

}  // namespace

int Mixer::below(int limit) {
  demand(limit >= 1, "there is nothing to choose from");
  const auto most = narrow<std::uint32_t>(limit);
  for (;;) {
    std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
    const std::uint64_t scaled = ((mixed ^ mixed >> 31) >> 32) * most;
    const std::uint64_t rest = scaled & 0xffffffff;
    // Each number has equally many of the 2**32 words that are not refused.
    if (rest >= most || rest >= (std::uint64_t{1} << 32) % most) return narrow<int>(scaled >> 32);
  }
}

Generator& Generator::operator=(const Generator& other) {
  if (other.sown_) words_ = other.words_;
  at_ = other.at_;
  sown_ = other.sown_;
  seed_ = other.seed_;
  script_ = other.script_;
  return *this;
}

/// Make the words of the seed.
void Generator::sow() {
  sown_ = true;
  words_ = UNSOWN;
  const std::array key{narrow<std::uint32_t>(seed_ & 0xffffffff), narrow<std::uint32_t>(seed_ >> 32)};
  const std::uint32_t length = key[1] ? 2 : 1;
  std::uint32_t place = 1, part = 0;
  const auto step = [&] {
    if (++place == WORDS) {
      words_[0] = words_[WORDS - 1];
      place = 1;
    }
  };
  for (int turn = 0; turn < WORDS; ++turn) {
    words_[place] =
        (words_[place] ^ (words_[place - 1] ^ words_[place - 1] >> 30) * MIX_IN) + key[part] + part;
    part = (part + 1) % length;
    step();
  }
  for (int turn = 1; turn < WORDS; ++turn) {
    words_[place] = (words_[place] ^ (words_[place - 1] ^ words_[place - 1] >> 30) * MIX_OUT) - place;
    step();
  }
  words_[0] = UPPER;
}

Generator::Generator(std::span<const std::uint32_t> state) {
  demand(state.size() == WORDS + 1 && state[WORDS] <= WORDS,
         "a generator has 624 words and its place among them");
  std::copy_n(state.begin(), WORDS, words_.begin());
  at_ = state[WORDS];
  sown_ = true;
}

Generator::State Generator::state() const {
  if (!sown_) {
    Generator twin(*this);
    twin.sow();
    return twin.state();
  }
  State state;
  std::copy(words_.begin(), words_.end(), state.begin());
  state[WORDS] = at_;
  return state;
}

void Generator::twist() {
  if (!sown_) sow();
  const auto twisted = [](std::uint32_t one, std::uint32_t other) {
    const std::uint32_t both = (one & UPPER) | (other & LOWER);
    return both >> 1 ^ (both & 1 ? TWIST : 0);
  };
  std::size_t place = 0;
  for (; place < WORDS - MIDDLE; ++place)
    words_[place] = words_[place + MIDDLE] ^ twisted(words_[place], words_[place + 1]);
  for (; place < WORDS - 1; ++place)
    words_[place] = words_[place + MIDDLE - WORDS] ^ twisted(words_[place], words_[place + 1]);
  words_[place] = words_[MIDDLE - 1] ^ twisted(words_[place], words_[0]);
  at_ = 0;
}

std::uint32_t Generator::next() {
  if (at_ == WORDS) twist();
  std::uint32_t word = words_[at_++];
  word ^= word >> 11;
  word ^= word << 7 & 0x9d2c5680;
  word ^= word << 15 & 0xefc60000;
  return word ^ word >> 18;
}

int Generator::below(int limit) {
  demand(limit >= 1, "there is nothing to choose from");
  if (script_) [[unlikely]]
    return scripted(limit);
  const auto most = narrow<std::uint32_t>(limit);
  const int unused = std::countl_zero(most);
  std::uint32_t found = next() >> unused;
  while (found >= most) found = next() >> unused;
  return narrow<int>(found);
}

int Generator::scripted(int limit) {
  const std::size_t place = script_->limits.size();
  script_->limits.push_back(limit);
  if (place >= script_->numbers.size()) throw ScriptEnded();
  const int number = script_->numbers[place];
  demand(number >= 0 && number < limit, "a number is not below its limit");
  return number;
}

}  // namespace granada
