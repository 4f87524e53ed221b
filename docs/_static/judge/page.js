// The page "May I do that?": one state, shown as controls, board and verdict; all changes go through `enter`.

import { Board } from "../shared/board.js";
import { toggle } from "../shared/cards.js";
import { box, choice } from "../shared/controls.js";
import { Engine } from "../shared/engine.js";
import { part, speakFrame } from "../shared/frame.js";
import { Keeping } from "../shared/keeping.js";
import { Loading } from "../shared/loading.js";
import { EDITIONS, GAMES, KEYS, MODULES, roundName, SCORINGS } from "../shared/names.js";
import { element } from "../shared/tiles.js";
import { keepWishes, wishes } from "../shared/wishes.js";
import { LANGUAGES, dirk as dirkOf, language, note, say, sayOf, speak, wished } from "../shared/words.js";
import * as changes from "./changes.js";
import { letDrag } from "./dragging.js";
import { keypad, palette, purse, spaceNames, tray } from "./palette.js";
import {
  AS_TEXT,
  MODES,
  ON_THE_BOARD,
  blank,
  decoded,
  editionOf,
  encoded,
  isWithDirk,
  laidOut,
  questionOf,
  stateOf,
} from "./question.js";
import { READY } from "./ready.js";
import { awardParts, seats, tableParts } from "./table.js";
import { verdict } from "./verdict.js";

/** @import { Cell, Flaws, Message, Reply, WhereMessage } from "../shared/engine.js" */
/** @import { Known } from "../shared/notation.js" */
/** @import { Text } from "../shared/words.js" */
/** @import { Dragged } from "./dragging.js" */
/** @import { Question, State, TappedMode } from "./question.js" */
/** @import { Verdict } from "./verdict.js" */

/** @type {Known} */
const known = JSON.parse(part("shared-known").textContent);
const home = part("judge");
const FAMILIES = { alhambra: note("the Alhambra"), granada: note("Granada") };
const IN_HAND = { lying: note("Your hand; tap the cards that pay"), adding: note("Put into the hand") };
const ON_DISPLAY = {
  lying: note("The display; tap the cards that you take"),
  adding: note("Put into the display"),
};

const NO_WORDS = note(
  "The texts in that language could not be loaded. Check the network, then choose the language again.",
);
/** After how many milliseconds the page is shown without the words of its language, which come later. */
const LATE = 1000;

let state = blank();
/** @type {State[]} */
const past = [];
/** @type {State[]} */
let future = [];
let asked = 0;
/** @type {Verdict | null} */
let latest = null;
/** @type {Cell[]} */
let lit = [];
/**
 * The modules that came into play with the last change.
 * @type {string[]}
 */
let begun = [];
/** The seat of whose city the last verdict spoke, where it need not be the one that is shown. */
let judgedSeat = /** @type {number | null} */ (null);
/** The cells where something is possible, and for which question. */
const possible = { of: "", cells: /** @type {Cell[]} */ ([]) };
/** The ready question that was laid last, and the state with it. */
let laid = { key: "", state: /** @type {State | null} */ (null) };
let own = "";
let chosen = "";
let shown = 0;
/** The verdict that stands there, and what it answers. */
let told = { key: "", verdict: /** @type {Verdict | null} */ (null) };
/** What parts of the page depended on when they were made. */
const madeOf = new Map();
let busy = false;
let opening = 0;
let handled = "";
/** @type {Engine} */
let engine;

// The parts of the page

