// The table on the screen: whose turn it is, the seats, the market, the hand, the reserve, and what is chosen.

import { card, currencyName } from "../shared/cards.js";
import { ruleAddress } from "../shared/frame.js";
import { faceUp, tileOf } from "../shared/notation.js";
import { drawing, element, moneySign, tilePicture, told } from "../shared/tiles.js";
import { capital, counted, language, named, note, say, sayOf } from "../shared/words.js";
import { choices, isBots, legalNow, shownSeat, since } from "./changes.js";
import { smallCity } from "./small.js";
import { agreeing, complete, kindOf, nameOf, shared, without } from "./things.js";

/** @import { Known } from "../shared/notation.js" */
/** @import { Deed, Reason, Slot, State, Table, Thought, Why } from "./changes.js" */
/** @import { Thing } from "./things.js" */
/**
 * What the table tells the page when somebody does something there.
 * @typedef {object} Doing
 * @property {(thing: Thing, pressed: boolean) => void} point
 * @property {(action: string) => void} act
 * @property {(player: number | null) => void} look at what somebody has; null is Dirk
 * @property {(row: string) => void} unfold the words of a row of a scoring
 * @property {(name: Command) => void} command
 */
/** @typedef {"undo" | "hint" | "stop" | "cancel" | "here" | "menu" | "share" | "replay" | "scoring" | "majorities" | "games" | "cover" | "export"} Command */

/**
 * Who sits on a seat, as whoever looks calls them; null is Dirk.
 * @param {Table} table
 * @param {number | null} player
 */
export const seatName = ({ seats: all, dirk, viewer }, player) =>
  player === null ? (dirk?.name ?? "") : player === viewer ? say("You") : capital(all[player].name);

/**
 * A button that does something.
 * @param {string} name
 * @param {() => void} run
 * @param {Record<string, string | boolean>} more
 */
export const button = (name, run, more = {}) => element("button", { type: "button", onclick: run, ...more }, name);

const group = (/** @type {string} */ name, /** @type {string} */ label, /** @type {(Node | string)[]} */ ...children) =>
  element("div", { class: `play-${name}`, role: "group", "aria-label": label }, ...children);

/**
 * Something on the table that can be pointed at.
 * @param {Thing} thing
 * @param {{ pressed?: boolean, lit?: boolean, label: string, class?: string }} looks
 * @param {Doing} doing
 * @param {(Node | string)[]} children
 */
function pointable(thing, { pressed = false, lit = false, label, class: kind = "" }, doing, ...children) {
  return element(
    "button",
    {
      type: "button",
      class: `play-thing ${kind}${lit ? " play-lit" : ""}`,
      "data-thing": thing,
      "aria-pressed": String(pressed),
      title: label,
      onclick: () => doing.point(thing, pressed),
    },
    element("span", { class: "play-unseen" }, [label, lit ? say("possible") : ""].filter(Boolean).join(", ")),
    ...children,
  );
}

/**
 * Some equal or unequal cards or tiles in a row; as many of the equal ones are pressed as are chosen.
 * @param {string} kind
 * @param {string[]} names
 * @param {State} state
 * @param {(name: string, looks: { pressed: boolean, lit: boolean, thing: Thing }) => HTMLElement} make
 */
function row(kind, names, state, make) {
  const left = [...state.chosen];
  const { lit } = choices(state);
  return names.map((name) => {
    const thing = `${kind} ${name}`;
    const place = left.indexOf(thing);
    if (place >= 0) left.splice(place, 1);
    return make(name, { pressed: place >= 0, lit: lit.has(thing), thing });
  });
}

