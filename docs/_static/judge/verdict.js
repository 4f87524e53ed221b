// The verdict in words: yes or no, every broken rule with its sentence and its place in the rulebook, and the reasons.

import { element } from "./tiles.js";
import { counted, say, sayOf } from "./words.js";

/** @import { Cell, Flaws } from "./engine.js" */
/** @import { City, Known } from "./question.js" */
/** @typedef {[x: number, y: number, side: number]} Edge */
/**
 * What one seat, or Dirk, counts and gets in a row of a scoring.
 * @typedef {object} Standing
 * @property {number | null} seat null is Dirk
 * @property {number} count
 * @property {number} points
 * @property {number | null} place
 * @property {number | null} price
 * @property {Edge[]} edges
 */
/** @typedef {{ name: string, value: number | null, standings: Standing[] }} Row */
/** @typedef {{ rows: Row[], points: number[], dirk: number }} Scoring */
/**
 * The city as it lies after what is done, with what is to be marked.
 * @typedef {{ cells: City, wrong: { rule: string, cells: Cell[] }[], marked: Cell[], run: Edge[] }} Scene
 */
/** @typedef {{ caption: string, svg: string }} Picture */
/**
 * The answer to a question, with all that is to be said of it.
 * @typedef {object} Verdict
 * @property {{ exact?: boolean, result?: unknown, points?: number[], dirk?: number }} answer as the protocol gives it
 * @property {boolean | null} legal
 * @property {string[]} head
 * @property {string | null} edition
 * @property {string[]} said whose answer it is, where a book answers first, and what that book says
 * @property {{ rule: string, sentence: string }[]} broken
 * @property {string[]} reasons
 * @property {Scene | null} scene
 * @property {Scoring | null} scoring
 * @property {Picture[]} pictures
 * @property {string} toml the question as a case
 */

const NAME = /\b[a-z]+(?:-[a-z]+)*\b/g;
/** The rows of a scoring that count edges, and not buildings. */
const EDGES = ["moats", "walls", "border"];
const ROOT = new URL("../../", import.meta.url);

/**
 * The address of a rule.
 * @param {string} rule
 * @param {Known} known
 */
function address(rule, known) {
  return new URL(`rulebook/${known.rules[rule].chapter}.html#${rule}`, ROOT).href;
}

/**
 * A text in which the names of rules lead to them, and what stands in backquotes is code.
 * @param {string} text
 * @param {Known} known
 */
function linked(text, known) {
  return text.split("`").flatMap((each, place) => (place % 2 ? [element("code", {}, each)] : named(each, known)));
}

/**
 * @param {string} text
 * @param {Known} known
 */
function named(text, known) {
  /** @type {(string | Node)[]} */
  const parts = [];
  let end = 0;
  for (const found of text.matchAll(NAME)) {
    if (!Object.hasOwn(known.rules, found[0])) continue;
    parts.push(text.slice(end, found.index), element("a", { href: address(found[0], known) }, found[0]));
    end = found.index + found[0].length;
  }
  return [...parts, text.slice(end)];
}

/**
 * A reason: its first line, and below it paragraphs or a list.
 * @param {string} text
 * @param {Known} known
 */
function reason(text, known) {
  const [first, ...rest] = text.replace(/ \(granada rule NAME .*?\)/, "").split("\n");
  if (!rest.length) return element("p", {}, ...linked(first, known));
  /** @type {HTMLElement[]} */
  const items = [];
  const depth = (/** @type {string} */ line) => line.length - line.trimStart().length;
  for (const line of rest.filter((each) => each.trim())) {
    const words = linked(line.trim().replace(/^- /, ""), known);
    const above = items.at(-1);
    if (above && depth(line) > depth(rest[0])) above.append(element("br"), ...words);
    else items.push(element("li", {}, ...words));
  }
  const long = /^(?:The books on|Printed, but)/.test(first);
  return element(
    "details",
    { class: "judge-reason", open: !long },
    element("summary", {}, ...linked(first, known)),
    element("ul", {}, ...items),
  );
}

const seatName = (/** @type {number | null} */ seat) =>
  seat === null ? say("Dirk") : say("seat {number}", { number: seat + 1 });

/**
 * A scoring, row by row, with what each seat counts.
 * @param {Scoring} scored
 */
