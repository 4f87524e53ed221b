import assert from "node:assert/strict";
import { test } from "node:test";

import * as changes from "../../docs/_static/judge/changes.js";
import { blank } from "../../docs/_static/judge/question.js";
import { known, stateWith } from "./site.mjs";

/** @import { State } from "../../docs/_static/judge/question.js" */

/** @type {(state: State, ...cells: string[]) => State} */
const tap = (state, ...cells) => cells.reduce((now, cell) => changes.tapped(now, cell, known), state);

test("a tap lays the chosen tile", () => {
  assert.deepEqual(tap(stateWith(), "1,0", "2,0").cities, [{ "1,0": "park6", "2,0": "park6" }]);
});

test("a tile that is tapped is picked up, and put down by another tap", () => {
  const laid = stateWith({ cities: [{ "1,0": "arena8", "2,0": "park6" }] });
  assert.equal(tap(laid, "1,0").picked, "1,0");
  assert.equal(tap(laid, "1,0", "1,0").picked, null);
  assert.equal(tap(laid, "1,0", "2,0").picked, "2,0");
  assert.equal(tap(laid, "1,0", "0,0").picked, null);
  assert.deepEqual(tap(laid, "1,0", "0,0").cities, laid.cities);
});

test("a tile that is picked up moves to the empty cell that is tapped", () => {
  const moved = tap(stateWith({ cities: [{ "1,0": "arena8", "2,0": "park6" }] }), "1,0", "0,3");
  assert.deepEqual(moved.cities, [{ "2,0": "park6", "0,3": "arena8" }]);
  assert.equal(moved.picked, null);
});

test("a tap on the start tile changes nothing", () => {
  const state = stateWith();
  assert.equal(tap(state, "0,0"), state);
});

test("only the city of the seat that is shown changes", () => {
  const state = stateWith({ mode: "score", cities: [{}, {}, {}], seat: 1 });
  assert.deepEqual(tap(state, "1,0").cities, [{}, { "1,0": "park6" }, {}]);
});

test("where tiles are asked about, a tap asks and lays nothing", () => {
  const state = stateWith({ mode: "place", reserve: ["park6"] });
  assert.deepEqual(tap(state, "1,0"), { ...state, cell: "1,0", reserve: null });
  assert.deepEqual(tap(stateWith({ mode: "swap", reserve: ["park6"] }), "1,0").reserve, ["park6"]);
  assert.deepEqual(tap(stateWith({ mode: "place", verb: "add", reserve: ["park6"] }), "1,0").reserve, ["park6"]);
});

test("the first tile of Granada round the Alhambra is the founding tile, and no other is", () => {
  const state = stateWith({ game: "combined", tile: "park6/n" });
  assert.deepEqual(tap(state, "1,0", "2,0").cities, [{ "1,0": "*park6/n", "2,0": "park6/n" }]);
  assert.deepEqual(tap(stateWith({ game: "combined", tile: "garden8" }), "1,0").cities, [{ "1,0": "garden8" }]);
  assert.deepEqual(tap(stateWith({ game: "alhambra", tile: "garden8" }), "1,0").cities, [{ "1,0": "garden8" }]);
});

test("a tile is removed while tiles are laid, and only then", () => {
  const state = stateWith({ cities: [{ "1,0": "arena8", "2,0": "park6" }], picked: "1,0" });
  assert.deepEqual(changes.withoutTile(state, "1,0"), { ...state, cities: [{ "2,0": "park6" }], picked: null });
  assert.equal(changes.withoutTile(state, "5,5"), state);
  const asking = stateWith({ ...state, mode: "remove" });
  assert.equal(changes.withoutTile(asking, "1,0"), asking);
});

test("a tile that is picked up is altered and stays picked up", () => {
  const state = stateWith({ cities: [{ "1,0": "arena8/n" }], picked: "1,0" });
  const turned = changes.altered(state, (tile) => ({ turned: tile.turned + 90 }));
  assert.deepEqual(turned, { ...state, cities: [{ "1,0": "arena8/n~90" }] });
  const none = stateWith();
  assert.equal(
    changes.altered(none, () => ({ turned: 90 })),
    none,
  );
});

test("another tile takes the place of the old one in the reserve that it is added from", () => {
  assert.deepEqual(changes.withTile(stateWith({ mode: "place", verb: "add", reserve: ["park6"] }), "arena8").reserve, [
    "arena8",
  ]);
  assert.equal(changes.withTile(stateWith({ mode: "swap", reserve: ["park6"] }), "arena8").reserve, null);
  assert.equal(changes.withTile(stateWith(), "arena8").tile, "arena8");
});

test("another question is about the same cities", () => {
  const asked = stateWith({
    mode: "place",
    verb: "add",
    cities: [{ "1,0": "park6" }],
    cell: "2,0",
    reserve: ["park6"],
  });
  const turned = changes.turnedTo(asked, "remove");
  assert.deepEqual(turned, { ...asked, mode: "remove", verb: "place", cell: null, reserve: null });
  assert.deepEqual(changes.turnedTo(asked, "score").cities, [{ "1,0": "park6" }, {}]);
  assert.deepEqual(changes.turnedTo(stateWith({ cities: [{}, {}, {}] }), "score").cities.length, 3);
});

test("cards stay between paying and taking, but not those that are used", () => {
  const paying = stateWith({ mode: "buy", cards: ["b1", "g2"], used: ["b1"] });
  const taking = changes.turnedTo(paying, "take");
  assert.deepEqual([taking.cards, taking.used], [["b1", "g2"], []]);
  const other = changes.turnedTo(stateWith({ ...paying, mode: "lay" }), "take");
  assert.deepEqual([other.cards, other.used], [[], []]);
});

test("after a question as text everything begins anew", () => {
  const text = stateWith({ mode: "text", game: "alhambra", asked: { kind: "view", given: {} } });
  assert.deepEqual(changes.turnedTo(text, "place"), { ...blank(), mode: "place" });
  assert.equal(changes.restarted(text, "granada").mode, "lay");
});

test("another game keeps the seats and the question, and clears the cities", () => {
  const state = stateWith({ mode: "score", cities: [{ "1,0": "park6" }, {}], rulings: { may_pass: true } });
  assert.deepEqual(changes.restarted(state, "combined"), { ...blank("combined"), mode: "score", cities: [{}, {}] });
});

test("bonus cards are shown with their module alone", () => {
  const state = stateWith({ mode: "score", game: "alhambra", cities: [{}, {}], modules: ["huts"] });
  const taken = changes.withModule(state, "bonus", true);
  assert.deepEqual(
    [taken.modules, taken.shown],
    [
      ["huts", "bonus"],
      [[], []],
    ],
  );
  const left = changes.withModule(taken, "bonus", false);
  assert.deepEqual([left.modules, left.shown], [["huts"], null]);
  assert.equal(changes.withModule(state, "vizier", true).shown, null);
});

test("seats come and go with their cities and their bonus cards", () => {
  const state = stateWith({ mode: "score", cities: [{}, { "1,0": "park6" }], shown: [[], ["park6"]] });
  const more = changes.withSeat(state);
  assert.deepEqual([more.cities.length, more.seat, more.shown], [3, 2, [[], ["park6"], []]]);
  const fewer = changes.withoutSeat(changes.withoutSeat(more));
  assert.deepEqual([fewer.cities, fewer.seat, fewer.shown], [[{}], 0, [[]]]);
});
