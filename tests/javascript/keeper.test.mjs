import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Keeper } from "../../docs/_static/play/keeper.js";

/** @import { Asking, Thought } from "../../docs/_static/play/changes.js" */
/** @import { Kept } from "../../docs/_static/play/store.js" */

/** The storage of the browser, and whether it is full. @type {Map<string, Kept>} */
const stored = new Map();
let isFull = false;
/** Who has which game. @type {Map<string, unknown>} */
const locks = new Map();

/** @param {unknown} [result] */
function done(result) {
  const made = { result, onsuccess: () => {} };
  queueMicrotask(() => made.onsuccess());
  return made;
}

const games = {
  /** @param {Kept} game */
  put(game) {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    return done(stored.set(game.name, game));
  },
  get: (/** @type {string} */ name) => done(stored.get(name)),
  delete: (/** @type {string} */ name) => done(stored.delete(name)),
  getAll: () => done([...stored.values()]),
};

function transaction() {
  const made = { objectStore: () => games, oncomplete: () => {} };
  setTimeout(() => made.oncomplete());
  return made;
}

/**
 * Give a game to one tab at a time.
 * @param {string} name
 * @param {unknown} _
 * @param {() => Promise<unknown>} work
 */
async function request(name, _, work) {
  if (locks.has(name)) throw new DOMException("somebody has it", "AbortError");
  locks.set(name, work);
  await work();
  locks.delete(name);
}

Object.defineProperty(globalThis, "navigator", { value: { locks: { request } }, configurable: true });
Object.assign(globalThis, { indexedDB: { open: () => done({ transaction }) } });

beforeEach(() => {
  stored.clear();
  locks.clear();
  isFull = false;
});

const ABOUT = {
  game: "granada",
  modules: ["bonus"],
  scoring: "normal",
  over: false,
  turn: 1,
  points: [0, 0],
  kinds: /** @type {import("../../docs/_static/play/changes.js").Kind[]} */ (["you", "builder"]),
};

/** A tab with a Python that counts steps, and thinks until it is stopped. */
class Tab {
  /** @type {{ name: string, steps: number, language?: string }} */
  game = { name: "", steps: 0 };
  /** @type {string[]} */
  asked = [];
  /** @type {(thought: Thought) => void} */
  onThought = () => {};
  keeper = new Keeper(
    async (message) => JSON.stringify(this.python(JSON.parse(message))),
    ({ thinking }) => this.onThought(thinking),
  );

  /** @param {{ ask: string, name: string, record?: string, language: string }} message */
  python({ ask, name, record, language }) {
    this.asked.push(ask);
    if (ask === "think" || ask === "slice") return { answer: { thinking: { seat: 1, playouts: 1, seconds: 1 } } };
    if (ask === "begin") this.game = { name: `game ${stored.size}`, steps: 0 };
    if (ask === "resume" && record !== undefined) this.game = { name, steps: Number(record) };
    if (ask === "do" || ask === "stop") this.game.steps += 1;
    const table = { ...this.game, language };
    const kept = { name: table.name, record: String(table.steps), looked: 0, about: ABOUT };
    return { answer: { table }, keep: kept };
  }

  /** @param {Asking} message */
  ask(message, language = "en") {
    const { name, steps } = this.game;
    return this.keeper.answered(/** @type {any} */ ({ name, steps, language, ...message }));
  }
}

const BEGIN = /** @type {Asking} */ ({ ask: "begin" });
const DO = /** @type {Asking} */ ({ ask: "do", action: "pass" });
const resume = (/** @type {string} */ name) => /** @type {Asking} */ ({ ask: "resume", name });

test("what the browser cannot keep is not lost when another language is chosen, or the list of games is looked at", async () => {
  const tab = new Tab();
  const { name } = (await tab.ask(BEGIN)).table;
  isFull = true;
  assert.equal((await tab.ask(DO)).unkept, true);
  const { table, unkept } = await tab.ask(resume(name), "fr");
  assert.deepEqual([table, unkept], [{ name, steps: 1, language: "fr" }, true]);
  await tab.ask({ ask: "leave" });
  assert.equal((await tab.ask({ ask: "games" })).games.length, 1);
  await tab.ask(BEGIN);
  assert.equal((await tab.ask(resume(name))).table.steps, 1);
  isFull = false;
  assert.equal((await tab.ask(DO)).unkept, false);
  assert.equal(stored.get(name)?.record, "2");
});

