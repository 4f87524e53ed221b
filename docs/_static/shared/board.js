// For both pages, the board: cells that can be tapped or reached with the arrow keys, and what is marked on them.

import { cellOf } from "./notation.js";
import { drawing, element, startPicture, tilePicture, told } from "./tiles.js";
import { note, say, sayOf, text } from "./words.js";

/** @import { Cell } from "./engine.js" */
/** @import { City, Known } from "./notation.js" */
/** @typedef {[x: number, y: number, side: number]} Edge */
/**
 * The city as it lies after what is done, with what is to be marked.
 * @typedef {{ cells: City, wrong: { rule: string, cells: Cell[] }[], marked: Cell[], run: Edge[] }} Scene
 */
/**
 * What is shown.
 * @typedef {object} View
 * @property {City} city
 * @property {{ cell: string, tile: string } | null} ghost a tile that is only asked about
 * @property {string | null} gone the cell whose tile would leave
 * @property {string | null} picked
 * @property {string | null} asked
 * @property {Cell[]} lit the cells where something is possible
 * @property {Scene | null} scene what the verdict marks
 * @property {Edge[][]} runs the moats and walls that are counted
 */

const ROOM = 2;
/** @type {Record<string, Cell>} */
const STEPS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const CORNERS = [
  [-50, -50],
  [50, -50],
  [50, 50],
  [-50, 50],
];

/**
 * The columns and rows to be shown: all tiles, a free cell round them, what else is spoken of, and never fewer than five of each.
 * @param {Cell[]} tiles
 * @param {Cell[]} others
 */
export function extent(tiles, others = []) {
  const reach = (/** @type {0 | 1} */ axis, way = 1) =>
    Math.max(ROOM, ...tiles.map((cell) => way * cell[axis] + 1), ...others.map((cell) => way * cell[axis]));
  return { west: -reach(0, -1), east: reach(0), south: -reach(1, -1), north: reach(1) };
}

/**
 * The cell at which something happens.
 * @param {Event} event
 */
const cellAt = ({ target }) => (target instanceof HTMLElement ? target.dataset.cell : undefined);

const START = "0,0";
/** How far a cell is from the start tile: to the east or west, and to the north or south. */
const FAR = [
  [
    text("how far a cell is from the start tile", "{number} east"),
    text("how far a cell is from the start tile", "{number} west"),
  ],
  [
    text("how far a cell is from the start tile", "{number} north"),
    text("how far a cell is from the start tile", "{number} south"),
  ],
];
/** What can be said of a cell. */
const NOTES = {
  "shared-lit": note("possible"),
  "shared-bad": note("against the rules"),
  "shared-picked": note("picked up"),
  "shared-ghost": note("only asked about"),
  "shared-gone": note("would leave"),
};

/**
 * Where a cell lies, in words.
 * @param {string} cell
 */
export function placeOf(cell) {
  const steps = (cellOf(cell) ?? []).map(
    (far, axis) => far && sayOf(FAR[axis][Number(far < 0)], { number: Math.abs(far) }),
  );
  return steps.filter(Boolean).join(", ");
}

/**
 * What is heard of a cell.
 * @param {string} cell
 * @param {string | undefined} tile
 * @param {Partial<Record<keyof typeof NOTES, boolean>>} marks
 * @param {Known} known
 */
export function heardOf(cell, tile, marks, known) {
  const what = cell === START ? say("start tile") : tile ? told(tile, known) : say("empty");
  const notes = Object.entries(NOTES).filter(([mark]) => marks[/** @type {keyof typeof NOTES} */ (mark)]);
  return [what, placeOf(cell), ...notes.map(([, said]) => say(said))].filter(Boolean).join(", ");
}

export class Board {
  #known;
  #tap;
  #away;
  #focus = "0,0";
  #size = extent([]);
  /** @type {Map<string, HTMLButtonElement>} */
  #cells = new Map();
  #over = drawing("svg");
  node = element("div", { class: "shared-board", role: "grid" });

