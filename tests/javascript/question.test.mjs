import assert from "node:assert/strict";
import { test } from "node:test";

import {
  AS_TEXT,
  blank,
  decoded,
  editionOf,
  encoded,
  laidOut,
  questionOf,
  same,
  stateOf,
} from "../../docs/_static/judge/question.js";
import { cellOf, faceUp, tileOf, tileText } from "../../docs/_static/shared/notation.js";
import { cases, known, stateWith } from "./site.mjs";

/** @import { Question } from "../../docs/_static/judge/question.js" */

test("a tile is taken apart and put together again", () => {
  const texts = Object.values(known.tiles).flat();
  for (const text of [...texts, ...texts.map(faceUp), "*park6/ne", "tower-hut/w", "arena8/es~90", "*school4~270"]) {
    const tile = tileOf(text);
    assert.ok(tile, text);
    assert.equal(tileText(tile), text);
  }
  assert.ok(texts.length > 100);
  assert.deepEqual(tileOf("*garden-hut/ns~180"), {
    building: "garden",
    price: "hut",
    edges: "ns",
    other: "",
    founding: true,
    turned: 180,
  });
});

test("the edges of a tile are written in the order of the compass", () => {
  assert.equal(
    tileText({ building: "park", price: "6", edges: "wen", other: "", founding: false, turned: 0 }),
    "park6/new",
  );
});

test("what is no tile is none", () => {
  for (const text of [
    "",
    "park",
    "6",
    "park6/",
    "park6/x",
    "park6~45",
    "PARK6",
    "park123",
    " park6",
    6,
    null,
    "a".repeat(80),
  ]) {
    assert.equal(tileOf(text), null, String(text));
  }
});

test("a cell is two numbers, as far as the board reaches", () => {
  assert.deepEqual(cellOf("-14,14"), [-14, 14]);
  for (const text of ["15,0", "0,-15", "1", "1,", "1,2,3", "a,b", 1, null])
    assert.equal(cellOf(text), null, String(text));
});

test("every case about a city, cards or a scoring can be laid by hand and asks the same, unless another tile is meant", () => {
  const small = Object.entries(cases).filter(([, { kind }]) => !["apply", "legal", "draw"].includes(kind));
  const asText = small.filter(([, question]) => stateOf(question, known).mode === "text");
  const odd = asText.filter(([, { given = {} }]) => {
    const done = String(given.do);
    const none = /^(take|buy \d[ag]? with|flip \S+ paying)$/.test(done);
    const isSame = done.startsWith("flip ") ? done.split(" ")[1] === faceUp(String(given.tile)) : false;
    return !none && (isSame || !/^(buy|flip) /.test(done) || done.startsWith(`buy ${given.space}`));
  });
  assert.deepEqual(
    odd.map(([id]) => id),
    [],
  );
  assert.equal(new Set(small.map(([, { kind }]) => kind)).size, 10);
});

test("every whole table can be laid by hand and asks the same", () => {
  const told = Object.entries(cases).filter(([, question]) => question.told);
  const odd = told.filter(([, question]) => stateOf(question, known).mode === "text");
  assert.deepEqual(
    odd.map(([id]) => id),
    [],
  );
  assert.ok(told.length > 200);
});

test("a swap to another place is asked with that place, and a link keeps it", () => {
  const state = stateWith({ mode: "swap", cities: [{ "1,0": "arena8" }], cell: "1,0", elsewhere: "0,1" });
  const question = questionOf(state, known);
  assert.ok(typeof question === "object");
  assert.equal(question.elsewhere, "0,1");
  const again = decoded(encoded(question));
  assert.ok(again);
  assert.deepEqual(again, question);
  assert.equal(stateOf(again, known).elsewhere, "0,1");
  assert.equal(stateOf({ ...again, elsewhere: "far away" }, known).mode, "text");
});

test("a link holds a whole question, whatever letters it has", () => {
  /** @type {Question[]} */
  const odd = [{ kind: "ő – ⇄ 🏰", given: { text: "<b>+/=</b>" } }];
  for (const question of [...Object.values(cases), ...odd]) {
    const link = encoded(question);
    assert.match(link, /^[\w-]+$/);
    assert.deepEqual(decoded(link), question);
  }
});

test("a link keeps the edition, and nothing else beside the question", () => {
  const asked = { kind: "layout", given: {}, edition: "it" };
  const more = { ...asked, more: 1 };
  assert.deepEqual(decoded(encoded(more)), asked);
});

test("a link without a question has none", () => {
  const wrong = [null, 1, "text", [], {}, { kind: "layout" }, { kind: 1, given: {} }, { kind: "layout", given: "x" }];
  const links = wrong.map((each) => btoa(JSON.stringify(each)));
  for (const link of ["", "%%%", "AAAA", btoa("\xff{}"), ...links]) assert.equal(decoded(link), null, link);
});

const CITY = { "1,0": "park6", "2,0": "arena8/e" };
const SCORE = { game: "granada", round: "A", cities: [CITY, {}], scoring: "normal" };

