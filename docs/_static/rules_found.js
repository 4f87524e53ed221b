// The rules that the words of a search may mean, above what else the search of the site finds.

import { foundRules, wordsOf } from "./finding.js";

/** @import { Index, Rule } from "./finding.js" */

const ROOT = new URL("../", import.meta.url);

/** @param {Rule} found */
function shown({ rule, chapter, sentence }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("code");
  link.href = new URL(`rulebook/${chapter}.html#${rule}`, ROOT).href;
  link.textContent = rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");
  name.textContent = rule;
  item.append(link, " ", name, document.createElement("br"), sentence);
  return item;
}

/**
 * Show the rules that a question may mean.
 * @param {string} question
 * @param {Element} place
 */
async function search(question, place) {
  /** @type {Index} */
  const index = await (await fetch(new URL("rules.json", ROOT))).json();
  const found = foundRules(question, index);
  const list = document.createElement("ul");
  const heading = document.createElement("h2");
  const section = document.createElement("section");
  heading.textContent = found.length ? "Rules" : "No rule is found by these words";
  section.id = "rules-found";
  list.className = "rule-list";
  list.append(...found.map(shown));
  section.append(heading, list);
  place.before(section);
}

const asked = new URLSearchParams(location.search).get("q") ?? "";
const results = document.getElementById("search-results");
if (results && wordsOf(asked).length) search(asked, results);
