// Who has how much of what: a line for each row of a scoring, a column for each player; its words stand below a line on a tap.

import { EDGES, roundName, rowName, standingInWords } from "../shared/names.js";
import { drawing, element, glyph } from "../shared/tiles.js";
import { capital, counted, named, say } from "../shared/words.js";
import { button, seatName } from "./table.js";

/** @import { Row, Scoring, Standing } from "../judge/verdict.js" */
/** @import { Known } from "../shared/notation.js" */
/** @import { State, Table } from "./changes.js" */
/** @import { Doing } from "./table.js" */
/** @typedef {number | null} Player a seat, or Dirk */
/** @typedef {{ words: string, tell: (player: Player) => string }} Sum a line for everybody above all rows */

/**
 * The picture of a row: that of its building, or a moat or wall; the border has both.
 * @param {string} name
 * @param {Known} known
 */
export function rowSign(name, known) {
  if (!EDGES.includes(name)) return glyph(name, known);
  const view = { viewBox: "-50 -50 100 100", class: "shared-glyph", "aria-hidden": "true" };
  const frame = drawing("rect", { x: -48, y: -48, width: 96, height: 96, rx: 5, class: "shared-face shared-stone" });
  const moat = drawing("use", { href: name === "walls" ? "#gr-wall" : "#gr-moat" });
  const wall = name === "border" ? [drawing("use", { href: "#gr-wall", transform: "rotate(180)" })] : [];
  return drawing("svg", view, frame, moat, ...wall);
}

/**
 * All who take part: the seats, and Dirk.
 * @param {Table} table
 * @returns {Player[]}
 */
export const players = ({ seats, dirk }) => [...seats.keys(), ...(dirk ? [null] : [])];

/** @type {(standing: Standing, row: Row) => string} */
const inWords = (standing, row) =>
  `${standingInWords(standing, row)}, ${counted("{number} point", "{number} points", standing.points)}`;

/**
 * The rows of a scoring that was, or that would be: a short line for each, and the words below the one that was tapped.
 * @param {Pick<Scoring, "rows">} scored
 * @param {State & { table: Table }} state
 * @param {Known} known
 * @param {Doing} doing
 * @param {{ label: string, sums: Sum[] }} looks
 */
export function standings({ rows }, { table, told }, known, doing, { label, sums }) {
  const all = players(table);
  const cell = (/** @type {Row} */ row, /** @type {Player} */ player) => {
    const found = row.standings.find((each) => each.seat === player);
    if (!found) return element("td", { class: "play-none" }, "–");
    return element(
      "td",
      { class: found.place === 1 ? "play-leads" : "" },
      element("b", { "aria-hidden": "true" }, String(found.count)),
      element("small", { "aria-hidden": "true" }, found.points ? `+${found.points}` : "0"),
      element("span", { class: "play-unseen" }, inWords(found, row)),
    );
  };
  const line = (/** @type {Row} */ row, /** @type {number} */ number) => {
    const isOpen = told === row.name;
    const worth = row.value === null ? [] : [element("small", {}, say("worth {number}", { number: row.value }))];
    const head = button("", () => doing.unfold(isOpen ? "" : row.name), {
      class: "play-about",
      "data-row": row.name,
      "aria-expanded": String(isOpen),
      title: capital(rowName(row.name)),
    });
    head.append(
      rowSign(row.name, known),
      element("span", { class: "play-title" }, capital(rowName(row.name))),
      ...worth,
    );
    const made = element(
      "tr",
      { class: "play-row" },
      element("th", { scope: "row" }, head),
      ...all.map((player) => cell(row, player)),
    );
    made.style.setProperty("--row", String(number));
    const words = row.standings.map((each) => element("li", {}, named(seatName(table, each.seat), inWords(each, row))));
    const below = element(
      "td",
      { colspan: String(all.length + 1) },
      element("b", {}, capital(rowName(row.name))),
      element("ul", {}, ...words),
    );
    return isOpen ? [made, element("tr", { class: "play-words" }, below)] : [made];
  };
  const sum = (/** @type {Sum} */ { words, tell }, /** @type {number} */ place) =>
    element(
      "tr",
      { class: "play-sum", "data-sum": String(place) },
      element("th", { scope: "row" }, words),
      ...all.map((player) => element("td", {}, element("b", {}, tell(player)))),
    );
  const heads = all.map((player) =>
    element(
      "th",
      { scope: "col", class: player === null ? "" : `play-seat-${player}` },
      element("span", { class: "play-column" }, seatName(table, player)),
    ),
  );
  return element(
    "div",
    { class: "play-grid", role: "group", "aria-label": label },
    element(
      "table",
      { class: "play-standings" },
      element("thead", {}, element("tr", {}, element("td", {}), ...heads)),
      element("tbody", {}, ...sums.map(sum), ...rows.filter((row) => row.standings.length).flatMap(line)),
    ),
  );
}

/**
 * What the next scoring would give as all lies now: who has how many of each building, and who leads.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function majorities({ table, ...state }, known, doing) {
  const next = table?.next;
  if (!next) return [];
  const label = say("If scoring {round} came now", { round: roundName(next.round) });
  const tell = (/** @type {Player} */ player) => `+${player === null ? next.dirk : next.points[player]}`;
  const sums = [{ words: say("Together"), tell }];
  return [element("h2", {}, label), standings(next, { ...state, table }, known, doing, { label, sums })];
}