const div = (/** @type {string} */ name, attributes = {}) => element("div", { class: `judge-${name}`, ...attributes });
const parts = {
  table: div("table"),
  modes: div("modes", { role: "group" }),
  ready: div("ready"),
  hint: element("p", { class: "judge-hint" }),
  palette: div("palette"),
  tools: div("tools"),
  extras: div("extras"),
  cards: div("cards"),
  head: div("verdict", { tabindex: "-1" }),
  more: div("more"),
  share: div("share"),
};
const board = new Board(
  known,
  (cell) => enter(changes.tapped(state, cell, known)),
  (cell) => enter(changes.withoutTile(state, cell)),
);
/** What a screen reader is told. */
const spoken = element("div", { role: "status", "aria-live": "polite", "aria-atomic": "true" });
const aside = element("div");
parts.head.append(spoken, aside);
const whose = element("p", { class: "judge-whose" });
const scroller = element("div", { class: "judge-scroller" }, whose, board.node);
const loading = new Loading(
  home,
  {
    fetching: note("The engine is loading. You can already lay tiles."),
    part: note("The engine is loading, only this once: {loaded} of {size} MB. You can already lay tiles."),
    whole: note("The engine is starting. You can already lay tiles."),
    failed: note("The engine could not be loaded, so nothing can be judged yet. Check the network, then try again."),
  },
  () => engine.again(),
  () => [
    element(
      "p",
      {},
      element(
        "a",
        { href: new URL("../../rulebook/index.html", import.meta.url).href },
        say("All rules, with pictures of their cases"),
      ),
    ),
  ],
);
const text = element("textarea", { rows: "10", spellcheck: "false" });
const below = element("details", { class: "judge-text" }, element("summary"));
const message = element("p", { class: "judge-message", role: "status" });

// Changes

const change = (/** @type {Partial<State>} */ update) => enter({ ...state, ...update });

/**
 * Go on with another state; what was is kept, to come back to.
 * @param {State} next
 */
function enter(next) {
  if (next === state) return;
  const made = changes.withModulesOf(next, known);
  past.push(state);
  if (past.length > 500) past.shift();
  future = [];
  move(
    made,
    made.modules.filter((name) => !next.modules.includes(name)),
  );
}

/**
 * A tile was dragged somewhere: to a cell, to a place beside the board, or away.
 * @param {Dragged} dragged
 * @param {Element | null} under
 */
function dropped(dragged, under) {
  /** @type {HTMLElement | null} */
  const place = under?.closest("[data-cell], [data-slot], [data-tray]") ?? null;
  const { cell, slot, tray: name } = place?.dataset ?? {};
  if (slot !== undefined) enter(changes.droppedOnSlot(state, dragged, Number(slot), known));
  else if (name === undefined) enter(changes.dropped(state, dragged, cell ?? null, known));
  else if (dragged.from === null || changes.isLaying(state)) {
    enter(changes.carried(state, dragged));
    const carried = state;
    /** @type {HTMLElement | null} */
    const again = home.querySelector(`[data-tray="${CSS.escape(name)}"]`);
    again?.click();
    if (past.at(-1) === carried) past.pop(); // it is undone at once
  }
}

/**
 * @param {State} next
 * @param {string[]} modules that come into play with it
 */
function move(next, modules = []) {
  state = next;
  begun = modules;
  inform("");
  show();
}

function undo() {
  const before = past.pop();
  if (!before) return;
  future.push(state);
  move(before);
}

function redo() {
  const after = future.pop();
  if (!after) return;
  past.push(state);
  move(after);
}

// Showing

const pressedMode = () => /** @type {HTMLElement | null} */ (parts.modes.querySelector('[aria-pressed="true"]'));
const keeping = new Keeping(
  home,
  [...Object.values(parts), scroller],
  () => 0,
  (region) => (region === parts.head ? region : (pressedMode() ?? parts.modes.querySelector("button"))),
);

/** Ask, and make the controls anew meanwhile. */
function show() {
  const { firstChild: before } = parts.modes;
  keeping.during(() => {
    ask();
    render();
  });
  if (parts.modes.firstChild !== before) reveal(pressedMode());
}

/**
 * Make a part of the page anew if something has changed that it depends on.
 * @param {HTMLElement} region
 * @param {unknown} on what it depends on, beside the language
 * @param {() => Node[]} make
 */
function renew(region, on, make) {
  const key = JSON.stringify([language(), on]);
  if (madeOf.get(region) === key) return;
  madeOf.set(region, key);
  region.replaceChildren(...make());
}

/**
 * Scroll the strip of a button sideways, if the button is out of sight.
 * @param {Element | null} button
 */