/**
 * Cards that can be pointed at.
 * @param {string} kind
 * @param {string[]} cards
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
function cardRow(kind, cards, state, known, doing) {
  return row(kind, cards, state, (name, { pressed, lit, thing }) => {
    const made = card(name, known, {
      class: `shared-card play-thing${lit ? " play-lit" : ""}`,
      "data-thing": thing,
      "aria-pressed": String(pressed),
      onclick: () => doing.point(thing, pressed),
    });
    if (lit) made.ariaLabel = [made.ariaLabel, say("possible")].join(", ");
    return made;
  });
}

/**
 * Tiles that can be pointed at.
 * @param {string} kind
 * @param {string[]} lying
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
function tileRow(kind, lying, state, known, doing) {
  return row(kind, lying, state, (name, { pressed, lit, thing }) =>
    pointable(
      thing,
      { pressed, lit, label: bothFaces(name, known), class: "play-tile" },
      doing,
      tilePicture(faceUp(name), known),
      ...otherFace(name, known),
    ),
  );
}

/**
 * A tile in words, with its other face.
 * @param {string} tile
 * @param {Known} known
 */
function bothFaces(tile, known) {
  const up = told(faceUp(tile), known);
  const other = tileOf(tile)?.other;
  return other ? say("{face}; on the other side {other}", { face: up, other: told(other, known) }) : up;
}

/**
 * The other face of a tile, small.
 * @param {string} tile
 * @param {Known} known
 */
function otherFace(tile, known) {
  const other = tileOf(tileOf(tile)?.other ?? "");
  if (!other) return [];
  const fill = known.buildings[other.building]?.colour ?? "#ddd";
  return [
    drawing(
      "svg",
      { class: "play-other", viewBox: "-42 -42 164 84", "aria-hidden": "true" },
      drawing("rect", { x: -41, y: -41, width: 162, height: 82, rx: 14, class: "shared-badge" }),
      drawing("rect", { x: -36, y: -36, width: 72, height: 72, rx: 10, fill }),
      drawing("use", { href: `#gr-${other.building}` }),
      drawing("text", { x: 80, y: 22, class: "play-other-price" }, other.price),
    ),
  ];
}

// Whose turn it is

/** What is to be said of a search that has the rules alone to think with. */
const weak = () => say("Search is slow in this browser, and therefore weak.");

/**
 * How far a bot has thought.
 * @param {Thought} thought
 */
export const thoughtInWords = ({ playouts }) =>
  playouts ? counted("{number} simulated game", "{number} simulated games", playouts) : "";

/**
 * Whose turn it is, and what may be done.
 * @param {State} state
 * @param {Doing} doing
 */
export function status(state, doing) {
  const { table, thought, replay } = state;
  if (!table) return [];
  const isOwn = table.actor !== null && table.actor === table.viewer && !replay;
  const isThinking = isBots(table) && !replay;
  const mover = table.actor ?? table.mover;
  const who = mover === null ? "" : capital(table.seats[mover].name);
  const first = table.over
    ? say("The game is over")
    : isOwn
      ? say("Your turn")
      : isThinking
        ? say("{seat} thinks …", { seat: who })
        : who
          ? say("It is the turn of {seat}", { seat: who })
          : say("What happened");
  const more = thought?.playouts ? thoughtInWords(thought) : isThinking || replay ? "" : table.moment;
  const isWeak = table.strong === false && isThinking && table.kinds[table.actor ?? 0] !== "builder";
  const tools = [
    thought ? button(say("Decide now"), () => doing.command("stop"), { "data-command": "stop" }) : null,
    button(say("Undo"), () => doing.command("undo"), {
      "data-command": "undo",
      "aria-disabled": String(!table.undo.can),
      title: table.undo.why || say("Undo"),
    }),
    isOwn && legalNow(state).length && !table.lesson
      ? button(say("Hint"), () => doing.command("hint"), { "data-command": "hint" })
      : null,
    button(say("Menu"), () => doing.command("menu"), { "data-command": "menu" }),
  ];
  return [
    element(
      "p",
      { class: "play-turn" },
      element("strong", {}, first),
      " ",
      element("span", {}, more),
      ...(isWeak ? [" ", element("small", {}, weak())] : []),
    ),
    element("div", { class: "play-tools" }, ...tools),
  ];
}

