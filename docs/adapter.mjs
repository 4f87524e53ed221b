#!/usr/bin/env node
// An adapter: a program that knows how tiles are built and removed, how long a moat or wall is, and how money is taken.
// Try it with:  granada check -- node docs/adapter.mjs
import { createInterface } from "node:readline";

const STEPS = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
]; // beyond the sides n e s w
const START = "0,0";
const OF_THE_ALHAMBRA = /^(pavilion|seraglio|arcades|chambers|garden|tower)/;

const beside = (cell, side) => {
  const [x, y] = cell.split(",").map(Number);
  return `${x + STEPS[side][0]},${y + STEPS[side][1]}`;
};
const edgesOf = (face) => face.split("/")[1] ?? ""; // school8/ne has a moat in the north and in the east
const isBarred = (cells, cell, side) => cells.get(cell).includes("nesw"[side]);

// The cells of a city, each with the edges that carry a moat or wall; the start tile has none.
// In a combined city only those of one family are wanted.
function cellsOf({ game = "granada", city, family }) {
  const home = game === "granada" ? "granada" : "alhambra";
  const wanted = family ?? home;
  const cells = new Map(wanted === home ? [[START, ""]] : []);
  for (const [cell, text] of Object.entries(city)) {
    const face = text.replace("*", ""); // the mark of a founding tile
    const own = OF_THE_ALHAMBRA.test(face) ? "alhambra" : "granada";
    if (own === wanted) cells.set(cell, edgesOf(face));
  }
  return cells;
}

// Whether a city keeps the building rules: edges match, every tile can be walked to, and no empty cell is enclosed.
function isLegal(cells) {
  const reached = flood(START, (from, side, to) => cells.has(to) && !isBarred(cells, from, side));
  for (const cell of cells.keys()) {
    for (const side of STEPS.keys()) {
      const near = beside(cell, side);
      if (cells.has(near) && isBarred(cells, cell, side) !== isBarred(cells, near, (side + 2) % 4)) return false;
    }
  }
  return reached.size === cells.size && !hasHole(cells);
}

function flood(first, mayGo) {
  const reached = new Set([first]);
  for (const cell of reached) {
    // a set can grow while it is walked through
    for (const side of STEPS.keys()) {
      const near = beside(cell, side);
      if (!reached.has(near) && mayGo(cell, side, near)) reached.add(near);
    }
  }
  return reached;
}

// Air that comes in from outside must get to every empty cell; it never slips through a corner.
function hasHole(cells) {
  const places = [...cells.keys()].map((cell) => cell.split(",").map(Number));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, east, south, north] = [
    Math.min(...xs) - 1,
    Math.max(...xs) + 1,
    Math.min(...ys) - 1,
    Math.max(...ys) + 1,
  ];
  const air = flood(`${west},${south}`, (from, side, to) => {
    const [x, y] = to.split(",").map(Number);
    return x >= west && x <= east && y >= south && y <= north && !cells.has(to);
  });
  return air.size + cells.size < (east - west + 1) * (north - south + 1);
}

// "place school8/s at 1,0", or "add school8/s at 1,0" from the reserve.
function place(given) {
  const [verb, face, , cell] = given.do.split(" ");
  const cells = cellsOf(given);
  if (cells.has(cell) || (verb === "add" && !(given.reserve ?? []).includes(face))) return false;
  return isLegal(cells.set(cell, edgesOf(face)));
}

// "remove 1,0"; an empty cell and the start tile are asked about as well.
function remove(given) {
  const cell = given.do.split(" ")[1];
  const cells = cellsOf(given);
  return cell !== START && cells.delete(cell) && isLegal(cells);
}

// "take b1 g4", or just "take".
function take({ display, do: action, rulings }) {
  const wanted = action.split(" ").slice(1);
  const left = display.split(" ");
  for (const card of wanted) {
    if (!left.includes(card)) return false;
    left.splice(left.indexOf(card), 1);
  }
  const worth = wanted.reduce((sum, card) => sum + Number(card.slice(1)), 0);
  return wanted.length === 1 || (wanted.length > 1 && worth <= (rulings?.several_cards_limit ?? 5));
}

// The edge that follows clockwise on the outline: into a nook, straight on, or round the corner of the tile.
function next(cells, [x, y, side]) {
  const [[dx, dy], [ex, ey]] = [STEPS[side], STEPS[(side + 1) % 4]];
  if (cells.has(`${x + dx + ex},${y + dy + ey}`)) return [x + dx + ex, y + dy + ey, (side + 3) % 4];
  return cells.has(`${x + ex},${y + ey}`) ? [x + ex, y + ey, side] : [x, y, (side + 1) % 4];
}

// Walk round every outline once, and then twice along its edges, so that a run may pass the place of departure.
function longest(cells) {
  let best = 0;
  const seen = new Set();
  for (const cell of cells.keys()) {
    for (const side of STEPS.keys()) {
      if (cells.has(beside(cell, side))) continue; // an inner edge
      const loop = [];
      for (let at = [...cell.split(",").map(Number), side]; !seen.has(at.join()); at = next(cells, at)) {
        seen.add(at.join());
        loop.push(isBarred(cells, `${at[0]},${at[1]}`, at[2]));
      }
      let run = 0;
      for (const moat of [...loop, ...loop]) best = Math.max(best, Math.min((run = moat ? run + 1 : 0), loop.length));
    }
  }
  return best;
}

const HELLO = {
  name: "adapter",
  version: "2",
  kinds: ["place", "remove", "moat", "take"],
  modules: [],
  rulings: "any",
};
const ANSWERS = {
  place: (given) => ({ legal: place(given) }),
  remove: (given) => ({ legal: remove(given) }),
  moat: (given) => ({ result: longest(cellsOf(given)) }),
  take: (given) => ({ legal: take(given) }),
};

function answer({ id, kind, given }) {
  if (kind === "hello") return { id, ...HELLO };
  // Kinds and games cannot be declared together: what is not known of one game is skipped.
  if (given.game === "combined" && kind !== "moat" && kind !== "take") return { id, skip: "no two cities in one yet" };
  return { id, ...ANSWERS[kind](given) };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line)))); // whatever else is printed goes to console.error
}