function reveal(button) {
  const strip = button?.parentElement;
  if (!button || !strip) return;
  const [inner, outer] = [button, strip].map((each) => each.getBoundingClientRect());
  if (inner.left < outer.left || inner.right > outer.right) strip.scrollLeft += inner.left - outer.left - 8;
}

/** Say everything that stands there from the beginning in the language that is spoken. */
function showWords() {
  if (home.lang === language() && madeOf.size) return;
  home.lang = language();
  parts.modes.ariaLabel = say("What do you ask?");
  loading.speak();
  text.ariaLabel = say("The question as text");
  for (const summary of below.querySelectorAll("summary")) {
    summary.textContent = say("As text, in TOML; paste a case here");
  }
  speakFrame(
    say("May I do that?"),
    say(
      "Lay a city and ask. The answer comes from the same code as everywhere else here, which runs in your browser; nothing you ask leaves it.",
    ),
  );
  /** @type {NodeListOf<HTMLElement>} */
  const fixed = home.querySelectorAll("[data-say]");
  for (const each of fixed) {
    const english = String(each.dataset.say);
    each.textContent = say(english);
  }
}

/**
 * Speak another language; the link keeps it, and the next visit.
 * @param {string} code
 */
async function turnTo(code) {
  const came = await speak(code);
  chosen = language();
  keepWishes({ language: chosen });
  show();
  if (!came) inform(say(NO_WORDS));
}

/** The languages, and beside them that of the edition whose book answers. */
function languages() {
  const { edition } = state;
  const names = Object.entries(LANGUAGES);
  const offered = edition !== language() ? names.filter(([code]) => code === edition) : [];
  const offer = ([code, name] = ["", ""]) =>
    element("button", { type: "button", class: "judge-small", lang: code, onclick: () => turnTo(code) }, name);
  return [choice(note("Language"), language(), names, turnTo), ...offered.map(offer)];
}

function render() {
  const { mode } = state;
  showWords();
  const onBoard = ON_THE_BOARD.includes(mode);
  home.dataset.mode = mode;
  showTable();
  showModes();
  const hint = mode === "text" ? AS_TEXT : MODES[mode].hint;
  const title = laidNow() ? [say(READY[laidNow()].name)] : [];
  parts.hint.textContent = [...title, say(hint)].join(" ");
  const choosing = (onBoard && mode !== "remove") || ["buy", "flip", "award"].includes(mode);
  const choose = (/** @type {string} */ tile) => {
    madeOf.delete(parts.palette); // what cannot be chosen must not stay chosen there
    enter(changes.withTile(state, tile));
  };
  const { game, tile } = state;
  renew(parts.palette, [choosing, mode, game, tile], () => (choosing ? palette(state, known, choose) : []));
  scroller.hidden = !onBoard;
  whose.textContent = state.cities.length > 1 ? say("The city of seat {number}", { number: state.seat + 1 }) : "";
  showTools();
  const { extras: beside, cards } = around();
  parts.extras.replaceChildren(...beside);
  parts.cards.replaceChildren(...cards);
}

/** The Alhambra has walls, and Granada moats. */
function barrier() {
  const { lanes } = known.games[state.game];
  if (lanes.length > 1) return note("How long is my moat or wall?");
  return lanes[0] === "alhambra" ? note("How long is my wall?") : MODES.moat.name;
}

function showModes() {
  const modes = /** @type {TappedMode[]} */ (Object.keys(MODES));
  const button = (/** @type {TappedMode} */ mode) => {
    const turn = () => enter(changes.turnedTo(state, mode));
    const name = mode === "moat" ? barrier() : MODES[mode].name;
    return toggle(state.mode === mode, { "data-mode": mode, onclick: turn }, say(name));
  };
  const { mode, game, edition } = state;
  renew(parts.modes, [mode, game], () => modes.map(button));
  const names = Object.entries(READY).map(([key, { name }]) => [key, say(name)]);
  const ready = () => choice(note("Ready questions"), laidNow(), [["", ""], ...names], lay);
  renew(parts.ready, [mode, game, edition, laidNow()], () => [ready(), ...languages()]);
}

/** The key of the ready question that lies there unchanged. */
const laidNow = () => (laid.state === state ? laid.key : "");

/**
 * Lay a ready question.
 * @param {string} key
 */
