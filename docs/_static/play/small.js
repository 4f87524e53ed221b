// Small pictures: a city at a glance, and how points grew.

import { drawing } from "../judge/tiles.js";
import { cellOf, tileOf } from "../judge/question.js";

/** @import { City, Known } from "../judge/question.js" */
/** @import { Edge } from "../judge/verdict.js" */

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
 * How the points of each seat grew, as lines.
 * @param {number[][]} courses the points of each seat, moment by moment
 * @param {string} label
 */
export function courseChart(courses, label) {
  const [width, height] = [300, 120];
  const most = Math.max(1, ...courses.flat());
  const last = Math.max(1, ...courses.map((course) => course.length - 1));
  const line = (/** @type {number[]} */ course, /** @type {number} */ seat) => {
    const points = course.map(
      (each, place) => `${((place / last) * width).toFixed(1)},${(height - (each / most) * height).toFixed(1)}`,
    );
    return drawing("polyline", { points: points.join(" "), class: `play-course play-seat-${seat}` });
  };
  const grid = [0, 0.5, 1].map((part) =>
    drawing("line", { x1: 0, x2: width, y1: height * part, y2: height * part, class: "play-grid" }),
  );
  const numbers = [0, 0.5, 1].map((part) =>
    drawing("text", { x: -6, y: height * (1 - part) + 4, class: "play-axis" }, String(Math.round(most * part))),
  );
  const view = {
    viewBox: `-34 -10 ${width + 44} ${height + 20}`,
    class: "play-chart",
    role: "img",
    "aria-label": label,
  };
  return drawing("svg", view, ...grid, ...numbers, ...courses.map(line));
}
