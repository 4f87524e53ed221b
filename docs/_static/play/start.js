// Before a game: one click starts Granada for three, everything else can be chosen; and the games that are kept.

import { box, choice, picker } from "../shared/controls.js";
import { EDITIONS, GAMES, MODULES, SCORINGS } from "../shared/names.js";
import { element } from "../shared/tiles.js";
import { capital, counted, dirk as dirkOf, language, note, say, sayOf } from "../shared/words.js";
import { DECISIONS, proposal, withName, withSeats } from "./changes.js";
import { KINDS, button, goal, onePage, rulesPage, silence } from "./table.js";

/** @import { Known } from "../shared/notation.js" */
/** @import { Form, Kind, Listed, State } from "./changes.js" */
/**
 * What the page is told before a game.
 * @typedef {object} Beginning
 * @property {(update: (form: Form) => Form) => void} change
 * @property {(form?: Form) => void} begin what was chosen, unless something else is told
 * @property {() => void} learn begins the first game, which teaches
 * @property {() => void} back goes back from a game that has not come yet
 * @property {(name: string) => void} resume
 * @property {(name: string) => void} forget
 * @property {(file: File) => void} open
 * @property {(problem: string) => void} complain
 */

/** @type {Record<string, string>} */
const FAMILIES = { alhambra: note("the Alhambra"), granada: note("Granada") };
/** @type {Kind[]} */
const WHO = ["you", "person", "builder", "mason", "master", "search"];
const [FEWEST, MOST] = [2, 6];
const LONGEST_FILE = 100_000;
const LONGEST_NAME = 16;

/**
 * The screen before a game.
 * @param {State} state
 * @param {Known} known
 * @param {Beginning} doing
 */
export function start(state, known, doing) {
  const { form, games, busy } = state;
  const quick = button(say("Play Granada for three"), () => doing.begin(proposal()), {
    class: "play-main play-quick",
    "data-command": "quick",
  });
  if (busy)
    return [
      element("p", { role: "status" }, silence(state) || say("The game is opened as soon as the engine is there.")),
      button(say("Cancel"), doing.back, { "data-command": "back" }),
    ];
  const list = games.length ? kept(state, doing) : null;
  const welcome = element(
    "div",
    { class: "play-welcome" },
    quick,
    element("p", {}, say("You against two easy bots. Nothing to set up, nothing to install.")),
    button(say("New here? Learn it in a first game"), doing.learn, { "data-command": "learn" }),
    element(
      "p",
      { class: "play-goal" },
      goal(),
      " ",
      element("a", { href: rulesPage() }, say("The rules")),
      " · ",
      onePage(),
    ),
  );
  const first = games.some(({ over }) => !over) ? [list, welcome] : [welcome, list];
  return [
    ...first,
    element(
      "details",
      { class: "play-form", "data-part": "form" },
      element("summary", {}, say("Another game, other players, modules …")),
      ...fields(form, known, doing),
    ),
    element(
      "details",
      { class: "play-import", "data-part": "import" },
      element("summary", {}, say("Open a record")),
      reader(say("A file of a game, made here or elsewhere"), doing.open),
    ),
  ].filter((each) => each !== null);
}

/**
 * @param {string} label
 * @param {(file: File) => void} read
 */
function reader(label, read) {
  const input = element("input", {
    type: "file",
    onchange: (event) => {
      const [file] = /** @type {HTMLInputElement} */ (/** @type {unknown} */ (event.target)).files ?? [];
      if (file) read(file);
    },
  });
  return element("label", {}, `${label} `, input);
}

/**
 * What was agreed on for a game, in words.
 * @param {Listed} game
 */
const agreed = ({ game, modules, scoring, kinds }) =>
  [
    say(GAMES[game]),
    counted("{number} player", "{number} players", kinds.length),
    ...modules.map((name) => sayOf(["a module", MODULES[name] ?? name])),
    ...(scoring === "normal" ? [] : [say(SCORINGS[scoring])]),
  ].join(", ");

/**
 * The games that are kept.
 * @param {State} state
 * @param {Beginning} doing
 */
function kept({ games, table }, doing) {
  const here = table?.name ?? "";
  const when = new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" });
  const line = (/** @type {Listed} */ listed) => {
    const { name, over, when: time, turn, points, kinds, names = [] } = listed;
    const who = (/** @type {number} */ seat) => names[seat] || capital(say(KINDS[kinds[seat]]));
    return element(
      "li",
      { "data-game": name },
      element(
        "span",
        {},
        agreed(listed),
        " ",
        element(
          "small",
          {},
          [when.format(time), over ? say("over") : say("turn {number}", { number: turn })].join(", "),
        ),
        element("small", { class: "play-scores" }, points.map((number, seat) => `${who(seat)} ${number}`).join(" · ")),
      ),
      button(name === here || !over ? say("Go on") : say("Look at it"), () => doing.resume(name), {
        "data-command": "resume",
      }),
      button(say("Delete"), () => doing.forget(name), { "data-command": "forget" }),
    );
  };
  return element(
    "section",
    { class: "play-games", "aria-label": say("Your games") },
    element("h2", {}, say("Your games")),
    element("ul", {}, ...games.map(line)),
  );
}

const third = (/** @type {string} */ game) =>
  say("With two players {dirk} takes part as well: he gets tiles and points, and decides nothing.", {
    dirk: dirkOf(game),
  });

