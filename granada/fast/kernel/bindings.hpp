// What the bindings share.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string_view>

#include "position.hpp"

/// The table as Python holds it; nobody changes it.
struct SharedTable {
  std::shared_ptr<const granada::Table> table;
};

/// A position that waits for its draws, to see what each of them leads to.
struct Waiting {
  granada::Position position;
};

/// Names for Python to compare with its own.
template <class Names>
nanobind::tuple exported(const Names& names) {
  nanobind::list found;
  for (std::string_view name : names) found.append(std::string(name));
  return nanobind::tuple(found);
}

void bind_batches(nanobind::module_& m);
