// For both pages: their words, in the language of whoever reads them; the key is the English text, as in the catalogues of the package.

/** @typedef {readonly [about: string, english: string]} Text a text that is told later, with what it is about */
/** @typedef {Record<string, string | number>} Parts what is filled in where a text has {name} */
/**
 * A catalogue: each text by its English, behind what it is about if that matters; those about numbers have several forms.
 * @typedef {{ plural: string, texts: Record<string, string | string[]> }} Catalogue
 */

/** The languages by their codes, as each calls itself. */
export const LANGUAGES = { en: "English", fr: "Français", hu: "Magyar", it: "Italiano", nl: "Nederlands" };
/** Which form a number takes, by the rule that stands in a catalogue. */
const FORMS = /** @type {Record<string, (number: number) => number>} */ ({
  0: () => 0,
  "(n != 1)": (number) => Number(number !== 1),
  "(n > 1)": (number) => Number(number > 1),
});
const BETWEEN = "\u0004";
const FOLDER = new URL("words/", import.meta.url);

/** @type {Catalogue} */
let catalogue = { plural: "(n != 1)", texts: {} };
let code = "en";
/** How many languages were asked for. */
let turns = 0;

/** The code of the language that is spoken. */
export const language = () => code;

/**
 * Note a text that is told later, and what it is about.
 * @param {string} about
 * @param {string} english
 * @returns {Text}
 */
export const text = (about, english) => [about, english];

/**
 * Note a text that is told later.
 * @param {string} english
 */
export const note = (english) => english;

/**
 * @param {string} key
 * @param {string} english
 * @param {Parts} parts
 */
function filled(key, english, parts) {
  const found = Object.hasOwn(catalogue.texts, key) ? catalogue.texts[key] : english;
  return String(found).replaceAll(/\{(\w+)\}/g, (whole, name) =>
    String(Object.hasOwn(parts, name) ? parts[name] : whole),
  );
}

/**
 * A text in the language that is spoken.
 * @param {string} english
 * @param {Parts} parts
 */
export const say = (english, parts = {}) => filled(english, english, parts);

/**
 * A text that was noted with what it is about.
 * @param {Text} noted
 * @param {Parts} parts
 */
export const sayOf = ([about, english], parts = {}) => filled(`${about}${BETWEEN}${english}`, english, parts);

/**
 * A text about some number of things.
 * @param {string} one
 * @param {string} many
 * @param {number} number
 */
export function counted(one, many, number) {
  const found = Object.hasOwn(catalogue.texts, one) ? catalogue.texts[one] : [one, many];
  const form = (FORMS[catalogue.plural] ?? FORMS["(n != 1)"])(number);
  return String(found[form] ?? many).replaceAll("{number}", String(number));
}

/**
 * Some texts in a row.
 * @param {string[]} each
 */
export function listed(each) {
  const others = each.slice(0, -1).join(", ");
  return others
    ? sayOf(["the end of a list", "{others} and {last}"], { others, last: each.at(-1) ?? "" })
    : each.join();
}

/** Some words, the first of them written large. */
export const capital = (/** @type {string} */ words) => words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);

/**
 * A name with what is said of it behind a colon.
 * @param {string} name
 * @param {string} said
 */
export const named = (name, said) => sayOf(["a name, and what is said of it", "{name}: {said}"], { name, said });

/** @type {Record<string, Text>} */
const DIRK = {
  granada: text("the imaginary player of Granada", "Dirk"),
  alhambra: text("the imaginary player of the Alhambra", "Dirk"),
  combined: text("the imaginary player of both together", "Dirk"),
};

/**
 * The imaginary player, as the book of a game calls him.
 * @param {string} game
 */
export const dirk = (game) => sayOf(DIRK[game] ?? DIRK.granada);

/**
 * The language that somebody wishes who names several, the dearest first.
 * @param {readonly string[]} wishes
 */
export function wished(wishes) {
  return wishes.map((each) => each.slice(0, 2).toLowerCase()).find((each) => Object.hasOwn(LANGUAGES, each)) ?? "en";
}

/**
 * Speak a language from now on, unless another one is asked for meanwhile; where its catalogue does not come nothing changes.
 * @param {string} asked
 * @returns whether it came
 */
export async function speak(asked) {
  const number = ++turns;
  const wanted = Object.hasOwn(LANGUAGES, asked) ? asked : "en";
  const found = wanted === "en" ? { plural: "(n != 1)", texts: {} } : await fetched(wanted);
  if (number !== turns) return true;
  if (found) [code, catalogue] = [wanted, found];
  return found !== null;
}

/**
 * @param {string} name
 * @returns {Promise<Catalogue | null>}
 */
async function fetched(name) {
  try {
    const answer = await fetch(new URL(`${name}.json`, FOLDER));
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}
