// What is asked, as a plain value: the state of the page, the question it makes in the words of the protocol, and its link.

import { cellOf, faceUp, tileOf } from "../shared/notation.js";
import { note } from "../shared/words.js";
import { BETWEEN_PILES, deedsOf, emptyTable, partsOf, tableOf, tableTold } from "./position.js";

/** @import { City, Known, Rulings } from "../shared/notation.js" */
/** @import { Table, Told } from "./position.js" */
/**
 * A question of the protocol, or one as people tell it, the edition whose book answers it, and of a swap the other place
 * to which the new tile would come.
 * @typedef {{ kind: string, given?: Record<string, unknown>, told?: Told, edition?: string, elsewhere?: string }} Question
 */
/** @typedef {"lay" | "place" | "remove" | "swap" | "moat" | "score" | "buy" | "take" | "flip" | "award" | "table"} TappedMode */
/**
 * All that the page shows and asks.
 * @typedef {object} State
 * @property {TappedMode | "text"} mode what is asked
 * @property {string} game
 * @property {string} edition the edition that is named, or nothing
 * @property {Rulings} rulings
 * @property {string[]} modules
 * @property {City[]} cities one for each seat
 * @property {number} seat whose city is shown
 * @property {string} tile the tile that is chosen
 * @property {string | null} picked the cell whose tile is picked up
 * @property {string | null} cell the cell that is asked about
 * @property {string | null} elsewhere another cell, to which the tile that is swapped in would come
 * @property {string} verb place, or add from the reserve
 * @property {string[] | null} reserve
 * @property {string | null} family whose moat or wall is asked for
 * @property {string} round
 * @property {string} scoring
 * @property {string[] | null} dirk the tiles of Dirk, if he takes part
 * @property {string[][] | null} shown the bonus cards that each seat shows
 * @property {string[]} cards the hand or the display
 * @property {string[]} used those of the cards that pay or are taken
 * @property {number} space
 * @property {string} into where cards are put on a whole table
 * @property {Table} table what lies on the whole table, and what is done there
 * @property {Question | null} asked the question that is asked as text
 */
/**
 * What a link makes of a state, before anybody knows whether it holds.
 * @typedef {Record<keyof State, unknown> & Pick<State, "cards" | "used" | "table">} Draft
 */

/**
 * What can be asked by tapping; every other kind of question is asked as text.
 * @type {Record<TappedMode, { name: string, hint: string }>}
 */
export const MODES = {
  lay: {
    name: note("Lay tiles"),
    hint: note(
      "Choose a tile, then tap a cell, or drag it there. Drag a tile that lies there to move it, or away to remove it; tap it to pick it up, and then it can be turned.",
    ),
  },
  place: {
    name: note("May it lie here?"),
    hint: note("Choose a tile, then tap the cell you ask about. Cells where it fits are lit."),
  },
  remove: {
    name: note("May I remove it?"),
    hint: note("Tap the tile you want to take out. Tiles that may leave are lit."),
  },
  swap: {
    name: note("May I swap it?"),
    hint: note(
      "Choose the tile that comes in, then tap the one that goes. Possible places are lit. Would it come to another place? Tap that next.",
    ),
  },
  moat: { name: note("How long is my moat?"), hint: note("Lay tiles as before; the longest moat or wall is traced.") },
  score: {
    name: note("What does scoring give?"),
    hint: note("Lay the city of each seat; the table is scored as you go."),
  },
  buy: {
    name: note("May I pay like this?"),
    hint: note("Choose the tile, put cards into the hand, and tap those that pay."),
  },
  take: { name: note("May I take these?"), hint: note("Put cards into the display, and tap those that you take.") },
  flip: {
    name: note("May I turn it over?"),
    hint: note("Choose the tile and its other face, put cards into the hand, and tap those that pay."),
  },
  award: {
    name: note("Who gets the last tiles?"),
    hint: note("Put the tiles that are left on their spaces, and give each seat its cards."),
  },
  table: {
    name: note("What happens then?"),
    hint: note("Lay the whole table, choose what is done, and ask what comes of it."),
  },
};
/** What is said where nothing can be tapped. */
export const AS_TEXT = note("This question is asked as text, below.");
/** @type {State["mode"][]} */
export const ON_THE_BOARD = ["lay", "place", "remove", "swap", "moat", "score", "table"];
/** The questions in which a tile has two faces. */
/** @type {State["mode"][]} */
export const TWO_FACED = ["flip", "award", "table"];

