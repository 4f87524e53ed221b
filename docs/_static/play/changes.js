// What the page of the table knows, as one plain value, and how it changes; nothing here speaks with the worker or the screen.

import { complete, lit, pointed, shared, thingsOf, unchosen } from "./things.js";

/** @import { Row, Scoring } from "../judge/verdict.js" */
/** @import { Edge, Scene } from "../shared/board.js" */
/** @import { Cell } from "../shared/engine.js" */
/** @import { City } from "../shared/notation.js" */
/** @import { About } from "./store.js" */
/** @import { Thing } from "./things.js" */

/** @typedef {"you" | "person" | "builder" | "mason" | "master" | "search"} Kind who sits on a seat */
/**
 * A legal action, in notation, in words, and by its parts.
 * @typedef {object} Deed
 * @property {string} action
 * @property {string} words
 * @property {string} verb
 * @property {string} [slot]
 * @property {string[]} [cards]
 * @property {string} [face]
 * @property {string} [tile] the tile that it is about, with both faces
 * @property {string} [cell]
 * @property {boolean} [exact]
 * @property {number} [excess] how much is paid too much
 * @property {boolean} [taught] whether it is what a step of the first game shows
 */
/** @typedef {{ slot: string, space: number, currency: string, family: string, tile: string | null }} Slot */
/** @typedef {{ tile: string, up: string, down: string | null, bought: boolean, flipped: boolean }} Waiting a tile beside the city */
/**
 * What lies before a seat.
 * @typedef {object} Seat
 * @property {string} name
 * @property {City} city
 * @property {string[]} reserve
 * @property {number} points
 * @property {number} place
 * @property {string[] | null} hand
 * @property {Record<string, number>} counts what it has for each row of a scoring
 * @property {Record<string, Edge[]>} runs its longest moats or walls
 */
/** @typedef {{ rule: string, said: string }} Reason a rule, as the table reads it */
/** @typedef {{ kind: string, step: number, words: string, seat?: number | null, row?: Row, scoring?: Scoring, rules?: Reason[] } & Record<string, unknown>} Happening */
/**
 * The table as whoever looks may see it.
 * @typedef {object} Table
 * @property {string} name
 * @property {string} told
 * @property {string} game
 * @property {string[]} modules
 * @property {Kind[]} kinds
 * @property {number | null} viewer
 * @property {number | null} cover the seat that must say that it is there
 * @property {number} at
 * @property {number} steps
 * @property {number} turn how many turns have begun
 * @property {number | null} actor
 * @property {number | null} mover
 * @property {boolean} over
 * @property {number | null} [cut_off] after how many decisions the game was cut off
 * @property {boolean} [closed] whether it is only looked at
 * @property {boolean} [strong] whether search has the compiled kernel to think with
 * @property {number[] | null} winners
 * @property {string} moment
 * @property {Slot[]} yard
 * @property {string | null} marker
 * @property {string[]} display
 * @property {string[] | null} hand
 * @property {number[]} hand_sizes
 * @property {Waiting[]} pending
 * @property {Seat[]} seats
 * @property {{ name: string, tiles: string[], points: number } | null} dirk
 * @property {({ round: string } & Omit<Scoring, "game">) | null} next what the next scoring would give as all lies
 * @property {Record<string, number>} bags
 * @property {number} deck
 * @property {Record<string, any>} extras
 * @property {Deed[]} legal
 * @property {{ step: number, steps: number, task: string, why: string } | null} [lesson] a step of the first game
 * @property {{ can: boolean, why: string | null }} undo
 * @property {string[]} scorings the rounds that were scored so far
 * @property {number[][]} gains what each seat got in each scoring so far, and Dirk behind them
 * @property {{ turns: number[], scorings: number[] }} stops after how many steps turns began and scorings ended
 */