/** @type {[string, Question][]} */
const AS_TEXT_ONLY = [
  ["a kind without a board", { kind: "legal_actions", given: { game: "granada" } }],
  ["no such game", { kind: "layout", given: { game: "chess", layout: {} } }],
  ["a game in a list", { kind: "layout", given: { game: ["granada"], layout: {} } }],
  ["a game that every object has", { kind: "layout", given: { game: "constructor", layout: {} } }],
  ["a tile far away", { kind: "layout", given: { game: "granada", layout: { "15,0": "park6" } } }],
  ["no such building", { kind: "layout", given: { game: "granada", layout: { "1,0": "castle6" } } }],
  ["a city that is a list", { kind: "layout", given: { game: "granada", layout: ["park6"] } }],
  ["rulings that are a text", { kind: "layout", given: { game: "granada", layout: {}, rulings: "it" } }],
  ["something unknown beside", { kind: "layout", given: { game: "granada", layout: {}, more: 1 } }],
  ["modules that are no names", { kind: "score", given: { ...SCORE, modules: [1] } }],
  ["seven seats", { kind: "score", given: { ...SCORE, cities: [{}, {}, {}, {}, {}, {}, {}] } }],
  ["no cities", { kind: "score", given: { ...SCORE, cities: 2 } }],
  ["a round that is none", { kind: "score", given: { ...SCORE, round: { A: 1 } } }],
  ["Dirk with no tile", { kind: "score", given: { ...SCORE, dirk: ["nothing"] } }],
  ["sixty tiles of Dirk", { kind: "score", given: { ...SCORE, dirk: Array(60).fill("park6") } }],
  ["bonus cards that are no lists", { kind: "score", given: { ...SCORE, shown: ["park6"] } }],
  ["another action", { kind: "place", given: { game: "granada", city: CITY, do: "dig park6 at 3,0" } }],
  [
    "a reserve that is a text",
    { kind: "swap", given: { game: "granada", city: CITY, do: "swap 1,0 for park6", reserve: "park6" } },
  ],
  ["no such card", { kind: "take", given: { game: "granada", display: "b1 x9", do: "take b1" } }],
  ["sixty cards", { kind: "take", given: { game: "granada", display: Array(60).fill("b1").join(" "), do: "take b1" } }],
  [
    "another space than the action",
    { kind: "buy", given: { game: "granada", hand: "b6", space: 2, tile: "park6", do: "buy 1 with b6" } },
  ],
  [
    "a space in words",
    { kind: "buy", given: { game: "granada", hand: "b6", space: "1", tile: "park6", do: "buy 1 with b6" } },
  ],
];

for (const [name, question] of AS_TEXT_ONLY) {
  test(`a question that the board cannot hold is asked as text: ${name}`, () => {
    const state = stateOf(question, known);
    assert.equal(state.mode, "text");
    assert.deepEqual(questionOf(state, known), question);
  });
}

/** @type {[string, Partial<import("../../docs/_static/judge/question.js").State>, Question][]} */
const ASKED = [
  ["lay", { cities: [CITY] }, { kind: "layout", given: { game: "granada", layout: CITY } }],
  [
    "the city that is shown",
    { cities: [{}, CITY], seat: 1 },
    { kind: "layout", given: { game: "granada", layout: CITY } },
  ],
  ["moat", { mode: "moat", cities: [CITY] }, { kind: "moat", given: { game: "granada", city: CITY } }],
  [
    "the moat of a family",
    { mode: "moat", game: "combined", family: "granada" },
    { kind: "moat", given: { game: "combined", city: {}, family: "granada" } },
  ],
  [
    "place",
    { mode: "place", cities: [CITY], cell: "3,0", tile: "school4/n" },
    { kind: "place", given: { game: "granada", city: CITY, do: "place school4/n at 3,0" } },
  ],
  [
    "add",
    { mode: "place", verb: "add", cell: "3,0", tile: "park6", reserve: ["park6"] },
    { kind: "place", given: { game: "granada", city: {}, do: "add park6 at 3,0", reserve: ["park6"] } },
  ],
  [
    "remove",
    { mode: "remove", cities: [CITY], cell: "1,0" },
    { kind: "remove", given: { game: "granada", city: CITY, do: "remove 1,0" } },
  ],
  [
    "swap, with the tile in the reserve",
    { mode: "swap", cities: [CITY], cell: "1,0", tile: "school4" },
    { kind: "swap", given: { game: "granada", city: CITY, do: "swap 1,0 for school4", reserve: ["school4"] } },
  ],
  [
    "score",
    { mode: "score", cities: [CITY, {}], dirk: ["park6"], shown: [[], ["arena8"]], modules: ["bonus"], round: "B" },
    { kind: "score", given: { ...SCORE, round: "B", dirk: ["park6"], shown: [[], ["arena8"]], modules: ["bonus"] } },
  ],
  [
    "take",
    { mode: "take", cards: ["b1", "g4", "y9"], used: ["b1", "g4"] },
    { kind: "take", given: { game: "granada", display: "b1 g4 y9", do: "take b1 g4" } },
  ],
  [
    "buy",
    { mode: "buy", cards: ["b6", "b/g"], used: ["b6"], tile: "park6", space: 3 },
    { kind: "buy", given: { game: "granada", hand: "b6 b/g", space: 3, tile: "park6", do: "buy 3 with b6" } },
  ],
  [
    "buy from the lane of a family",
    { mode: "buy", game: "combined", cards: ["b6"], used: ["b6"], tile: "park6" },
    { kind: "buy", given: { game: "combined", hand: "b6", space: 1, tile: "park6", do: "buy 1g with b6" } },
  ],
  [
    "with an edition",
    { rulings: { several_cards_limit: 4, dirk_third_nearest: true } },
    {
      kind: "layout",
      given: {
        game: "granada",
        rulings: { several_cards_limit: 4, dirk_third_nearest: true },
        layout: {},
      },
      edition: "it",
    },
  ],
];

