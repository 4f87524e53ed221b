import assert from "node:assert/strict";
import { test } from "node:test";

import { extent } from "../../docs/_static/judge/board.js";
import { realFaces } from "../../docs/_static/judge/palette.js";
import { told } from "../../docs/_static/judge/tiles.js";
import { heading } from "../../docs/_static/judge/verdict.js";
import { known } from "./site.mjs";

test("the board shows five cells each way, and a free one round every tile", () => {
  assert.deepEqual(extent([[0, 0]]), { west: -2, east: 2, south: -2, north: 2 });
  assert.deepEqual(
    extent([
      [4, -1],
      [-3, -6],
      [0, 5],
    ]),
    { west: -4, east: 5, south: -7, north: 6 },
  );
});

test("the real tiles of a building are its own, each once, cheapest first", () => {
  for (const building of Object.keys(known.buildings)) {
    const faces = realFaces(building, known);
    const prices = faces.map((face) => Number(face.replace(building, "").split("/")[0]));
    assert.ok(faces.length > 1, building);
    assert.ok(faces.every((face) => face.startsWith(building)));
    assert.deepEqual(
      prices,
      [...prices].sort((one, other) => one - other),
    );
    assert.equal(new Set(faces).size, faces.length);
  }
});

test("a tile in words names its moats or walls", () => {
  assert.equal(told("park6/ne", known), "park 6, moat in the north and in the east");
  assert.equal(told("*garden8/w~90", known), "garden 8, wall in the west, founding tile, turned by 90 degrees");
  assert.equal(told("tower-hut", known), "hut, tower");
  assert.equal(told("<b>", known), "<b>");
});

/** @type {[string, Parameters<typeof heading>[0], string][]} */
const HEADINGS = [
  [
    "a legal action",
    { legal: true, head: ["place park6 at 1,0: legal"], answer: {}, broken: [] },
    "Yes. place park6 at 1,0 is legal.",
  ],
  ["a legal city", { legal: true, head: ["legal"], answer: {}, broken: [] }, "Yes. This city is legal."],
  [
    "an exact payment",
    { legal: true, head: ["buy 1 with b6: legal"], answer: { exact: true }, broken: [] },
    "Yes, and it earns a further action. buy 1 with b6 is legal.",
  ],
  [
    "too much",
    { legal: true, head: ["buy 1 with b7: legal"], answer: { exact: false }, broken: [] },
    "Yes, but overpaid. buy 1 with b7 is legal.",
  ],
  [
    "one broken rule",
    { legal: false, head: ["remove 1,0: illegal\nwhy"], answer: {}, broken: [{ rule: "walkable", sentence: "" }] },
    "No. remove 1,0 breaks a rule:",
  ],
  [
    "two broken rules",
    { legal: false, head: ["illegal"], answer: {}, broken: Array(2).fill({ rule: "walkable", sentence: "" }) },
    "No. This city breaks 2 rules:",
  ],
  ["one edge", { legal: null, head: ["1"], answer: { result: 1 }, broken: [] }, "1 edge."],
  ["a moat", { legal: null, head: ["7"], answer: { result: 7 }, broken: [] }, "7 edges."],
  [
    "points",
    { legal: null, head: ["x"], answer: { points: [3, 0], dirk: 2 }, broken: [] },
    "Points: seat 1: 3, seat 2: 0, Dirk: 2",
  ],
  ["anything else", { legal: null, head: ["[b1, g2]\nmore"], answer: {}, broken: [] }, "Answer: [b1, g2]"],
];

for (const [name, verdict, words] of HEADINGS) {
  test(`a verdict begins with what matters: ${name}`, () => assert.equal(heading(verdict).join(""), words));
}
