// What is asked, as a plain value: the state of the page, the question it makes in the words of the protocol, and its link.

/** What can be asked by clicking; every other kind of question is asked as text. */
export const MODES = {
  lay: {
    name: "Lay tiles",
    hint: "Choose a tile, then tap a cell. Tap a tile that lies there to move, turn or remove it.",
  },
  place: {
    name: "May it lie here?",
    hint: "Choose a tile, then tap the cell you ask about. Cells where it fits are lit.",
  },
  remove: { name: "May I remove it?", hint: "Tap the tile you want to take out. Tiles that may leave are lit." },
  swap: {
    name: "May I swap it?",
    hint: "Choose the tile that comes in, then tap the one that goes. Possible places are lit.",
  },
  moat: { name: "How long is my moat?", hint: "Lay tiles as before; the longest moat or wall is traced." },
  score: { name: "What does scoring give?", hint: "Lay the city of each seat; the table is scored as you go." },
  buy: { name: "May I pay so?", hint: "Choose the tile, put cards into the hand, and tap those that pay." },
  take: { name: "May I take these?", hint: "Put cards into the display, and tap those that you take." },
};
export const ON_THE_BOARD = ["lay", "place", "remove", "swap", "moat", "score"];

const TILE = /^(\*?)([a-z]{3,12})(?:(\d{1,2})|-hut)(?:\/([nesw]{1,4}))?(?:~(90|180|270))?$/;
const CELL = /^(-?\d{1,2}),(-?\d{1,2})$/;
const CARD = /^[bgoy](?:[1-9]|\/[bgoy])$/;
/** How far from the start tile the board of the page reaches, and how many cards and seats it shows. */
const FAR = 14;
const MANY = 60;
const SEATS = 6;

/** A tile taken apart, or null. */
export function tileOf(text) {
  const found = typeof text === "string" && text.length < 60 ? TILE.exec(text.replace(/\|[a-z]+\d+/, "")) : null;
  if (!found) return null;
  const [, star, building, price, edges, turned] = found;
  return { building, price: price ?? "hut", edges: edges ?? "", founding: Boolean(star), turned: Number(turned ?? 0) };
}

/** A tile put together. */
export function tileText({ building, price, edges = "", founding = false, turned = 0 }) {
  const worth = price === "hut" ? "-hut" : price;
  const sides = [..."nesw"].filter((side) => edges.includes(side)).join("");
  return `${founding ? "*" : ""}${building}${worth}${sides ? `/${sides}` : ""}${turned ? `~${turned}` : ""}`;
}

/** A cell as two numbers, or null where the board of the page does not reach. */
export function cellOf(text) {
  const found = typeof text === "string" ? CELL.exec(text) : null;
  if (!found) return null;
  const [x, y] = [Number(found[1]), Number(found[2])];
  return Math.abs(x) <= FAR && Math.abs(y) <= FAR ? [x, y] : null;
}

/** The tile that is chosen at first. */
const FIRST = { granada: "park6", alhambra: "garden8", combined: "garden8" };

export function blank(game = "granada", tile = FIRST[game]) {
  return {
    mode: "lay",
    game,
    edition: "",
    rulings: {},
    modules: [],
    cities: [{}],
    seat: 0,
    tile,
    picked: null,
    cell: null,
    verb: "place",
    reserve: null,
    family: null,
    round: "A",
    scoring: "normal",
    dirk: null,
    shown: null,
    cards: [],
    used: [],
    space: 1,
    asked: null,
  };
}

/** The edition that is meant: the one that is named, or the first whose readings are these. */
export function editionOf({ game, rulings, edition }, known) {
  const { editions } = known.games[game];
  const meant = (name) => Object.hasOwn(editions, name) && same(editions[name], rulings);
  if (meant(edition)) return edition;
  return Object.keys(rulings).length ? (Object.keys(editions).find(meant) ?? "") : "";
}

/** The question of a state as the protocol asks it, or a sentence that says what is missing. */
export function questionOf(state, known) {
  const { game, rulings, modules, mode } = state;
  const city = state.cities[state.seat] ?? {};
  const base = { game, ...(Object.keys(rulings).length ? { rulings } : {}) };
  const agreed = modules.length ? { modules } : {};
  const edition = editionOf(state, known);
  const asked = (kind, given) => ({ kind, given: { ...base, ...given }, ...(edition ? { edition } : {}) });
  switch (mode) {
    case "text":
      return state.asked;
    case "lay":
      return asked("layout", { layout: city });
    case "moat":
      return asked("moat", { city, ...(state.family ? { family: state.family } : {}) });
    case "score": {
      const shown = state.shown ? { shown: state.shown } : {};
      const dirk = state.dirk ? { dirk: state.dirk } : {};
      return asked("score", {
        round: state.round,
        cities: state.cities,
        scoring: state.scoring,
        ...dirk,
        ...shown,
        ...agreed,
      });
    }
    case "take":
      if (!state.used.length) return "Tap the cards that you take.";
      return asked("take", { display: words(state.cards), do: `take ${words(state.used)}`, ...agreed });
    case "buy": {
      if (!state.used.length) return "Tap the cards that pay.";
      const { lanes } = known.games[game];
      const family = known.buildings[tileOf(state.tile)?.building]?.family ?? lanes[0];
      const space = `${state.space}${lanes.length > 1 ? family[0] : ""}`;
      const done = {
        hand: words(state.cards),
        space: state.space,
        tile: state.tile,
        do: `buy ${space} with ${words(state.used)}`,
      };
      return asked("buy", { ...done, ...agreed });
    }
  }
  if (!state.cell) return MODES[mode].hint;
  const reserve = state.reserve ? { reserve: state.reserve } : {};
  if (mode === "place") return asked("place", { city, do: `${state.verb} ${state.tile} at ${state.cell}`, ...reserve });
  if (mode === "remove") return asked("remove", { city, do: `remove ${state.cell}` });
  return asked("swap", { city, do: `swap ${state.cell} for ${state.tile}`, reserve: state.reserve ?? [state.tile] });
}