  /**
   * @param {Known} known
   * @param {(cell: string) => void} tap is told a cell that was tapped
   * @param {(cell: string) => void} away is told a cell whose tile is to be removed
   */
  constructor(known, tap, away) {
    this.#known = known;
    this.#tap = tap;
    this.#away = away;
    this.node.addEventListener("keydown", (event) => this.#key(event));
    this.node.addEventListener("focusin", (event) => this.#focused(cellAt(event)));
  }

  /** @param {string | undefined} cell */
  #focused(cell) {
    if (!cell) return;
    for (const each of this.node.querySelectorAll("button")) each.tabIndex = each.dataset.cell === cell ? 0 : -1;
    this.#focus = cell;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const cell = cellAt(event);
    const step = STEPS[event.key];
    if (!cell) return;
    if (step) {
      const [x, y] = cell.split(",").map(Number);
      const next = `${x + step[0]},${y + step[1]}`;
      event.preventDefault();
      for (const each of this.node.querySelectorAll("button")) if (each.dataset.cell === next) each.focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.#away(cell);
    }
  }

  /**
   * Make the cells anew where more or fewer are to be shown; otherwise they stay, so that no tap on one is lost.
   * @param {ReturnType<typeof extent>} size
   */
  #grow(size) {
    const { west, east, south, north } = size;
    if (this.#cells.size && JSON.stringify(size) === JSON.stringify(this.#size)) return;
    this.#size = size;
    this.#cells.clear();
    const rows = [];
    for (let y = north; y >= south; y--) {
      const row = element("div", { role: "row", class: "shared-row" });
      for (let x = west; x <= east; x++) {
        const name = `${x},${y}`;
        const attributes = { type: "button", role: "gridcell", class: "shared-cell", "data-cell": name };
        const tabindex = name === this.#focus ? "0" : "-1";
        const start = name === "0,0" ? startPicture() : null;
        const button = element("button", { ...attributes, tabindex, onclick: () => this.#tap(name) }, start);
        this.#cells.set(name, button);
        row.append(button);
      }
      rows.push(row);
    }
    this.node.style.setProperty("--columns", String(east - west + 1));
    this.node.style.setProperty("--rows", String(north - south + 1));
    this.node.replaceChildren(...rows, this.#over);
  }

  /**
   * Show a city, and what is said of it.
   * @param {View} view
   */
  show({ city, ghost, gone, picked, asked, lit, scene, runs }) {
    const had = this.node.contains(document.activeElement);
    this.node.ariaLabel = say("City");
    const laid = { ...city, ...(ghost ? { [ghost.cell]: ghost.tile } : {}) };
    const wrong = (scene?.wrong ?? []).flatMap(({ cells }) => cells);
    const cells = (/** @type {(string | null | undefined)[]} */ names) =>
      names.map((name) => cellOf(name ?? "")).filter((cell) => cell !== null);
    this.#grow(extent(cells(Object.keys(city)), [...wrong, ...lit, ...cells([asked, ghost?.cell])]));
    const lights = new Set(lit.map(String));
    const bad = new Set((scene?.marked ?? []).map(String));
    for (const [name, button] of this.#cells) {
      const tile = laid[name];
      const kinds = { "shared-lit": lights.has(name), "shared-bad": bad.has(name), "shared-picked": picked === name };
      const more = {
        "shared-ghost": ghost?.cell === name,
        "shared-gone": gone === name,
        "shared-asked": asked === name,
      };
      for (const [kind, holds] of Object.entries({ ...kinds, ...more })) button.classList.toggle(kind, holds);
      button.ariaLabel = heardOf(name, tile, { ...kinds, ...more }, this.#known);
      button.title = placeOf(name);
      if (name === "0,0" || button.dataset.tile === (tile ?? "")) continue;
      button.dataset.tile = tile ?? "";
      button.replaceChildren(...(tile ? [tilePicture(tile, this.#known)] : []));
    }
    this.#over.replaceWith((this.#over = this.#overlay(scene, runs, laid)));
    if (!this.node.querySelector('[tabindex="0"]')) this.#focused("0,0");
    const [next] = [...this.node.querySelectorAll("button")].filter((each) => each.tabIndex === 0);
    if (had) next?.focus({ preventScroll: true }); // the page has its own way to what is to be done
  }

  /**
   * @param {Cell} cell
   * @returns {Cell}
   */
  #middle([x, y]) {
    return [(x - this.#size.west) * 100 + 50, (this.#size.north - y) * 100 + 50];
  }

  /**
   * What lies over the cells: edges that do not match, holes, and the moat that is counted.
   * @param {Scene | null} scene
   * @param {Edge[][]} runs
   * @param {City} laid
   */
  #overlay(scene, runs, laid) {
    const { west, east, south, north } = this.#size;
    const marks = [];
    for (const { rule, cells } of scene?.wrong ?? []) {
      const edge = (rule === "moats-match" || rule === "wall-meets-moat") && cells.length === 2;
      if (edge) {
        const [[x, y], [u, v]] = cells.map((cell) => this.#middle(cell));
        const at = `translate(${(x + u) / 2} ${(y + v) / 2})`;
        marks.push(
          drawing(
            "g",
            { transform: at },
            drawing("path", { class: "shared-wrong", d: y === v ? "M0-44V44" : "M-44 0H44" }),
            drawing("circle", { class: "shared-alarm", r: 17 }),
            drawing("path", { class: "shared-cross", d: "M-7-7l14 14M7-7l-14 14" }),
          ),
        );
        continue;
      }
      for (const cell of cells) {
        const [x, y] = this.#middle(cell);
        const taken = String(cell) === "0,0" || laid[String(cell)];
        const shape = taken
          ? [
              drawing("rect", { class: "shared-wrong", x: -45, y: -45, width: 90, height: 90, rx: 6 }),
              drawing("circle", { class: "shared-alarm", cx: 31, cy: 31, r: 16 }),
              drawing("text", { class: "shared-alarm-text", x: 31, y: 40 }, "!"),
            ]
          : [
              drawing("rect", { class: "shared-hole", x: -47, y: -47, width: 94, height: 94, rx: 5 }),
              drawing("path", { class: "shared-wrong", d: "M-20-20l40 40M20-20l-40 40" }),
            ];
        marks.push(drawing("g", { transform: `translate(${x} ${y})` }, ...shape));
      }
    }
    for (const run of runs.filter((each) => each.length)) marks.push(...this.#run(run));
    const view = `0 0 ${(east - west + 1) * 100} ${(north - south + 1) * 100}`;
    return drawing("svg", { class: "shared-overlay", viewBox: view, "aria-hidden": "true" }, ...marks);
  }

  /** @param {Edge[]} run */
  #run(run) {
    const points = run.flatMap(([x, y, side]) => {
      const [a, b] = this.#middle([x, y]);
      return [CORNERS[side], CORNERS[(side + 1) % 4]].map(([dx, dy]) => `${a + dx} ${b + dy}`);
    });
    const path = `M${points.filter((point, place) => point !== points[place - 1]).join("L")}`;
    const half = Math.floor(run.length / 2) * 2;
    const [[a, b], [c, d]] = [points[half], points[half + 1]].map((point) => point.split(" ").map(Number));
    const at = { transform: `translate(${(a + c) / 2} ${(b + d) / 2})` };
    const length = drawing(
      "g",
      at,
      drawing("circle", { class: "shared-badge", r: 18 }),
      drawing("text", { class: "shared-price", y: 8 }, String(run.length)),
    );
    return [
      drawing("path", { class: "shared-run-under", d: path }),
      drawing("path", { class: "shared-run", d: path }),
      length,
    ];
  }
}
