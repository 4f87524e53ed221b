// The table in the browser: one state, shown as a table; all changes go through `enter`, and Python in the worker knows the rules.

import { Board } from "../shared/board.js";
import { Engine, keepPage } from "../shared/engine.js";
import { part, speakFrame } from "../shared/frame.js";
import { Keeping } from "../shared/keeping.js";
import { Loading } from "../shared/loading.js";
import { cellOf } from "../shared/notation.js";
import { element } from "../shared/tiles.js";
import { keepWishes, wishes } from "../shared/wishes.js";
import { LANGUAGES, capital, language, note, say, speak, wished } from "../shared/words.js";
import * as changes from "./changes.js";
import { flights, fly } from "./motion.js";
import { cityOf, dirksTiles, menu, otherCities, settings, sharing } from "./over.js";
import { Pressing } from "./pressing.js";
import { replay } from "./replay.js";
import { ending, scoring } from "./scoring.js";
import { majorities } from "./standings.js";
import { start } from "./start.js";
import {
  bar,
  button,
  gamePage,
  hand,
  market,
  rulesPage,
  saying,
  seats,
  silence,
  status,
  thoughtInWords,
  tiles,
} from "./table.js";
import { kindOf, nameOf, thingsOf } from "./things.js";

/** @import { Progress } from "../shared/engine.js" */
/** @import { Focused } from "../shared/keeping.js" */
/** @import { Known } from "../shared/notation.js" */
/** @import { Answer, Asking, Happening, Speed, State, Table, Thought } from "./changes.js" */
/** @import { Choosing } from "./over.js" */
/** @import { Turning } from "./replay.js" */
/** @import { Beginning } from "./start.js" */
/** @import { Command, Doing } from "./table.js" */
/** @import { Thing } from "./things.js" */

/** @type {Known} */
const known = JSON.parse(part("shared-known").textContent);
const home = part("play");
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** Whether all lies in one column, in an order that changes with what is to be done. */
const COLUMN = matchMedia("(max-width: 43.99rem), (max-width: 71.99rem) and (orientation: portrait)");
/** Whether there is no room for what the others have. */
const NARROW = matchMedia("(max-width: 71.99rem)");
/** How often it is looked at whether the worker is silent, and after how long that is told, in milliseconds. */
const LOOK = 2_000;
const SILENT = 8_000;
/** How many milliseconds lie between two words on how far a bot has thought. */
const OFTEN = 200;
/** How many bytes a record may have; no game comes near. */
const LONGEST_RECORD = 900_000;
/** How many milliseconds a step of a replay stays. */
const STEP = { slow: 1_500, fast: 500, none: 500 };
/** The messages with which one sits down at a table. */
const OPENING = ["begin", "learn", "resume", "open"];

let state = changes.blank();
/** @type {Engine} */
let engine;
/** How many answers are waited for, and when the worker was last heard. */
let waiting = 0;
let heardAt = 0;
/** How many milliseconds the worker may be silent before it is started anew. */
let patience = 20_000;
/** When it was last shown how far a bot has thought. */
let toldAt = 0;
let questions = 0;
let thinkers = 0;
/** How often a table was left: an answer that was waited for there comes too late. */
let timesLeft = 0;
let isMoving = false;
/** The language in which all is said that stays, and what the board shows. */
let spoken = "";
let onBoard = "";
/** @type {ReturnType<typeof setTimeout> | undefined} */
let clock;

// The parts of the page

