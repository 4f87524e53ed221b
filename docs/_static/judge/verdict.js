// The verdict in words: yes or no with the reason, then what the book prints, and the rest folded.

import { rowName, standingInWords } from "../shared/names.js";
import { ruleAddress as address } from "../shared/frame.js";
import { element } from "../shared/tiles.js";
import { capital, counted, dirk as dirkOf, language, say } from "../shared/words.js";

/** @import { Edge, Scene } from "../shared/board.js" */
/** @import { Cell, Flaws } from "../shared/engine.js" */
/** @import { City, Known } from "../shared/notation.js" */
/**
 * What one seat, or Dirk, counts and gets in a row of a scoring.
 * @typedef {object} Standing
 * @property {number | null} seat null is Dirk
 * @property {number} count
 * @property {number} points
 * @property {number | null} place
 * @property {number | null} price
 * @property {Edge[]} edges
 * @property {Record<string, number>} [beyond] what modules count beyond the buildings
 */
/** @typedef {{ name: string, value: number | null, standings: Standing[] }} Row */
/** @typedef {{ rows: Row[], points: number[], dirk: number, game: string }} Scoring */
/** @typedef {{ caption: string, svg: string }} Picture */
/** @typedef {{ rule: string, sentence: string }} Broken a rule that was broken, in a sentence */
/**
 * Some words of a book, in its language; what they mean, for whoever reads another one.
 * @typedef {{ words: string, lang: string, meaning: string | null }} Quote
 */
/** @typedef {(string | Quote)[]} Said a sentence, in which quotes stand */
/** @typedef {{ said: Said, rule: string | null, more: Said[] }} Line a sentence, its rule if it is one, and what is below */
/**
 * A part of what stands behind an answer.
 * @typedef {object} Part
 * @property {string} what
 * @property {string} title
 * @property {string | null} rule the rule that it is about
 * @property {boolean} open whether it is shown at once
 * @property {Line[]} lines
 */
/**
 * The answer to a question, with all that is to be said of it.
 * @typedef {object} Verdict
 * @property {{ exact?: boolean, result?: unknown, step?: number, then?: unknown }} answer as the protocol gives it
 * @property {boolean | null} legal
 * @property {string} subject what is done, in words; nothing where a city is asked about
 * @property {string[]} facts what comes of it
 * @property {string[]} notes what else must be said first
 * @property {string | null} edition
 * @property {Said[]} said whose answer it is, where a book answers first, and what that book says
 * @property {Broken[]} broken
 * @property {Broken[]} grounds the rules that decide where none is broken
 * @property {Part[]} parts
 * @property {Scene | null} scene
 * @property {number | null} actor at a whole table, the seat whose city that is
 * @property {Scoring | null} scoring
 * @property {Picture[]} pictures
 * @property {string} toml the question as a case
 */

const NAME = /\b[a-z]+(?:-[a-z]+)*\b/g;

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
 * A sentence; what a book prints is marked with its language.
 * @param {Said} said
 * @param {Known} known
 */
function sentence(said, known) {
  return said.flatMap((each) => {
    if (typeof each === "string") return linked(each, known);
    const meaning = each.meaning === null ? [] : [` (${each.meaning})`];
    return [element("q", { lang: each.lang }, each.words), ...meaning];
  });
}

/**
 * A part of what stands behind an answer, to be opened or closed.
 * @param {Part} part
 * @param {Known} known
 */
function folded({ title, rule, open, lines }, known) {
  const items = lines.map((line) => {
    const said = sentence(line.said, known);
    const first = line.rule ? [element("a", { href: address(line.rule, known) }, ...said)] : said;
    return element("li", {}, ...first, ...line.more.flatMap((more) => [element("br"), ...sentence(more, known)]));
  });
  if (!items.length) return element("p", {}, title);
  if (rule) {
    const link = { href: address(rule, known), hreflang: language() };
    items.push(element("li", {}, element("a", link, say("The rule in the rulebook"))));
  }
  const attributes = { class: "judge-reason", open };
  return element("details", attributes, element("summary", {}, title), element("ul", {}, ...items));
}

/**
 * A scoring, row by row, with what each seat counts.
 * @param {Scoring} scored
 */
