// Finding a rule in plain words, with the index and in the manner of granada/spec/rule_search.py.

/**
 * A rule: the ways to ask for it, each word of them as the things that it can mean, and how much things count for it.
 * @typedef {object} Rule
 * @property {string} rule
 * @property {string} chapter
 * @property {string} sentence
 * @property {string[]} games
 * @property {number[][][]} phrases
 * @property {[thing: number, weight: number][]} weights
 */
/**
 * The index: the rules, how much each thing tells them apart, the things that only one game has, those that name the
 * games, and the words.
 * @typedef {object} Index
 * @property {Rule[]} rules
 * @property {number[]} rarity
 * @property {Record<string, number[]>} signs
 * @property {Record<string, number>} names
 * @property {Record<string, Words>} languages
 */
/**
 * The words of a language: those that tell nothing, what words begin and end with, and what each form can mean.
 * @typedef {object} Words
 * @property {string[]} stop
 * @property {string[]} prefixes
 * @property {string[]} endings
 * @property {Record<string, number[]>} forms
 */
/** @typedef {Map<number, number>} Meaning the things that a word can mean, and how much it is like a word for them */
/** @typedef {{ meaning: Meaning, rarity: number }} Asked a word of a question, and how much it tells rules apart */

const [BARE, BEGINS, SLIP, SLIPS, PART] = [0.9, 0.85, 0.8, 0.65, 0.6];
const [BEGINNING, ENDINGS, LONGEST] = [3, 3, 40];
const NEAREST = [0.6, 0.4, 0.3, 0.2];
const SAME = 0.5;
const [ELSEWHERE, UNNAMED, OWN, MOST, POOR] = [0.6, 0.85, 1.1, 12, 0.35];

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
 * How many letters are wrong, missing, too many, or exchanged with the next.
 * @param {string} word
 * @param {string} form
 */
function wrongLetters(word, form) {
  /** @type {number[]} */
  let older = [];
  let last = [...Array(form.length + 1).keys()];
  for (let n = 1; n <= word.length; n++) {
    const row = [n];
    for (let m = 1; m <= form.length; m++) {
      const same = word[n - 1] === form[m - 1];
      row[m] = Math.min(last[m] + 1, row[m - 1] + 1, last[m - 1] + (same ? 0 : 1));
      if (n > 1 && m > 1 && word[n - 1] === form[m - 2] && word[n - 2] === form[m - 1]) {
        row[m] = Math.min(row[m], older[m - 2] + 1);
      }
    }
    [older, last] = [last, row];
  }
  return last[form.length];
}

/**
 * How much a word is like a known one.
 * @param {string} word
 * @param {string} form
 * @param {boolean} slips
 */
function likeness(word, form, slips) {
  if (word === form) return 1;
  const short = Math.min(word.length, form.length);
  const long = Math.max(word.length, form.length);
  let shared = 0;
  while (shared < short && word[shared] === form[shared]) shared += 1;
  if ((shared >= BEGINNING && shared >= long - 2) || (shared >= 4 && shared >= 0.6 * long)) {
    return (BEGINS * shared) / long;
  }
  if (!slips || short < 4) return 0;
  const wrong = long - short <= 2 ? wrongLetters(word, form) : long;
  if (wrong <= (short >= 8 ? 2 : 1)) return wrong === 1 ? SLIP : SLIPS;
  return word.startsWith(form) || word.endsWith(form) ? PART : 0;
}

/**
 * The longest known words that a word is without a prefix of its language, and without some of its endings.
 * @param {string} word
 * @param {Words} words
 */
function bareWords(word, { prefixes, endings, forms }) {
  if (word.length > LONGEST) return [];
  const found = new Set([word]);
  for (const prefix of prefixes) if (word.startsWith(prefix)) found.add(word.slice(prefix.length));
  for (let n = 0; n < ENDINGS; n++) {
    for (const each of [...found]) {
      for (const ending of endings) if (each.endsWith(ending)) found.add(each.slice(0, -ending.length));
    }
  }
  const known = [...found].filter((each) => each.length >= BEGINNING && Object.hasOwn(forms, each));
  return known.filter((each) => known.every((other) => other.length <= each.length));
}

/**
 * What a word can mean in some languages; slips are looked for where none of them knows it.
 * @param {string} word
 * @param {Words[]} languages
 */
function meaningOf(word, languages) {
  const known = languages.some(({ forms }) => Object.hasOwn(forms, word));
  const bare = languages.map((words) => (known ? [] : bareWords(word, words)));
  const slips = !known && bare.every((forms) => !forms.length);
  /** @type {Meaning} */
  const meaning = new Map();
  for (const [number, { forms }] of languages.entries()) {
    for (const [form, things] of Object.entries(forms)) {
      const like = Math.max(likeness(word, form, slips), bare[number].includes(form) ? BARE : 0);
      for (const thing of like ? things : []) {
        meaning.set(thing, Math.max(like, meaning.get(thing) ?? 0));
      }
    }
  }
  return meaning;
}