function lay(key) {
  const before = state;
  during(async () => {
    if (Object.hasOwn(READY, key)) await readText(READY[key].text);
    if (state !== before) laid = { key, state };
    keeping.during(render);
  });
}

function showTable() {
  const { game, rulings, modules, mode } = state;
  const { editions, modules: offered } = known.games[game];
  const named = editionOf(state, known) || (Object.keys(rulings).length ? "other" : "");
  const options = [
    ["", say("none in particular (our ruling)")],
    ...Object.keys(editions).map((each) => [each, say(EDITIONS[each] ?? each)]),
  ];
  if (named === "other") options.push(["other", say("other readings")]);
  const read = (/** @type {string} */ name) => (name === "other" ? rulings : (editions[name] ?? {}));
  const module = (/** @type {string} */ name) =>
    box(moduleName(name), modules.includes(name), (taken) => enter(changes.withModule(state, name, taken)));
  const matter = offered.length && hasModules(mode);
  const group = { class: "judge-modules", role: "group", "aria-label": say("Modules") };
  if (mode === "text") {
    parts.table.replaceChildren();
    return;
  }
  parts.table.replaceChildren(
    choice(
      note("Game"),
      game,
      Object.entries(GAMES).map(([each, name]) => [each, say(name)]),
      (name) => enter(changes.restarted(state, name)),
    ),
    choice(note("Edition"), named, options, (name) => change({ edition: name, rulings: read(name) })),
    ...(matter ? [element("span", group, ...offered.map(module))] : []),
  );
}

/** Whether modules are named in a question. */
const hasModules = (/** @type {string} */ mode) => ["score", "buy", "take", "flip", "table"].includes(mode);

/**
 * That a module is played with from now on, since something of it lies there.
 * @param {string} name
 */
const withModule = (name) =>
  element(
    "p",
    {},
    say("Something that lies here belongs to a module, so that module takes part: {module}.", {
      module: moduleName(name),
    }),
  );
const moduleName = (/** @type {string} */ name) => sayOf(["a module", MODULES[name] ?? name]);

function showTools() {
  /** @type {(name: string, able: unknown, run: () => void, key?: Text | null) => HTMLElement} */
  const act = (name, able, run, key = null) => {
    const title = key && sayOf(key);
    return element("button", { type: "button", "data-tool": name, disabled: !able, title, onclick: run }, say(name));
  };
  const { picked } = state;
  const buttons = [act(note("Undo"), past.length, undo, KEYS.undo), act(note("Redo"), future.length, redo, KEYS.redo)];
  if (changes.isLaying(state)) {
    const turn = () => enter(changes.altered(state, ({ turned }) => ({ turned: (turned + 90) % 360 })));
    const found = () => enter(changes.altered(state, ({ founding }) => ({ founding: !founding })));
    const remove = () => picked && enter(changes.withoutTile(state, picked));
    const clear = () => enter(changes.withCity(state, {}));
    buttons.push(act(note("Turn"), picked, turn), act(note("Remove"), picked, remove, KEYS.remove));
    buttons.push(act(note("Clear"), Object.keys(changes.cityOf(state)).length, clear));
    if (known.games[state.game].lanes.length > 1) buttons.push(act(note("Founding tile"), picked, found));
  }
  parts.tools.replaceChildren(...buttons);
}

/** What belongs to a question beside the city. */
function around() {
  const { mode, cards, used, modules } = state;
  if (mode === "award") return awardParts(state, known, enter);
  if (mode === "table") return tableParts(state, known, enter);
  if (!["buy", "take", "flip"].includes(mode)) return { extras: extras(), cards: [] };
  const words = mode === "take" ? ON_DISPLAY : IN_HAND;
  const use = (/** @type {string[]} */ now) => change({ used: now });
  return {
    extras: extras(),
    cards: [
      ...purse(say(words.lying), cards, known, { used, use, change: (now) => change({ cards: now, used: [] }) }),
      ...keypad(say(words.adding), known, (card) => change({ cards: [...cards, card] }), modules.includes("exchange")),
    ],
  };
}

