// The outline of a family's part of a city, and the longest unbroken stretch of moat or wall on it.
#pragma once

#include <vector>

#include "city.hpp"

namespace granada {

/// An edge: a cell and one of its sides.
struct Edge {
  Cell cell;
  int side;
};

/// How long the longest unbroken moat or wall on the outline of a family is.
int longest(const City& city, Family family);

/// How long that of a tile's family would be if the tile were built on a cell, on which it fits.
int longest_with(const City& city, const Face& face, Cell cell);

/// Its edges, clockwise; of equally long ones those of the one that begins furthest to the west and south.
std::vector<Edge> longest_edges(const City& city, Family family);

}  // namespace granada
