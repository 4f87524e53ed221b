import assert from "node:assert/strict";
import { test } from "node:test";

import { blank, choices, pointedAt, since, withDeed, withTable } from "../../docs/_static/play/changes.js";
import { next } from "../../docs/_static/play/table.js";
import { complete, lit, pointed, shared, thingsOf, unchosen } from "../../docs/_static/play/things.js";

/** @import { Deed, Happening, Table } from "../../docs/_static/play/changes.js" */

/** @type {(verb: string, parts?: Partial<Deed>) => Deed} */
const deed = (verb, parts = {}) => ({ verb, action: verb, words: verb, ...parts });

const TAKE = [["b1"], ["b1", "g2"], ["g2"], ["o9"]].map((cards) => deed("take", { cards }));
const BUY = [["b7"], ["b3", "b4"], ["b3", "b5"], ["b4", "b5"]].map((cards) => deed("buy", { slot: "1", cards }));
const TILE = "park6|arena7/n";
const PLACE = [
  ...["1,0", "0,1"].map((cell) => deed("place", { tile: TILE, face: "park6/n", cell })),
  deed("store", { tile: TILE, face: "park6/n" }),
  deed("store", { tile: TILE, face: "arena7/n" }),
  deed("flip", { tile: TILE, face: "park6/n", cards: ["y2"] }),
];
const REDESIGN = [
  deed("remove", { cell: "1,0" }),
  deed("swap", { cell: "1,0", face: "school4" }),
  deed("add", { cell: "2,0", face: "school4" }),
];
const TABLE = /** @type {Table} */ (/** @type {unknown} */ ({ actor: 0, seats: [{ city: { "1,0": "park6" } }] }));

test("all that some legal action has is lit at first", () => {
  const things = lit([...TAKE, ...BUY], []);
  assert.deepEqual([...things].sort(), [
    "display b1",
    "display g2",
    "display o9",
    "hand b3",
    "hand b4",
    "hand b5",
    "hand b7",
    "slot 1",
  ]);
});

test("each action is chosen as a whole by pointing at its things, and is then the only complete one", () => {
  const legal = [...TAKE, ...BUY, ...REDESIGN];
  for (const wanted of [...legal, ...PLACE]) {
    const among = PLACE.includes(wanted) ? PLACE : legal;
    assert.equal(complete(among, thingsOf(wanted)), wanted);
  }
});

test("whoever points at a tile of the yard gets the first payment proposed", () => {
  assert.deepEqual(pointed(BUY, [], "slot 1"), { chosen: ["slot 1", "hand b7"], asked: null });
  assert.deepEqual(pointed(BUY, ["hand b3"], "slot 1").chosen, ["hand b3", "slot 1", "hand b4"]);
});

test("another card changes the payment, and keeps as many of the others as it can", () => {
  const { chosen, asked } = pointed(BUY, ["slot 1", "hand b3", "hand b4"], "hand b5");
  assert.deepEqual([chosen, asked], [["slot 1", "hand b3", "hand b5"], null]);
  assert.deepEqual(unchosen(BUY, ["slot 1", "hand b3", "hand b4"], "hand b4"), ["slot 1", "hand b3"]);
  assert.deepEqual(unchosen([...TAKE, ...BUY], ["slot 1", "hand b3", "hand b4"], "slot 1"), []);
});

test("a card that pays nothing there is asked about, and changes nothing", () => {
  const { chosen, asked } = pointed(BUY, ["slot 1", "hand b7"], "hand g5");
  assert.deepEqual(chosen, ["slot 1", "hand b7"]);
  assert.deepEqual(asked, ["slot 1", "hand b7", "hand g5"]);
});

test("cards that may not be taken together are asked about, and what was chosen stays", () => {
  const { chosen, asked } = pointed(TAKE, ["display b1"], "display o9");
  assert.deepEqual(chosen, ["display b1"]);
  assert.deepEqual(asked, ["display b1", "display o9"]);
});

test("a tile that must be placed is chosen from the beginning", () => {
  assert.deepEqual(shared(PLACE), [`placing ${TILE}`]);
  assert.deepEqual(shared([]), []);
  assert.deepEqual(unchosen(PLACE, [`placing ${TILE}`, "cell 1,0"], "cell 1,0"), [`placing ${TILE}`]);
});