/** @typedef {{ seat: number, playouts: number, seconds: number, of?: number }} Thought how far a bot has thought */
/** @typedef {{ sentence: string, rules: Reason[], scene: Scene | null, allowed?: boolean }} Why why something is not done; it may be allowed all the same */
/** @typedef {{ action: string, words: string, playouts: number, why: string }} Hint what to do, and why */
/**
 * What one agrees on before a game.
 * @typedef {object} Form
 * @property {string} game
 * @property {Kind[]} seats
 * @property {string[]} names what the seats are called by themselves
 * @property {string[]} modules
 * @property {string} scoring
 * @property {string} edition
 * @property {Record<string, string> | null} tiles own tiles as CSV, by family
 * @property {string} seed
 * @property {"fair" | "free"} undo
 * @property {number} seconds
 * @property {number} decisions after how many for each seat the game is cut off
 */
/** @typedef {About & { name: string, when: number }} Listed a game in the list of games */
/** @typedef {{ round: string, happened: Happening[] } & Scoring} Scored a scoring that was seen, and what is told with it */
/**
 * What the worker is asked.
 * @typedef {{ ask: "games" | "learn" | "leave" | "think" | "hint" | "stop" | "undo" | "cover" | "export" }
 *   | { ask: "forget" | "resume", name: string }
 *   | { ask: "open", record?: string, link?: string }
 *   | ({ ask: "begin" } & Omit<Form, "edition" | "seed"> & { edition: string | null, seed: string | null })
 *   | { ask: "do", action: string }
 *   | { ask: "why", things: Thing[] }
 *   | { ask: "link", what: "game" | "position", at?: number }
 *   | { ask: "here", seat: number }
 *   | { ask: "look", at: number }} Asking
 */
/** @typedef {Asking & { language: string, name?: string, steps?: number }} Sent the same in some language, about a game after so many steps */
/**
 * All that the page shows.
 * @typedef {object} State
 * @property {Form} form
 * @property {Listed[]} games
 * @property {Table | null} table
 * @property {Happening[]} log
 * @property {Thing[]} chosen
 * @property {Why | null} why
 * @property {string} said what else is to be told, in words
 * @property {string} detail the same more exactly, in English
 * @property {Hint | null} hint
 * @property {Thought | null} thought
 * @property {boolean} busy whether the worker has been asked for something that changes the table
 * @property {{ seat: number | null } | "scoring" | "majorities" | "menu" | "share" | null} open what lies over the table; null is Dirk
 * @property {string} told the row of a scoring whose words are unfolded
 * @property {Scored | null} scored the last scoring
 * @property {Replay | null} replay
 * @property {boolean} unkept whether the browser could not keep the game
 * @property {string} link a link to the game or the position, once it was asked for
 * @property {"" | "slow" | "anew"} silent whether the worker does not answer, and whether it is started anew for that
 * @property {Speed} speed
 */
/** @typedef {"slow" | "fast" | "none"} Speed */
/** @typedef {{ at: number, running: boolean, table: Table | null, happened: Happening[] }} Replay what is looked at, and whether it goes on by itself */
/**
 * What comes back for a message.
 * @typedef {object} Answer
 * @property {string[]} [flaws]
 * @property {string[]} [told] the same in the language of the page
 * @property {Table} [table]
 * @property {Happening[]} [events]
 * @property {Listed[]} [games]
 * @property {boolean} [unkept] the browser could not keep it
 * @property {boolean} [lost] it is not kept here
 * @property {boolean} [elsewhere] another tab has it
 * @property {boolean} [broken] the link holds nothing
 * @property {boolean} [long] it is too long for a link
 * @property {boolean} [dropped] something else was done meanwhile
 * @property {string} [refused]
 * @property {Hint} [hint]
 * @property {string} [address]
 * @property {string} [filename]
 * @property {string} [link]
 * @property {string} [sentence]
 * @property {Why["rules"]} [rules]
 * @property {Scene | null} [scene]
 * @property {boolean} [allowed]
 * @property {Deed} [deed] what is allowed, though it is not listed
 */

