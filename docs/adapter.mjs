#!/usr/bin/env node
// An adapter: a program that knows one thing, the longest moat or wall of a city, and speaks the protocol.
// Try it with:  granada check -- node docs/adapter.mjs
import { createInterface } from "node:readline";

const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]]; // beyond the sides n e s w
const OF_THE_ALHAMBRA = /^(pavilion|seraglio|arcades|chambers|garden|tower)/;

// The cells of one family, each with the edges that carry a moat or wall; the start tile has none.
function cellsOf({ game = "granada", city, family }) {
  const home = game === "granada" ? "granada" : "alhambra";
  const wanted = family ?? home;
  const cells = new Map(wanted === home ? [["0,0", ""]] : []);
  for (const [cell, text] of Object.entries(city)) {
    const face = text.replace("*", ""); // the mark of a founding tile
    const own = OF_THE_ALHAMBRA.test(face) ? "alhambra" : "granada";
    if (own === wanted) cells.set(cell, face.split("/")[1] ?? "");
  }
  return cells;
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
    for (const [side, [dx, dy]] of STEPS.entries()) {
      const [x, y] = cell.split(",").map(Number);
      if (cells.has(`${x + dx},${y + dy}`)) continue; // an inner edge
      const loop = [];
      for (let at = [x, y, side]; !seen.has(at.join()); at = next(cells, at)) {
        seen.add(at.join());
        loop.push(cells.get(`${at[0]},${at[1]}`).includes("nesw"[at[2]]));
      }
      let run = 0;
      for (const moat of [...loop, ...loop]) best = Math.max(best, Math.min((run = moat ? run + 1 : 0), loop.length));
    }
  }
  return best;
}

function answer({ id, kind, given }) {
  if (kind === "hello") return { id, name: "adapter", version: "1", kinds: ["moat"], rulings: "any" };
  return kind === "moat" ? { id, result: longest(cellsOf(given)) } : { id, skip: `I know nothing of ${kind}` };
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
