// Threads that share work, and wait for the next.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace granada {

/// More threads than this are refused.
inline constexpr int MOST_THREADS = 256;

/// Some threads, of which whoever gives them work is one; where the system starts no more, fewer do it all.
///
/// A thread that wakes up late is not waited for: on a busy machine the others do its part.
class Crew {
 public:
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Do something once for each number below another, in whatever order; the flaw of the least number that
  /// has one is thrown when all is done. More numbers than two thousand million are refused.
  void share(std::size_t numbers, const std::function<void(int)>& work);

 private:
  void help();
  void work();
  void fail(int number);

  const std::function<void(int)>* work_ = nullptr;
  std::atomic<int> number_ = 0, done_ = 0;
  /// The round, and behind it the next number that nobody has taken: who has overslept takes none of another
  /// round.
  std::atomic<std::uint64_t> next_ = 0;
  std::atomic<std::uint32_t> round_ = 0;
  std::atomic<bool> over_ = false;
  std::mutex failing_;
  int failed_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> helpers_;
};

}  // namespace granada
