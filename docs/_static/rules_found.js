// The rules that the words of a search may mean, above what else the search of the site finds.

import { foundRules, wordsOf } from "./finding.js";

/** @import { Index, Rule } from "./finding.js" */

const ROOT = new URL("../", import.meta.url);
/** @type {Record<string, string>} */
const GAMES = { granada: "Granada", alhambra: "Alhambra", combined: "Combined" };
/** @type {Record<string, string>} */
const LANGUAGES = { en: "English", fr: "français", hu: "magyar", it: "italiano", nl: "Nederlands" };

/** The language that was chosen, or else the first one wished for that there is. */
function wanted() {
  const chosen = new URL(location.href).searchParams.get("language");
  const wishes = [chosen, ...navigator.languages].map((wish) => (wish ?? "").slice(0, 2));
  return wishes.find((wish) => Object.hasOwn(LANGUAGES, wish)) ?? "en";
}

/**
 * The sentences of the rules in a language; none for English, which the index has.
 * @param {string} language
 * @returns {Promise<Record<string, string>>}
 */
async function sentencesIn(language) {
  return language === "en" ? {} : (await fetch(new URL(`sentences-${language}.json`, ROOT))).json();
}

/**
 * @param {Rule} found
 * @param {string} language
 * @param {Record<string, string>} sentences
 */
function shown({ rule, chapter, sentence, games }, language, sentences) {
  const said = document.createElement("span");
  const item = document.createElement("li");
  const link = document.createElement("a");
  const name = document.createElement("code");
  link.href = new URL(`rulebook/${language === "en" ? chapter : language}.html#${rule}`, ROOT).href;
  link.textContent = rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");
  name.textContent = rule;
  item.append(link, " ", name);
  for (const game of games.length < Object.keys(GAMES).length ? games : []) {
    const label = document.createElement("span");
    label.className = "rule-game";
    label.textContent = GAMES[game];
    item.append(" ", label);
  }
  said.lang = language;
  said.textContent = sentences[rule] ?? sentence;
  item.append(document.createElement("br"), said);
  return item;
}

/**
 * A choice that the address remembers.
 * @param {string} about
 * @param {string} name
 * @param {Record<string, string>} choices
 * @param {string} chosen
 * @param {() => void} changed
 */
function choice(about, name, choices, chosen, changed) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.append(...Object.entries(choices).map(([value, text]) => new Option(text, value)));
  select.value = Object.hasOwn(choices, chosen) ? chosen : "";
  select.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set(name, select.value);
    history.replaceState(null, "", address);
    changed();
  });
  label.append(`${about} `, select, " ");
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
  const show = async () => {
    const language = wanted();
    const sentences = await sentencesIn(language);
    const found = foundRules(question, index, new URL(location.href).searchParams.get("game") ?? "");
    heading.textContent = found.length ? "Rules" : "No rule is found by these words";
    list.replaceChildren(...found.map((rule) => shown(rule, language, sentences)));
  };
  const game = new URL(location.href).searchParams.get("game") ?? "";
  section.append(heading, choice("Rules of", "game", { "": "any game", ...GAMES }, game, show));
  section.append(choice("in", "language", LANGUAGES, wanted(), show), list);
  await show();
  place.before(section);
}

const asked = new URLSearchParams(location.search).get("q") ?? "";
const results = document.getElementById("search-results");
if (results && wordsOf(asked).length) search(asked, results);