/** Who sits on a seat. */
export const KINDS = {
  you: note("you"),
  person: note("person"),
  builder: note("builder"),
  mason: note("mason"),
  master: note("master"),
  search: note("search"),
};

/**
 * The seats, with their cities at a glance; each opens.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function seats({ table }, known, doing) {
  if (!table) return [];
  const made = table.seats.map(({ name, city, points }, seat) => {
    const cards = table.hand_sizes[seat];
    const hidden = [
      counted("{number} point", "{number} points", points),
      counted("{number} card", "{number} cards", cards),
      counted("{number} tile", "{number} tiles", Object.keys(city).length),
      table.extras.vizier?.[seat] ? say("vizier up") : "",
      seat === table.actor ? say("to decide") : "",
    ];
    const shown = { "aria-hidden": "true" };
    const back = element("span", { class: "play-back" });
    const parts = [
      smallCity(city, known),
      element("span", { class: "play-name" }, capital(name)),
      " ",
      element("small", {}, seat === table.viewer ? say("you") : say(KINDS[table.kinds[seat]])),
      element("span", { class: "play-unseen" }, ["", ...hidden.filter(Boolean)].join(", ")),
      element("b", { class: "play-points", ...shown }, String(points)),
      ...(table.extras.vizier?.[seat] ? [element("span", { class: "play-vizier", ...shown }, "♟")] : []),
      element("span", { class: "play-held", ...shown }, back, String(cards)),
    ];
    const attributes = {
      type: "button",
      class: `play-seat play-seat-${seat}${seat === table.actor ? " play-acting" : ""}`,
      "data-seat": String(seat),
      onclick: () => doing.look(seat),
    };
    return element("button", attributes, ...parts);
  });
  const dirk = table.dirk
    ? [
        element(
          "button",
          { type: "button", class: "play-seat play-dirk", "data-seat": "dirk", onclick: () => doing.look(null) },
          element("span", { class: "play-name" }, table.dirk.name),
          " ",
          element("b", { class: "play-points" }, String(table.dirk.points)),
          " ",
          element("small", {}, counted("{number} tile", "{number} tiles", table.dirk.tiles.length)),
        ),
      ]
    : [];
  const more = table.next
    ? [
        button(say("Majorities"), () => doing.command("majorities"), {
          class: "play-more",
          "data-command": "majorities",
        }),
      ]
    : [];
  return [group("seats", say("Players"), ...made, ...dirk, ...more)];
}

// What lies between the players

/**
 * The yard, the display, and what is left.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function market(state, known, doing) {
  const { table } = state;
  if (!table) return [];
  const { lit } = choices(state);
  const slot = (/** @type {Slot} */ { slot: name, space, currency, tile }) => {
    const thing = `slot ${name}`;
    const label = say("space {number}, {currency}", { number: space, currency: currencyName(currency) });
    const what = tile ? bothFaces(tile, known) : say("empty");
    const made = pointable(
      thing,
      {
        pressed: state.chosen.includes(thing),
        lit: lit.has(thing),
        label: named(label, what),
        class: "play-tile play-slot",
      },
      doing,
      ...(tile ? [tilePicture(faceUp(tile), known), ...otherFace(tile, known)] : []),
      moneySign(currency),
    );
    made.style.setProperty("--money", known.money[currency]);
    made.dataset.space = String(space);
    return made;
  };
  const bags = Object.entries(table.bags);
  const bag = (/** @type {string} */ family) => BAGS[bags.length > 1 ? family : "only"];
  const left = [
    ...bags.map(([family, number]) => say(bag(family), { number })),
    say("Deck: {number}", { number: table.deck }),
    ...(table.marker
      ? [say("New tiles show their {field} price", { field: sayOf(["a field of the marker", table.marker]) })]
      : []),
  ];
  return [
    group("yard", say("Building market"), ...table.yard.map(slot)),
    element(
      "div",
      { class: "play-money" },
      group("display", say("Money on display"), ...cardRow("display", table.display, state, known, doing)),
      element("p", { class: "play-rest" }, ...left.map((words) => element("span", {}, words))),
    ),
    ...labelled(say("Builders' huts"), tileRow("hut", lying(table.extras.huts?.tops), state, known, doing)),
  ];
}

