import assert from "node:assert/strict";
import { test } from "node:test";

import * as changes from "../../docs/_static/judge/changes.js";
import { blank, questionOf, stateOf } from "../../docs/_static/judge/question.js";
import { known, stateWith } from "./site.mjs";

/** @import { Question, State } from "../../docs/_static/judge/question.js" */

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

/** @type {(state: State, tile: string, from: string | null, cell: string | null) => State} */
const drag = (state, tile, from, cell) => changes.dropped(state, { tile, from }, cell, known);

test("a tile that is dragged from the palette is chosen and laid, on another tile too", () => {
  const state = stateWith({ cities: [{ "1,0": "arena8" }], picked: "1,0" });
  const laid = drag(state, "school4", null, "0,1");
  assert.deepEqual([laid.tile, laid.cities, laid.picked], ["school4", [{ "1,0": "arena8", "0,1": "school4" }], null]);
  assert.deepEqual(drag(state, "school4", null, "1,0").cities, [{ "1,0": "school4" }]);
  assert.deepEqual(drag(state, "school4", null, "0,0").cities, state.cities);
  assert.equal(drag(state, "school4", null, null), state);
});

test("a tile that is dragged on the board moves, changes places with another, or leaves", () => {
  const state = stateWith({ cities: [{ "1,0": "arena8", "2,0": "park6" }] });
  assert.deepEqual(drag(state, "arena8", "1,0", "0,1").cities, [{ "0,1": "arena8", "2,0": "park6" }]);
  assert.deepEqual(drag(state, "arena8", "1,0", "2,0").cities, [{ "2,0": "arena8", "1,0": "park6" }]);
  assert.deepEqual(drag(state, "arena8", "1,0", null).cities, [{ "2,0": "park6" }]);
  assert.equal(drag(state, "arena8", "1,0", "0,0"), state);
  assert.equal(drag(state, "arena8", "1,0", "1,0"), state);
});

test("where tiles are asked about, dragging asks and lays nothing", () => {
  const cities = [{ "1,0": "arena8" }];
  const asked = drag(stateWith({ mode: "place", cities }), "school4", null, "0,1");
  assert.deepEqual([asked.tile, asked.cell, asked.cities], ["school4", "0,1", cities]);
  assert.equal(drag(asked, "school4", "0,1", "2,0").cell, "2,0");
  assert.equal(drag(stateWith({ mode: "remove", cities }), "arena8", "1,0", null).cell, "1,0");
  const deed = { ...blank().table.deed, verb: "place" };
  const table = drag(stateWith({ mode: "table", table: { ...blank().table, deed } }), "school4", null, "0,1").table;
  assert.deepEqual([table.deed.face, table.deed.cell], ["school4", "0,1"]);
});

test("a tile that is dragged to the market lies there, in the place of another, and no longer in the city", () => {
  const table = { ...blank().table, yard: ["", "school4|arena5"] };
  const state = stateWith({ mode: "table", cities: [{ "1,0": "*park6/n~90" }, {}, {}], table });
  const chosen = changes.droppedOnSlot(state, { tile: "market2|park3", from: null }, 1, known);
  assert.deepEqual([chosen.table.yard, chosen.tile], [["", "market2|park3", "", ""], "market2|park3"]);
  const moved = changes.droppedOnSlot(state, { tile: "*park6/n~90", from: "1,0" }, 3, known);
  assert.deepEqual([moved.table.yard, moved.cities[0]], [["", "school4|arena5", "", "park6/n"], {}]);
  const both = stateWith({ mode: "award", game: "combined", cities: [{}, {}] });
  const dragged = { tile: "park6|arena7", from: null };
  const fits = [0, 1].map((slot) => changes.droppedOnSlot(both, dragged, slot, known) !== both);
  assert.deepEqual(
    fits,
    known.games.combined.lanes.map((lane) => lane === "granada"),
  );
});

test("a tile that is dragged from the board to a place beside it leaves the city while tiles are laid", () => {
  const dragged = { tile: "*park6/n", from: "1,0" };
  const laying = stateWith({ mode: "score", cities: [{ "1,0": "*park6/n" }, {}] });
  const carried = changes.carried(laying, dragged);
  assert.deepEqual([carried.cities[0], carried.tile], [{}, "park6/n"]);
  assert.deepEqual(changes.carried(laying, { ...dragged, from: null }).cities, laying.cities);
});

test("a tile that is swapped in may be asked about at another place, until another tile is to go", () => {
  const state = stateWith({ mode: "swap", cities: [{ "1,0": "arena8", "2,0": "park6" }] });
  const elsewhere = tap(state, "1,0", "0,1");
  assert.deepEqual([elsewhere.cell, elsewhere.elsewhere], ["1,0", "0,1"]);
  assert.deepEqual(changes.changing(elsewhere, known), { come: { cell: "0,1", tile: "park6" }, gone: "1,0" });
  assert.equal(tap(elsewhere, "2,0").elsewhere, null);
  assert.equal(tap(state, "0,1", "0,2").elsewhere, null);
  assert.equal(changes.turnedTo(elsewhere, "place").elsewhere, null);
});

test("the board shows what would come and go, at a whole table too", () => {
  /** @type {State["cities"]} */
  const cities = [{ "1,0": "arena8" }, {}, {}];
  const done = (/** @type {string} */ verb) => {
    const deed = { ...blank().table.deed, verb, cell: "1,0", face: "park6" };
    return changes.changing(stateWith({ mode: "table", cities, table: { ...blank().table, deed } }), known);
  };
  assert.deepEqual(done("swap"), { come: { cell: "1,0", tile: "park6" }, gone: null });
  assert.deepEqual(done("remove"), { come: null, gone: "1,0" });
  assert.deepEqual(done("place"), { come: null, gone: null });
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

test("seats that come with another question show bonus cards too", () => {
  const state = stateWith({ mode: "score", game: "alhambra", cities: [{}, {}], shown: [[], ["garden8"]] });
  const back = changes.turnedTo(changes.turnedTo(state, "table"), "score");
  assert.deepEqual([back.cities.length, back.shown], [3, [[], ["garden8"], []]]);
});

test("Dirk takes part only where two play, and comes back with his tiles", () => {
  /** @type {(state: State) => unknown} */
  const dirk = (state) => /** @type {Question} */ (questionOf(state, known)).given?.dirk;
  const two = stateWith({ mode: "score", cities: [{}, {}], dirk: ["park6"] });
  const three = changes.withSeat(two);
  assert.deepEqual([dirk(two), dirk(three), dirk(changes.withoutSeat(three))], [["park6"], undefined, ["park6"]]);
  /** @type {Question} */
  const asked = { kind: "score", given: { game: "granada", round: "A", scoring: "normal", cities: [{}, {}, {}] } };
  assert.equal(stateOf({ ...asked, given: { ...asked.given, dirk: [] } }, known).mode, "text");
  assert.equal(stateOf(asked, known).mode, "score");
});

test("seats come and go with their cities and their bonus cards", () => {
  const state = stateWith({ mode: "score", cities: [{}, { "1,0": "park6" }], shown: [[], ["park6"]] });
  const more = changes.withSeat(state);
  assert.deepEqual([more.cities.length, more.seat, more.shown], [3, 2, [[], ["park6"], []]]);
  const fewer = changes.withoutSeat(changes.withoutSeat(more));
  assert.deepEqual([fewer.cities, fewer.seat, fewer.shown], [[{}], 0, [[]]]);
});
