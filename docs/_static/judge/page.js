// The page "May I do that?": one state, shown as controls, board and verdict; every change goes through one door.

import { Board } from "./board.js";
import { Engine } from "./engine.js";
import { cards, palette, toggle, tray } from "./palette.js";
import {
  MODES,
  ON_THE_BOARD,
  blank,
  decoded,
  editionOf,
  encoded,
  questionOf,
  stateOf,
  tileOf,
  tileText,
} from "./question.js";
import { element } from "./tiles.js";
import { verdict } from "./verdict.js";

const known = JSON.parse(document.getElementById("judge-known").textContent);
const home = document.getElementById("judge");
const EDITIONS = { hu: "Hungarian", nl: "Dutch", it: "Italian", fr: "French" };
const GAMES = { granada: "Granada", alhambra: "The Palace of Alhambra", combined: "both combined" };
const MODULES = {
  vizier: "vizier's favour",
  exchange: "exchange bureaus",
  huts: "builders' huts",
  bonus: "bonus cards",
};

let state = blank();
let past = [];
let future = [];
let asked = 0;
let latest = null;
let lit = [];
let own = "";
let shown = 0;
let opening = 0;
let handled = null;

// The parts of the page

const part = (name, attributes = {}) => element("div", { class: `judge-${name}`, ...attributes });
const parts = {
  table: part("table"),
  modes: part("modes", { role: "group", "aria-label": "What do you ask?" }),
  hint: element("p", { class: "judge-hint" }),
  palette: part("palette"),
  tools: part("tools"),
  extras: part("extras"),
  cards: part("cards"),
  head: part("verdict", { role: "status", "aria-live": "polite", "aria-atomic": "true" }),
  more: part("more"),
  share: part("share"),
};
const board = new Board(known, tapped, away);
const scroller = element("div", { class: "judge-scroller" }, board.node);
const progress = element("progress", { max: "1", value: "0", "aria-label": "loading" });
const fetching = element("p", {}, "The engine is being fetched, once: 14 MB. You can begin to lay tiles.");
const loading = element("div", { class: "judge-loading" }, fetching, progress);
const text = element("textarea", { rows: "10", spellcheck: "false", "aria-label": "The question as text" });
const message = element("p", { class: "judge-message", role: "status" });

// Changes

const change = (update) => enter({ ...state, ...update });

/** Go on with another state; what was is kept, to come back to. */
function enter(next) {
  past.push(state);
  if (past.length > 500) past.shift();
  future = [];
  move(next);
}

function move(next) {
  state = next;
  complain([]);
  show();
}

function undo() {
  if (!past.length) return;
  future.push(state);
  move(past.pop());
}

function redo() {
  if (!future.length) return;
  past.push(state);
  move(future.pop());
}

const city = () => state.cities[state.seat] ?? {};
const withCity = (changed) => ({ cities: state.cities.with(state.seat, changed) });
const laying = () => ["lay", "moat", "score"].includes(state.mode);

function tapped(cell) {
  if (!laying()) return change({ cell, reserve: state.verb === "add" || state.mode === "swap" ? state.reserve : null });
  const here = city()[cell];
  if (state.picked) {
    const { [state.picked]: tile, ...rest } = city();
    if (cell === state.picked) return change({ picked: null });
    if (here || cell === "0,0") return change({ picked: here ? cell : null });
    return change({ ...withCity({ ...rest, [cell]: tile }), picked: null });
  }
  if (here) return change({ picked: cell });
  if (cell === "0,0") return undefined;
  return change(withCity({ ...city(), [cell]: founded(state.tile) }));
}

/** The first tile of Granada in a city round the Alhambra is the founding tile. */
function founded(tile) {
  const family = known.buildings[tileOf(tile).building].family;
  const first = !Object.values(city()).some((each) => tileOf(each).founding);
  return known.games[state.game].start !== family && first ? tileText({ ...tileOf(tile), founding: true }) : tile;
}

function away(cell) {
  if (!laying() || !city()[cell]) return;
  const { [cell]: _, ...rest } = city();
  change({ ...withCity(rest), picked: null });
}