/**
 * What really lies there of some places that may be empty, or be known to nobody here.
 * @param {(string | null)[] | null | undefined} places
 */
const lying = (places) => (places ?? []).filter((each) => each !== null);

/**
 * Some tiles in a row with their name, if there are any.
 * @param {string} label
 * @param {HTMLElement[]} shown
 */
const labelled = (label, shown) =>
  shown.length
    ? [element("p", { class: "play-label", "aria-hidden": "true" }, label), group("tiles", label, ...shown)]
    : [];

/** @type {Record<string, string>} */
const BAGS = {
  only: note("Bag: {number}"),
  granada: note("Bag of Granada: {number}"),
  alhambra: note("Bag of the Alhambra: {number}"),
};

/**
 * The hand of whoever looks.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function hand(state, known, doing) {
  const { table } = state;
  if (!table?.hand) return [];
  const cards = cardRow("hand", table.hand, state, known, doing);
  const label = say("Your hand");
  return [
    element("p", { class: "play-label", "aria-hidden": "true" }, label),
    group("cards", label, ...(cards.length ? cards : [say("no cards")])),
  ];
}

/**
 * The tiles that are to be placed, and the reserve.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function tiles(state, known, doing) {
  const { table } = state;
  if (!table) return [];
  const { reserve } = table.seats[shownSeat(table)];
  const placing = table.viewer === table.actor || table.viewer === null ? table.pending.map(({ tile }) => tile) : [];
  const latest = since(state);
  const isWon = latest.some(({ kind, winner }) => kind === "awarded" && winner === table.actor);
  const won = latest.filter(({ kind, winner }) => isWon && (kind === "end-begun" || winner === table.actor));
  const why = won.map(({ words, rules = [] }) =>
    element("p", { class: "play-awarded" }, `${capital(words)}. `, ...rules.map((rule) => ruleLink(rule, known))),
  );
  return [
    ...(placing.length ? why : []),
    ...labelled(say("To be built"), tileRow("placing", placing, state, known, doing)),
    ...labelled(say("Reserve"), tileRow("reserve", reserve, state, known, doing)),
    ...labelled(say("Your bonus cards"), tileRow("bonus", lying(table.extras.bonus?.own), state, known, doing)),
  ];
}

// What is chosen

/** What the buttons are called that stand for a whole action, or for a part that lies nowhere on the table. */
const DOING = {
  stop: () => say("No further action"),
  pass: () => say("Pass"),
  decline: () => say("Decline"),
  reactivate: () => say("Turn the vizier up"),
  flip: () => say("Pay to turn it over"),
  give: (/** @type {Table} */ { dirk }) => say("Give it to {dirk}", { dirk: dirk?.name ?? "Dirk" }),
};

