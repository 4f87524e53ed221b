// Finding a rule in plain words, with the index and in the manner of granada/suite/rule_search.py.
"use strict";

(() => {
  const [WHOLE, WITHIN, NEAR, LIKE, MOST, POOR] = [12, 4, 0.8, 0.5, 12, 0.25];

  const wordsOf = (text) =>
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];

  function askedOf(text, stop) {
    const found = [...new Set(wordsOf(text))];
    const telling = found.filter((word) => !stop.includes(word));
    return telling.length ? telling : found;
  }

  /** How much two words are the same: wholly, but for an ending, or in how they begin. */
  function likeness(asked, word) {
    if (asked === word) return 1;
    const [short, long] = asked.length <= word.length ? [asked, word] : [word, asked];
    if (!long.startsWith(short)) return 0;
    if (short.length >= 3 && long.length - short.length <= 2) return NEAR;
    return short.length >= 5 ? LIKE : 0;
  }

  function best(asked, words) {
    const found = new Map();
    for (const [word, places] of Object.entries(words)) {
      const like = likeness(asked, word);
      if (like)
        for (const [number, weight] of places) found.set(number, Math.max(found.get(number) ?? 0, weight * like));
    }
    return found;
  }

  function named(together, asked, name) {
    if (together === name) return WHOLE;
    const words = name.split(" ");
    return asked.length && asked.every((word) => words.includes(word)) ? WITHIN : 0;
  }

  /** The rules that a question in plain words may mean, the likeliest first. */
  function foundRules(question, { rules, words, stop }) {
    const asked = askedOf(question, stop);
    const scores = rules.map(() => 0);
    const hits = rules.map(() => 0);
    for (const word of asked) {
      for (const [number, weight] of best(word, words)) {
        scores[number] += weight;
        hits[number] += 1;
      }
    }
    rules.forEach(({ names }, number) => {
      scores[number] *= asked.length ? hits[number] / asked.length : 0;
      if (hits[number]) scores[number] += Math.max(...names.map((name) => named(asked.join(" "), asked, name)));
    });
    const order = [...scores.keys()].filter((number) => scores[number] > 0);
    order.sort((one, other) => scores[other] - scores[one] || one - other);
    return order
      .filter((number) => scores[number] >= scores[order[0]] * POOR)
      .slice(0, MOST)
      .map((number) => rules[number]);
  }

  const ROOT = new URL("../", document.currentScript.src);
  const title = (rule) => rule[0].toUpperCase() + rule.slice(1).replaceAll("-", " ");

  function shown({ rule, chapter, sentence }) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const name = document.createElement("code");
    link.href = new URL(`rulebook/${chapter}.html#${rule}`, ROOT).href;
    link.textContent = title(rule);
    name.textContent = rule;
    item.append(link, " ", name, document.createElement("br"), sentence);
    return item;
  }

  /** The rules found, above what else the search of the site finds. */
  async function search() {
    const question = new URLSearchParams(location.search).get("q") ?? "";
    const place = document.getElementById("search-results");
    if (!place || !wordsOf(question).length) return;
    const known = await (await fetch(new URL("rules.json", ROOT))).json();
    const found = foundRules(question, known);
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

  window.granadaRules = foundRules;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", search);
  else search();
})();
