// A scoring row by row with its standings, and the end of a game.

import { EDGES, roundName } from "../shared/names.js";
import { element } from "../shared/tiles.js";
import { capital, counted, say } from "../shared/words.js";
import { gainBar, smallCity } from "./small.js";
import { players, standings } from "./standings.js";
import { button, ruleLink, seatName } from "./table.js";

/** @import { Known } from "../shared/notation.js" */
/** @import { Scored, State, Table } from "./changes.js" */
/** @import { Player } from "./standings.js" */
/** @import { Doing } from "./table.js" */

/**
 * A scoring: a line for each row, a column for each player; the lines come one after the other.
 * @param {State & { table: Table, scored: Scored }} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function scoring(state, known, doing) {
  const { scored, table } = state;
  const { round, rows, points, dirk, happened } = scored;
  const told = happened.map(({ kind, words, rules = [] }) => [
    ...(kind !== "scoring-ended" ? [element("li", { "data-kind": kind }, capital(words))] : []),
    ...rules.map((rule) => element("li", {}, ruleLink(rule, known))),
  ]);
  const [ended, awards] = [told.pop() ?? [], told.flat()];
  const sums = [
    {
      words: say("Together"),
      tell: (/** @type {Player} */ player) => `+${player === null ? dirk : points[player]}`,
    },
    {
      words: say("Points now"),
      tell: (/** @type {Player} */ player) => String(player === null ? table.dirk?.points : table.seats[player].points),
    },
  ];
  const longest = rows.filter((row) => EDGES.includes(row.name)).flatMap(({ standings: each }) => each);
  const run = (/** @type {number} */ seat) => longest.filter((each) => each.seat === seat).map(({ edges }) => edges);
  const drawn = [...points.keys()].map((seat) =>
    element(
      "figure",
      {},
      smallCity(table.seats[seat].city, known, run(seat)),
      element("figcaption", {}, seatName(table, seat)),
    ),
  );
  const label = say("Scoring {round}", { round: roundName(round) });
  return [
    element("h2", {}, label),
    ...(awards.length ? [element("ul", { class: "play-awards" }, ...awards)] : []),
    standings(scored, state, known, doing, { label, sums }),
    element("div", { class: "play-runs", role: "group", "aria-label": say("The longest moats and walls") }, ...drawn),
    element(
      "details",
      { class: "play-because", "data-part": "because" },
      element("summary", {}, say("Why so many points?")),
      element("ul", {}, ...ended),
    ),
  ];
}

/**
 * The end of a game: places, what each scoring gave, and what can be done with the record.
 * @param {State} state
 * @param {Doing} doing
 */
export function ending({ table }, doing) {
  if (!table?.over) return [];
  const pointsOf = (/** @type {Player} */ player) =>
    (player === null ? table.dirk?.points : table.seats[player].points) ?? 0;
  const all = players(table);
  const placeOf = (/** @type {Player} */ player) =>
    1 + all.filter((other) => pointsOf(other) > pointsOf(player)).length;
  const order = all.toSorted((one, other) => placeOf(one) - placeOf(other));
  const most = Math.max(...all.map(pointsOf));
  const line = (/** @type {Player} */ seat) => {
    const gains = table.gains[seat ?? table.seats.length] ?? [];
    return element(
      "li",
      { class: seat === null ? "" : `play-seat-${seat}`, value: String(placeOf(seat)) },
      element("span", { class: "play-dot", "aria-hidden": "true" }),
      ` ${seatName(table, seat)} `,
      element("small", {}, gains.map((gain, place) => `${roundName(table.scorings[place])} ${gain}`).join(" · ")),
      " ",
      element("b", {}, counted("{number} point", "{number} points", pointsOf(seat))),
      gainBar(gains, most),
    );
  };
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
  const isWinner = table.viewer !== null && winners.includes(table.viewer);
  const told = { place: placeOf(table.viewer ?? 0), number: all.length };
  return [
    element("h2", { class: isWinner ? "play-won" : "" }, won),
    ...(table.viewer === null || isWinner || table.cut_off
      ? []
      : [element("p", {}, say("You are in place {place} of {number}.", told))]),
    element("ol", { class: "play-places" }, ...order.map(line)),
    element(
      "div",
      { class: "play-buttons" },
      button(say("Look back through the game"), () => doing.command("replay"), { "data-command": "replay" }),
      button(say("Record and link"), () => doing.command("share"), { "data-command": "share" }),
      button(say("Another game"), () => doing.command("games"), { class: "play-main", "data-command": "games" }),
    ),
  ];
}