test("a cell where the chosen tile may not lie is asked about; another one that fits replaces the first", () => {
  assert.deepEqual(pointed(PLACE, [`placing ${TILE}`], "cell 5,5").asked, [`placing ${TILE}`, "cell 5,5"]);
  assert.deepEqual(pointed(PLACE, [`placing ${TILE}`, "cell 1,0"], "cell 0,1").chosen, [`placing ${TILE}`, "cell 0,1"]);
});

test("turning a tile over proposes its payment", () => {
  assert.deepEqual(pointed(PLACE, [`placing ${TILE}`], "do flip").chosen, [`placing ${TILE}`, "do flip", "hand y2"]);
});

test("a tile of the city is removed, or swapped for one of the reserve", () => {
  const { chosen } = pointed(REDESIGN, [], "cell 1,0");
  assert.equal(complete(REDESIGN, chosen)?.verb, "remove");
  assert.equal(complete(REDESIGN, pointed(REDESIGN, chosen, "reserve school4").chosen)?.verb, "swap");
  assert.deepEqual(pointed(REDESIGN, ["reserve school4"], "cell 3,3").asked, ["reserve school4", "cell 3,3"]);
});

test("who points at something else begins anew", () => {
  const legal = [...TAKE, ...BUY];
  assert.deepEqual(pointed(legal, ["slot 1", "hand b7"], "display b1"), { chosen: ["display b1"], asked: null });
  assert.deepEqual(pointed(legal, ["display b1"], "slot 1").chosen, ["slot 1", "hand b7"]);
});

test("whatever is not lit is asked about", () => {
  for (const thing of ["bonus garden10", "reserve school4", "hand y9", "hut garden-hut/s", "cell 4,4"])
    assert.deepEqual(pointed(BUY, [], thing), { chosen: [], asked: [thing] });
});

test("a card that is not needed can be paid all the same, once it was asked about", () => {
  const table = /** @type {Table} */ ({ ...TABLE, legal: BUY });
  const state = blank({ table, chosen: ["slot 1", "hand b7"] });
  const { asked } = pointedAt(state, "hand b3");
  assert.equal(asked, null); // it belongs to another payment
  const more = deed("buy", { slot: "1", cards: ["b3", "b7"] });
  const after = withDeed(state, more);
  assert.equal(choices(after).deed, more);
  assert.equal(choices(pointedAt(after, "hand b3", true).state).deed, BUY[0]);
});

test("a tile that fits nowhere is told so, as long as it is not being turned over", () => {
  const [, , ...elsewhere] = PLACE;
  const chosen = shared(elsewhere);
  assert.deepEqual(chosen, [`placing ${TILE}`]);
  assert.match(next(chosen, lit(elsewhere, chosen)), /fits nowhere/);
  assert.match(next(chosen, lit(PLACE, chosen)), /Choose a cell/);
  const turning = [...chosen, "do flip"];
  assert.match(next(turning, lit(elsewhere, turning)), /cards that pay/);
});

test("what is awarded at the end is among what happened since, and stands with the last scoring", () => {
  /** @type {(kind: string, step: number, parts?: Partial<Happening>) => Happening} */
  const event = (kind, step, parts = {}) => ({ kind, step, words: kind, ...parts });
  const scoring = { game: "granada", rows: [], points: [], dirk: 0 };
  const log = [
    event("taken", 1, { seat: 0 }),
    event("taken", 2, { seat: 1 }),
    event("yard-refilled", 3),
    event("end-begun", 3),
    event("awarded", 3, { winner: null }),
  ];
  const table = /** @type {Table} */ ({ ...TABLE, viewer: 0, steps: 3, legal: /** @type {Deed[]} */ ([]) });
  const state = withTable(blank(), table, log);
  assert.deepEqual(
    since(state).map(({ kind }) => kind),
    ["taken", "end-begun", "awarded"],
  );
  const after = withTable(state, table, [event("scoring-ended", 4, { scoring, round: "C" })]);
  assert.deepEqual(
    after.scored?.happened.map(({ kind }) => kind),
    ["taken", "end-begun", "awarded", "scoring-ended"],
  );
});