/**
 * What can be chosen for a game.
 * @param {Form} form
 * @param {Known} known
 * @param {Beginning} doing
 */
function fields(form, known, doing) {
  const { scorings, editions, modules, lanes } = known.games[form.game];
  const change = (/** @type {Partial<Form>} */ update) => doing.change((now) => ({ ...now, ...update }));
  const play = (/** @type {string} */ game) =>
    change({
      game,
      modules: form.modules.filter((each) => known.games[game].modules.includes(each)),
      scoring: known.games[game].scorings[0],
      edition: "",
      tiles: null,
    });
  const named = (/** @type {string[]} */ names, /** @type {Record<string, string>} */ words) =>
    names.map((name) => [name, say(words[name] ?? name)]);
  const seat = (/** @type {Kind} */ kind, /** @type {number} */ number) => {
    const turn = (/** @type {string} */ who) =>
      doing.change((now) => withSeats(now, now.seats.toSpliced(number, 1, /** @type {Kind} */ (who))));
    const select = picker({ "data-seat": String(number) }, kind, named(WHO, KINDS), turn);
    const name = element("input", {
      type: "text",
      value: form.names[number] ?? "",
      maxlength: String(LONGEST_NAME),
      placeholder: [say("Name"), `(≤ ${LONGEST_NAME})`].join(" "),
      "aria-label": say("Name of seat {number}", { number: number + 1 }),
      "data-name": String(number),
      autocomplete: "off",
      onchange: (event) => doing.change((now) => withName(now, number, event.target.value)),
    });
    return element(
      "span",
      { class: "play-sits" },
      element("label", {}, capital(say("seat {number}", { number: number + 1 })), " ", select),
      " ",
      name,
    );
  };
  const tick = (/** @type {string} */ name) => {
    const made = box(sayOf(["a module", MODULES[name] ?? name]), form.modules.includes(name), (taken) =>
      change({ modules: taken ? [...form.modules, name] : form.modules.filter((each) => each !== name) }),
    );
    for (const input of made.querySelectorAll("input")) input.dataset.module = name;
    return made;
  };
  const read = async (/** @type {File} */ file, /** @type {string} */ family) => {
    if (file.size > LONGEST_FILE) doing.complain(say("This file is too large."));
    else change({ tiles: { ...form.tiles, [family]: await file.text() } });
  };
  const searches = form.seats.includes("search");
  return [
    choice(note("Game"), form.game, named(Object.keys(known.games), GAMES), play),
    element(
      "fieldset",
      { class: "play-who" },
      element("legend", {}, say("Players")),
      element(
        "p",
        {},
        element(
          "small",
          {},
          say(
            "Bots from weak to strong: builder, mason, master, search; from builder to master, each wins about two games of three against the one before. Where several people share the screen, each is a person.",
          ),
        ),
      ),
      ...form.seats.map(seat),
      ...(known.dirk.includes(form.seats.length) ? [element("p", {}, element("small", {}, third(form.game)))] : []),
      element(
        "span",
        { class: "play-tools" },
        button(say("+ seat"), () => change({ seats: [...form.seats, "builder"] }), {
          "data-command": "more",
          disabled: form.seats.length >= MOST,
        }),
        button(say("− seat"), () => change({ seats: form.seats.slice(0, -1) }), {
          "data-command": "fewer",
          disabled: form.seats.length <= FEWEST,
        }),
      ),
    ),
    modules.length ? element("fieldset", {}, element("legend", {}, say("Modules")), ...modules.map(tick)) : null,
    scorings.length > 1
      ? choice(note("Manner of scoring"), form.scoring, named(scorings, SCORINGS), (scoring) => change({ scoring }))
      : null,
    choice(
      note("Edition"),
      form.edition,
      [["", say("as this site interprets the rulebooks")], ...named(Object.keys(editions), EDITIONS)],
      (edition) => change({ edition }),
    ),
    searches
      ? choice(
          note("Search thinks per turn, at most"),
          String(form.seconds),
          ["1", "3", "10", "30"].map((each) => [each, say("{number} s", { number: each })]),
          (seconds) => change({ seconds: Number(seconds) }),
        )
      : null,
    box(say("I may take back my decisions against bots, as many as I like"), form.undo === "free", (free) =>
      change({ undo: free ? "free" : "fair" }),
    ),
    element(
      "details",
      { "data-part": "more" },
      element("summary", {}, say("Own tiles, a seed")),
      ...lanes.map((family) =>
        element(
          "p",
          {},
          reader(say("Own tiles of {family}, as a CSV file", { family: say(FAMILIES[family]) }), (file) =>
            read(file, family),
          ),
          ...(form.tiles?.[family] ? [" ", say("read")] : []),
        ),
      ),
      element(
        "label",
        {},
        say("Seed"),
        " ",
        element("input", {
          type: "text",
          value: form.seed,
          maxlength: "60",
          "data-field": "seed",
          onchange: (event) => change({ seed: event.target.value }),
        }),
      ),
      element(
        "label",
        {},
        say("Cut off after this many decisions for each seat"),
        " ",
        element("input", {
          type: "number",
          min: "1",
          value: String(form.decisions),
          "data-field": "decisions",
          onchange: (event) => change({ decisions: Math.floor(Number(event.target.value)) || DECISIONS }),
        }),
      ),
    ),
    button(say("Start"), () => doing.begin(), { class: "play-main", "data-command": "begin" }),
  ].filter((each) => each !== null);
}
