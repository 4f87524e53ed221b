// Finding a rule in plain words, with the index and in the manner of granada/suite/rule_search.py.

/** @typedef {{ rule: string, chapter: string, sentence: string, names: string[] }} Rule */
/**
 * The index: the rules, and how much each word counts for which of them, by their numbers.
 * @typedef {{ rules: Rule[], words: Record<string, [number: number, weight: number][]>, stop: string[] }} Index
 */

const [WHOLE, WITHIN, NEAR, LIKE, MOST, POOR] = [12, 4, 0.8, 0.5, 12, 0.25];

/**
 * The words of a text, in small letters without accents.
 * @param {string} text
 * @returns {string[]}
 */
export function wordsOf(text) {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * @param {string} text
 * @param {string[]} stop
 */
function askedOf(text, stop) {
  const found = [...new Set(wordsOf(text))];
  const telling = found.filter((word) => !stop.includes(word));
  return telling.length ? telling : found;
}

/**
 * How much two words are the same: wholly, but for an ending, or in how they begin.
 * @param {string} asked
 * @param {string} word
 */
function likeness(asked, word) {
  if (asked === word) return 1;
  const [short, long] = asked.length <= word.length ? [asked, word] : [word, asked];
  if (!long.startsWith(short)) return 0;
  if (short.length >= 3 && long.length - short.length <= 2) return NEAR;
  return short.length >= 5 ? LIKE : 0;
}

/**
 * How much a word counts for each rule that has it, or one like it.
 * @param {string} asked
 * @param {Index["words"]} words
 */
function best(asked, words) {
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const [word, places] of Object.entries(words)) {
    const like = likeness(asked, word);
    for (const [number, weight] of like ? places : []) {
      found.set(number, Math.max(found.get(number) ?? 0, weight * like));
    }
  }
  return found;
}

/**
 * What is added where the question is a name of a rule, or stands within one.
 * @param {string[]} asked
 * @param {string} name
 */
function named(asked, name) {
  if (asked.join(" ") === name) return WHOLE;
  const words = name.split(" ");
  return asked.length && asked.every((word) => words.includes(word)) ? WITHIN : 0;
}

/**
 * The rules that a question in plain words may mean, the likeliest first.
 * @param {string} question
 * @param {Index} index
 */
export function foundRules(question, { rules, words, stop }) {
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
    if (hits[number]) scores[number] += Math.max(...names.map((name) => named(asked, name)));
  });
  const order = [...scores.keys()].filter((number) => scores[number] > 0);
  order.sort((one, other) => scores[other] - scores[one] || one - other);
  const likely = order.filter((number) => scores[number] >= scores[order[0]] * POOR);
  return likely.slice(0, MOST).map((number) => rules[number]);
}