const div = (/** @type {string} */ name, attributes = {}) => element("div", { class: `play-${name}`, ...attributes });
const parts = {
  start: div("start"),
  status: div("status"),
  seats: div("players"),
  replay: div("replay"),
  ending: div("ending"),
  market: div("market"),
  hand: div("hand"),
  tiles: div("pieces"),
  bar: div("bar", { "aria-live": "polite" }),
  majorities: div("majorities"),
  others: div("others"),
};
const board = new Board(
  known,
  (cell) => tapped(cell),
  (cell) => doing.point(`cell ${cell}`, false),
);
const scroller = element("div", { class: "play-scroller play-city" }, board.node);
const latest = element("ul");
const news = element("div", { class: "play-news", role: "status", "aria-live": "polite", tabindex: "0" }, latest);
const lines = element("ol", { class: "play-lines" });
const log = element("details", { class: "play-log", ontoggle: () => showLog() }, element("summary"), lines);
const loading = new Loading(
  home,
  {
    fetching: note("The engine is loading. You can choose meanwhile."),
    failed: note("The engine could not be loaded, so nobody can play yet. Check the network, then try again."),
  },
  () => engine.again(),
);
const warning = element("p", { class: "play-warning", role: "alert" });
const onTable = div("table", { hidden: true });
const dialog = element("dialog", { class: "play-dialog", onclose: () => closed() });

// Changes

/**
 * Go on with another state.
 * @param {State} next
 */
function enter(next) {
  if (next === state) return;
  state = next;
  pressing.show();
}

const pressing = new Pressing(() => show());
const change = (/** @type {Partial<State>} */ update) => enter({ ...state, ...update });

// Showing

const keeping = new Keeping(
  home,
  [...Object.values(parts), news, scroller, log, dialog],
  () => (onTable.hidden ? 0 : parts.status.getBoundingClientRect().bottom),
  () =>
    /** @type {HTMLElement[]} */ ([
      ...board.node.querySelectorAll('[tabindex="0"]'),
      ...parts.bar.querySelectorAll("button:enabled"),
    ]).at(-1),
);
/** What had the focus before something was laid over the table. @type {Focused | null} */
let opener = null;

/** Show everything anew; where the order of the parts is another now or a turn begins, what is to be done comes into sight. */
function show() {
  const { phase: before, turn: earlier } = onTable.dataset;
  const wasThere = !onTable.hidden;
  const focused = keeping.during(render);
  if (dialog.open && focused?.region !== dialog && !opener) opener = focused;
  const { phase: now, turn } = onTable.dataset;
  if (!state.table || (wasThere && turn === earlier && (now === before || !COLUMN.matches))) return;
  const first = now === "place" ? parts.tiles : now === "pay" ? parts.hand : onTable;
  const under = first === onTable ? 0 : parts.status.offsetHeight;
  window.scrollBy({ top: first.getBoundingClientRect().top - under, behavior: "instant" });
}

function render() {
  const { table, replay: looked, said, unkept } = state;
  const view = looked?.table ? { ...state, table: looked.table } : state;
  home.lang = language();
  home.dataset.speed = state.speed;
  document.body.classList.toggle("play-on", table !== null);
  onTable.hidden = table === null;
  warning.textContent = unkept
    ? say("The browser could not keep this game: its storage is full or closed. Save the record from the menu.")
    : table
      ? silence(state)
      : "";
  parts.start.hidden = table !== null;
  parts.start.replaceChildren(...(table ? [] : [...start(state, known, beginning), settings(state, choosing)]));
  if (!table && said) parts.start.prepend(saying(state, { role: "alert" }));
  parts.status.replaceChildren(...status(view, doing));
  parts.seats.replaceChildren(...seats(view, known, doing));
  const again = (/** @type {Happening} */ ended) =>
    change({ open: "scoring", told: "", scored: changes.scoredBy(ended, state) });
  renew(parts.replay, replay(state, turning, parts.replay.firstElementChild, again));
  parts.ending.replaceChildren(...(looked ? [] : ending(view, doing)));
  parts.market.replaceChildren(...market(view, known, doing));
  parts.hand.replaceChildren(...hand(view, known, doing));
  parts.tiles.replaceChildren(...tiles(view, known, doing));
  parts.bar.replaceChildren(...(looked ? [] : bar(view, known, doing)));
  parts.majorities.replaceChildren(...(NARROW.matches ? [] : majorities(view, known, doing)));
  parts.others.replaceChildren(...(NARROW.matches ? [] : otherCities(view, known, doing)));
  onTable.dataset.phase = phase(view);
  if (table?.legal.length) onTable.dataset.turn = String(table.turn);
  showBoard(view);
  showWords();
  showDialog();
}

