#include "crew.hpp"

#include <algorithm>

namespace granada {

namespace {

/// So many numbers a thread takes at once.
constexpr int AT_ONCE = 8;

}  // namespace

Crew::Crew(int threads) {
  for (int helper = 1; helper < threads; ++helper) helpers_.emplace_back([this] { help(); });
}

Crew::~Crew() {
  over_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Crew::help() {
  for (unsigned seen = 0;; ++seen) {
    round_.wait(seen);
    if (over_) return;
    work();
    if (--busy_ == 0) busy_.notify_all();
  }
}

void Crew::work() {
  for (int first = next_.fetch_add(AT_ONCE); first < number_; first = next_.fetch_add(AT_ONCE))
    for (int number = first; number < std::min(first + AT_ONCE, number_); ++number) try {
        (*work_)(number);
      } catch (...) {
        fail(number);
      }
}

void Crew::fail(int number) {
  const std::lock_guard lock(failing_);
  if (failure_ && failed_ < number) return;
  failed_ = number;
  failure_ = std::current_exception();
}

void Crew::share(int number, const std::function<void(int)>& work) {
  work_ = &work;
  number_ = number;
  next_ = 0;
  failure_ = nullptr;
  if (!helpers_.empty()) {
    busy_ = static_cast<int>(helpers_.size());
    ++round_;
    round_.notify_all();
  }
  this->work();
  for (int left = busy_; left != 0; left = busy_) busy_.wait(left);
  if (failure_) std::rethrow_exception(failure_);
}

}  // namespace granada