/** What else belongs to a question. */
function extras() {
  const { mode, reserve, tile, family, space, verb } = state;
  const made = mode === "score" ? scoringExtras() : [];
  if (mode === "moat" && known.games[state.game].lanes.length > 1) {
    made.push(
      choice(
        note("Of"),
        family ?? known.games[state.game].start,
        Object.entries(FAMILIES).map(([each, name]) => [each, say(name)]),
        (value) => change({ family: value }),
      ),
    );
  }
  if (mode === "place") {
    const tick = (/** @type {boolean} */ added) =>
      change(added ? { verb: "add", reserve: [tile] } : { verb: "place", reserve: null });
    made.push(box(say("from my reserve, as an action"), verb === "add", tick));
  }
  if (reserve) made.push(tray(say("Reserve"), reserve, known, (tiles) => change({ reserve: tiles }), tile));
  if (mode === "buy") {
    made.push(choice(note("Space"), String(space), spaceNames(known), (value) => change({ space: Number(value) })));
  }
  return made;
}

function scoringExtras() {
  const { seat, dirk, shown: cardsShown, tile, round, scoring } = state;
  const { scorings } = known.games[state.game];
  const rounds = ["A", "B", "C"].map((each) => [each, roundName(each)]);
  const made = [seats(state, known, enter)];
  /** @type {HTMLElement[]} */
  const rest = [choice(note("Scoring"), round, rounds, (value) => change({ round: value }))];
  if (scorings.length > 1) {
    const manners = scorings.map((each) => [each, say(SCORINGS[each] ?? each)]);
    rest.push(choice(note("Manner"), scoring, manners, (value) => change({ scoring: value })));
  }
  if (isWithDirk(state, known)) {
    rest.push(
      box(say("{dirk} takes part", { dirk: dirkOf(state.game) }), Boolean(dirk), (checked) =>
        change({ dirk: checked ? [] : null }),
      ),
    );
  }
  if (dirk && isWithDirk(state, known))
    rest.push(
      tray(
        say("The tiles of {dirk}", { dirk: dirkOf(state.game) }),
        dirk,
        known,
        (tiles) => change({ dirk: tiles }),
        tile,
      ),
    );
  if (cardsShown) {
    const name = say("Bonus cards shown by seat {number}", { number: seat + 1 });
    const put = (/** @type {string[]} */ tiles) => change({ shown: changes.replaced(cardsShown, seat, tiles) });
    rest.push(tray(name, cardsShown[seat] ?? [], known, put, tile));
  }
  return [...made, ...rest];
}

function showBoard() {
  const { mode, cell, picked, seat, elsewhere } = state;
  if (!ON_THE_BOARD.includes(mode)) return;
  const city = changes.cityOf(state);
  const isJudged = judgedSeat === null || judgedSeat === seat;
  const { come, gone } = isJudged ? changes.changing(state, known) : { come: null, gone: null };
  const counted = (latest?.scoring?.rows ?? []).flatMap(({ standings }) => standings);
  const runs = latest?.scene?.run.length
    ? [latest.scene.run]
    : counted.filter((each) => each.seat === seat).map(({ edges }) => edges);
  const scene = isJudged ? (latest?.scene ?? null) : null;
  board.show({ city, ghost: come, gone, picked, asked: elsewhere ?? cell ?? come?.cell ?? gone, lit, scene, runs });
}

// Asking

/** Ask what the page shows; while an answer is on its way, only what is shown last is asked after it. */
async function ask() {
  asked += 1;
  const { where, key } = wanted();
  latest = isTold(key) ? told.verdict : null;
  lit = possible.of === JSON.stringify(where) ? possible.cells : [];
  parts.head.ariaBusy = String(!isTold(key));
  const answers = busy ? null : answerAll();
  showBoard();
  await answers;
}

async function answerAll() {
  busy = true;
  try {
    while (shown !== asked) await answer();
  } finally {
    busy = false;
  }
}