const BOTS = ["builder", "mason", "master", "search"];
const MOST_SAID = 400;
const MOST_MOVES = 4;
/** After so many decisions for each seat a game is cut off, unless it is told otherwise. */
export const DECISIONS = 1_000;
/** What has a seat and is nothing that it did, and what has none and is told all the same. */
const QUIET = ["turn-begun", "window-opened", "card-dealt", "bonus-dealt"];
const LOUD = ["end-begun", "awarded", "dirk-drew"];

/**
 * What is proposed for a game.
 * @param {string} game
 * @returns {Form}
 */
export const proposal = (game = "granada") => ({
  game,
  seats: ["you", "builder", "builder"],
  names: [],
  modules: [],
  scoring: "normal",
  edition: "",
  tiles: null,
  seed: "",
  undo: "fair",
  seconds: 3,
  decisions: DECISIONS,
});

/**
 * What was agreed on last time, as far as it can be read, or else what is proposed.
 * @param {any} kept
 * @param {string[]} games
 * @returns {Form}
 */
export const formOf = (kept, games) => {
  const { game, seats, names, modules } = Object(kept);
  const isForm =
    games.includes(game) && [seats, names, modules].every(Array.isArray) && seats.length > 1 && seats.length < 7;
  return isForm ? { ...proposal(), ...kept } : proposal();
};

/**
 * The page before anything has happened.
 * @param {Partial<State>} update
 * @returns {State}
 */
export const blank = (update = {}) => ({
  form: proposal(),
  games: [],
  table: null,
  log: [],
  chosen: [],
  why: null,
  said: "",
  detail: "",
  hint: null,
  thought: null,
  busy: false,
  open: null,
  told: "",
  scored: null,
  replay: null,
  unkept: false,
  link: "",
  silent: "",
  speed: "fast",
  ...update,
});

/**
 * The actions that whoever looks may choose from now.
 * @param {State} state
 */
export const legalNow = ({ table, busy, replay }) => (table && !busy && !replay ? table.legal : []);

/**
 * Whether the last decision can be taken back, and why not; whoever looks back decides nothing.
 * @param {State} state
 */
export const undoNow = ({ table, replay }) => (table && !replay ? table.undo : { can: false, why: "" });

/**
 * The question for a link to the game, or to the position that is seen.
 * @param {State} state
 * @param {"game" | "position"} what
 * @returns {Asking}
 */
export const linkTo = ({ replay }, what) => ({
  ask: "link",
  what,
  ...(replay && what === "position" ? { at: replay.at } : {}),
});

/**
 * Whether a bot is to decide.
 * @param {Table | null} table
 */
export const isBots = (table) =>
  Boolean(table && !table.over && !table.closed && table.actor !== null && BOTS.includes(table.kinds[table.actor]));

/**
 * The seat whose city is shown: that of whoever looks, or of whoever acts.
 * @param {Table} table
 */
export const shownSeat = ({ viewer, actor, mover }) => viewer ?? actor ?? mover ?? 0;

/**
 * The table has changed; what was chosen is chosen no longer. Whoever waits for an answer goes on waiting.
 * @param {State} state
 * @param {Table} table
 * @param {Happening[]} happened
 * @returns {State}
 */
export function withTable(state, table, happened = []) {
  const other = state.table?.name !== table.name;
  const isSame = !other && state.table?.viewer === table.viewer; // what one person saw is nothing for another
  const first = happened[0]?.step ?? table.steps + 1; // what was logged later was taken back
  const log = [...(other ? [] : state.log.filter(({ step }) => step < first)), ...happened].slice(-MOST_SAID);
  const scoring = happened.findLast(({ kind }) => kind === "scoring-ended");
  return {
    ...state,
    table,
    log,
    scored: scoring ? scoredBy(scoring, { table, log }) : other ? null : state.scored,
    thought: null,
    why: null,
    hint: null,
    said: "",
    detail: "",
    link: "",
    replay: isSame ? state.replay : null,
    chosen: shared(table.legal),
  };
}

