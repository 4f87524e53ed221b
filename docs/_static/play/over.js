// What lies over the table: the city of a seat, the menu, and what can be taken along of a game.

import { Board } from "../shared/board.js";
import { card } from "../shared/cards.js";
import { choice } from "../shared/controls.js";
import { EDGES, rowName } from "../shared/names.js";
import { tileOf } from "../shared/notation.js";
import { element, tilePicture, told } from "../shared/tiles.js";
import { LANGUAGES, capital, counted, language, named, note, say } from "../shared/words.js";
import { shownSeat } from "./changes.js";
import { smallCity } from "./small.js";
import { players, rowSign } from "./standings.js";
import { button, rulesPage, seatName } from "./table.js";

/** @import { Known } from "../shared/notation.js" */
/** @import { Speed, State, Table } from "./changes.js" */
/** @import { Doing } from "./table.js" */
/** @typedef {{ turnTo: (code: string) => void, hurry: (speed: Speed) => void, link: (what: "game" | "position") => void, copy: (text: string) => void }} Choosing */

/** @type {Record<Speed, string>} */
const SPEEDS = { slow: note("slow"), fast: note("fast"), none: note("no movement") };
const ROOT = new URL("../../", import.meta.url);

/**
 * Some tiles in a row with their name, if there are any.
 * @param {string} label
 * @param {string[]} tiles
 * @param {Known} known
 */
const row = (label, tiles, known) =>
  tiles.length
    ? element(
        "div",
        { class: "play-tiles", role: "group", "aria-label": label },
        element("span", { class: "play-label" }, label),
        ...tiles.map((tile) =>
          element(
            "span",
            { class: "play-tile", role: "img", "aria-label": told(tile, known) },
            tilePicture(tile, known),
          ),
        ),
      )
    : null;

/**
 * Dirk's tiles, which lie openly, building by building.
 * @param {NonNullable<Table["dirk"]>} dirk
 * @param {Known} known
 */
export function dirksTiles({ name, tiles, points }, known) {
  const of = (/** @type {string} */ building) => tiles.filter((tile) => tileOf(tile)?.building === building);
  const rows = Object.keys(known.buildings).map((building) => row(capital(rowName(building)), of(building), known));
  return [
    element("h2", {}, named(name, counted("{number} point", "{number} points", points))),
    element("p", {}, counted("{number} tile", "{number} tiles", tiles.length)),
    ...rows.filter((each) => each !== null),
  ];
}

/**
 * The city of a seat, large, with what it has.
 * @param {Table} table
 * @param {number} seat
 * @param {Known} known
 */
export function cityOf(table, seat, known) {
  const { name, city, runs, counts, reserve, points, hand } = table.seats[seat];
  const board = new Board(
    known,
    () => {},
    () => {},
  );
  const nothing = { ghost: null, gone: null, picked: null, asked: null, lit: [], scene: null };
  board.show({ ...nothing, city, runs: Object.values(runs) });
  const order = [...EDGES, ...Object.keys(known.buildings)];
  const some = order.filter((what) => counts[what]).map((what) => /** @type {const} */ ([what, counts[what]]));
  const shown = table.extras.bonus?.shown?.[seat] ?? [];
  const cards = (hand ?? []).map((each) => card(each, known, { disabled: true }));
  const count = (/** @type {string} */ what, /** @type {number} */ number) =>
    element("span", {}, rowSign(what, known), `${capital(rowName(what))} ${number}`);
  return [
    element("h2", {}, named(capital(name), counted("{number} point", "{number} points", points))),
    element("div", { class: "play-scroller" }, board.node),
    some.length ? element("p", { class: "play-counts" }, ...some.map(([what, number]) => count(what, number))) : null,
    row(say("Reserve"), reserve, known),
    row(say("Bonus cards shown"), shown, known),
    hand
      ? element("div", { class: "play-cards", role: "group", "aria-label": say("Hand") }, ...cards)
      : element("p", {}, counted("{number} card in hand", "{number} cards in hand", table.hand_sizes[seat])),
  ].filter((each) => each !== null);
}

