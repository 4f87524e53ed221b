#include "crew.hpp"

#include <algorithm>
#include <limits>

#include "demand.hpp"
#include "row.hpp"

namespace granada {

namespace {

/// So many numbers a thread takes at once.
constexpr int AT_ONCE = 8;
/// So often a thread looks whether something has changed before it sleeps: to wake up takes longer than a
/// step.
constexpr int LOOKS = 1'000;
/// No round has so many numbers: nothing can be taken.
constexpr std::uint32_t NOTHING_LEFT = std::numeric_limits<std::int32_t>::max();

constexpr std::uint64_t in_round(std::uint32_t round, std::uint32_t next) {
  return std::uint64_t{round} << 32 | next;
}

/// Wait until a number is another, at first with open eyes; whoever else wants the core gets it.
template <typename Number>
void wait_while(const std::atomic<Number>& number, Number old) {
  for (int look = 0; look < LOOKS && number == old; ++look) std::this_thread::yield();
  number.wait(old);
}

}  // namespace

Crew::Crew(int threads) {
  demand(threads >= 1 && threads <= MOST_THREADS, "threads is 1 to 256");
  helpers_.reserve(at(threads));
  try {
    for (int helper = 1; helper < threads; ++helper) helpers_.emplace_back([this] { help(); });
  } catch (const std::exception&) {
    // no more threads can be had: those that there are share the work
  }
}

Crew::~Crew() {
  over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Crew::help() {
  for (std::uint32_t seen = 0;;) {
    wait_while(round_, seen);
    seen = round_;
    if (over_) return;
    work();
  }
}

void Crew::work() {
  for (std::uint64_t next = next_;;) {
    const int first = narrow<int>(next & NOTHING_LEFT), number = number_;
    if (first >= number) return;
    if (!next_.compare_exchange_weak(next, next + AT_ONCE)) continue;
    const int behind = std::min(first + AT_ONCE, number);
    for (int each = first; each < behind; ++each) try {
        (*work_)(each);
      } catch (...) {
        fail(each);
      }
    if (done_.fetch_add(behind - first) + behind - first == number) done_.notify_all();
    next = next_;
  }
}

void Crew::fail(int number) {
  const std::lock_guard lock(failing_);
  if (failure_ && failed_ < number) return;
  failed_ = number;
  failure_ = std::current_exception();
}

void Crew::share(std::size_t numbers, const std::function<void(int)>& work) {
  demand(numbers < NOTHING_LEFT - AT_ONCE, "there are too many games");
  const int number = narrow<int>(numbers);
  const std::uint32_t round = round_ + 1;
  next_ = in_round(round, NOTHING_LEFT);  // whoever still looks for work of the last round finds none
  work_ = &work;
  number_ = number;
  done_ = 0;
  failure_ = nullptr;
  next_ = in_round(round, 0);
  if (!helpers_.empty()) {
    round_ = round;
    round_.notify_all();
  }
  this->work();
  for (int done = done_; done != number; done = done_) wait_while(done_, done);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace granada