const words = (cards) => cards.join(" ");

/** The state that asks a question; where the page has no board for it, it is asked as text. */
export function stateOf(question, known) {
  const made = onTheBoard(question, known);
  const again = made && questionOf(made, known);
  const whole = again && again.kind === question.kind && same(again.given, question.given);
  return whole ? made : { ...blank(), mode: "text", asked: { kind: question.kind, given: question.given } };
}

function onTheBoard({ kind, given, edition = "" }, known) {
  const fitting = (state) => shownWhole(state, known);
  if (!Object.hasOwn(known.games, given.game ?? "granada")) return null;
  const state = {
    ...blank(given.game ?? "granada"),
    edition,
    rulings: given.rulings ?? {},
    modules: given.modules ?? [],
  };
  const [place, city] = [/^(place|add) (\S+) at (\S+)$/, given.city ?? given.layout ?? {}];
  const done = typeof given.do === "string" ? given.do : "";
  switch (kind) {
    case "layout":
      return fitting({ ...state, cities: [city] });
    case "moat":
      return fitting({ ...state, mode: "moat", cities: [city], family: given.family ?? null });
    case "score": {
      const { round, cities, scoring = "normal", dirk = null, shown = null } = given;
      return Array.isArray(cities) ? fitting({ ...state, mode: "score", round, cities, scoring, dirk, shown }) : null;
    }
    case "place": {
      const [, verb, tile, cell] = place.exec(done) ?? [];
      return tile
        ? fitting({ ...state, mode: "place", cities: [city], verb, tile, cell, reserve: given.reserve ?? null })
        : null;
    }
    case "remove": {
      const [, cell] = /^remove (\S+)$/.exec(done) ?? [];
      return cell ? fitting({ ...state, mode: "remove", cities: [city], cell }) : null;
    }
    case "swap": {
      const [, cell, tile] = /^swap (\S+) for (\S+)$/.exec(done) ?? [];
      return tile
        ? fitting({ ...state, mode: "swap", cities: [city], cell, tile, reserve: given.reserve ?? null })
        : null;
    }
    case "take": {
      const [, used] = /^take (.+)$/.exec(done) ?? [];
      return used ? fitting({ ...state, mode: "take", cards: split(given.display), used: split(used) }) : null;
    }
    case "buy": {
      const [, used] = /^buy [1-4][ag]? with (.+)$/.exec(done) ?? [];
      const { space, tile } = given;
      return used ? fitting({ ...state, mode: "buy", space, tile, cards: split(given.hand), used: split(used) }) : null;
    }
  }
  return null;
}

const split = (cards) => (typeof cards === "string" ? cards.split(" ").filter(Boolean) : []);

/** The state, if the page can show all of it. */
function shownWhole(state, known) {
  const plain = (value) => value && typeof value === "object" && !Array.isArray(value);
  const real = (text) => Object.hasOwn(known.buildings, tileOf(text)?.building ?? "");
  const tiles = (list) => Array.isArray(list) && list.length < MANY && list.every(real);
  const holds = [
    plain(state.rulings),
    Array.isArray(state.modules) &&
      state.modules.length < MANY &&
      state.modules.every((name) => typeof name === "string"),
    state.cities.length <= SEATS && state.cities.every(plain),
    state.cities.every((city) => Object.entries(city).every(([cell, tile]) => cellOf(cell) && real(tile))),
    real(state.tile),
    state.cell === null || cellOf(state.cell),
    [...state.cards, ...state.used].every((card) => CARD.test(card)) && state.cards.length < MANY,
    !state.reserve || tiles(state.reserve),
    !state.dirk || tiles(state.dirk),
    !state.shown || (Array.isArray(state.shown) && state.shown.every(tiles)),
  ];
  return holds.every(Boolean) ? state : null;
}

/** Whether two values are the same, in whatever order their members are. */
export function same(one, other) {
  if (!one || !other || typeof one !== "object" || typeof other !== "object") return one === other;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => same(one[key], other[key]));
}

/** A question as it stands in a link. */
export function encoded(question) {
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const text = [...bytes].map((byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The question of a link, or null where there is none in it. */
export function decoded(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const question = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const fits = question && typeof question.kind === "string" && question.given && typeof question.given === "object";
    const edition = typeof question?.edition === "string" ? { edition: question.edition } : {};
    return fits ? { kind: question.kind, given: question.given, ...edition } : null;
  } catch {
    return null;
  }
}