const CARD = /^[bgoy](?:[1-9]|\/[bgoy])$/;
/** How many cards the page shows. */
const MANY = 60;

/**
 * The tile that is chosen at first.
 * @type {Record<string, string>}
 */
const FIRST = { granada: "park6", alhambra: "garden8", combined: "garden8" };

/**
 * The state in which nothing is asked yet.
 * @returns {State}
 */
export function blank(game = "granada", tile = FIRST[game]) {
  return {
    mode: "lay",
    game,
    edition: "",
    rulings: {},
    modules: [],
    cities: [{}],
    seat: 0,
    tile,
    picked: null,
    cell: null,
    elsewhere: null,
    verb: "place",
    reserve: null,
    family: null,
    round: "A",
    scoring: "normal",
    dirk: null,
    shown: null,
    cards: [],
    used: [],
    space: 1,
    into: "hand",
    table: emptyTable(),
    asked: null,
  };
}

/**
 * Whether Dirk can take part.
 * @param {State} state
 * @param {Known} known
 */
export const isWithDirk = ({ cities }, known) => known.dirk.includes(cities.length);

/**
 * Whether a tile belongs into a slot of the market: each half of a space is for one family.
 * @param {string} tile
 * @param {number} slot
 * @param {string} game
 * @param {Known} known
 */
export function fitsSlot(tile, slot, game, known) {
  const { lanes } = known.games[game];
  return known.buildings[tileOf(tile)?.building ?? ""]?.family === lanes[slot % lanes.length];
}

/**
 * The edition that is meant: the one that is named, or the first whose readings are these.
 * @param {State} state
 * @param {Known} known
 */
export function editionOf({ game, rulings, edition }, known) {
  const { editions } = known.games[game];
  const meant = (/** @type {string} */ name) => Object.hasOwn(editions, name) && same(editions[name], rulings);
  if (meant(edition)) return edition;
  return Object.keys(rulings).length ? (Object.keys(editions).find(meant) ?? "") : "";
}

/**
 * The question of a state as the protocol asks it, or a sentence that says what is missing.
 * @param {State} state
 * @param {Known} known
 * @returns {Question | string}
 */
export function questionOf(state, known) {
  const { mode, used, cell, table } = state;
  if (mode === "text" && !state.asked) return AS_TEXT;
  if (mode === "take" && !used.length) return note("Tap the cards that you take.");
  if ((mode === "buy" || mode === "flip") && !used.length) return note("Tap the cards that pay.");
  if ((mode === "place" || mode === "remove" || mode === "swap") && !cell)
    return note("Tap the cell that you ask about.");
  if (mode === "table" && table.ask === "apply" && !deedsOf(table, known).length) {
    return missing(partsOf(table.deed.verb, known));
  }
  return laidOut(state, known);
}

/**
 * All that is laid for a question, as the protocol tells it; what is done is left out as long as it is not chosen.
 * @param {State} state
 * @param {Known} known
 * @returns {Question}
 */