/**
 * Show other things in a part of the page; where the first one stays it is not touched, so that a drag goes on.
 * @param {HTMLElement} region
 * @param {HTMLElement[]} shown
 */
function renew(region, shown) {
  const [first, ...others] = shown;
  if (!first || region.firstChild !== first) region.replaceChildren(...shown);
  else {
    while (region.lastChild !== first) region.lastChild?.remove();
    region.append(...others);
  }
}

/**
 * Whether tiles are being placed: then the city matters more than the market; nothing moves while an answer is waited for.
 * @param {State} view
 */
function phase(view) {
  if (view.busy && onTable.dataset.phase) return onTable.dataset.phase;
  if (view.table?.over || view.replay) return "over";
  const kinds = new Set(changes.legalNow(view).flatMap(thingsOf).map(kindOf));
  if (!kinds.has("placing")) return view.chosen.some((each) => kindOf(each) === "reserve") ? "place" : "act";
  return view.chosen.includes("do flip") ? "pay" : "place";
}

/** @param {State} view */
function showBoard(view) {
  const { table, chosen, why } = view;
  if (!table) return;
  const { lit, deed } = changes.choices(view);
  const { city, runs } = table.seats[changes.shownSeat(table)];
  const [cell] = chosen.filter((each) => kindOf(each) === "cell").map(nameOf);
  const comes = cell && deed?.face && ["place", "add", "swap"].includes(deed.verb);
  const cells = [...lit].filter((each) => kindOf(each) === "cell").map((each) => cellOf(nameOf(each)));
  const shown = {
    city,
    ghost: comes ? { cell, tile: deed?.face ?? "" } : null,
    gone: deed?.verb === "remove" ? (cell ?? null) : null,
    picked: null,
    asked: cell ?? null,
    lit: cells.filter((each) => each !== null),
    scene: why?.scene ?? null,
    runs: table.over ? Object.values(runs) : [],
  };
  const told = JSON.stringify([shown, language()]);
  if (told !== onBoard) board.show(shown);
  onBoard = told;
}

/** @param {Happening} happening */
const line = ({ words, seat }) =>
  element("li", { class: typeof seat === "number" ? `play-seat-${seat}` : "" }, capital(words));

/** All that happened, the latest first, where it is unfolded. */
function showLog() {
  lines.replaceChildren(...(log.open ? state.log.toReversed().map(line) : []));
}

/** Say everything that stands there from the beginning in the language that is spoken, and what has happened. */
function showWords() {
  loading.speak();
  for (const summary of log.querySelectorAll("summary")) summary.textContent = say("What happened");
  showLog();
  const since = changes.news(state);
  const told = since.map(({ words }) => words).join();
  news.hidden = Boolean(state.replay || state.table?.over);
  if (news.dataset.told !== told) {
    const all = since.map(line);
    latest.replaceChildren(...all);
    const end = all.at(-1)?.getBoundingClientRect().bottom ?? 0;
    const first = all.find((each) => end - each.getBoundingClientRect().top <= news.clientHeight) ?? all.at(-1);
    news.scrollTop = first ? first.offsetTop - all[0].offsetTop : 0; // a line is read from its beginning
  }
  news.dataset.told = told;
  if (spoken === language()) return;
  spoken = language();
  speakFrame(
    say("Play Granada"),
    say("Alone against bots, or round one screen. Everything runs in your browser; nothing leaves it."),
  );
}

