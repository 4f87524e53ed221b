// A whole table laid by hand: who sits there with which cards and tiles, what lies between them, and what is done.

import * as changes from "./changes.js";
import { choice, box } from "./controls.js";
import { keypad, purse, spaceNames, toggle, tray, yard } from "./palette.js";
import { deedText, partsOf } from "./position.js";
import { faceUp, isWithDirk } from "./question.js";
import { element } from "./tiles.js";
import { dirk as dirkOf, note, say, sayOf } from "./words.js";

/** @import { Known, State } from "./question.js" */
/** @typedef {(state: State) => void} Enter */

/** @type {Record<string, string>} */
const PHASES = {
  act: note("a player acts"),
  place: note("bought tiles are placed"),
  "refill-money": note("the display is refilled"),
  "refill-tiles": note("the spaces are refilled"),
  favour: note("the vizier asks in turn"),
  "deal-hands": note("hands are dealt"),
  "first-yard": note("the first tiles are drawn"),
};
/** @type {Record<string, string>} */
const VERBS = {
  take: note("take cards"),
  buy: note("buy"),
  flip: note("turn over"),
  place: note("build"),
  store: note("put into the reserve"),
  give: note("give away"),
  add: note("build from the reserve"),
  remove: note("remove"),
  swap: note("swap"),
  hut: note("take a hut"),
  reveal: note("show a bonus card"),
  reactivate: note("turn the vizier up"),
  decline: note("decline"),
  stop: note("no further action"),
  pass: note("pass"),
  draw: note("draw"),
};
/** @type {Record<string, string>} */
const FACTS = {
  over: note("whether the game is over"),
  points: note("points"),
  winners: note("winners"),
  actor: note("who is next"),
  hands: note("hands"),
  display: note("display"),
  yard: note("spaces"),
  reserves: note("reserves"),
  cities: note("cities"),
  dirk: note("the tiles of {dirk}"),
  dirk_points: note("the points of {dirk}"),
  marker: note("the marker"),
};
/** @type {Record<string, string>} */
const BAGS = { alhambra: note("the Alhambra"), granada: note("Granada") };
/** @type {Record<string, string>} */
const KINDS = { apply: note("what happens then"), legal: note("what may be done"), draw: note("what can be drawn") };

/**
 * The seats of a table, to be chosen, and one more or fewer.
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
export function seats(state, known, enter) {
  const { cities, seat } = state;
  const chosen = cities.map((_, each) => {
    const look = () => enter({ ...state, seat: each, picked: null });
    return toggle(
      each === seat,
      { "data-seat": String(each), onclick: look },
      say("seat {number}", { number: each + 1 }),
    );
  });
  const more = {
    type: "button",
    "data-tool": "more",
    disabled: !known.players.includes(cities.length + 1),
    onclick: () => enter(changes.withSeat(state)),
  };
  const fewer = {
    type: "button",
    "data-tool": "fewer",
    disabled: !known.players.includes(cities.length - 1),
    onclick: () => enter(changes.withoutSeat(state)),
  };
  const ends = [element("button", more, say("+ seat")), element("button", fewer, say("− seat"))];
  return element(
    "div",
    { class: "judge-seats", role: "group", "aria-label": say("Whose city and cards") },
    ...chosen,
    ...ends,
  );
}

/**
 * The cards of the seat that is shown, and what lies on the spaces: who gets the tiles that are left?
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
export function awardParts(state, known, enter) {
  const { seat } = state;
  const hand = state.table.hands[seat] ?? [];
  const put = (/** @type {string[]} */ held) => enter(changes.withHand(state, seat, held));
  return {
    extras: [
      seats(state, known, enter),
      yard(say("The spaces"), state, known, (tiles) => enter(changes.withTable(state, { yard: tiles }))),
    ],
    cards: [
      ...purse(say("The hand of seat {number}; tap a card to take it away", { number: seat + 1 }), hand, known, {
        change: put,
      }),
      ...keypad(say("Put into the hand"), known, (card) => put([...hand, card]), state.modules.includes("exchange")),
    ],
  };
}