test("a bot that thinks is given up for what cannot wait, and not for anything else", async () => {
  const tab = new Tab();
  const { name } = (await tab.ask(BEGIN)).table;
  for (const urgent of [
    resume(name),
    { ask: /** @type {const} */ ("undo") },
    { ask: /** @type {const} */ ("leave") },
  ]) {
    const thought = tab.ask({ ask: "think" });
    const [answer] = await Promise.all([
      thought,
      new Promise((go) => (tab.onThought = go)).then(() => tab.ask(urgent)),
    ]);
    assert.deepEqual(answer, { dropped: true });
  }
  await tab.ask(resume(name));
  const thought = tab.ask({ ask: "think" });
  await new Promise((go) => (tab.onThought = go));
  const look = tab.ask({ ask: "look", at: 0 });
  await new Promise((go) => (tab.onThought = go));
  await tab.ask({ ask: "stop" });
  assert.equal((await thought).table.steps, 1);
  await look;
  assert.deepEqual(tab.asked.slice(-2), ["stop", "look"]);
});

test("a game belongs to one tab until that leaves it, and what is refused takes nothing away", async () => {
  const [one, other, third] = [new Tab(), new Tab(), new Tab()];
  const first = (await one.ask(BEGIN)).table.name;
  const second = (await other.ask(BEGIN)).table.name;
  assert.notEqual(first, second);
  assert.deepEqual(await one.ask(resume(second)), { elsewhere: true });
  assert.deepEqual(await third.ask(resume(first)), { elsewhere: true }); // it is still held
  assert.deepEqual(await third.ask({ ask: "forget", name: first }), { elsewhere: true });
  assert.ok(stored.has(first));
  await one.ask({ ask: "leave" });
  assert.equal((await third.ask(resume(first))).table.name, first);
  await third.ask(DO);
  await third.ask({ ask: "leave" });
  assert.equal((await one.ask(resume(first))).table.steps, 1); // as the other tab left it
  await one.ask({ ask: "leave" });
  assert.equal((await third.ask({ ask: "forget", name: first })).games.length, 1);
  assert.deepEqual([...locks.keys()], [`granada ${second}`]);
});

test("what is damaged hides no other game, and stays where it is", async () => {
  const tab = new Tab();
  const { name } = (await tab.ask(BEGIN)).table;
  const whole = /** @type {Kept} */ (stored.get(name));
  const damaged = [
    ...["record", "about", "when"].map((part) => ({ ...whole, [part]: undefined })),
    ...["record", "about", "when"].map((part) => ({ ...whole, [part]: { junk: true } })),
    ...Object.keys(ABOUT)
      .filter((part) => part !== "over")
      .flatMap((part) =>
        [undefined, null, "junk", [{}], [[]]].map((junk) => ({ ...whole, about: { ...ABOUT, [part]: junk } })),
      ),
    { ...whole, about: { ...ABOUT, points: [1, 2, 3] } },
    ...[8.64e15 + 1, -9e99].map((when) => ({ ...whole, when })),
    ...["constructor", "__proto__"].map((module) => ({ ...whole, about: { ...ABOUT, modules: [module] } })),
    ...[null, "junk", [{}], { junk: true }].map((names) => ({ ...whole, about: { ...ABOUT, names } })),
  ];
  damaged.forEach((each, number) =>
    stored.set(`damaged ${number}`, /** @type {any} */ ({ ...each, name: `damaged ${number}` })),
  );
  const listed = (await tab.ask({ ask: "games" })).games;
  assert.deepEqual(
    listed.map((/** @type {Kept} */ each) => each.name),
    [name],
  );
  assert.equal(stored.size, damaged.length + 1);
});
