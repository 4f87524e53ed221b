// A whole table laid by hand: who sits there with which cards and tiles, what lies between them, and what is done.

import { toggle } from "../shared/cards.js";
import { box, choice, number } from "../shared/controls.js";
import { roundName } from "../shared/names.js";
import { faceUp } from "../shared/notation.js";
import { element } from "../shared/tiles.js";
import { dirk as dirkOf, named as withName, note, say, sayOf } from "../shared/words.js";
import * as changes from "./changes.js";
import { keypad, purse, spaceNames, tray, yard } from "./palette.js";
import { BETWEEN_PILES, deedText, partsOf, pilesOf } from "./position.js";
import { isWithDirk } from "./question.js";

/** @import { Known } from "../shared/notation.js" */
/** @import { State } from "./question.js" */
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
  const put = (/** @type {string[]} */ held) => enter(changes.withOwn(state, "hands", seat, held));
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
      (tiles) => enter(changes.withOwn(state, "reserves", seat, tiles)),
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
      rarer(state, known, enter),
    ],
    cards: cards(state, known, enter),
  };
}

/**
 * What matters seldom, folded: points, ages, scorings that are due, and what the modules know.
 * @param {State} state
 * @param {Known} known
 * @param {Enter} enter
 */
function rarer(state, known, enter) {
  const { table, seat, cities, modules, game } = state;
  const whose = { number: seat + 1 };
  const face = faceUp(state.tile);
  const change = (/** @type {Partial<State["table"]>} */ update) => enter(changes.withTable(state, update));
  /** @type {<Value>(list: Value[], value: Value, usual: Value) => Value[]} */
  const ofSeat = (list, value, usual) => cities.map((_, each) => (each === seat ? value : (list[each] ?? usual)));
  const huts = (/** @type {string[]} */ tiles) => tiles.filter((tile) => tile.includes("-hut"));
  /** @type {HTMLElement[]} */
  const made = [
    number(say("Points of seat {number}", whose), table.points[seat] ?? 0, (points) =>
      change({ points: ofSeat(table.points, points, 0) }),
    ),
    number(say("Age of seat {number}, where it decides who begins", whose), table.ages[seat] ?? 0, (age) =>
      change({ ages: ofSeat(table.ages, age, 0) }),
    ),
  ];
  if (isWithDirk(state, known)) {
    made.push(
      number(say("the points of {dirk}", { dirk: dirkOf(game) }), table.dirkPoints, (dirkPoints) =>
        change({ dirkPoints }),
      ),
    );
  }
  for (const round of ["A", "B"]) {
    const due = (/** @type {boolean} */ checked) =>
      change({ due: checked ? [...table.due, round] : table.due.filter((each) => each !== round) });
    const told = say("scoring {round} has come and is still to be done", { round: roundName(round) });
    made.push(box(told, table.due.includes(round), due));
  }
  if (table.phase === "act") {
    made.push(tray(say("Tiles bought in this turn"), table.bought, known, (bought) => change({ bought }), state.tile));
  }
  if (modules.includes("vizier")) {
    const isActive = table.vizier[seat] ?? true;
    const turn = (/** @type {boolean} */ active) => change({ vizier: ofSeat(table.vizier, active, true) });
    made.push(box(say("the vizier of seat {number} is active", whose), isActive, turn));
  }
  if (modules.includes("huts")) {
    made.push(
      tray(say("Huts that lie open"), table.openHuts, known, (tiles) => change({ openHuts: huts(tiles) }), face),
      tray(say("Huts below them"), table.hiddenHuts, known, (tiles) => change({ hiddenHuts: huts(tiles) }), face),
    );
  }
  if (modules.includes("bonus")) {
    const { hidden, shown } = table.bonus;
    const put = (/** @type {Partial<typeof table.bonus>} */ update) => change({ bonus: { ...table.bonus, ...update } });
    made.push(
      tray(
        say("Hidden bonus cards of seat {number}", whose),
        hidden[seat] ?? [],
        known,
        (tiles) => put({ hidden: ofSeat(hidden, tiles, []) }),
        face,
      ),
      tray(
        say("Bonus cards shown by seat {number}", whose),
        shown[seat] ?? [],
        known,
        (tiles) => put({ shown: ofSeat(shown, tiles, []) }),
        face,
      ),
      tray(say("Bonus cards that nobody has"), table.bonusLeft, known, (bonusLeft) => change({ bonusLeft }), face),
    );
  }
  return element(
    "details",
    { class: "judge-rarer", "data-part": "rarer" },
    element("summary", {}, say("More about this table")),
    ...made,
  );
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
  const put = (/** @type {string[]} */ hand) => enter(changes.withOwn(state, "hands", seat, hand));
  const change = (/** @type {Partial<State["table"]>} */ update) => enter(changes.withTable(state, update));
  const using = (/** @type {boolean} */ here) => (uses && here ? { used: deed.cards, use } : {});
  const hand = table.hands[seat] ?? [];
  const piles = pilesOf(table.deck);
  const isMoney = (/** @type {string} */ card) => card.length > 1;
  const pileName = (/** @type {string} */ name, /** @type {number} */ place) =>
    piles.length > 1 ? withName(name, say("pile {number} from the top", { number: place + 1 })) : name;
  const putPile = (/** @type {string[]} */ pile, /** @type {number} */ place) => {
    const now = changes.replaced(piles, place, pile).filter((each, lies) => lies === 0 || each.length);
    change({ deck: now.flatMap((each, lies) => (lies ? [BETWEEN_PILES, ...each] : each)) });
  };
  const pileParts = (/** @type {string[]} */ pile, /** @type {number} */ place) => [
    ...purse(pileName(say("The cards that can still come"), place), pile.filter(isMoney), known, {
      change: (now) => putPile([...now, ...pile.filter((card) => !isMoney(card))], place),
    }),
    element(
      "div",
      { class: "judge-modules" },
      ...["A", "B"].map((round) =>
        box(
          pileName(say("scoring {round} can still come", { round: roundName(round) }), place),
          pile.includes(round),
          (checked) => putPile(checked ? [...pile, round] : pile.filter((each) => each !== round), place),
        ),
      ),
    ),
  ];
  const shown = [
    ...purse(say("The hand of seat {number}", { number: seat + 1 }), hand, known, {
      ...using(deed.verb !== "take"),
      change: put,
    }),
    ...purse(say("The display"), table.display, known, {
      ...using(deed.verb === "take"),
      change: (display) => change({ display }),
    }),
    ...purse(say("The discard pile"), table.discard, known, { change: (discard) => change({ discard }) }),
    ...piles.flatMap((pile, place) => pileParts(pile, place)),
  ];
  const deckName = (/** @type {number} */ place) =>
    place === piles.length ? say("one more pile below") : pileName(say("the cards that can still come"), place);
  const places = [
    ["hand", say("the hand of seat {number}", { number: seat + 1 })],
    ["display", say("the display")],
    ["discard", say("the discard pile")],
    ...[...piles, []].map((_, place) => [`deck${place || ""}`, deckName(place)]),
    ...(deed.verb === "draw" ? [["draw", say("what is drawn")]] : []),
  ];
  const place = places.some(([each]) => each === state.into) ? state.into : "hand";
  const addToPile = (/** @type {number} */ lies, /** @type {string} */ card) =>
    lies < piles.length
      ? putPile([...piles[lies], card], lies)
      : change({ deck: [...table.deck, BETWEEN_PILES, card] });
  const add = (/** @type {string} */ card) => {
    if (place === "hand") put([...hand, card]);
    if (place === "display") change({ display: [...table.display, card] });
    if (place === "discard") change({ discard: [...table.discard, card] });
    if (place.startsWith("deck")) addToPile(Number(place.slice(4)), card);
    if (place === "draw") enter(changes.withDeed(state, { what: card }));
  };
  return [
    ...shown,
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
      ["A", say("scoring {round}", { round: roundName("A") })],
      ["B", say("scoring {round}", { round: roundName("B") })],
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
    element(
      "details",
      { open: true, "data-part": "facts" },
      element("summary", {}, say("Tell me afterwards")),
      ...facts,
    ),
  );
}