export function laidOut(state, known) {
  const { game, rulings, modules, mode } = state;
  const city = state.cities[state.seat] ?? {};
  const base = { game, ...(Object.keys(rulings).length ? { rulings } : {}) };
  const agreed = modules.length ? { modules } : {};
  const edition = editionOf(state, known);
  /** @type {(kind: string, given: Record<string, unknown>) => Question} */
  const asked = (kind, given) => ({ kind, given: { ...base, ...given }, ...(edition ? { edition } : {}) });
  const { table } = state;
  const doing = (/** @type {unknown} */ chosen, /** @type {string} */ done) => (chosen ? { do: done } : {});
  const isUsed = state.used.length > 0;
  switch (mode) {
    case "text":
      if (state.asked) return state.asked;
      break;
    case "moat":
      return asked("moat", { city, ...(state.family ? { family: state.family } : {}) });
    case "score": {
      const shown = state.shown ? { shown: state.shown } : {};
      const dirk = state.dirk && isWithDirk(state, known) ? { dirk: state.dirk } : {};
      return asked("score", {
        round: state.round,
        cities: state.cities,
        scoring: state.scoring,
        ...dirk,
        ...shown,
        ...agreed,
      });
    }
    case "take":
      return asked("take", { display: words(state.cards), ...doing(isUsed, `take ${words(state.used)}`), ...agreed });
    case "buy": {
      const { lanes } = known.games[game];
      const family = known.buildings[tileOf(state.tile)?.building ?? ""]?.family ?? lanes[0];
      const space = `${state.space}${lanes.length > 1 ? family[0] : ""}`;
      const done = {
        hand: words(state.cards),
        space: state.space,
        tile: state.tile,
        ...doing(isUsed, `buy ${space} with ${words(state.used)}`),
      };
      return asked("buy", { ...done, ...agreed });
    }
    case "flip": {
      const done = doing(isUsed, `flip ${faceUp(state.tile)} paying ${words(state.used)}`);
      return asked("flip", { hand: words(state.cards), tile: state.tile, ...done, ...agreed });
    }
    case "award": {
      const yard = Array.from({ length: 4 * known.games[game].lanes.length }, (_, slot) => table.yard[slot] || null);
      return asked("award", { yard, hands: state.cities.map((_, seat) => words(table.hands[seat] ?? [])) });
    }
    case "table": {
      const deeds = deedsOf(table, known);
      const done = deeds.length ? { do: deeds.length === 1 ? deeds[0] : deeds } : {};
      const { given, ...rest } = asked(table.ask, {
        state: tableTold(state, known),
        ...(table.ask === "apply" ? { ...done, ask: table.facts } : {}),
      });
      return { ...rest, told: given };
    }
    case "place": {
      const done = doing(state.cell, `${state.verb} ${state.tile} at ${state.cell}`);
      return asked("place", { city, ...done, ...(state.reserve ? { reserve: state.reserve } : {}) });
    }
    case "remove":
      return asked("remove", { city, ...doing(state.cell, `remove ${state.cell}`) });
    case "swap": {
      const done = doing(state.cell, `swap ${state.cell} for ${state.tile}`);
      const swapped = asked("swap", { city, ...done, reserve: state.reserve ?? [state.tile] });
      return { ...swapped, ...(state.elsewhere ? { elsewhere: state.elsewhere } : {}) };
    }
  }
  return asked("layout", { layout: city });
}

const words = (/** @type {string[]} */ cards) => cards.join(" ");

/**
 * What is still to be chosen of what is done.
 * @param {string[]} parts that it uses
 */
function missing(parts) {
  if (parts.includes("cards")) return note("Tap the cards that are used for it.");
  if (parts.includes("cell")) return note("Tap the cell where it is done.");
  return parts.length ? note("Choose the tile for it.") : note("Choose what is done.");
}

/**
 * The state that asks a question; where the page has no board for it, it is asked as text.
 * @param {Question} question
 * @param {Known} known
 * @returns {State}
 */
export function stateOf(question, known) {
  const draft = onTheBoard(question, known);
  const made = draft && shownWhole(draft, known);
  const again = made && laidOut(made, known);
  const { kind, given, told } = question;
  const asks = again && same([again.kind, again.given, again.told], [kind, given, told]);
  return asks ? made : { ...blank(), mode: "text", asked: question };
}