function altered(cell, update) {
  change(withCity({ ...city(), [cell]: tileText({ ...tileOf(city()[cell]), ...update }) }));
}

/** Another question about the same things. */
function turnTo(mode) {
  const start = state.mode === "text" ? { ...blank(), game: "granada" } : state;
  const pay = mode === "buy" || mode === "take";
  const kept =
    pay && (state.mode === "buy" || state.mode === "take") ? { used: [] } : pay ? { cards: [], used: [] } : {};
  past.push(state);
  future = [];
  const cities = mode === "score" && start.cities.length < 2 ? [...start.cities, {}] : start.cities;
  move({ ...start, ...kept, cities, mode, cell: null, picked: null, asked: null, verb: "place", reserve: null });
}

// Showing

/** Make the controls anew: the one that has the focus keeps it, and strips stay where they were scrolled to. */
function show() {
  const here = document.activeElement;
  const region = Object.values(parts).find((each) => each.contains(here));
  const place = region ? controls(region).indexOf(here) : -1;
  const scrolled = strips().map((strip) => [strip.ariaLabel, strip.scrollLeft]);
  render();
  for (const strip of strips())
    strip.scrollLeft = scrolled.find(([name]) => name && name === strip.ariaLabel)?.[1] ?? 0;
  reveal(parts.modes.querySelector('[aria-pressed="true"]'));
  if (place < 0) return;
  const able = controls(region).filter((each) => !each.disabled);
  const again = able.find((each) => label(each) === label(here)) ?? able[Math.min(place, able.length - 1)];
  again?.focus({ preventScroll: true });
}

/** Scroll the strip of a button sideways, if the button is out of sight. */
function reveal(button) {
  const [inner, outer] = [button, button?.parentElement].map((each) => each?.getBoundingClientRect());
  if (button && (inner.left < outer.left || inner.right > outer.right))
    button.parentElement.scrollLeft += inner.left - outer.left - 8;
}

const strips = () => [...home.querySelectorAll(".judge-strip, .judge-modes")];
const controls = (region) => [...region.querySelectorAll("button, select, input")];
const label = (control) =>
  JSON.stringify([control.dataset, control.ariaLabel, (control.closest("label") ?? control).textContent]);

function render() {
  const onBoard = ON_THE_BOARD.includes(state.mode);
  home.dataset.mode = state.mode;
  showTable();
  parts.modes.replaceChildren(
    ...Object.entries(MODES).map(([mode, { name }]) =>
      toggle(state.mode === mode, { "data-mode": mode, onclick: () => turnTo(mode) }, name),
    ),
  );
  parts.hint.textContent = MODES[state.mode]?.hint ?? "This question is asked as text, below.";
  const choosing = onBoard || state.mode === "buy";
  parts.palette.replaceChildren(...(choosing && state.mode !== "remove" ? palette(state, known, chosen) : []));
  scroller.hidden = !onBoard;
  showTools(onBoard);
  showExtras();
  const words =
    state.mode === "buy"
      ? { lying: "Your hand; tap the cards that pay", adding: "Put into the hand" }
      : { lying: "The display; tap the cards that you take", adding: "Put into the display" };
  parts.cards.replaceChildren(...(["buy", "take"].includes(state.mode) ? cards(state, known, change, words) : []));
  ask();
}

function chosen(tile) {
  change({ tile, ...(state.mode === "swap" ? { reserve: null } : state.verb === "add" ? { reserve: [tile] } : {}) });
}

function choice(label, value, options, pick) {
  const select = element("select", { onchange: (event) => pick(event.target.value) });
  for (const [each, name] of options) select.append(element("option", { value: each, selected: each === value }, name));
  return element("label", {}, `${label} `, select);
}