/** What lies over the table. */
function showDialog() {
  const { open: what, table, scored } = state;
  if (!what || !table) {
    if (dialog.open) dialog.close();
    dialog.classList.add("play-coming"); // the rows of a scoring come one after the other, but only once
    dialog.replaceChildren(); // a hand that was looked at is covered, too
    return;
  }
  const seen = state.replay?.table ?? table;
  const content = () => {
    if (what === "scoring") return scored ? scoring({ ...state, table: seen, scored }, known, doing) : [];
    if (what === "majorities") return majorities({ ...state, table: seen }, known, doing);
    if (what === "menu") return menu(state, doing, choosing);
    if (what === "share") return sharing(state, doing, choosing);
    if (what.seat !== null) return cityOf(seen, what.seat, known);
    return seen.dirk ? dirksTiles(seen.dirk, known) : [];
  };
  const close = button(what === "scoring" ? say("Go on") : say("Close"), () => dialog.close(), {
    class: "play-main",
    "data-command": "close",
  });
  dialog.dataset.open = String(what);
  if (dialog.open) dialog.classList.remove("play-coming");
  dialog.replaceChildren(...content(), element("div", { class: "play-buttons" }, close));
  const [title] = dialog.querySelectorAll("h2");
  dialog.ariaLabel = title?.textContent ?? "";
  title?.setAttribute("tabindex", "-1");
  if (dialog.open) return;
  if (backOf !== location.href) history.pushState(null, "");
  backOf = location.href;
  dialog.showModal();
  title?.focus();
  dialog.scrollTop = 0;
}

/** The address to which Back leads from an entry that stands for what lies over the table; nothing where there is none. */
let backOf = "";

/** Back closes what lies over the table; where nothing does any more, it goes on to what was before. */
function goneBack() {
  if (backOf !== location.href) return;
  backOf = "";
  if (dialog.open) dialog.close();
  else history.back();
}

/** Whether the dialog was closed, and the page has yet to hear of it. */
const isClosing = () => state.open !== null && !dialog.open;

function closed() {
  if (state.open) change({ open: null, told: "", said: "", link: "" });
  if (opener) keeping.refocus(opener);
  opener = null;
  proceed();
}

// Asking

/**
 * Ask the worker; what is wrong is told, and then nothing comes back, nor when the table was left meanwhile.
 * @param {Asking} message
 * @returns {Promise<Answer | null>}
 */
async function ask(message) {
  const { table } = state;
  const about = table ? { name: table.name, steps: table.steps } : {};
  const begun = timesLeft;
  waiting += 1;
  heardAt = performance.now();
  const answer = await engine.askTable({ ...about, ...message, language: language() });
  waiting -= 1;
  heardAt = performance.now();
  if (state.silent) change({ silent: "" });
  if (begun !== timesLeft) return null;
  if (answer.unkept !== undefined && answer.unkept !== state.unkept) change({ unkept: answer.unkept });
  const said = complaint(answer, message.ask);
  if (said) change({ thought: null, said, detail: answer.told ? "" : (answer.flaws ?? []).join(" ") });
  return said ? null : answer;
}

/**
 * @param {Answer} answer
 * @param {string} what was asked
 */
function complaint({ flaws, told, refused, lost, elsewhere, broken, long }, what) {
  if (flaws && what === "open") return say("This is not a record of a game.");
  if (flaws && what === "begin" && state.form.tiles) return say("The file contains no set of tiles for this game.");
  if (flaws) return told?.join(" ") || say("This cannot be done.");
  if (lost) return say("This game is not kept here any more.");
  if (elsewhere) return say("This game is open in another tab.");
  if (broken) return say("The link contains no game.");
  if (long) return say("The game is too long for a link. Save the record as a file.");
  return refused ?? "";
}

/**
 * Ask for something that changes the table, and let bots go on.
 * @param {Asking} message
 */