/**
 * The telling words of a question, by the languages that know most of its words.
 * @param {string} question
 * @param {Index} index
 * @returns {Asked[]}
 */
function askedOf(question, { languages, rarity }) {
  const words = [...new Set(wordsOf(question))];
  const all = Object.values(languages);
  const known = all.map(
    ({ stop, forms }) => words.filter((word) => Object.hasOwn(forms, word) || stop.includes(word)).length,
  );
  const spoken = all.filter((_, number) => known[number] === Math.max(...known));
  const telling = words.filter((word) => !spoken.some(({ stop }) => stop.includes(word)));
  const asked = (telling.length ? telling : words).map((word) => {
    const meaning = meaningOf(word, spoken);
    return meaning.size ? meaning : meaningOf(word, all);
  });
  return asked
    .filter((meaning) => meaning.size)
    .map((meaning) => {
      const surest = Math.max(...meaning.values());
      const likeliest = [...meaning.keys()].filter((thing) => meaning.get(thing) === surest);
      return { meaning, rarity: Math.max(...likeliest.map((thing) => rarity[thing])) };
    });
}

/**
 * How much of a question and of a phrase they have in common; the name of a chosen game need not be said.
 * @param {Asked[]} asked
 * @param {number | undefined} chosen
 * @param {number} whole
 * @param {number[][]} phrase
 * @param {number[]} rarity
 */
function likenessOfPhrase(asked, chosen, whole, phrase, rarity) {
  let common = 0;
  for (const word of asked) {
    let most = 0;
    for (const things of phrase) for (const thing of things) most = Math.max(most, word.meaning.get(thing) ?? 0);
    common += word.rarity * most;
  }
  if (!common) return 0;
  for (const things of phrase) {
    const rare = Math.max(...things.map((thing) => rarity[thing]));
    let most = things.some((thing) => thing === chosen) ? 1 : 0;
    for (const word of asked) for (const thing of things) most = Math.max(most, word.meaning.get(thing) ?? 0);
    common += rare * most;
    whole += rare;
  }
  return common / whole;
}

/**
 * How much a rule counts: by the ways to ask for it that are most like the question, and by all that is said of it.
 * @param {Asked[]} asked
 * @param {number | undefined} chosen
 * @param {Rule} rule
 * @param {number[]} rarity
 */
function score(asked, chosen, rule, rarity) {
  const weights = new Map(rule.weights);
  let said = 0;
  for (const word of asked) {
    let most = 0;
    for (const [thing, like] of word.meaning) most = Math.max(most, (weights.get(thing) ?? 0) * like);
    said += word.rarity * most;
  }
  if (!said) return 0;
  const whole = asked.reduce((sum, word) => sum + word.rarity, 0);
  const alike = rule.phrases.map((phrase) => likenessOfPhrase(asked, chosen, whole, phrase, rarity));
  alike.sort((one, other) => other - one);
  const same = alike[0] > 0.999 ? SAME : 0;
  return NEAREST.reduce((sum, weight, n) => sum + (alike[n] ?? 0) * weight, said / whole + same);
}

/**
 * The game of which a question names what no other has; who names both asks about the combined game.
 * @param {Asked[]} asked
 * @param {Index["signs"]} signs
 */
function gamesNamed(asked, signs) {
  const games = Object.keys(signs).filter((game) =>
    asked.some(({ meaning }) => signs[game].some((thing) => meaning.get(thing) === 1)),
  );
  return games.length < 2 ? games : ["combined"];
}

/**
 * How much a rule counts that holds in some games, where others may be asked about.
 * @param {string[]} games
 * @param {string[]} asked
 */
function held(games, asked) {
  if (asked.length && !asked.some((game) => games.includes(game))) return ELSEWHERE;
  if (games.join() === asked.join()) return OWN;
  return games.join() === "combined" && !asked.includes("combined") ? UNNAMED : 1;
}

/**
 * The rules that a question in plain words may mean, the likeliest first; those of a chosen game before others.
 * @param {string} question
 * @param {Index} index
 * @param {string} game
 */
export function foundRules(question, index, game = "") {
  const { rules, rarity, signs, names } = index;
  const asked = askedOf(question, index);
  const games = game ? [game] : gamesNamed(asked, signs);
  const name = wordsOf(question).join("-");
  const scores = rules.map(
    (rule) => score(asked, names[game], rule, rarity) * held(rule.games, games) + (rule.rule === name ? 1 : 0),
  );
  const enough = Math.max(...scores) * POOR;
  const likely = [...scores.keys()].filter((number) => scores[number] > 0 && scores[number] >= enough);
  likely.sort((one, other) => scores[other] - scores[one] || one - other);
  const found = likely.map((number) => rules[number]);
  const here = found.filter((rule) => !game || rule.games.includes(game));
  return [...here, ...found.filter((rule) => !here.includes(rule))].slice(0, MOST);
}