function showTable() {
  const game = known.games[state.game];
  const named = editionOf(state, known) || (Object.keys(state.rulings).length ? "other" : "");
  const editions = [["", "our reading"], ...Object.keys(game.editions).map((each) => [each, EDITIONS[each] ?? each])];
  if (named === "other")
    editions.push([
      "other",
      Object.entries(state.rulings)
        .map(([name, value]) => `${name} = ${value}`)
        .join(", "),
    ]);
  const restart = (name) => {
    enter({ ...blank(name), mode: state.mode === "text" ? "lay" : state.mode, cities: state.cities.map(() => ({})) });
  };
  const module = (name) =>
    element(
      "label",
      {},
      element("input", {
        type: "checkbox",
        checked: state.modules.includes(name),
        onchange: (event) =>
          change({
            modules: event.target.checked ? [...state.modules, name] : state.modules.filter((each) => each !== name),
            ...(name === "bonus" ? { shown: event.target.checked ? state.cities.map(() => []) : null } : {}),
          }),
      }),
      ` ${MODULES[name] ?? name}`,
    );
  const matters = ["score", "buy", "take"].includes(state.mode);
  parts.table.hidden = state.mode === "text";
  parts.table.replaceChildren(
    choice("Game", state.game, Object.entries(GAMES), restart),
    choice("Edition", named, editions, (name) =>
      change({ edition: name, rulings: game.editions[name] ?? (name === "other" ? state.rulings : {}) }),
    ),
    ...(matters && game.modules.length
      ? [
          element(
            "span",
            { class: "judge-modules", role: "group", "aria-label": "Modules" },
            ...game.modules.map(module),
          ),
        ]
      : []),
  );
}

function showTools(onBoard) {
  const tile = state.picked ? tileOf(city()[state.picked]) : null;
  const act = (name, able, run, key = "") =>
    element("button", { type: "button", "data-tool": name, disabled: !able, title: key, onclick: run }, name);
  const more = onBoard && laying();
  const buttons = [act("Undo", past.length, undo, "Ctrl+Z"), act("Redo", future.length, redo, "Ctrl+Shift+Z")];
  if (more) {
    buttons.push(act("Turn", tile, () => altered(state.picked, { turned: (tile.turned + 90) % 360 })));
    buttons.push(act("Remove", tile, () => away(state.picked), "Delete"));
    buttons.push(act("Clear", Object.keys(city()).length, () => change({ ...withCity({}), picked: null })));
    if (known.games[state.game].lanes.length > 1)
      buttons.push(act("Founding tile", tile, () => altered(state.picked, { founding: !tile.founding })));
  }
  parts.tools.replaceChildren(...buttons);
}