/**
 * All that lies on a table, and what is done.
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
export function tableParts(state, known, enter) {
  const { table, seat, cities } = state;
  const { lanes } = known.games[state.game];
  const change = (/** @type {Partial<State["table"]>} */ update) => enter(changes.withTable(state, update));
  const numbered = cities.map((_, each) => [String(each), say("seat {number}", { number: each + 1 })]);
  const named = (/** @type {string[]} */ names, /** @type {Record<string, string>} */ words) =>
    names.map((name) => [name, say(words[name] ?? name)]);
  const moment = [
    choice(note("I ask"), table.ask, named(Object.keys(KINDS), KINDS), (ask) => change({ ask })),
    choice(note("The moment"), table.phase, named(known.phases, PHASES), (phase) => change({ phase })),
    choice(note("Whose turn"), String(table.turn), numbered, (turn) => change({ turn: Number(turn) })),
  ];
  if (table.phase === "favour") {
    moment.push(
      choice(note("Asked first"), String(table.first), numbered, (first) => change({ first: Number(first) })),
    );
  }
  if (lanes.includes("granada")) {
    const ends = [
      ["odd", sayOf(["a field of the marker", "odd"])],
      ["even", sayOf(["a field of the marker", "even"])],
    ];
    moment.push(choice(note("Marker"), table.marker, ends, (marker) => change({ marker })));
  }
  const reserve = table.reserves[seat] ?? [];
  const trays = [
    tray(
      say("Reserve of seat {number}", { number: seat + 1 }),
      reserve,
      known,
      (tiles) => enter(changes.withReserve(state, seat, tiles)),
      faceUp(state.tile),
    ),
    ...lanes.map((lane) =>
      tray(
        lanes.length > 1 ? say("The bag of {family}", { family: say(BAGS[lane]) }) : say("The bag"),
        table.bags[lane] ?? [],
        known,
        (tiles) => change({ bags: { ...table.bags, [lane]: tiles } }),
        state.tile,
      ),
    ),
  ];
  if (table.phase === "place") {
    trays.unshift(tray(say("Tiles to be placed"), table.placing, known, (placing) => change({ placing }), state.tile));
  }
  if (isWithDirk(state, known)) {
    trays.push(
      tray(
        say("The tiles of {dirk}", { dirk: dirkOf(state.game) }),
        state.dirk ?? [],
        known,
        (dirk) => enter({ ...state, dirk }),
        faceUp(state.tile),
      ),
    );
  }
  return {
    extras: [
      ...(table.ask === "apply" ? [deeds(state, known, enter)] : []),
      seats(state, known, enter),
      ...moment,
      yard(say("The spaces"), state, known, (tiles) => change({ yard: tiles })),
      ...trays,
    ],
    cards: cards(state, known, enter),
  };
}

/**
 * The cards on the table: a tap on one uses it for what is done, or takes it away.
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
function cards(state, known, enter) {
  const { table, seat } = state;
  const { deed } = table;
  const uses = table.ask === "apply" && partsOf(deed.verb, known).includes("cards");
  const use = (/** @type {string[]} */ used) => enter(changes.withDeed(state, { cards: used }));
  const put = (/** @type {string[]} */ hand) => enter(changes.withHand(state, seat, hand));
  const change = (/** @type {Partial<State["table"]>} */ update) => enter(changes.withTable(state, update));
  const using = (/** @type {boolean} */ here) => (uses && here ? { used: deed.cards, use } : {});
  const hand = table.hands[seat] ?? [];
  const shown = [
    ...purse(say("The hand of seat {number}", { number: seat + 1 }), hand, known, {
      ...using(deed.verb !== "take"),
      change: put,
    }),
    ...purse(say("The display"), table.display, known, {
      ...using(deed.verb === "take"),
      change: (display) => change({ display }),
    }),
    ...purse(
      say("The cards that can still come"),
      table.deck.filter((card) => card.length > 1),
      known,
      {
        change: (deck) => change({ deck: [...deck, ...table.deck.filter((card) => card.length < 2)] }),
      },
    ),
  ];
  const places = [
    ["hand", say("the hand of seat {number}", { number: seat + 1 })],
    ["display", say("the display")],
    ["deck", say("the cards that can still come")],
    ...(deed.verb === "draw" ? [["draw", say("what is drawn")]] : []),
  ];
  const place = places.some(([each]) => each === state.into) ? state.into : "hand";
  const add = (/** @type {string} */ card) => {
    if (place === "hand") put([...hand, card]);
    if (place === "display") change({ display: [...table.display, card] });
    if (place === "deck") change({ deck: [...table.deck, card] });
    if (place === "draw") enter(changes.withDeed(state, { what: card }));
  };
  const scorings = ["A", "B"].map((round) =>
    box(say("scoring {round} can still come", { round }), table.deck.includes(round), (checked) =>
      change({ deck: checked ? [...table.deck, round] : table.deck.filter((each) => each !== round) }),
    ),
  );
  return [
    ...shown,
    element("div", { class: "judge-modules" }, ...scorings),
    choice(note("Put cards into"), place, places, (into) => enter({ ...state, into })),
    ...keypad(say("Cards"), known, add, state.modules.includes("exchange")),
  ];
}

