import assert from "node:assert/strict";
import { test } from "node:test";

import { prices as allPrices, ofBuilding, priceBelow, realFaces } from "../../docs/_static/judge/palette.js";
import { heading } from "../../docs/_static/judge/verdict.js";
import { extent, heardOf } from "../../docs/_static/shared/board.js";
import { tileOf } from "../../docs/_static/shared/notation.js";
import { told } from "../../docs/_static/shared/tiles.js";
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
  assert.deepEqual(extent([[1, 0]], [[3, 0]]), { west: -2, east: 3, south: -2, north: 2 }); // nothing moves for a tile that is asked about
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

test("prices are those of the tiles, and each is backed by one", () => {
  assert.deepEqual(allPrices(known), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  assert.deepEqual([priceBelow("6", known), priceBelow("7", known), priceBelow("hut", known)], ["7", "6", "hut"]);
});

test("a hut stays a hut when another building is chosen, where there are huts of it", () => {
  const chosen = (/** @type {string} */ name, /** @type {string} */ before) => {
    const tile = tileOf(before);
    assert.ok(tile);
    return ofBuilding(name, tile, known);
  };
  assert.equal(chosen("tower", "garden-hut/ne"), "tower-hut/ne");
  assert.equal(chosen("park", "garden-hut"), realFaces("park", known)[0]);
  assert.equal(chosen("tower", "garden8"), realFaces("tower", known)[0]);
});

test("a tile in words names its moats or walls", () => {
  assert.equal(told("park6/ne", known), "park 6, moat in the north and in the east");
  assert.equal(told("*garden8/w~90", known), "garden 8, wall in the west, founding tile, turned by 90 degrees");
  assert.equal(told("tower-hut", known), "hut, tower");
  assert.equal(told("<b>", known), "<b>");
});

test("what is heard of a cell tells where it lies, and what is not laid yet or would leave", () => {
  assert.equal(heardOf("0,0", undefined, {}, known), "start tile");
  assert.equal(heardOf("2,-1", undefined, { "shared-lit": true }, known), "empty, 2 east, 1 south, possible");
  assert.equal(heardOf("-1,0", "park6", { "shared-ghost": true }, known), "park 6, 1 west, only asked about");
  assert.equal(heardOf("0,3", "park6", { "shared-gone": true }, known), "park 6, 3 north, would leave");
});

/** @type {[string, Parameters<typeof heading>[0], string][]} */
const HEADINGS = [
  ["a legal action", { legal: true, answer: {}, facts: [], subject: "build a park" }, "Yes."],
  ["a legal city", { legal: true, answer: {}, facts: [], subject: "" }, "Yes. This city is legal."],
  [
    "an exact payment",
    { legal: true, answer: { exact: true }, facts: [], subject: "buy" },
    "Yes, and it earns a further action.",
  ],
  [
    "too much",
    { legal: true, answer: { exact: false }, facts: [], subject: "buy" },
    "Yes. It is more than the price, so no further action.",
  ],
  ["something illegal", { legal: false, answer: {}, facts: [], subject: "build a park" }, "No."],
  ["one edge", { legal: null, answer: { result: 1 }, facts: ["result: 1"], subject: "" }, "1 edge, 1 point."],
  ["a moat", { legal: null, answer: { result: 7 }, facts: ["result: 7"], subject: "" }, "7 edges, 7 points."],
  [
    "points",
    { legal: null, answer: {}, facts: ["points: seat 1: 3, seat 2: 0", "Dirk: 2"], subject: "" },
    "Points: seat 1: 3, seat 2: 0",
  ],
  ["nothing", { legal: null, answer: {}, facts: [], subject: "" }, ""],
];

for (const [name, verdict, words] of HEADINGS) {
  test(`a verdict begins with what matters: ${name}`, () => assert.equal(heading(verdict), words));
}
