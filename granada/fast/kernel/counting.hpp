// Counting what is enumerated, and picking one of it by its number.
//
// An enumeration gives its things to a visitor one by one, until that says that it has seen enough.
#pragma once

#include <stdexcept>

namespace granada {

/// How many things are enumerated.
template <class Enumerate>
int counted(Enumerate&& enumerate) {
  int count = 0;
  enumerate([&](const auto&...) {
    ++count;
    return false;
  });
  return count;
}

/// The enumerated thing with a number, counted from 0; it is refused where there is none.
template <class Thing, class Enumerate>
Thing picked(int number, Enumerate&& enumerate) {
  Thing found{};
  const bool is_there = enumerate([&](const Thing& thing) {
    if (number-- != 0) return false;
    found = thing;
    return true;
  });
  if (!is_there) throw std::out_of_range("there are not so many to choose from");
  return found;
}

}  // namespace granada