/**
 * What is done: what was done before, the verb, and what it needs that is not tapped elsewhere.
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
function deeds(state, known, enter) {
  const { table, game } = state;
  const { deed } = table;
  const { lanes } = known.games[game];
  const parts = partsOf(deed.verb, known);
  const change = (/** @type {Partial<State["table"]>} */ update) => enter(changes.withTable(state, update));
  const before = table.deeds.map((each, place) =>
    element(
      "li",
      {},
      `${say(VERBS[each.split(" ")[0]] ?? each)} `,
      element(
        "button",
        {
          type: "button",
          class: "judge-small",
          "aria-label": say("take this step away"),
          onclick: () => change({ deeds: table.deeds.toSpliced(place, 1) }),
        },
        "×",
      ),
    ),
  );
  const verbs = [["", "…"], ...Object.keys(known.actions).map((verb) => [verb, say(VERBS[verb] ?? verb)])];
  const made = [choice(note("What is done"), deed.verb, verbs, (verb) => enter(changes.withVerb(state, verb)))];
  if (parts.includes("where")) {
    const halves = lanes.length > 1 ? lanes.map((lane) => [lane[0], `, ${say(BAGS[lane])}`]) : [["", ""]];
    const spaces = spaceNames(known).flatMap(([space, name]) =>
      halves.map(([half, family]) => [`${space}${half}`, `${name}${family}`]),
    );
    made.push(choice(note("Space"), deed.where, spaces, (where) => enter(changes.withDeed(state, { where }))));
  }
  if (parts.includes("what")) {
    const draws = [
      ["", say("a card")],
      ["A", say("scoring {round}", { round: "A" })],
      ["B", say("scoring {round}", { round: "B" })],
      ["tile", say("the chosen tile")],
    ];
    const now = ["A", "B"].includes(deed.what) ? deed.what : deed.what === state.tile ? "tile" : "";
    const pick = (/** @type {string} */ what) =>
      enter(changes.withDeed(state, { what: what === "tile" ? state.tile : what }));
    made.push(choice(note("What comes"), now, draws, pick));
  }
  const next = {
    type: "button",
    "data-tool": "then",
    disabled: !deedText(deed, known),
    onclick: () => enter(changes.withNextDeed(state, known)),
  };
  const isThere = (/** @type {string} */ name) =>
    (isWithDirk(state, known) || !name.startsWith("dirk")) && (lanes.includes("granada") || name !== "marker");
  const offered = Object.entries(FACTS).filter(([name]) => isThere(name) || table.facts.includes(name));
  const facts = offered.map(([name, words]) =>
    box(say(words, { dirk: dirkOf(game) }), table.facts.includes(name), (checked) =>
      change({ facts: checked ? [...table.facts, name] : table.facts.filter((each) => each !== name) }),
    ),
  );
  return element(
    "div",
    { class: "judge-deeds", role: "group", "aria-label": say("Step by step") },
    ...(before.length ? [element("ol", {}, ...before)] : []),
    ...made,
    element("button", next, say("and then …")),
    element("details", { open: true }, element("summary", {}, say("Tell me afterwards")), ...facts),
  );
}