function showExtras() {
  const made = [];
  if (state.mode === "score") {
    const seats = state.cities.map((_, seat) =>
      toggle(
        seat === state.seat,
        { "data-seat": String(seat), onclick: () => change({ seat, picked: null }) },
        `seat ${seat + 1}`,
      ),
    );
    const more = element(
      "button",
      {
        type: "button",
        disabled: state.cities.length > 5,
        onclick: () =>
          change({
            cities: [...state.cities, {}],
            seat: state.cities.length,
            shown: state.shown && [...state.shown, []],
          }),
      },
      "+ seat",
    );
    const fewer = element(
      "button",
      {
        type: "button",
        disabled: state.cities.length < 3,
        onclick: () =>
          change({ cities: state.cities.slice(0, -1), seat: 0, shown: state.shown && state.shown.slice(0, -1) }),
      },
      "− seat",
    );
    made.push(
      element("div", { class: "judge-seats", role: "group", "aria-label": "Whose city" }, ...seats, more, fewer),
    );
    made.push(
      choice(
        "Scoring",
        state.round,
        ["A", "B", "C"].map((each) => [each, each]),
        (round) => change({ round }),
      ),
    );
    if (known.games[state.game].scorings.length > 1)
      made.push(
        choice(
          "Manner",
          state.scoring,
          known.games[state.game].scorings.map((each) => [each, each]),
          (scoring) => change({ scoring }),
        ),
      );
    if (state.cities.length === 2)
      made.push(
        element(
          "label",
          {},
          element("input", {
            type: "checkbox",
            checked: Boolean(state.dirk),
            onchange: (event) => change({ dirk: event.target.checked ? [] : null }),
          }),
          " Dirk takes part",
        ),
      );
    if (state.dirk) made.push(tray("Dirk's tiles", state.dirk, known, (dirk) => change({ dirk }), state.tile));
    if (state.shown)
      made.push(
        tray(
          `Bonus cards shown by seat ${state.seat + 1}`,
          state.shown[state.seat] ?? [],
          known,
          (tiles) => change({ shown: state.shown.with(state.seat, tiles) }),
          state.tile,
        ),
      );
  }
  if (state.mode === "moat" && known.games[state.game].lanes.length > 1) {
    made.push(
      choice(
        "Of",
        state.family ?? "",
        [
          ["", "the start"],
          ["alhambra", "the Alhambra"],
          ["granada", "Granada"],
        ],
        (family) => change({ family: family || null }),
      ),
    );
  }
  if (state.mode === "place") {
    made.push(
      element(
        "label",
        {},
        element("input", {
          type: "checkbox",
          checked: state.verb === "add",
          onchange: (event) =>
            change(event.target.checked ? { verb: "add", reserve: [state.tile] } : { verb: "place", reserve: null }),
        }),
        " from my reserve, as an action",
      ),
    );
  }
  if (state.reserve) made.push(tray("Reserve", state.reserve, known, (reserve) => change({ reserve }), state.tile));
  if (state.mode === "buy")
    made.push(
      choice(
        "Space",
        String(state.space),
        [
          ["1", "1 blue"],
          ["2", "2 green"],
          ["3", "3 orange"],
          ["4", "4 yellow"],
        ],
        (space) => change({ space: Number(space) }),
      ),
    );
  parts.extras.replaceChildren(...made);
}

function showBoard() {
  if (!ON_THE_BOARD.includes(state.mode)) return;
  const { mode, cell } = state;
  const free = cell && cell !== "0,0";
  const ghost =
    free && ((mode === "place" && !city()[cell]) || (mode === "swap" && city()[cell]))
      ? { cell, tile: mode === "place" ? founded(state.tile) : state.tile }
      : null;
  const runs = latest?.scene?.run?.length
    ? [latest.scene.run]
    : (latest?.scoring?.rows ?? []).flatMap(({ standings }) =>
        standings.filter(({ seat }) => seat === state.seat).map(({ edges }) => edges),
      );
  board.show({
    city: city(),
    ghost,
    gone: mode === "remove" ? cell : null,
    picked: state.picked,
    asked: cell,
    lit,
    scene: latest?.scene,
    runs,
  });
}

// Asking

async function ask() {
  const number = ++asked;
  const question = questionOf(state, known);
  latest = null;
  lit = [];
  showBoard();
  const where = ["place", "remove", "swap"].includes(state.mode)
    ? { ask: "where", verb: state.mode, game: state.game, city: city(), face: state.tile }
    : null;
  const [found, answer] = await Promise.all([
    where ? send(where) : { cells: [] },
    typeof question === "string" ? { hint: question } : send({ ask: "judge", ...question }),
  ]);
  if (number !== asked) return;
  const flaws = answer.flaws ?? found.flaws;
  if (where && flaws?.some((flaw) => flaw.includes("the city breaks"))) {
    answer.instead = await send({ ask: "judge", kind: "layout", given: { game: state.game, layout: city() } });
    if (number !== asked) return;
  }
  const flawed = answer.hint && found.flaws && !answer.instead;
  latest = answer.instead ?? (answer.hint ? null : answer);
  lit = found.cells ?? [];
  showBoard();
  const said = flawed
    ? verdict(found, known)
    : answer.hint && !answer.instead
      ? { main: element("div", { class: "judge-head judge-told" }, element("p", {}, answer.hint)), more: [] }
      : verdict(answer, known);
  parts.head.replaceChildren(said.main);
  parts.more.replaceChildren(...said.more);
  shown = number;
  keep(typeof question === "string" ? questionOf({ ...state, mode: "lay" }, known) : question);
  if (latest?.toml !== undefined && document.activeElement !== text) text.value = latest.toml;
}

