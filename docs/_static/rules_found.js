// The rules that the words of a search may mean, above what else the search of the site finds.

import { foundRules, wordsOf } from "./finding.js";

/** @import { Index, Rule } from "./finding.js" */

const ROOT = new URL("../", import.meta.url);
/** @type {Record<string, string>} */
const GAMES = { granada: "Granada", alhambra: "Alhambra", combined: "Combined" };

/** @param {Rule} found */
function shown({ rule, chapter, sentence, games }) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("code");
  link.href = new URL(`rulebook/${chapter}.html#${rule}`, ROOT).href;
  link.textContent = rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");
  name.textContent = rule;
  item.append(link, " ", name);
  for (const game of games.length < Object.keys(GAMES).length ? games : []) {
    const label = document.createElement("span");
    label.className = "rule-game";
    label.textContent = GAMES[game];
    item.append(" ", label);
  }
  item.append(document.createElement("br"), sentence);
  return item;
}

/**
 * A choice of the game that is asked about; the address remembers it.
 * @param {(game: string) => void} choose
 */
function gameChoice(choose) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  const address = new URL(location.href);
  const games = Object.entries({ "": "any game", ...GAMES });
  select.append(...games.map(([game, name]) => new Option(name, game)));
  const chosen = address.searchParams.get("game") ?? "";
  select.value = Object.hasOwn(GAMES, chosen) ? chosen : "";
  select.addEventListener("change", () => {
    address.searchParams.set("game", select.value);
    history.replaceState(null, "", address);
    choose(select.value);
  });
  label.append("Rules of ", select);
  choose(select.value);
  return label;
}

/**
 * Show the rules that a question may mean.
 * @param {string} question
 * @param {Element} place
 */
async function search(question, place) {
  /** @type {Index} */
  const index = await (await fetch(new URL("search.json", ROOT))).json();
  const list = document.createElement("ul");
  const heading = document.createElement("h2");
  const section = document.createElement("section");
  section.id = "rules-found";
  list.className = "rule-list";
  const choice = gameChoice((game) => {
    const found = foundRules(question, index, game);
    heading.textContent = found.length ? "Rules" : "No rule is found by these words";
    list.replaceChildren(...found.map(shown));
  });
  section.append(heading, choice, list);
  place.before(section);
}

const asked = new URLSearchParams(location.search).get("q") ?? "";
const results = document.getElementById("search-results");
if (results && wordsOf(asked).length) search(asked, results);
