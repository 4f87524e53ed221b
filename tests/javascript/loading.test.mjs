import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";

import { Loading } from "../../docs/_static/shared/loading.js";
import { speak } from "../../docs/_static/shared/words.js";
import { Thing, letThereBeThings } from "./dom.mjs";

const SAID = { fetching: "coming", part: "{loaded} of {size} MB", failed: "it did not come" };
const FRENCH = { coming: "arrive", "{loaded} of {size} MB": "{loaded} sur {size} Mo", "it did not come": "pas là" };
const { fetch } = globalThis;
let loading = made();

function made() {
  letThereBeThings();
  const home = /** @type {HTMLElement} */ (/** @type {unknown} */ (new Thing()));
  return new Loading(home, SAID, () => {});
}

/** What is shown, and what of it is heard by whoever does not see it. */
function shown() {
  const node = /** @type {Thing} */ (/** @type {unknown} */ (loading.node));
  const heard = node.inside.filter((each) => each instanceof Thing && each.attributes.role === "status");
  return [node.textContent, ...heard.map((each) => /** @type {Thing} */ (each).textContent)];
}

beforeEach(() => {
  loading = made();
  const answer = { ok: true, json: async () => ({ plural: "(n > 1)", texts: FRENCH }) };
  Object.assign(globalThis, { fetch: async () => answer });
});
afterEach(async () => {
  Object.assign(globalThis, { fetch });
  await speak("en");
});

test("nothing is said before there are words for it, and then how much has come", async () => {
  loading.heard({ loaded: 1_000_000, size: 2_500_000 });
  assert.deepEqual(shown(), ["", ""]);
  await speak("fr");
  loading.speak();
  assert.deepEqual(shown(), ["1,0 sur 2,5 Mo", ""]);
});

test("that the engine failed is heard too, and said again in the language that is chosen then", async () => {
  loading.speak();
  assert.deepEqual(shown(), ["coming", ""]);
  loading.heard({ failed: "404" });
  const [text, heard] = shown();
  assert.ok(text.startsWith("it did not come") && text.includes("404"));
  assert.equal(heard, text);
  loading.heard({ loaded: 1_000_000, size: 2_000_000 });
  loading.heard("slow");
  assert.deepEqual(shown(), [text, heard]);
  await speak("fr");
  loading.speak();
  assert.ok(shown()[0].startsWith("pas là"));
  loading.heard("anew");
  loading.heard({ loaded: 1_000_000, size: 2_000_000 });
  assert.deepEqual(shown(), ["1,0 sur 2,0 Mo", ""]);
});

test("that the engine is slow is heard, until more of it comes", () => {
  loading.speak();
  loading.heard("slow");
  assert.match(shown()[1], /loading slowly/);
  loading.heard({ loaded: 1_000_000, size: 2_000_000 });
  assert.deepEqual(shown(), ["1.0 of 2.0 MB", ""]);
});