for (const [name, update, question] of ASKED) {
  test(`a state asks what it shows, and comes back from its question: ${name}`, () => {
    const state = stateWith(update);
    assert.deepEqual(questionOf(state, known), question);
    assert.deepEqual(questionOf(stateOf(question, known), known), question);
    assert.equal(stateOf(question, known).mode, state.mode);
  });
}

test("what is laid for a question that is not whole yet comes back from its link", () => {
  const city = { "1,0": "park6" };
  const table = { ...blank().table, hands: [["b1"], [], []], reserves: [[], ["park8"], []] };
  const states = [
    stateWith({ mode: "take", cards: ["b1", "g4"] }),
    stateWith({ mode: "buy", cards: ["b1"], space: 2, tile: "arena8" }),
    stateWith({ mode: "flip", cards: ["b1"], tile: "park6|arena7" }),
    stateWith({ mode: "place", cities: [city] }),
    stateWith({ mode: "place", cities: [city], verb: "add", tile: "park8", reserve: ["park8"] }),
    stateWith({ mode: "remove", cities: [city] }),
    stateWith({ mode: "swap", cities: [city], tile: "arena8" }),
    stateWith({ mode: "table", cities: [city, {}, {}], table }),
  ];
  for (const state of states) {
    assert.equal(typeof questionOf(state, known), "string");
    const question = decoded(encoded(laidOut(state, known)));
    assert.ok(question);
    const again = stateOf(question, known);
    assert.deepEqual(laidOut(again, known), laidOut(state, known));
    assert.deepEqual([again.mode, again.verb, again.cities[0]], [state.mode, state.verb, state.cities[0]]);
    assert.equal(questionOf(again, known), questionOf(state, known));
  }
});

test("a question that is asked as text keeps the edition whose book answers it", () => {
  const question = { kind: "notation", given: { of: "cards", text: "b1" }, edition: "it" };
  assert.deepEqual(questionOf(stateOf(question, known), known), question);
});

test("a link in which something lies deeper than in any question holds none", () => {
  const deep = (/** @type {number} */ levels) => `{"kind":"layout","given":${"[".repeat(levels)}${"]".repeat(levels)}}`;
  assert.equal(decoded(btoa(deep(50_000))), null);
  assert.equal(decoded(btoa(deep(10)))?.kind, "layout");
});

test("a question that is not whole yet is a hint", () => {
  for (const mode of /** @type {const} */ (["place", "remove", "swap"])) {
    assert.equal(questionOf(stateWith({ mode }), known), "Tap the cell that you ask about.");
  }
  const done = (/** @type {string} */ verb) => {
    const table = blank().table;
    return questionOf(stateWith({ mode: "table", table: { ...table, deed: { ...table.deed, verb } } }), known);
  };
  assert.equal(done(""), "Choose what is done.");
  assert.equal(done("take"), "Tap the cards that are used for it.");
  assert.equal(done("remove"), "Tap the cell where it is done.");
  assert.equal(done("give"), "Choose the tile for it.");
  assert.equal(questionOf(stateWith({ mode: "take", cards: ["b1"] }), known), "Tap the cards that you take.");
  assert.equal(questionOf(stateWith({ mode: "buy", cards: ["b1"] }), known), "Tap the cards that pay.");
  assert.equal(questionOf(stateWith({ mode: "text" }), known), AS_TEXT);
});

test("an edition is the one that is named, or the first with these readings", () => {
  const { fr, it } = known.games.granada.editions;
  assert.equal(editionOf(stateWith({ edition: "fr", rulings: fr }), known), "fr");
  assert.equal(editionOf(stateWith({ edition: "fr", rulings: it }), known), "it");
  assert.equal(editionOf(stateWith({ edition: "constructor", rulings: { may_pass: true } }), known), "");
  assert.equal(editionOf(blank(), known), "");
});

test("values are the same in whatever order their members are", () => {
  assert.ok(same({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }));
  for (const other of [{ a: 1 }, { a: 1, c: 2 }, { a: 1, b: 3 }, { a: 1, b: 2, c: 3 }, null, 1]) {
    assert.ok(!same({ a: 1, b: 2 }, other), JSON.stringify(other));
  }
  assert.ok(!same(["a", "b"], ["b", "a"]));
});
