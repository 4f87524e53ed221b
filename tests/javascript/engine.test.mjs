import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Engine } from "../../docs/_static/judge/engine.js";

/** @import { News } from "../../docs/_static/judge/worker.js" */

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

  constructor() {
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

const { Worker, fetch, setTimeout, clearTimeout } = globalThis;
/** @type {Map<number, () => void>} */
const clocks = new Map();

beforeEach(() => {
  Silent.all = [];
  clocks.clear();
  Object.assign(globalThis, {
    Worker: Silent,
    fetch: async () => ({ json: async () => ({ size: 2_270_000 }) }),
    setTimeout: (/** @type {() => void} */ ring) => clocks.set(clocks.size + 1, ring).size,
    clearTimeout: (/** @type {number} */ clock) => clocks.delete(clock),
  });
});
afterEach(() => Object.assign(globalThis, { Worker, fetch, setTimeout, clearTimeout }));

/** Let everything happen that waits for nothing else. */
const settled = () => new Promise(setImmediate);

const said = (/** @type {string} */ id) => ({ ask: /** @type {const} */ ("case"), id });

test("the page is told how loading goes", async () => {
  /** @type {unknown[]} */
  const news = [];
  new Engine((each) => news.push(each));
  await settled();
  const [worker] = Silent.all;
  worker.say({ loaded: 500_000 });
  worker.say({ loaded: 9_000_000 });
  worker.say({ ready: true });
  worker.say({ failed: "no" });
  worker.onerror();
  assert.deepEqual(news, [0.5, 1, "ready", { failed: "no" }, { failed: "the engine could not be started" }]);
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

test("an answer that does not come is given up, and the next is asked of a new worker", async () => {
  const engine = new Engine(() => {});
  const [endless, next] = [engine.askSoon(said("endless")), engine.askSoon(said("next"))];
  await settled();
  for (const ring of clocks.values()) ring();
  assert.deepEqual(await endless, { flaws: ["this takes too long, and was given up"] });
  await settled();
  const [old, young] = Silent.all;
  assert.ok(old.ended && !young.ended);
  old.say({ id: old.asked[0].id, answer: "too late" });
  young.say({ id: young.asked[0].id, answer: "in time" });
  assert.equal(await next, "in time");
});