async function go(message) {
  if (state.busy) return;
  const begun = timesLeft;
  change({ busy: true, why: null, said: "", detail: "", hint: null });
  const answer = await ask(message);
  if (begun !== timesLeft) return;
  const { table, events = [] } = answer ?? {};
  if (!table) change({ busy: false });
  else if (OPENING.includes(message.ask)) reopened(table, events);
  else await settle(table, events, { busy: false });
  proceed();
}

/**
 * Sit down at a table, and hear all that happened there.
 * @param {Table} table
 * @param {Happening[]} happened
 */
function reopened(table, happened) {
  enter({ ...changes.withTable({ ...state, table: null }, table, happened), open: null, busy: false });
  remember();
}

/**
 * Show what has happened, as movement if that is wished.
 * @param {Table} table
 * @param {Happening[]} happened
 * @param {Partial<State>} update
 */
async function settle(table, happened, update = {}) {
  const { table: before, speed, scored } = state;
  const same = before?.name === table.name;
  const coming = before && same && !state.open && speed !== "none" ? flights(happened, before, onTable) : [];
  enter({ ...changes.withTable(state, table, happened), ...update });
  remember();
  if (coming.length) {
    isMoving = true;
    await fly(coming, onTable, speed);
    isMoving = false;
  }
  if (same && state.scored !== scored && state.scored) change({ open: "scoring" });
}

/** Let bots think, one after the other. */
async function proceed() {
  if (thinkers) return;
  thinkers += 1;
  try {
    while (changes.isBots(state.table) && !state.replay && state.open !== "scoring" && !state.busy) {
      const { table } = state;
      const answer = await ask({ ask: "think" });
      if (!answer?.table || state.table !== table) break;
      await settle(answer.table, answer.events ?? []);
    }
  } finally {
    thinkers -= 1;
  }
}

/** The address names the game, so that it goes on after a reload. */
function remember() {
  if (state.table?.closed) return; // a position is kept nowhere but in its link
  const hash = state.table ? `#game=${encodeURIComponent(state.table.name)}` : "";
  const isFromList = Boolean(hash) && !location.hash; // then Back leads there
  if (location.hash !== hash)
    history[isFromList ? "pushState" : "replaceState"](null, "", hash || location.pathname + location.search);
}

// What players do

/** @type {Doing} */
const doing = {
  point(thing, isChosen) {
    const { state: next, asked } = changes.pointedAt(state, thing, isChosen);
    enter(next);
    if (asked) explain(asked);
  },
  act: (action) => go({ ask: "do", action }),
  look: (seat) => change({ open: { seat } }),
  unfold: (told) => change({ told }),
  command,
};

/**
 * A tap on a cell; the second one on the same cell does what the first one has chosen.
 * @param {string} cell
 */
function tapped(cell) {
  const thing = `cell ${cell}`;
  const { deed } = changes.choices(state);
  if (deed && state.chosen.includes(thing)) doing.act(deed.action);
  else doing.point(thing, false);
}

/**
 * Tell why something is forbidden that was pointed at.
 * @param {Thing[]} things
 */
async function explain(things) {
  const number = ++questions;
  const { chosen } = state;
  const answer = await ask({ ask: "why", things });
  if (!answer || number !== questions || state.chosen !== chosen) return;
  const { deed, sentence = "", rules = [], scene = null, allowed = false } = answer;
  if (sentence) change({ why: { sentence, rules, scene, allowed } });
  else enter({ ...(deed ? changes.withDeed(state, deed) : state), said: say("This card is not needed.") });
}