const engine = usable() ? new Engine(heard) : null;
let ready = false;

/** Ask the engine; before it has come, patience is endless. */
function send(asking) {
  return ready ? engine.askSoon(asking) : engine.ask(asking);
}

function usable() {
  return typeof WebAssembly === "object" && typeof Worker === "function";
}

function heard(news) {
  if (typeof news === "number") progress.value = news;
  if (news === 1) fetching.textContent = "The engine has come and is starting. You can begin to lay tiles.";
  if (news === "ready") {
    ready = true;
    loading.remove();
    home.dataset.ready = "yes";
  }
  if (news.failed) {
    loading.replaceChildren(
      element(
        "p",
        { class: "judge-failed" },
        `The engine did not come (${news.failed}). `,
        element("a", { href: new URL("../../rulebook/index.html", import.meta.url).href }, "The rulebook"),
        " has every rule with pictures of its cases.",
      ),
    );
  }
}

// Links and text

/** The address of the page holds the question; it stays behind the #, which no browser sends to anybody. */
function keep(question) {
  own = `#q=${encoded(question)}`;
  if (location.hash !== own) history.replaceState(null, "", own);
  handled = own;
}

/** Do something that waits for the engine; meanwhile nothing is settled. */
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
  if (own && location.hash === own) return undefined;
  const hash = location.hash.slice(1);
  const [name, value] = [hash.slice(0, hash.indexOf("=")), hash.slice(hash.indexOf("=") + 1)];
  if (name === "q") {
    const question = decoded(value);
    if (question) return begin(question);
    complain(["The link holds no question."]);
  } else if (name === "case") {
    let id = value;
    try {
      id = decodeURIComponent(value);
    } catch {
      // it stays as it is, and no case is called that
    }
    show();
    const found = await engine.ask({ ask: "case", id });
    if (!found.flaws) return begin(found);
    complain(found.flaws);
  }
  return show();
}

function begin(question) {
  enter(stateOf(question, known));
  if (state.mode === "text") document.querySelector(".judge-text").open = true;
}

function complain(flaws) {
  message.textContent = flaws.join("; ");
}

async function readText() {
  const found = await send({ ask: "read", text: text.value });
  if (found.flaws) return complain(found.flaws);
  complain([]);
  return begin(found);
}

async function copy(what, name) {
  try {
    await navigator.clipboard.writeText(what);
    complain([`${name} is copied.`]);
  } catch {
    complain([`${name} could not be copied; it can be marked and copied by hand.`]);
  }
}

function shareButtons() {
  const link = element(
    "button",
    { type: "button", "data-tool": "link", onclick: () => copy(location.href, "The link") },
    "Copy the link",
  );
  const toml = element(
    "button",
    { type: "button", "data-tool": "case", onclick: () => latest?.toml && copy(latest.toml, "The case") },
    "Copy as a case",
  );
  const judge = element(
    "button",
    { type: "button", "data-tool": "judge", onclick: () => during(readText) },
    "Judge this text",
  );
  const below = element(
    "details",
    { class: "judge-text" },
    element("summary", {}, "As text, in TOML; paste a case here"),
    text,
    judge,
  );
  return [element("div", { class: "judge-tools" }, link, toml), message, below];
}

// Begin

if (engine) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.matches("textarea, input"))
      return;
    event.preventDefault();
    (event.shiftKey ? redo : undo)();
  });
  window.addEventListener("hashchange", () => during(open));
  Object.assign(home, { ask: send, settled: () => ready && !opening && shown === asked && handled === location.hash });
  parts.share.append(...shareButtons());
  home.replaceChildren(
    element("div", { class: "judge-left" }, loading, parts.modes, parts.hint, parts.tools, scroller, parts.cards),
    element(
      "div",
      { class: "judge-right" },
      parts.head,
      parts.palette,
      parts.extras,
      parts.table,
      parts.more,
      parts.share,
    ),
  );
  during(open);
} else {
  home.querySelector(".judge-none").hidden = false;
}