/** What is asked now; whoever has the key of the last answer asks nothing new. */
function wanted() {
  const { mode, game, tile, cities, seat } = state;
  const question = questionOf(state, known);
  const isChoosing = mode === "place" || mode === "remove" || mode === "swap";
  /** @type {WhereMessage | null} */
  const where = isChoosing ? { ask: "where", verb: mode, game, city: changes.cityOf(state), face: tile } : null;
  return { question, where, key: JSON.stringify([language(), question, where, cities, seat]) };
}

/** The book in the language that is spoken, where another reading has answered. */
function ownBook() {
  const { game, rulings } = state;
  const { editions } = known.games[game];
  const code = language();
  if (editionOf(state, known) || Object.keys(rulings).length || !Object.hasOwn(editions, code)) return [];
  const choose = () => change({ edition: code, rulings: editions[code] });
  const name = say("Your box may say otherwise: let its book answer");
  return [element("button", { type: "button", class: "judge-small", "data-tool": "own book", onclick: choose }, name)];
}

/**
 * The cells where something is possible; what was found for the last question may hold for the next.
 * @param {WhereMessage | null} where
 */
async function findPossible(where) {
  const of = JSON.stringify(where);
  if (!where || possible.of === of) return { cells: where ? possible.cells : [] };
  const found = await send(where);
  if ("cells" in found) Object.assign(possible, { of, cells: found.cells });
  return found;
}

/** Whether the verdict that stands there answers just that. */
const isTold = (/** @type {string} */ key) => key === told.key;

async function answer() {
  const number = asked;
  const { question, where, key } = wanted();
  const link = laidOut(state, known);
  if (!isTold(key)) {
    const answers = Promise.all([
      typeof question === "string" ? null : send({ ask: "judge", ...question }),
      findPossible(where),
    ]);
    if (!opening) remember(link);
    const [judged, found] = await answers;
    const flawed = [judged, found].some((each) => each && "flaws" in each);
    const instead = flawed && ON_THE_BOARD.includes(state.mode) ? await illegalCity() : null;
    if (number !== asked) return;
    const said = instead?.judged ?? judged ?? ("flaws" in found ? found : null);
    latest = said && "toml" in said ? said : null;
    told = { key, verdict: latest };
    judgedSeat = instead?.seat ?? latest?.actor ?? null;
    lit = "cells" in found ? found.cells : [];
    showBoard();
    const isNowhere = where && typeof question === "string" && !lit.length;
    const hint = isNowhere ? note("There is no cell where you can do that.") : String(question);
    const { main, more } = said ? verdict(said, known, state.mode === "text") : { main: hinted(say(hint)), more: [] };
    if (hasModules(state.mode)) main.append(...begun.map(withModule));
    if (instead)
      main.prepend(
        element(
          "p",
          {},
          say("First the city of seat {number}, before anything is done:", { number: instead.seat + 1 }),
        ),
      );
    keeping.during(() => {
      spoken.replaceChildren(main);
      aside.replaceChildren(...(latest ? ownBook() : []));
      parts.more.replaceChildren(...more);
    });
    if (latest && document.activeElement !== text) text.value = latest.toml;
  }
  shown = number;
  parts.head.ariaBusy = "false";
  remember(link);
}

/** The verdict on the first city that is none, that which is shown before the others; it marks what is wrong. */
async function illegalCity() {
  const { game, rulings, cities, seat: first } = state;
  for (const seat of new Set([first, ...cities.keys()])) {
    const given = { game, rulings, layout: cities[seat] ?? {} };
    const judged = await send({ ask: "judge", kind: "layout", given });
    if ("toml" in judged && judged.legal === false) return { seat, judged };
  }
  return null;
}

/**
 * Say what is wrong with what was to be asked; an old verdict does not stand beside it.
 * @param {Flaws} flaws
 */
function refuse(flaws) {
  shown = ++asked;
  parts.head.ariaBusy = "false";
  latest = null;
  judgedSeat = null;
  told = { key: "", verdict: null };
  lit = [];
  showBoard();
  spoken.replaceChildren(verdict(flaws, known).main);
  aside.replaceChildren();
  parts.more.replaceChildren();
}

const hinted = (/** @type {string} */ hint) =>
  element("div", { class: "judge-head judge-told" }, element("p", {}, hint));

