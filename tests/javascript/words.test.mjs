import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import { counted, language, listed, named, say, sayOf, speak, text, wished } from "../../docs/_static/shared/words.js";

const { fetch } = globalThis;
const CATALOGUE = {
  plural: "(n > 1)",
  texts: {
    "{tile} is gone": "{tile} est partie",
    "a currency\u0004blue": "bleu",
    "the end of a list\u0004{others} and {last}": "{others} et {last}",
    "a name, and what is said of it\u0004{name}: {said}": "{name}\u00a0: {said}",
    "{number} edge": ["{number} côté", "{number} côtés"],
  },
};

/** @param {unknown} answer */
const give = (answer) => Object.assign(globalThis, { fetch: async () => answer });

afterEach(async () => {
  Object.assign(globalThis, { fetch });
  await speak("en");
});

test("without a catalogue the words are English", () => {
  assert.equal(say("{tile} is gone", { tile: "park 6" }), "park 6 is gone");
  assert.equal(sayOf(text("a currency", "blue")), "blue");
  assert.deepEqual([counted("{number} edge", "{number} edges", 1), listed(["a", "b", "c"])], ["1 edge", "a, b and c"]);
  assert.deepEqual([listed([]), listed(["a"])], ["", "a"]);
});

test("with one they are its own, and what it does not have stays English", async () => {
  give({ ok: true, json: async () => CATALOGUE });
  await speak("fr");
  assert.equal(language(), "fr");
  assert.equal(say("{tile} is gone", { tile: "park 6" }), "park 6 est partie");
  assert.equal(sayOf(text("a currency", "blue")), "bleu");
  assert.equal(sayOf(text("a currency", "green")), "green");
  assert.equal(listed(["a", "b"]), "a et b");
  assert.equal(named("a", "b"), "a\u00a0: b");
  const numbers = [0, 1, 2].map((number) => counted("{number} edge", "{number} edges", number));
  assert.deepEqual(numbers, ["0 côté", "1 côté", "2 côtés"]);
});

test("a catalogue that does not come, and a language that there is not, leave English", async () => {
  give({ ok: false, status: 404 });
  await speak("hu");
  assert.equal(language(), "en");
  await speak("constructor");
  assert.equal(language(), "en");
});

test("of several languages the last one that was asked for is spoken, whichever comes last", async () => {
  /** @type {(() => void)[]} */
  const held = [];
  const answer = { ok: true, json: async () => CATALOGUE };
  Object.assign(globalThis, { fetch: () => new Promise((done) => held.push(() => done(answer))) });
  const both = [speak("fr"), speak("hu")];
  for (const let_go of held.reverse()) {
    let_go();
    await new Promise(setImmediate);
  }
  assert.deepEqual(await Promise.all(both), [true, true]);
  assert.equal(language(), "hu");
});

test("where a catalogue does not come, the language stays that was spoken, and this is told", async () => {
  give({ ok: true, json: async () => CATALOGUE });
  assert.equal(await speak("fr"), true);
  give({ ok: false, status: 404 });
  assert.equal(await speak("hu"), false);
  assert.deepEqual([language(), say("{tile} is gone", { tile: "x" })], ["fr", "x est partie"]);
});

test("the dearest language that there is is spoken", () => {
  assert.equal(wished(["de-DE", "hu-HU", "fr"]), "hu");
  assert.equal(wished(["de"]), "en");
  assert.equal(wished([]), "en");
});

test("nothing is filled in that was not given", () => {
  assert.equal(say("{constructor} {tile}", { tile: "x" }), "{constructor} x");
});