function scoring({ rows, points, dirk, game }) {
  const seatName = (/** @type {number | null} */ seat) =>
    seat === null ? dirkOf(game) : say("seat {number}", { number: seat + 1 });
  const some = rows.some(({ standings }) => standings.some(({ seat }) => seat === null));
  const seats = [...points.keys(), ...(some ? [null] : [])];
  /** @type {(row: Row, seat: number | null) => HTMLElement} */
  const cell = (row, seat) => {
    const found = row.standings.find((each) => each.seat === seat);
    if (!found) return element("td", { class: "judge-nothing" }, "–");
    return element(
      "td",
      {},
      element("b", {}, String(found.points)),
      element("small", {}, ` ${standingInWords(found, row)}`),
    );
  };
  const line = (/** @type {Row} */ row) =>
    element(
      "tr",
      {},
      element(
        "th",
        { scope: "row" },
        rowName(row.name),
        row.value === null ? "" : element("small", {}, " ", say("worth {number}", { number: row.value })),
      ),
      ...seats.map((seat) => cell(row, seat)),
    );
  const scored = rows.filter(({ standings }) => standings.length);
  const sum = seats.map((seat) => element("td", {}, element("b", {}, String(seat === null ? dirk : points[seat]))));
  const names = seats.map((seat) => element("th", { scope: "col" }, seatName(seat)));
  const head = element("thead", {}, element("tr", {}, element("td", {}), ...names));
  const last = element("tr", { class: "judge-sum" }, element("th", { scope: "row" }, say("together")), ...sum);
  const table = element("table", {}, head, element("tbody", {}, ...scored.map(line), last));
  return element("div", { class: "judge-scoring", tabindex: "0" }, table);
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
 * What only those can read who write questions as text.
 * @param {string} flaw
 */
function untold(flaw) {
  if (language() === "en") return [flaw];
  const exactly = element(
    "details",
    {},
    element("summary", {}, say("in English")),
    element("span", { lang: "en" }, flaw),
  );
  return [say("Part of it cannot be read as it is written."), exactly];
}

/**
 * The verdict as elements; the first of them is what a screen reader is told.
 * @param {Verdict | Flaws} answer
 * @param {Known} known
 * @param {boolean} isText whether it was written; whoever lays things hears nothing of lines and columns
 */
export function verdict(answer, known, isText = true) {
  const linkTo = (/** @type {Broken} */ { rule, sentence: said }) =>
    element("a", { href: address(rule, known) }, capital(said));
  if ("flaws" in answer) {
    const lines = (answer.broken ?? []).map((each) => element("p", {}, linkTo(each)));
    if (lines.length) {
      lines[0].prepend(element("strong", {}, say("No.")), " ");
      return { main: element("div", { class: "judge-head judge-no" }, ...lines), more: [] };
    }
    const flaws = answer.flaws.map((flaw, place) => {
      const isParsed = !isText && /line \d+, column \d+/.test(flaw);
      const told = isParsed
        ? say("A tile or a card in it does not exist here: choose it anew.")
        : answer.lang
          ? flaw
          : answer.told?.[place];
      return element("li", {}, ...(told ? [told] : untold(flaw)));
    });
    const main = element(
      "div",
      { class: "judge-head judge-told" },
      element("p", {}, say("This cannot be asked yet.")),
      element("ul", {}, ...flaws),
    );
    return { main, more: [] };
  }
  const { legal, broken, grounds, subject, facts, notes } = answer;
  const mood = legal === true ? "yes" : legal === false ? "no" : "told";
  const reasons = broken.map(linkTo);
  const isAlone = reasons.length === 1;
  const step =
    answer.answer.step === undefined ? "" : say("It fails at step {number}.", { number: answer.answer.step });
  const shown = facts.slice(legal === null ? 1 : 0);
  const main = element(
    "div",
    { class: `judge-head judge-${mood}` },
    element("p", {}, element("strong", {}, heading(answer)), " ", ...(isAlone ? reasons : [])),
    reasons.length > 1 ? element("ul", {}, ...reasons.map((each) => element("li", {}, each))) : null,
    ...grounds.map((each) => element("p", {}, linkTo(each))),
    ...[step, capital(subject), ...notes].filter(Boolean).map((line) => element("p", {}, line)),
    shown.length ? element("ul", {}, ...shown.map((line) => element("li", {}, line))) : null,
    ...answer.said.map((said) => element("p", {}, ...sentence(said, known))),
  );
  const drawn = answer.pictures.length
    ? [element("div", { class: "judge-pictures" }, ...answer.pictures.map(picture))]
    : [];
  const table = answer.scoring ? [scoring(answer.scoring)] : [];
  return { main, more: [...table, ...drawn, ...answer.parts.map((each) => folded(each, known))] };
}

/**
 * What a verdict says first.
 * @param {Pick<Verdict, "legal" | "answer" | "facts" | "subject">} verdict
 */
export function heading({ legal, answer, facts, subject }) {
  if (legal === false) return say("No.");
  if (legal === true && answer.then !== undefined) return say("Yes, this may be done.");
  if (legal === true && answer.exact === undefined) return subject ? say("Yes.") : say("Yes. This city is legal.");
  if (legal === true)
    return answer.exact
      ? say("Yes, and it earns a further action.")
      : say("Yes. It is more than the price, so no further action.");
  if (typeof answer.result === "number") {
    const points = counted("{number} point", "{number} points", answer.result);
    return `${counted("{number} edge", "{number} edges", answer.result)}, ${points}.`;
  }
  return capital(facts[0] ?? "");
}