/**
 * What lies before the others, where the screen has room for it.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function otherCities({ table }, known, doing) {
  if (!table) return [];
  const own = shownSeat(table);
  const shown = players(table).filter((player) => player !== own);
  const picture = (/** @type {number} */ seat) => smallCity(table.seats[seat].city, known, [], true);
  const dirks = () =>
    element("span", { class: "play-dirks" }, ...(table.dirk?.tiles ?? []).map((tile) => tilePicture(tile, known)));
  const look = (/** @type {number | null} */ player) => {
    const made = button("", () => doing.look(player), {
      class: player === null ? "play-opponent" : `play-opponent play-seat-${player}`,
      "data-seat": String(player ?? "dirk"),
    });
    made.append(player === null ? dirks() : picture(player), element("span", {}, seatName(table, player)));
    return made;
  };
  return shown.map(look);
}

/**
 * Language and speed.
 * @param {State} state
 * @param {Choosing} choosing
 */
export function settings({ speed }, choosing) {
  const speeds = Object.entries(SPEEDS).map(([name, words]) => [name, say(words)]);
  return element(
    "div",
    { class: "play-settings" },
    choice(note("Language"), language(), Object.entries(LANGUAGES), choosing.turnTo),
    choice(note("Movement"), speed, speeds, (name) => choosing.hurry(/** @type {Speed} */ (name))),
  );
}

/**
 * The menu.
 * @param {State} state
 * @param {Doing} doing
 * @param {Choosing} choosing
 */
export function menu(state, doing, choosing) {
  const { table, scored } = state;
  const several = (table?.kinds ?? []).filter((kind) => kind === "person").length > 1;
  const act = (/** @type {import("./table.js").Command} */ name, /** @type {string} */ words) =>
    button(words, () => doing.command(name), { "data-command": name });
  const page = (/** @type {string} */ address, /** @type {string} */ words) =>
    element("a", { href: new URL(address, ROOT).href }, words);
  return [
    element("h2", {}, say("Menu")),
    element("p", {}, table?.told ?? ""),
    element(
      "div",
      { class: "play-list" },
      act("games", say("Your games, and a new one")),
      act("share", say("Save this game, or a link")),
      act("replay", say("Look back through the game")),
      ...(scored ? [act("scoring", say("The latest scoring"))] : []),
      ...(several && table?.viewer !== null ? [act("cover", say("Cover the hand"))] : []),
    ),
    settings(state, choosing),
    element(
      "p",
      { class: "play-links" },
      element("a", { href: rulesPage() }, say("The rules")),
      page("ask.html", say("May I do that?")),
      page("index.html", say("Home")),
    ),
  ];
}

/**
 * What can be taken along: the record as a file, and links.
 * @param {State} state
 * @param {Doing} doing
 * @param {Choosing} choosing
 */
export function sharing({ table, link, said }, doing, choosing) {
  const whole = link ? new URL(link, location.href).href : "";
  const field = element("input", {
    type: "text",
    readonly: true,
    value: whole,
    "aria-label": say("Link"),
    "data-field": "link",
  });
  return [
    element("h2", {}, say("Save this game, or a link")),
    element(
      "p",
      {},
      table?.over
        ? say("A record holds the whole game.")
        : say("A record and a link show all hands, and what was drawn. Whoever opens them sees everything."),
    ),
    element(
      "div",
      { class: "play-list" },
      button(say("Save the record as a file"), () => doing.command("export"), { "data-command": "export" }),
      button(say("Link to the whole game"), () => choosing.link("game"), { "data-command": "link game" }),
      button(say("Link to this position"), () => choosing.link("position"), { "data-command": "link position" }),
    ),
    ...(whole
      ? [
          element(
            "div",
            { class: "play-link" },
            field,
            button(say("Copy the link"), () => choosing.copy(whole), { "data-command": "copy" }),
          ),
        ]
      : []),
    element("p", { role: "status" }, said),
  ];
}
