#!/usr/bin/env node
// An adapter: a program that knows how tiles are built and removed, how long a moat or wall is, and how money is taken.
// Try it with:  granada check -- node docs/adapter.mjs
import { createInterface } from "node:readline";

/** @typedef {Map<string, string>} Cells a city: cells such as "1,0", each with the edges that carry a moat or wall */
/** @typedef {[x: number, y: number, side: number]} Edge */
/**
 * What is given with a question; each kind has what it needs.
 * @typedef {object} Given
 * @property {string} [game]
 * @property {Record<string, string>} city
 * @property {string} [family]
 * @property {string[]} [reserve]
 * @property {string} display
 * @property {string} do
 * @property {{ several_cards_limit?: number }} [rulings]
 */

const STEPS = [
  [0, 1], // beyond the sides n e s w
  [1, 0],
  [0, -1],
  [-1, 0],
];
const START = "0,0";
const OF_THE_ALHAMBRA = /^(pavilion|seraglio|arcades|chambers|garden|tower)/;

/** @type {(cell: string, side: number) => string} */
const beside = (cell, side) => {
  const [x, y] = cell.split(",").map(Number);
  return `${x + STEPS[side][0]},${y + STEPS[side][1]}`;
};
/** @type {(face: string) => string} */
const edgesOf = (face) => face.split("/")[1] ?? ""; // school8/ne has a moat in the north and in the east
/** @type {(cells: Cells, cell: string, side: number) => boolean} */
const isBarred = (cells, cell, side) => cells.get(cell)?.includes("nesw"[side]) ?? false;

/**
 * The cells of a city, each with the edges that carry a moat or wall; the start tile has none.
 * In a combined city only those of one family are wanted.
 * @param {Given} given
 */
function cellsOf({ game = "granada", city, family }) {
  const home = game === "granada" ? "granada" : "alhambra";
  const wanted = family ?? home;
  /** @type {Cells} */
  const cells = new Map(wanted === home ? [[START, ""]] : []);
  for (const [cell, text] of Object.entries(city)) {
    const face = text.replace("*", ""); // the mark of a founding tile
    const own = OF_THE_ALHAMBRA.test(face) ? "alhambra" : "granada";
    if (own === wanted) cells.set(cell, edgesOf(face));
  }
  return cells;
}

/**
 * Whether a city keeps the building rules: edges match, every tile can be walked to, and no empty cell is enclosed.
 * @param {Cells} cells
 */
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

/**
 * The cells that can be reached from the first.
 * @param {string} first
 * @param {(from: string, side: number, to: string) => boolean} mayGo
 */
function flood(first, mayGo) {
  const reached = new Set([first]);
  // A set can grow while it is walked through.
  for (const cell of reached) {
    for (const side of STEPS.keys()) {
      const near = beside(cell, side);
      if (!reached.has(near) && mayGo(cell, side, near)) reached.add(near);
    }
  }
  return reached;
}

/**
 * Air that comes in from outside must get to every empty cell; it never slips through a corner.
 * @param {Cells} cells
 */
function hasHole(cells) {
  const places = [...cells.keys()].map((cell) => cell.split(",").map(Number));
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [west, east] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
  const [south, north] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
  const air = flood(`${west},${south}`, (from, side, to) => {
    const [x, y] = to.split(",").map(Number);
    return x >= west && x <= east && y >= south && y <= north && !cells.has(to);
  });
  return air.size + cells.size < (east - west + 1) * (north - south + 1);
}

/**
 * "place school8/s at 1,0", or "add school8/s at 1,0" from the reserve.
 * @param {Given} given
 */
function place(given) {
  const [verb, face, , cell] = given.do.split(" ");
  const cells = cellsOf(given);
  if (cells.has(cell) || (verb === "add" && !(given.reserve ?? []).includes(face))) return false;
  return isLegal(cells.set(cell, edgesOf(face)));
}

/**
 * "remove 1,0"; an empty cell and the start tile are asked about as well.
 * @param {Given} given
 */
function remove(given) {
  const cell = given.do.split(" ")[1];
  const cells = cellsOf(given);
  return cell !== START && cells.delete(cell) && isLegal(cells);
}

/**
 * "take b1 g4", or just "take".
 * @param {Given} given
 */
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

/**
 * The edge that follows clockwise on the outline: into a nook, straight on, or round the corner of the tile.
 * @param {Cells} cells
 * @param {Edge} edge
 * @returns {Edge}
 */
function next(cells, [x, y, side]) {
  const [[dx, dy], [ex, ey]] = [STEPS[side], STEPS[(side + 1) % 4]];
  if (cells.has(`${x + dx + ex},${y + dy + ey}`)) return [x + dx + ex, y + dy + ey, (side + 3) % 4];
  return cells.has(`${x + ex},${y + ey}`) ? [x + ex, y + ey, side] : [x, y, (side + 1) % 4];
}

/**
 * Walk round every outline once, and then twice along its edges, so that a run may pass the place of departure.
 * @param {Cells} cells
 */
function longest(cells) {
  let best = 0;
  const seen = new Set();
  for (const cell of cells.keys()) {
    for (const side of STEPS.keys()) {
      if (cells.has(beside(cell, side))) continue; // an inner edge
      const loop = [];
      const [x, y] = cell.split(",").map(Number);
      for (let at = /** @type {Edge} */ ([x, y, side]); !seen.has(at.join()); at = next(cells, at)) {
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
/** @type {Record<string, (given: Given) => object>} */
const ANSWERS = {
  place: (given) => ({ legal: place(given) }),
  remove: (given) => ({ legal: remove(given) }),
  moat: (given) => ({ result: longest(cellsOf(given)) }),
  take: (given) => ({ legal: take(given) }),
};

/** @param {{ id: string, kind: string, given: Given }} question */
function answer({ id, kind, given }) {
  if (kind === "hello") return { id, ...HELLO };
  // Kinds and games cannot be declared together: what is not known of one game is skipped.
  if (given.game === "combined" && kind !== "moat" && kind !== "take") return { id, skip: "no two cities in one yet" };
  return { id, ...ANSWERS[kind](given) };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line)))); // whatever else is printed goes to console.error
}
