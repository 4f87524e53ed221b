// For both pages: what stands round a page, in the language of whoever reads it: its title, the list of pages, the buttons of the theme.

/** @import { Known } from "./notation.js" */

import { element } from "./tiles.js";
import { language, note, say } from "./words.js";

const ROOT = new URL("../../", import.meta.url);
/**
 * The address of a rule, in the language that is spoken.
 * @param {string} rule
 * @param {Known} known
 */
export function ruleAddress(rule, known) {
  const page = language() === "en" ? known.rules[rule].chapter : language();
  return new URL(`rulebook/${page}.html#${rule}`, ROOT).href;
}
/** What is heard of parts of the theme, by where they are. */
const HEARD = {
  "#__navigation": note("Show or hide all pages"),
  "#__toc": note("Show or hide the contents of this page"),
  ".theme-toggle": note("Light or dark"),
  ".sidebar-drawer": note("All pages"),
  ".sidebar-search-container": note("All pages"),
  ".toc-drawer": note("This page"),
  ".sidebar-search": note("Search"),
};
/** What was said round the page last: in which language, and of which title. */
let spoken = "";
/** The list of pages as it was, which is in English. */
let english = /** @type {ChildNode[] | null} */ (null);

/**
 * A part of the page as it is before this script runs.
 * @param {string} id
 */
export function part(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/**
 * Say all that stands round the page in the language that is spoken.
 * @param {string} title of the page
 * @param {string} about what stands below it
 */
export function speakFrame(title, about) {
  if (spoken === `${language()} ${title}`) return;
  spoken = `${language()} ${title}`;
  document.documentElement.lang = language();
  document.title = `${title} - granada`;
  for (const [where, words] of Object.entries(HEARD)) {
    for (const each of document.querySelectorAll(where)) each.ariaLabel = say(words);
  }
  for (const each of document.querySelectorAll("symbol > title")) each.remove();
  for (const each of document.querySelectorAll(".skip-to-content")) each.textContent = say("Skip to content");
  for (const each of document.querySelectorAll(".headerlink")) each.setAttribute("title", say("Link to this heading"));
  for (const each of document.querySelectorAll(".sidebar-search")) each.setAttribute("placeholder", say("Search"));
  for (const each of document.querySelectorAll("footer")) each.hidden = language() !== "en";
  const [heading, below] = document.querySelectorAll("article h1, article h1 + p");
  heading.firstChild?.replaceWith(title);
  below.textContent = about;
  for (const each of [heading, below]) each.setAttribute("lang", language());
  showPages(title);
}

/**
 * The pages that there are in the language that is spoken.
 * @param {string} title
 */
function showPages(title) {
  const tree = document.querySelector(".sidebar-tree");
  if (!tree) return;
  english ??= [...tree.childNodes];
  if (language() === "en") {
    tree.replaceChildren(...english);
    return;
  }
  const page = (/** @type {string} */ address, /** @type {string} */ name) =>
    element(
      "li",
      { class: "toctree-l1" },
      element("a", { class: "reference internal", href: new URL(address, ROOT).href }, name),
    );
  const rules = page(`rulebook/${language()}.html`, say("All rules"));
  tree.replaceChildren(element("ul", {}, page(location.pathname.split("/").at(-1) ?? "", title), rules));
}