function scoring({ rows, points, dirk }) {
  const some = rows.some(({ standings }) => standings.some(({ seat }) => seat === null));
  const seats = [...points.keys(), ...(some ? [null] : [])];
  /** @type {(row: Row, seat: number | null) => HTMLElement} */
  const cell = (row, seat) => {
    const found = row.standings.find((each) => each.seat === seat);
    if (!found) return element("td", { class: "judge-nothing" }, "–");
    const place = found.place === null ? "" : `, ${say("place {number}", { number: found.place })}`;
    const price = found.price === null ? "" : `, ${say("tie broken by price {number}", { number: found.price })}`;
    const number = EDGES.includes(row.name)
      ? counted("{number} edge", "{number} edges", found.count)
      : say("{number} built", { number: found.count });
    return element(
      "td",
      {},
      element("b", {}, String(found.points)),
      element("small", {}, ` ${number}${place}${price}`),
    );
  };
  const line = (/** @type {Row} */ row) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        sayOf([EDGES.includes(row.name) ? "a row of a scoring" : "a building", row.name]),
        row.value === null ? "" : element("small", {}, ` ${say("worth {number}", { number: row.value })}`),
      ),
      ...seats.map((seat) => cell(row, seat)),
    );
  const scored = rows.filter(({ standings }) => standings.length);
  const sum = seats.map((seat) => element("td", {}, element("b", {}, String(seat === null ? dirk : points[seat]))));
  const head = element(
    "tr",
    {},
    element("td", {}),
    ...seats.map((seat) => element("th", { scope: "col" }, seatName(seat))),
  );
  return element(
    "div",
    { class: "judge-scoring", tabindex: "0" },
    element(
      "table",
      {},
      element("thead", {}, head),
      element(
        "tbody",
        {},
        ...scored.map(line),
        element("tr", { class: "judge-sum" }, element("th", { scope: "row" }, say("together")), ...sum),
      ),
    ),
  );
}

/**
 * A picture by the engine, which as an image can do nothing but be looked at.
 * @param {Picture} drawn
 */
function picture({ caption, svg }) {
  const image = element("img", {
    alt: caption || say("what lies on the table"),
    src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
  });
  return element("figure", {}, image, element("figcaption", {}, caption));
}

/**
 * The verdict as elements; the first of them is what a screen reader is told.
 * @param {Verdict | Flaws} answer
 * @param {Known} known
 */
export function verdict(answer, known) {
  if ("flaws" in answer) {
    const told = answer.flaws.map((flaw) => element("li", {}, ...linked(flaw, known)));
    const main = element(
      "div",
      { class: "judge-head judge-told" },
      element("p", {}, say("This cannot be asked yet.")),
      element("ul", {}, ...told),
    );
    return { main, more: [] };
  }
  const { legal, head, broken, reasons } = answer;
  const mood = legal === true ? "yes" : legal === false ? "no" : "told";
  const [word, ...rest] = heading(answer);
  const facts = legal === false || answer.scoring ? [] : head[0].split("\n").slice(1);
  const sentences = broken.map(({ rule, sentence }) =>
    element(
      "li",
      {},
      element("a", { href: address(rule, known) }, known.rules[rule]?.title ?? rule),
      element("span", {}, `: ${sentence}`),
    ),
  );
  const main = element(
    "div",
    { class: `judge-head judge-${mood}` },
    element("p", {}, element("strong", {}, word), ...rest),
    ...head.slice(1).map((line) => element("p", {}, line)),
    ...answer.said.map((line) => element("p", {}, line)),
    facts.length ? element("ul", {}, ...facts.map((line) => element("li", {}, line.trim()))) : null,
    sentences.length ? element("ul", {}, ...sentences) : null,
  );
  const drawn = answer.pictures.length
    ? [element("div", { class: "judge-pictures" }, ...answer.pictures.map(picture))]
    : [];
  const table = answer.scoring ? [scoring(answer.scoring)] : [];
  const behind = reasons.flatMap((each) => each.split("\n\n")).filter((each) => each !== answer.said.join("\n"));
  return { main, more: [...table, ...drawn, ...behind.map((each) => reason(each, known))] };
}

/**
 * The first line of a verdict: a word or two, and what follows them.
 * @param {Pick<Verdict, "legal" | "head" | "answer" | "broken">} verdict
 */
export function heading({ legal, head, answer, broken }) {
  const [what] = head;
  if (legal === true) {
    const paid = answer.exact ? "Yes, and it earns a further action." : "Yes, but overpaid.";
    return [answer.exact === undefined ? "Yes." : paid, ` ${subject(what)} is legal.`];
  }
  if (legal === false)
    return ["No.", ` ${subject(what)}${broken.length > 1 ? ` breaks ${broken.length} rules:` : " breaks a rule:"}`];
  if (Number.isInteger(answer.result)) return [`${answer.result} ${answer.result === 1 ? "edge" : "edges"}.`];
  if (answer.points)
    return [
      "Points: ",
      answer.points.map((each, seat) => `seat ${seat + 1}: ${each}`).join(", "),
      answer.dirk === undefined ? "" : `, Dirk: ${answer.dirk}`,
    ];
  return ["Answer: ", what.split("\n")[0]];
}

const subject = (/** @type {string} */ what) =>
  /^[a-z]+ .*?: (?:il)?legal/.test(what) ? what.replace(/: (?:il)?legal.*$/s, "") : "This city";