/**
 * The bar below: what is chosen, what can be done with it, why something is forbidden.
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
export function bar(state, known, doing) {
  const { table, chosen, why, said, hint, busy } = state;
  if (!table) return [];
  if (table.cover !== null) {
    const name = table.seats[table.cover].name;
    return [
      element("p", {}, say("The hands are covered. {seat} takes the screen now.", { seat: capital(name) })),
      button(say("I am {seat}", { seat: name }), () => doing.command("here"), {
        class: "play-main",
        "data-command": "here",
      }),
    ];
  }
  const legal = legalNow(state);
  const { lit, deed } = choices(state);
  const isWhich = [...lit].some((thing) => kindOf(thing) === "placing"); // first it is chosen which tile it is about
  const buttons = [...lit]
    .filter((thing) => kindOf(thing) === "do" || kindOf(thing) === "store")
    .filter((thing) => !isWhich || agreeing(legal, [...chosen, thing]).every(({ tile }) => !tile))
    .map((thing) => deedButton(thing, state, known, doing));
  const lines = [
    table.lesson && legal.length ? lesson(table.lesson, !state.why && !deed) : null,
    why ? refusal(why, known) : null,
    said ? saying(state) : null,
    hint
      ? element(
          "p",
          { class: "play-hint" },
          say("A hint: {words}.", { words: hint.words }),
          ` ${hint.why} `,
          ...(table.strong === false ? [weak()] : []),
        )
      : null,
    deed
      ? element(
          "p",
          { class: "play-deed" },
          ...bought(deed, table, known),
          ...(hint ? [] : [`${capital(deed.words)}.`]),
          ...(deed.exact ? [" ", say("Paid exactly: a further action follows.")] : []),
          ...(deed.excess ? [" ", say("You pay {number} too much.", { number: deed.excess })] : []),
          ...(deed.verb === "flip" && deed.tile ? [" ", otherSide(deed.tile, known)] : []),
        )
      : null,
    !deed && legal.length && !why && !said && !hint && !table.lesson ? element("p", {}, next(chosen, lit)) : null,
  ];
  const isFree = without(chosen, shared(legal)).length > 0 || hint || why;
  const confirm = [
    ...buttons,
    isFree ? button(say("Cancel"), () => doing.command("cancel"), { "data-command": "cancel" }) : null,
    deed
      ? button(say("Do it"), () => doing.act(deed.action), { class: "play-main", "data-command": "do", disabled: busy })
      : null,
  ].filter((each) => each !== null);
  return [
    ...lines.filter((each) => each !== null),
    ...(confirm.length ? [element("div", { class: "play-buttons" }, ...confirm)] : []),
  ];
}

/**
 * The tile that would be bought, as it lies on its space.
 * @param {Deed | undefined} deed
 * @param {Table} table
 * @param {Known} known
 */
function bought(deed, { yard }, known) {
  const tile = yard.find(({ slot }) => slot === deed?.slot)?.tile;
  return tile ? [tilePicture(faceUp(tile), known), " "] : [];
}

/**
 * What a step of the first game is about, and why, unless something else is to be read.
 * @param {NonNullable<Table["lesson"]>} lesson
 */
const lesson = ({ step, steps, task, why }, isTold = true) =>
  element(
    "div",
    { class: "play-lesson", "data-step": String(step) },
    ...(step === 1 && isTold ? [element("p", {}, element("small", {}, goal()))] : []),
    element("p", {}, element("small", {}, `${step}/${steps}`), " ", element("strong", {}, task)),
    ...(isTold ? [element("p", {}, why, " ", onePage())] : []),
  );

/**
 * The address of a page of the site in the language that is spoken.
 * @param {string} folder
 * @param {string} english
 */
const inLanguage = (folder, english) =>
  new URL(`../../${language() === "en" ? english : `${folder}/${language()}`}.html`, import.meta.url).href;
export const rulesPage = () => inLanguage("rulebook", "rulebook/index");
export const gamePage = () => inLanguage("the-game", "the-game");

/** What the game is about. */
export const goal = () =>
  say(
    "Buy tiles with cards of the colour of their space, and build them into your city. Three scorings give points for having the most of each building, and for the longest moat; the most points win.",
  );

/** What leads to the game in one page. */
export const onePage = () => element("a", { href: gamePage(), "data-page": "game" }, say("The game in one page"));

/**
 * What a tile shows when it is turned over.
 * @param {string} tile
 * @param {Known} known
 */
const otherSide = (tile, known) => say("On the other side: {face}.", { face: told(tileOf(tile)?.other ?? "", known) });