/**
 * @param {Question} question
 * @param {Known} known
 * @returns {Draft | null}
 */
function onTheBoard({ kind, given, told, edition = "", elsewhere }, known) {
  if (told) return toldOnTheBoard(kind, told, edition, known);
  if (!given) return null;
  const { game = "granada", rulings = {}, modules = [], reserve = null } = given;
  if (typeof game !== "string" || !Object.hasOwn(known.games, game)) return null;
  const state = { ...blank(game), edition, rulings, modules };
  const cities = [given.city ?? given.layout ?? {}];
  const done = typeof given.do === "string" ? given.do : "";
  switch (kind) {
    case "layout":
      return { ...state, cities };
    case "moat":
      return { ...state, mode: "moat", cities, family: given.family ?? null };
    case "score": {
      const { round, scoring = "normal", dirk = null, shown = null } = given;
      return { ...state, mode: "score", round, cities: given.cities, scoring, dirk, shown };
    }
    case "place": {
      const [first] = Array.isArray(reserve) ? reserve : [state.tile];
      const [, verb, tile, cell] = /^(place|add) (\S+) at (\S+)$/.exec(done) ?? ["", reserve ? "add" : "place", first];
      return { ...state, mode: "place", cities, verb, tile, cell: cell ?? null, reserve };
    }
    case "remove": {
      const [, cell] = /^remove (\S+)$/.exec(done) ?? [];
      return { ...state, mode: "remove", cities, cell: cell ?? null };
    }
    case "swap": {
      const [first] = Array.isArray(reserve) ? reserve : [];
      const [, cell, tile] = /^swap (\S+) for (\S+)$/.exec(done) ?? ["", null, first];
      return { ...state, mode: "swap", cities, cell, tile, reserve, elsewhere: elsewhere ?? null };
    }
    case "take": {
      const [, used] = /^take (.+)$/.exec(done) ?? [];
      return { ...state, mode: "take", cards: split(given.display), used: split(used) };
    }
    case "buy": {
      const [, used] = /^buy [1-4][ag]? with (.+)$/.exec(done) ?? [];
      return {
        ...state,
        mode: "buy",
        space: given.space,
        tile: given.tile,
        cards: split(given.hand),
        used: split(used),
      };
    }
    case "flip": {
      const [, used] = /^flip \S+ paying (.+)$/.exec(done) ?? [];
      return { ...state, mode: "flip", tile: given.tile, cards: split(given.hand), used: split(used) };
    }
    case "award": {
      const hands = Array.isArray(given.hands) ? given.hands.map(split) : [];
      const yard = Array.isArray(given.yard) ? given.yard.map((tile) => tile ?? "") : [];
      return { ...state, mode: "award", cities: hands.map(() => ({})), table: { ...emptyTable(), hands, yard } };
    }
    default:
      return null;
  }
}

/**
 * @param {string} kind
 * @param {Told} told
 * @param {string} edition
 * @param {Known} known
 * @returns {Draft | null}
 */
function toldOnTheBoard(kind, told, edition, known) {
  const { game = "granada", rulings = {} } = told;
  if (typeof game !== "string" || !Object.hasOwn(known.games, game)) return null;
  return { ...blank(game), mode: "table", edition, rulings, ...tableOf(kind, told, known) };
}

const split = (/** @type {unknown} */ cards) => (typeof cards === "string" ? cards.split(" ").filter(Boolean) : []);

/**
 * The state, if the page can show all of it.
 * @param {Draft} state
 * @param {Known} known
 */
