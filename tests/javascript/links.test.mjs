import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { LONGEST_LINK, LONGEST_TEXT, packed, unpacked } from "../../docs/_static/play/links.js";

test("a text comes back from its link, whatever letters it has", async () => {
  for (const text of ["{}", "take b3\n".repeat(400), "őŰ €  🂠"]) {
    const link = await packed(text);
    assert.match(link, /^[\w-]+$/);
    assert.equal(await unpacked(link), text);
  }
});

test("a text that is too long for a link gives none", async () => {
  assert.equal(await packed(randomBytes(LONGEST_LINK).toString("hex")), "");
});

test("a link that holds nothing, or too much, gives no text", async () => {
  const bomb = await packed("0".repeat(LONGEST_TEXT + 1));
  assert.ok(bomb.length > 0);
  for (const link of ["", "!", "AAAA", "x".repeat(5000), bomb]) assert.equal(await unpacked(link), "");
});
