// Small pictures: a city at a glance, and points as bars.

import { cellOf, tileOf } from "../shared/notation.js";
import { drawing } from "../shared/tiles.js";

/** @import { Edge } from "../shared/board.js" */
/** @import { City, Known } from "../shared/notation.js" */

/** The sides of a cell, as lines. */
const SIDES = { n: [0, 0, 10, 0], e: [10, 0, 10, 10], s: [0, 10, 10, 10], w: [0, 0, 0, 10] };

/**
 * A city at a glance: colours, moats and walls, and those that are counted.
 * @param {City} city
 * @param {Known} known
 * @param {Edge[][]} runs
 * @param {boolean} isLarge whether there is room for the signs of the buildings
 */
export function smallCity(city, known, runs = [], isLarge = false) {
  const cells = ["0,0", ...Object.keys(city)].map((name) => cellOf(name) ?? [0, 0]);
  const [xs, ys] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const [west, east, south, north] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const size = Math.max(east - west, north - south, 4) + 1;
  const [left, top] = [(size - (east - west) - 1) * 5, (size - (north - south) - 1) * 5];
  const parts = cells.flatMap(([x, y]) => {
    const tile = tileOf(city[`${x},${y}`] ?? "");
    const at = [left + (x - west) * 10, top + (north - y) * 10];
    const fill = tile ? (known.buildings[tile.building]?.colour ?? "#ddd") : "#e8dcc0";
    const ground = drawing("rect", { x: at[0], y: at[1], width: 10, height: 10, fill, class: "play-small-tile" });
    const wall = tile && known.buildings[tile.building]?.family === "alhambra";
    const edges = Object.entries(SIDES)
      .filter(([side]) => tile?.edges.includes(side))
      .map(([, [x1, y1, x2, y2]]) =>
        drawing("line", {
          x1: at[0] + x1,
          y1: at[1] + y1,
          x2: at[0] + x2,
          y2: at[1] + y2,
          class: wall ? "play-small-wall" : "play-small-moat",
        }),
      );
    const middle = `translate(${at[0] + 5} ${at[1] + 5}) scale(.09)`;
    const sign = isLarge ? [drawing("use", { href: `#gr-${tile?.building ?? "start"}`, transform: middle })] : [];
    return [ground, ...sign, ...edges];
  });
  const lines = Object.values(SIDES);
  const longest = runs.flat().map(([x, y, side]) => {
    const [x1, y1, x2, y2] = lines[side];
    const [dx, dy] = [left + (x - west) * 10, top + (north - y) * 10];
    return drawing("line", { x1: x1 + dx, y1: y1 + dy, x2: x2 + dx, y2: y2 + dy, class: "play-small-run" });
  });
  const view = { viewBox: `-1 -1 ${size * 10 + 2} ${size * 10 + 2}`, class: "play-small", "aria-hidden": "true" };
  return drawing("svg", view, ...parts, ...longest);
}

/**
 * What was got in each scoring, as a bar of as many parts; the bar of whoever has most is as long as there is room.
 * @param {number[]} gains
 * @param {number} most
 */
export function gainBar(gains, most) {
  let at = 0;
  const parts = gains.map((gain, place) => {
    const part = { x: at, y: 0, width: gain, height: 4, class: `play-gain-${place}` };
    at += gain;
    return drawing("rect", part);
  });
  const view = { viewBox: `0 0 ${Math.max(1, most)} 4`, preserveAspectRatio: "none", class: "play-gains" };
  return drawing("svg", { ...view, "aria-hidden": "true" }, ...parts);
}
