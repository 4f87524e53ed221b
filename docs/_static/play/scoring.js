// A scoring row by row with its standings, and the end of a game.

import { element } from "../judge/tiles.js";
import { counted, say, sayOf } from "../judge/words.js";
import { courseChart, smallCity } from "./small.js";
import { button, capital, ruleLink } from "./table.js";

/** @import { Known } from "../judge/question.js" */
/** @import { Edge, Row } from "../judge/verdict.js" */
/** @import { Scored, State, Table } from "./changes.js" */
/** @import { Doing } from "./table.js" */

/** The rows of a scoring that count edges, and not buildings. */
const EDGES = ["moats", "walls", "border"];

/**
 * What a row of a scoring is called.
 * @param {string} name
 */
const rowName = (name) => capital(sayOf([EDGES.includes(name) ? "a row of a scoring" : "a building", name]));

/**
 * What a building is worth, where that is counted.
 * @param {Row} row
 */
const worth = ({ value }) =>
  value === null ? [] : [element("small", {}, " ", say("worth {number}", { number: value }))];

/**
 * A scoring: a line for each row, a column for each seat; the lines come one after the other.
 * @param {Scored} scored
 * @param {Table} table
 * @param {Known} known
 */
export function scoring({ round, rows, points, dirk, happened }, table, known) {
  const some = rows.some(({ standings }) => standings.some(({ seat }) => seat === null));
  const seats = [...points.keys(), ...(some ? [null] : [])];
  const name = (/** @type {number | null} */ seat) =>
    seat === null ? (table.dirk?.name ?? "") : seat === table.viewer ? say("You") : capital(table.seats[seat].name);
  const cell = (/** @type {Row} */ row, /** @type {number | null} */ seat) => {
    const found = row.standings.find((each) => each.seat === seat);
    if (!found) return element("td", {}, "–");
    const tie = found.price === null ? [] : [say("tie broken by price {number}", { number: found.price })];
    const place = found.place === null ? [] : [say("place {number}", { number: found.place })];
    const count = EDGES.includes(row.name)
      ? counted("{number} edge", "{number} edges", found.count)
      : say("{number} built", { number: found.count });
    return element(
      "td",
      {},
      element("b", {}, found.points ? `+${found.points}` : "0"),
      element("small", {}, [count, ...place, ...tie].join(", ")),
    );
  };
  const line = (/** @type {Row} */ row, /** @type {number} */ number) => {
    const made = element(
      "tr",
      { class: "play-row" },
      element("th", { scope: "row" }, rowName(row.name), ...worth(row)),
      ...seats.map((seat) => cell(row, seat)),
    );
    made.style.setProperty("--row", String(number));
    return made;
  };
  const counts = rows.filter(({ standings }) => standings.length);
  const now = seats.map((seat) =>
    seat === null
      ? element("td", {}, String(table.dirk?.points))
      : element(
          "td",
          {},
          `${table.seats[seat].points} `,
          element("small", {}, say("place {number}", { number: table.seats[seat].place })),
        ),
  );
  const told = happened.map(({ kind, words, rules = [] }) => [
    ...(kind === "awarded" ? [element("li", {}, capital(words))] : []),
    ...rules.map((rule) => element("li", {}, ruleLink(rule, known))),
  ]);
  const [ended, awards] = [told.pop() ?? [], told.flat()];
  const sum = seats.map((seat) => element("td", {}, element("b", {}, String(seat === null ? dirk : points[seat]))));
  const longest = rows.filter((row) => EDGES.includes(row.name)).flatMap(({ standings }) => standings);
  const run = (/** @type {number} */ seat) => longest.filter((each) => each.seat === seat).map(({ edges }) => edges);
  const drawn = [...points.keys()].map((seat) =>
    element("figure", {}, smallCity(table.seats[seat].city, known, run(seat)), element("figcaption", {}, name(seat))),
  );
  return [
    element("h2", {}, say("Scoring {round}", { round })),
    ...(awards.length ? [element("ul", { class: "play-awards" }, ...awards)] : []),
    element("div", { class: "play-runs", role: "group", "aria-label": say("The longest moats and walls") }, ...drawn),
    element(
      "div",
      { class: "judge-scoring", tabindex: "0", role: "region", "aria-label": say("Scoring {round}", { round }) },
      element(
        "table",
        {},
        element(
          "thead",
          {},
          element("tr", {}, element("td", {}), ...seats.map((seat) => element("th", { scope: "col" }, name(seat)))),
        ),
        element(
          "tbody",
          {},
          element("tr", {}, element("th", { scope: "row" }, say("Together")), ...sum),
          element("tr", {}, element("th", { scope: "row" }, say("Points now")), ...now),
          ...counts.map(line),
        ),
      ),
    ),
    element(
      "details",
      { class: "play-because", "data-part": "because" },
      element("summary", {}, say("Why so many points?")),
      element("ul", {}, ...ended),
    ),
  ];
}

/**
 * The end of a game: places, how the points grew, and what can be done with the record.
 * @param {State} state
 * @param {Doing} doing
 */
export function ending({ table }, doing) {
  if (!table?.over) return [];
  const order = [...table.seats.keys()].sort((one, other) => table.seats[one].place - table.seats[other].place);
  const line = (/** @type {number} */ seat) =>
    element(
      "li",
      { class: `play-seat-${seat}`, value: String(table.seats[seat].place) },
      element("span", { class: "play-dot", "aria-hidden": "true" }),
      ` ${seat === table.viewer ? say("You") : capital(table.seats[seat].name)} `,
      element("b", {}, counted("{number} point", "{number} points", table.seats[seat].points)),
    );
  const winners = table.winners ?? [];
  const won = table.cut_off
    ? say("The game was cut off after {number} decisions: nobody wins.", { number: table.cut_off })
    : winners.length === 1 && winners[0] === table.viewer
      ? say("You have won.")
      : winners.length > 1
        ? say("The victory is shared.")
        : winners.length
          ? say("{seat} has won.", { seat: capital(table.seats[winners[0]].name) })
          : say("Nobody has won.");
  return [
    element("h2", {}, won),
    element("ol", { class: "play-places" }, ...order.map(line)),
    courseChart(table.courses, say("Points over time")),
    element(
      "div",
      { class: "play-buttons" },
      button(say("Look back through the game"), () => doing.command("replay"), { "data-command": "replay" }),
      button(say("Record and link"), () => doing.command("share"), { "data-command": "share" }),
      button(say("Another game"), () => doing.command("games"), { class: "play-main", "data-command": "games" }),
    ),
  ];
}
