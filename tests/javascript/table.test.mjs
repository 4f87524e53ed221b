import assert from "node:assert/strict";
import { test } from "node:test";

import * as changes from "../../docs/_static/judge/changes.js";
import { realTiles } from "../../docs/_static/judge/palette.js";
import { NO_DEED, deedText, partsOf } from "../../docs/_static/judge/position.js";
import { questionOf } from "../../docs/_static/judge/question.js";
import { faceUp, tileOf } from "../../docs/_static/shared/notation.js";
import { known, stateWith } from "./site.mjs";

/** @import { Question } from "../../docs/_static/judge/question.js" */

const DEED = { face: "park6/n", cell: "1,0", where: "2g", cards: ["b1", "g4"], what: "y9" };

/** @type {[string, string][]} */
const WRITTEN = [
  ["take", "take b1 g4"],
  ["buy", "buy 2g with b1 g4"],
  ["flip", "flip park6/n paying b1 g4"],
  ["place", "place park6/n at 1,0"],
  ["swap", "swap 1,0 for park6/n"],
  ["draw", "draw y9"],
  ["pass", "pass"],
];

for (const [verb, text] of WRITTEN) {
  test(`what is done is written as the package does: ${text}`, () =>
    assert.equal(deedText({ ...DEED, verb }, known), text));
}

test("a hut is written without its price", () => {
  assert.equal(deedText({ ...DEED, verb: "hut", face: "garden-hut/s" }, known), "hut garden/s");
  assert.equal(deedText({ ...DEED, verb: "hut", face: "tower7/new" }, known), "hut tower/new"); // the tile chosen names its building
});

test("what is not chosen yet is not done", () => {
  assert.equal(deedText(NO_DEED, known), "");
  assert.equal(deedText({ ...NO_DEED, verb: "take" }, known), "");
  assert.equal(deedText({ ...NO_DEED, verb: "constructor" }, known), "");
  assert.deepEqual(partsOf("constructor", known), []);
});

test("a tap on the board tells where something is done, or lays a tile", () => {
  const table = stateWith({ mode: "table", cities: [{}, {}, {}], tile: "park6|arena7" });
  assert.deepEqual(changes.tapped(table, "1,0", known).cities[0], { "1,0": "park6" });
  const doing = changes.withVerb(table, "place");
  const told = changes.tapped(doing, "1,0", known);
  assert.equal(told.table.deed.cell, "1,0");
  assert.deepEqual(told.cities[0], {});
  const done = changes.withNextDeed(told, known);
  assert.deepEqual(done.table.deeds, ["place park6 at 1,0"]);
  assert.equal(/** @type {Question} */ (questionOf(done, known)).told?.do, "place park6 at 1,0");
});

test("a seat that leaves takes its cards along", () => {
  const handed = changes.withOwn(stateWith({ cities: [{}, {}, {}] }), "hands", 2, ["b1"]);
  const state = changes.withOwn(handed, "reserves", 2, ["park6"]);
  const { table, cities } = changes.withoutSeat(changes.withTable(state, { turn: 2, first: 2 }));
  assert.deepEqual(
    [cities.length, table.hands, table.reserves, table.turn, table.first],
    [2, [[], []], [[], []], 1, 1],
  );
});

test("a hut or a bureau brings its module into play, where there is one", () => {
  const hut = stateWith({ game: "alhambra", cities: [{ "1,0": "garden-hut" }] });
  assert.deepEqual(changes.withModulesOf(hut, known).modules, ["huts"]);
  const bureau = stateWith({ cards: ["b/y"], modules: ["vizier"] });
  assert.deepEqual(changes.withModulesOf(bureau, known).modules, ["vizier", "exchange"]);
  const again = changes.withModulesOf(bureau, known);
  assert.equal(changes.withModulesOf(again, known), again);
  const none = stateWith({ cities: [{ "1,0": "garden-hut" }] });
  assert.equal(changes.withModulesOf(none, known), none);
});

test("the real tiles of a building have it up, and their other face below", () => {
  for (const building of Object.keys(known.buildings)) {
    const twoFaced = known.buildings[building].family === "granada";
    const tiles = realTiles(building, known);
    assert.ok(tiles.every((text) => tileOf(text)?.building === building && Boolean(tileOf(text)?.other) === twoFaced));
    assert.ok(tiles.length > 1);
  }
  assert.equal(faceUp("park6|arena7/ne"), "park6/ne");
});