/**
 * Ask the engine.
 * @template {Message} Asked
 * @param {Asked} asking
 * @returns {Reply<Asked>}
 */
const send = (asking) => engine.askSoon(asking);

function usable() {
  return [typeof WebAssembly, typeof Worker, typeof DecompressionStream].every((each) => each !== "undefined");
}

// Links and text

/**
 * The address of the page holds the question; it stays behind the #, which no browser sends to anybody.
 * @param {Question} question
 */
function remember(question) {
  own = `#q=${encoded(question)}${chosen ? `&lang=${chosen}` : ""}`;
  if (location.hash !== own) history.replaceState(null, "", own);
  handled = own;
}

/**
 * Do something that waits for the engine; meanwhile nothing is settled.
 * @param {() => Promise<void>} doing
 */
async function during(doing) {
  opening += 1;
  try {
    await doing();
  } finally {
    opening -= 1;
  }
}

/** Open what an address asks. */
async function open() {
  handled = location.hash;
  if (own && location.hash === own) return;
  const link = new URLSearchParams(location.hash.slice(1));
  const code = link.get("lang") ?? chosen;
  if (Object.hasOwn(LANGUAGES, code)) chosen = code;
  const wish = chosen || wished([String(wishes().language ?? ""), ...navigator.languages]);
  const coming = wish === language() ? Promise.resolve(true) : speak(wish);
  await Promise.race([coming, new Promise((late) => setTimeout(late, LATE))]);
  if (link.has("case")) show();
  const found = await linked(link);
  if (found && "kind" in found) begin(found);
  else show();
  if (found && "flaws" in found) refuse(found);
  const came = await coming;
  if (home.lang !== language()) show();
  if (!came) inform(say(NO_WORDS));
}

/**
 * What an address asks, if it asks anything.
 * @param {URLSearchParams} link
 * @returns {Promise<Question | Flaws | null>}
 */
async function linked(link) {
  const [question, id] = [link.get("q"), link.get("case")];
  if (question !== null)
    return decoded(question) ?? { flaws: [say("The link contains no question.")], lang: language() };
  return id === null ? null : engine.ask({ ask: "case", id });
}

/** @param {Question} question */
function begin(question) {
  enter(stateOf(question, known));
  if (state.mode === "text") below.open = true;
}

/** @param {string} said */
function inform(said) {
  message.textContent = said;
}

async function readText(written = text.value) {
  const found = await send({ ask: "read", text: written });
  if ("flaws" in found) refuse(found);
  else begin(found);
}

/** @param {string} what */
async function copy(what) {
  try {
    await navigator.clipboard.writeText(what);
    inform(say("It is copied."));
  } catch {
    inform(say("It could not be copied; select it and copy it by hand."));
  }
}

function share() {
  /** @type {(tool: string, name: string, run: () => void) => HTMLElement} */
  const button = (tool, name, run) =>
    element("button", { type: "button", "data-tool": tool, "data-say": name, onclick: run });
  const link = button("link", note("Copy the link"), () => copy(location.href));
  const toml = button("case", note("Copy as a case"), () => latest?.toml && copy(latest.toml));
  below.append(
    text,
    button("judge", note("Judge this text"), () => during(() => readText())),
  );
  parts.share.append(element("div", { class: "judge-tools" }, link, toml), message, below);
}

// Begin

/** @param {KeyboardEvent} event */
function pressed(event) {
  const writing = event.target instanceof Element && event.target.matches("textarea, input");
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || writing) return;
  event.preventDefault();
  if (event.shiftKey) redo();
  else undo();
}

if (usable()) {
  const { modes, hint, tools, head, extras: beside, table, more } = parts;
  engine = new Engine((news) => loading.heard(news));
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", () => during(open));
  Object.assign(home, {
    ask: send,
    settled: () => loading.isReady && !opening && shown === asked && handled === location.hash,
  });
  share();
  home.replaceChildren(
    element("div", { class: "judge-left" }, loading.node, modes, parts.ready, hint, scroller, tools, parts.cards),
    element("div", { class: "judge-right" }, parts.palette, beside, table, head, more, parts.share),
  );
  letDrag(home, known, dropped);
  during(open);
}