/** @param {Command} name */
async function command(name) {
  switch (name) {
    case "undo":
      if (changes.undoNow(state).can) await go({ ask: "undo" });
      else change({ said: changes.undoNow(state).why ?? "" });
      break;
    case "hint": {
      if (state.busy) break;
      change({ busy: true, hint: null, why: null, said: "", detail: "" });
      const begun = timesLeft;
      const answer = await ask({ ask: "hint" });
      const deed = state.table?.legal.find(({ action }) => action === answer?.hint?.action);
      const chosen = deed ? thingsOf(deed) : state.chosen;
      if (begun === timesLeft) change({ busy: false, thought: null, hint: answer?.hint ?? null, chosen });
      break;
    }
    case "stop":
      await engine.askTable({ ask: "stop", language: language() });
      break;
    case "cancel":
      enter(changes.cleared(state));
      break;
    case "here":
      await go({ ask: "here", seat: state.table?.cover ?? 0 });
      break;
    case "cover":
      change({ open: null });
      await go({ ask: "cover" });
      break;
    case "games":
      await leave();
      break;
    case "export":
      await save();
      break;
    case "replay":
      change({ open: null, chosen: [], why: null, replay: { at: 0, running: false, table: null, happened: [] } });
      turning.turn(state.table?.steps ?? 0);
      break;
    default:
      change({ open: name, told: "", said: "", link: "" });
  }
}

/** Leave the table; the game is kept, and another tab may go on with it. */
async function leave() {
  timesLeft += 1;
  ask({ ask: "leave" });
  enter(changes.blank({ form: state.form, speed: state.speed }));
  remember();
  await list();
}

async function list() {
  const answer = await ask({ ask: "games" });
  if (answer?.games) change({ games: answer.games });
}

/** @type {Beginning} */
const beginning = {
  change: (update) => change({ form: update(state.form) }),
  async begin({ edition, seed, ...form } = state.form) {
    keepAll();
    const names = form.seats.map((_, seat) => form.names[seat] ?? "");
    await go({ ask: "begin", ...form, names, edition: edition || null, seed: seed || null });
    if (!state.table && form.tiles) change({ form: { ...state.form, tiles: null } });
  },
  learn: () => go({ ask: "learn" }),
  resume: (name) => go({ ask: "resume", name }),
  async forget(name) {
    if (!window.confirm(say("Delete this game for good?"))) return;
    const answer = await ask({ ask: "forget", name });
    if (answer?.games) change({ games: answer.games });
  },
  open: async (file) =>
    file.size > LONGEST_RECORD
      ? change({ said: say("This file is too large.") })
      : go({ ask: "open", record: await file.text() }),
  complain: (said) => change({ said }),
  back: () => leave(),
};

/** @type {Choosing} */
const choosing = {
  async turnTo(code) {
    await speak(code);
    keepPages();
    keepAll();
    pressing.show();
    if (state.table) await go({ ask: "resume", name: state.table.name });
  },
  hurry(speed) {
    change({ speed });
    keepAll();
  },
  async link(what) {
    const answer = await ask(changes.linkTo(state, what));
    if (answer?.link) change({ link: answer.link, said: "" });
  },
  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      change({ said: say("It is copied.") });
    } catch {
      change({ said: say("It could not be copied; select it and copy it by hand.") });
    }
  },
};

async function save() {
  const answer = await ask({ ask: "export" });
  if (!answer?.address) return;
  const link = element("a", { href: answer.address, download: answer.filename ?? "granada.jsonl" });
  home.append(link);
  link.click();
  link.remove();
}

/** @type {Turning} */
const turning = {
  async turn(at) {
    const { replay: looked } = state;
    if (!looked) return;
    change({ replay: { ...looked, at } });
    const answer = await ask({ ask: "look", at });
    const { replay: now } = state;
    if (!now || now.at !== at || !answer?.table) return;
    change({ replay: { ...now, table: answer.table, happened: answer.events ?? [] } });
    clearTimeout(clock);
    if (now.running && at < (state.table?.steps ?? 0))
      clock = setTimeout(() => turning.turn(at + 1), STEP[state.speed]);
    else if (now.running) turning.run(false);
  },
  run(running) {
    const { replay: looked, table } = state;
    if (!looked || !table) return;
    change({ replay: { ...looked, running } });
    if (running) turning.turn(looked.at < table.steps ? looked.at + 1 : 0);
    else clearTimeout(clock);
  },
  end() {
    clearTimeout(clock);
    enter(changes.cleared({ ...state, replay: null }));
    proceed();
  },
};