function shownWhole(state, known) {
  /** @type {(value: unknown) => value is Record<string, unknown>} */
  const isPlain = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  /** @type {(list: unknown, fits: (each: unknown) => unknown) => boolean} */
  const isListOf = (list, fits) => Array.isArray(list) && list.length < MANY && list.every(fits);
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isReal = (/** @type {unknown} */ text) => Object.hasOwn(known.buildings, tileOf(text)?.building ?? "");
  const areReal = (/** @type {unknown} */ tiles) => isListOf(tiles, isReal);
  const isCity = (/** @type {unknown} */ city) =>
    isPlain(city) && Object.entries(city).every(([cell, tile]) => cellOf(cell) && isReal(tile));
  const { cities } = state;
  const areCards = (/** @type {string[]} */ cards) => cards.length < MANY && cards.every((card) => CARD.test(card));
  const areFew = (/** @type {unknown[][]} */ lists) => lists.every((each) => each.length < MANY);
  const tableHolds = (/** @type {Table} */ table) => [
    [table.display, table.discard, ...table.hands].every(areCards),
    table.deck.length < 2 * MANY &&
      table.deck.every((card) => CARD.test(card) || ["A", "B", BETWEEN_PILES].includes(card)),
    [table.placing, table.bought, table.openHuts, table.hiddenHuts, table.bonusLeft].every(areReal),
    [...table.reserves, ...table.bonus.hidden, ...table.bonus.shown].every(areReal),
    Object.values(table.bags).every((bag) => bag.length < 2 * MANY && bag.every(isReal)),
    table.yard.length <= 8 && table.yard.every((tile) => tile === "" || isReal(tile)),
    table.due.every((round) => round === "A" || round === "B"),
    [...table.points, ...table.ages, table.dirkPoints].every(Number.isSafeInteger),
    areFew([table.deeds, table.facts, table.points, table.ages, table.vizier, table.due]),
  ];
  const holds = [
    isPlain(state.rulings),
    isListOf(state.modules, isText),
    Array.isArray(cities) && cities.length <= Math.max(...known.players) && cities.every(isCity),
    isReal(state.tile),
    [state.cell, state.elsewhere].every((cell) => cell === null || cellOf(cell)),
    isText(state.verb),
    isText(state.round),
    isText(state.scoring),
    state.family === null || isText(state.family),
    typeof state.space === "number",
    state.cards.length < MANY && [...state.cards, ...state.used].every((card) => CARD.test(card)),
    state.reserve === null || areReal(state.reserve),
    state.dirk === null || areReal(state.dirk),
    state.shown === null || isListOf(state.shown, areReal),
    ...tableHolds(state.table),
  ];
  return holds.every(Boolean) ? /** @type {State} */ (state) : null;
}

/**
 * Whether two values are the same, in whatever order their members are.
 * @param {unknown} one
 * @param {unknown} other
 * @returns {boolean}
 */
export function same(one, other) {
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return one === other;
  const [members, others] = [Object.entries(one), new Map(Object.entries(other))];
  return members.length === others.size && members.every(([name, value]) => same(value, others.get(name)));
}

/**
 * A question as it stands in a link.
 * @param {Question | string} question
 */
export function encoded(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const text = [...bytes].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** How deep anything lies in a question at the most. */
const DEEP = 30;

/**
 * Whether nothing lies deeper in a value than in any question.
 * @param {unknown} value
 * @param {number} deep
 * @returns {boolean}
 */
function isShallow(value, deep = DEEP) {
  if (typeof value !== "object" || value === null) return true;
  return deep > 0 && Object.values(value).every((each) => isShallow(each, deep - 1));
}

/**
 * The question of a link, or null where there is none in it.
 * @param {string} text
 * @returns {Question | null}
 */
export function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const question = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const { kind, given, told } = isShallow(question) ? (question ?? {}) : {};
    const fits = typeof kind === "string" && [given, told].some((each) => each && typeof each === "object");
    const more = Object.entries({ edition: question?.edition, elsewhere: question?.elsewhere });
    const named = Object.fromEntries(more.filter(([, value]) => typeof value === "string"));
    return fits ? { kind, ...(told ? { told } : { given }), ...named } : null;
  } catch {
    return null;
  }
}
