import assert from "node:assert/strict";
import { test } from "node:test";

import { foundRules, wordsOf } from "../../docs/_static/finding.js";
import { index, searches } from "./site.mjs";

test("the site and the terminal find the same rules", () => {
  for (const [words, game, rules] of searches) {
    const found = foundRules(words, index, game).map(({ rule }) => rule);
    assert.deepEqual(found, rules, `${words} (${game})`);
  }
  assert.ok(searches.length > 100);
});

test("the words of a text are in small letters without accents", () => {
  assert.deepEqual(wordsOf("Vízesárok: 2 Fossé's"), ["vizesarok", "2", "fosse", "s"]);
  assert.deepEqual(wordsOf("???"), []);
});