// Wishes that stay

const keepAll = () =>
  keepWishes({ language: language(), speed: state.speed, form: { ...state.form, tiles: null, seed: "" } });

// The engine

/** Keep what explains the game for visits without a network. */
const keepPages = () => [rulesPage(), gamePage()].forEach(keepPage);

/** @param {Progress} told */
function heard(told) {
  heardAt = performance.now();
  if (told === "ready") keepPages();
  if (typeof told === "string" || !("thinking" in told)) loading.heard(told);
  else if ((thinkers || state.busy) && heardAt - toldAt > OFTEN) {
    toldAt = heardAt;
    thinkOn(told.thinking);
  }
}

/**
 * A bot has thought further: nothing but the words on it changes, so that no tap on anything is lost.
 * @param {Thought} thought
 */
function thinkOn(thought) {
  if (!state.thought) change({ thought });
  else state = { ...state, thought };
  for (const words of parts.status.querySelectorAll(".play-turn span")) words.textContent = thoughtInWords(thought);
}

/** Tell that the worker is silent, and start one anew that has died or does not come back; it reads the game from the store. A slow machine gets more and more time. */
function watch() {
  const quiet = performance.now() - heardAt;
  if (!loading.isReady || !waiting || quiet < SILENT) return;
  if (quiet < patience) {
    if (!state.silent) change({ silent: "slow" });
    return;
  }
  loading.heard("anew"); // until the next one is there, it is not waited for its answers
  change({ silent: "anew" });
  patience *= 2;
  engine.again();
}

// Begin

/** Open what the address names. */
async function open() {
  const link = new URLSearchParams(location.hash.slice(1));
  const [game, record] = [link.get("game"), link.get("g")];
  if (link.has("learn")) await go({ ask: "learn" });
  else if (!game && !record) await (state.table ? leave() : list());
  else if (game) await go({ ask: "resume", name: game });
  else if (record) await go({ ask: "open", link: record });
  if (state.table) remember();
  else if (game || record) await list();
}

/** @param {KeyboardEvent} event */
function pressed(event) {
  const isWriting = event.target instanceof Element && event.target.matches("textarea, input, select");
  if (isWriting || !state.table) return;
  if (dialog.open) {
    if (event.key === "Escape") dialog.close(); // a script of the site keeps the browser from doing so
    return;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
    event.preventDefault();
    command("undo");
  } else if (event.key === "Escape") command("cancel");
}

async function begin() {
  const { language: wish, speed, form } = wishes();
  const code = new URLSearchParams(location.hash.slice(1)).get("lang") ?? wish ?? "";
  await speak(Object.hasOwn(LANGUAGES, code) ? code : wished(navigator.languages));
  const left = div("left");
  left.append(news, parts.market, parts.hand, parts.tiles, parts.bar, log);
  const right = div("right");
  right.append(scroller, parts.others, parts.majorities);
  onTable.append(parts.status, warning, parts.seats, parts.replay, parts.ending, left, right);
  NARROW.addEventListener("change", () => pressing.show());
  home.replaceChildren(parts.start, loading.node, onTable, dialog);
  engine = new Engine(heard);
  setInterval(watch, LOOK);
  document.addEventListener("keydown", pressed);
  window.addEventListener("hashchange", () => open());
  window.addEventListener("popstate", goneBack);
  Object.assign(home, {
    isSettled: () =>
      loading.isReady && !waiting && !state.busy && !thinkers && !isMoving && !pressing.isDue && !isClosing(),
    state: () => state,
  });
  const rate = /** @type {Speed} */ (Object.hasOwn(STEP, speed ?? "") ? speed : "fast");
  change({ speed: STILL.matches ? "none" : rate, form: changes.formOf(form, Object.keys(known.games)) });
  await open();
}

begin();
