// Threads that share work, and wait for the next.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace granada {

/// Some threads, of which whoever gives them work is one.
class Crew {
 public:
  explicit Crew(int threads);
  ~Crew();
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  /// Do something once for each number below another, in whatever order; the flaw of the least number that
  /// has one is thrown when all is done.
  void share(int number, const std::function<void(int)>& work);

 private:
  void help();
  void work();
  void fail(int number);

  const std::function<void(int)>* work_ = nullptr;
  int number_ = 0;
  std::atomic<int> next_ = 0, busy_ = 0;
  std::atomic<unsigned> round_ = 0;
  std::atomic<bool> over_ = false;
  std::mutex failing_;
  int failed_ = 0;
  std::exception_ptr failure_;
  std::vector<std::thread> helpers_;
};

}  // namespace granada