/**
 * What is told of a worker that does not answer.
 * @param {State} state
 */
export const silence = ({ silent }) =>
  ({
    "": "",
    slow: say("The engine has not answered yet. If it does not answer soon, it will be restarted and asked again."),
    anew: say("The engine did not answer. It is being restarted and asked again; nothing is lost."),
  })[silent];

/**
 * What is to be told, and more exactly in English.
 * @param {State} state
 * @param {Record<string, string>} attributes
 */
export const saying = ({ said, detail }, attributes = {}) =>
  element(
    "p",
    { class: "play-said", ...attributes },
    said,
    ...(detail ? [" ", element("small", { lang: "en" }, detail)] : []),
  );

/**
 * A button for what lies nowhere on the table; where it alone stands for an action, that is done at once.
 * @param {Thing} thing
 * @param {State} state
 * @param {Known} known
 * @param {Doing} doing
 */
function deedButton(thing, state, known, doing) {
  const legal = legalNow(state);
  const whole = complete(legal, [...state.chosen, thing]);
  const run = () => (whole && kindOf(thing) === "do" ? doing.act(whole.action) : doing.point(thing, false));
  const [deed] = agreeing(legal, [...state.chosen, thing]);
  const kind = kindOf(thing);
  const verb = /** @type {keyof typeof DOING} */ (nameOf(thing));
  const isDo = kind === "do" && state.table && Object.hasOwn(DOING, verb);
  const words = isDo
    ? DOING[verb](/** @type {Table} */ (state.table))
    : kind === "store"
      ? say("Into the reserve")
      : capital(deed.words);
  const made = button(words, run, { "data-thing": thing });
  if (kind === "store") made.append(element("span", { class: "play-unseen" }, ` ${told(nameOf(thing), known)}`));
  if (kind !== "do") made.prepend(tilePicture(nameOf(thing), known));
  return made;
}

/**
 * What to point at next.
 * @param {Thing[]} chosen
 * @param {Set<Thing>} lit
 */
export function next(chosen, lit) {
  const kinds = new Set([...lit].map(kindOf));
  const isPaying = chosen.includes("do flip");
  if (chosen.some((each) => kindOf(each) === "placing") && !kinds.has("cell") && !isPaying)
    return say("With this face up, the tile fits nowhere in your city. The buttons show what you can do with it.");
  if (kinds.has("placing"))
    return chosen.length ? say("Choose the tile that is to lie here.") : say("Choose one of the tiles to be built.");
  if (kinds.has("cell") && chosen.length) return say("Choose a cell of your city that is lit.");
  if (kinds.has("hand") && chosen.length) return say("Choose cards that pay for it.");
  if (kinds.has("slot")) return say("Tap a tile to buy it, or cards of the display to take them.");
  if (kinds.has("display")) return say("Tap cards of the display to take them.");
  return say("Choose what is lit.");
}

/**
 * A rule in words, which leads to its place in the rulebook.
 * @param {Reason} reason
 * @param {Known} known
 */
export function ruleLink({ rule, said }, known) {
  return element("a", { href: ruleAddress(rule, known), target: "_blank" }, said); // the game stays where it is
}

/**
 * Why something is forbidden, by the rule.
 * @param {Why} why
 * @param {Known} known
 */
function refusal({ sentence, rules, scene, allowed }, known) {
  const reasons = rules.map((reason) => element("p", {}, ruleLink(reason, known)));
  const words = element("p", {}, element(allowed ? "strong" : "small", {}, `${capital(sentence)}.`));
  if (scene) words.className = "play-unseen"; // the board marks it
  if (allowed) return element("div", { class: "play-why play-calm" }, words, ...reasons);
  (reasons[0] ?? words).prepend(element("strong", {}, say("No.")), " ");
  return element("div", { class: "play-why" }, ...reasons, words);
}
