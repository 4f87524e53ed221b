import assert from "node:assert/strict";
import { test } from "node:test";

import * as changes from "../../docs/_static/play/changes.js";

/** @import { Deed, State, Table } from "../../docs/_static/play/changes.js" */

/** @type {(update?: Partial<Table>) => Table} */
const tableWith = (update = {}) =>
  /** @type {Table} */ ({
    name: "one",
    kinds: ["person", "person"],
    viewer: 0,
    cover: null,
    actor: 0,
    over: false,
    steps: 7,
    legal: /** @type {Deed[]} */ ([]),
    hand: ["b5", "y9"],
    ...update,
  });

/** @type {(table: Table) => State} */
const lookingBack = (table) =>
  changes.blank({ table, replay: { at: 3, running: false, table: { ...table, at: 3 }, happened: [] } });

test("when the hand is covered, nothing of it is left, also where somebody looked back", () => {
  const covered = changes.withTable(lookingBack(tableWith()), tableWith({ viewer: null, hand: null, cover: 0 }));
  assert.doesNotMatch(JSON.stringify(covered), /b5|y9/);
});

test("whoever looks back goes on doing so when a bot has decided, until somebody else is to come", () => {
  const state = lookingBack(tableWith());
  assert.equal(changes.withTable(state, tableWith({ steps: 8 })).replay, state.replay);
  assert.equal(changes.withTable(state, tableWith({ steps: 8, viewer: null, hand: null, cover: 1 })).replay, null);
  assert.equal(changes.withTable(state, tableWith({ name: "another" })).replay, null);
});

test("whoever looks back takes nothing back, and links to what is seen", () => {
  const undo = { can: true, why: null };
  const state = lookingBack(tableWith({ undo }));
  assert.equal(changes.undoNow(state).can, false);
  assert.equal(changes.undoNow({ ...state, replay: null }), undo);
  assert.deepEqual(changes.linkTo(state, "position"), { ask: "link", what: "position", at: 3 });
  assert.deepEqual(changes.linkTo(state, "game"), { ask: "link", what: "game" });
  assert.deepEqual(changes.linkTo({ ...state, replay: null }, "position"), { ask: "link", what: "position" });
});

test("who waits for an answer goes on waiting when a bot has decided meanwhile", () => {
  const state = changes.blank({ table: tableWith({ actor: 1 }), busy: true });
  assert.equal(changes.withTable(state, tableWith({ steps: 8 })).busy, true);
});

test("what was agreed on last time is proposed again, and what is no such thing is not", () => {
  const form = { ...changes.proposal("alhambra"), seats: ["you", "master"], names: ["One", ""] };
  assert.deepEqual(changes.formOf(JSON.parse(JSON.stringify(form)), ["alhambra"]), form);
  for (const bad of [undefined, 7, {}, { ...form, game: "chess" }, { ...form, seats: "you" }, { ...form, seats: [] }])
    assert.deepEqual(changes.formOf(bad, ["alhambra"]), changes.proposal());
});