/**
 * A scoring, with the rules that it followed; the last one tells also what was done last, and what was awarded.
 * @param {Happening} ended
 * @param {Pick<State, "table" | "log">} state
 * @returns {Scored | null}
 */
export function scoredBy(ended, { table, log }) {
  const { scoring, round, step } = ended;
  const told = log.filter((each) => isTold(each) && each.step <= step);
  const end = told.findIndex(({ kind }) => kind === "end-begun");
  const before = end < 0 ? [] : [...since({ table, log: told.slice(0, end) }).slice(-MOST_MOVES), ...told.slice(end)];
  return scoring ? { ...scoring, round: String(round), happened: [...before, ended] } : null;
}

const isTold = (/** @type {Happening} */ { seat, kind }) =>
  (typeof seat === "number" && !QUIET.includes(kind)) || LOUD.includes(kind);

/**
 * What is told beside the market: what the others have done last, or else what was done before.
 * @param {State} state
 */
export const news = (state) => {
  const latest = since(state);
  return (latest.length ? latest : state.log.filter(isTold)).slice(-6);
};

/**
 * What the others have done since whoever looks did something.
 * @param {Pick<State, "table" | "log">} state
 */
export function since({ table, log }) {
  const deeds = log.filter(isTold);
  return deeds.slice(deeds.findLastIndex(({ seat }) => seat === table?.viewer) + 1);
}

/**
 * Somebody points at a thing, which is ``pressed`` where it is chosen; what is forbidden is to be ``asked`` about.
 * @param {State} state
 * @param {Thing} thing
 * @param {boolean} pressed
 * @returns {{ state: State, asked: Thing[] | null }}
 */
export function pointedAt(state, thing, pressed = false) {
  const { table, chosen } = state;
  const legal = legalNow(state);
  if (!table || !legal.length) return { state, asked: null };
  const clean = { ...state, why: null, said: "", detail: "", hint: null };
  if (pressed) return { state: { ...clean, chosen: unchosen(legal, chosen, thing) }, asked: null };
  const { chosen: now, asked } = pointed(legal, chosen, thing);
  return { state: { ...clean, chosen: now }, asked };
}

/**
 * Something is allowed that nobody would list, such as a payment with a card that is not needed; it is chosen.
 * @param {State} state
 * @param {Deed} deed
 * @returns {State}
 */
export const withDeed = (state, deed) => ({
  ...state,
  table: state.table && { ...state.table, legal: [...state.table.legal, deed] },
  chosen: thingsOf(deed),
});

/**
 * What can be chosen, and what is chosen as a whole.
 * @param {State} state
 */
export function choices(state) {
  const legal = legalNow(state);
  return { lit: lit(legal, state.chosen), deed: legal.length ? complete(legal, state.chosen) : null };
}

/**
 * Nothing is chosen any more.
 * @param {State} state
 * @returns {State}
 */
export const cleared = (state) => ({
  ...state,
  chosen: shared(legalNow(state)),
  why: null,
  said: "",
  detail: "",
  hint: null,
});

/**
 * Another number of seats, or somebody else on one.
 * @param {Form} form
 * @param {Kind[]} seats
 * @returns {Form}
 */
export const withSeats = (form, seats) => ({
  ...form,
  seats,
  undo: seats.some((kind) => kind === "person") ? "fair" : form.undo,
});

/**
 * Another name for a seat.
 * @param {Form} form
 * @param {number} seat
 * @param {string} name
 * @returns {Form}
 */
export const withName = (form, seat, name) => ({
  ...form,
  names: form.seats.map((_, each) => (each === seat ? name.trim() : (form.names[each] ?? ""))),
});
