import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Engine } from "../../docs/_static/shared/engine.js";

/** @import { News } from "../../docs/_static/shared/worker.js" */

/** A worker that says only what it is told to say. */
class Silent {
  /** @type {Silent[]} */
  static all = [];
  /** @type {{ id: number, message: { id: string } }[]} */
  asked = [];
  ended = false;
  /** @type {(event: { data: News }) => void} */
  onmessage = () => {};
  onerror = () => {};

  /**
   * @param {URL} _
   * @param {{ name: string }} settings
   */
  constructor(_, { name }) {
    this.name = name;
    Silent.all.push(this);
  }

  /** @param {{ id: number, message: { id: string } }} asked */
  postMessage(asked) {
    this.asked.push(asked);
  }

  terminate() {
    this.ended = true;
  }

  /** @param {News} news */
  say(news) {
    this.onmessage({ data: news });
  }
}

const { Worker, setTimeout, clearTimeout } = globalThis;
/** @type {Map<number, () => void>} */
const clocks = new Map();
let rung = 0;

beforeEach(() => {
  Silent.all = [];
  clocks.clear();
  Object.assign(globalThis, {
    Worker: Silent,
    setTimeout: (/** @type {() => void} */ ring) => clocks.set(++rung, ring) && rung,
    clearTimeout: (/** @type {number} */ clock) => clocks.delete(clock),
  });
});
afterEach(() => Object.assign(globalThis, { Worker, setTimeout, clearTimeout }));

/** Let everything happen that waits for nothing else. */
const settled = () => new Promise(setImmediate);

const said = (/** @type {string} */ id) => ({ ask: /** @type {const} */ ("case"), id });

test("the page is told how loading goes", async () => {
  /** @type {unknown[]} */
  const news = [];
  new Engine((each) => news.push(each));
  const [worker] = Silent.all;
  worker.say({ loaded: 1, size: 2 });
  worker.say({ ready: true });
  worker.say({ failed: "no" });
  worker.onerror();
  assert.deepEqual(news, [{ loaded: 1, size: 2 }, "ready", { failed: "no" }, { failed: "worker.js" }]);
});

test("whoever hears nothing of the engine for long is told so, and never once it is ready", () => {
  /** @type {unknown[]} */
  const news = [];
  new Engine((each) => news.push(each));
  for (const ring of clocks.values()) ring();
  assert.deepEqual(news, ["slow"]);
  Silent.all[0].say({ loaded: 1, size: 2 });
  assert.equal(clocks.size, 1);
  Silent.all[0].say({ ready: true });
  assert.equal(clocks.size, 0);
});

test("what was asked of an engine that failed is asked of the next one", async () => {
  const engine = new Engine(() => {});
  const answer = engine.ask(said("a"));
  Silent.all[0].say({ failed: "no" });
  engine.again();
  const [old, young] = Silent.all;
  assert.ok(old.ended);
  assert.deepEqual([old.name, young.name], ["", "again"]); // the young one takes no file that may be damaged
  assert.deepEqual(young.asked, old.asked);
  young.say({ id: young.asked[0].id, answer: "after all" });
  assert.equal(await answer, "after all");
});

test("every answer goes to whoever asked", async () => {
  const engine = new Engine(() => {});
  const [first, second] = [engine.ask(said("a")), engine.ask(said("b"))];
  const [worker] = Silent.all;
  worker.say({ id: worker.asked[1].id, answer: "to b" });
  worker.say({ id: worker.asked[0].id, answer: "to a" });
  assert.deepEqual([await first, await second], ["to a", "to b"]);
});

test("once it is ready, the engine is asked one thing after the other", async () => {
  const engine = new Engine(() => {});
  const [first, second] = [engine.askSoon(said("a")), engine.askSoon(said("b"))];
  const [worker] = Silent.all;
  worker.say({ ready: true });
  await settled();
  assert.deepEqual(
    worker.asked.map(({ message }) => message.id),
    ["a"],
  );
  worker.say({ id: worker.asked[0].id, answer: 1 });
  await settled();
  assert.deepEqual(
    worker.asked.map(({ message }) => message.id),
    ["a", "b"],
  );
  worker.say({ id: worker.asked[1].id, answer: 2 });
  assert.deepEqual([await first, await second], [1, 2]);
  assert.equal(clocks.size, 0);
});

test("whoever waits for something else is not forgotten when an answer is given up, and the page is told", async () => {
  /** @type {unknown[]} */
  const news = [];
  const engine = new Engine((each) => news.push(each));
  const other = engine.ask(said("other"));
  const endless = engine.askSoon(said("endless"));
  Silent.all[0].say({ ready: true });
  for (const ring of [...clocks.values()]) ring();
  assert.ok("flaws" in (await endless));
  assert.deepEqual(news, ["ready", "anew"]);
  const [, young] = Silent.all;
  assert.equal(young.name, "");
  assert.deepEqual(
    young.asked.map(({ message }) => message.id),
    ["other"],
  );
  young.say({ id: young.asked[0].id, answer: "after all" });
  assert.equal(await other, "after all");
});

test("an answer is not waited for longer because it was asked before the engine was ready", async () => {
  const engine = new Engine(() => {});
  const early = engine.askSoon(said("early"));
  const slow = clocks.size;
  Silent.all[0].say({ ready: true });
  assert.deepEqual([slow, clocks.size], [1, 1]);
  for (const ring of [...clocks.values()]) ring();
  assert.ok("flaws" in (await early));
});

test("an answer that does not come is given up, and the next is asked of a new worker", async () => {
  const engine = new Engine(() => {});
  const [endless, next] = [engine.askSoon(said("endless")), engine.askSoon(said("next"))];
  Silent.all[0].say({ ready: true });
  await settled();
  for (const ring of clocks.values()) ring();
  assert.deepEqual(await endless, { flaws: ["This took too long and was stopped."], lang: "en" });
  await settled();
  const [old, young] = Silent.all;
  assert.ok(old.ended && !young.ended);
  old.say({ id: old.asked[0].id, answer: "too late" });
  young.say({ id: young.asked[0].id, answer: "in time" });
  assert.equal(await next, "in time");
});
