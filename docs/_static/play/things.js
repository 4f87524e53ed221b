// Pointing: a legal action is a bag of things on the table, and whoever points has chosen some of them. No rule is known here.

/** @import { Deed } from "./changes.js" */
/** @typedef {string} Thing what can be pointed at, by its kind and its name: "slot 2", "hand b5", "cell 1,0", "do stop" */

/** The cards of an action lie in the hand, unless they are taken. */
const CARDS = ["hand", "display"];

/**
 * The kind of a thing.
 * @param {Thing} thing
 */
export const kindOf = (thing) => thing.slice(0, thing.indexOf(" "));

/**
 * The name of a thing.
 * @param {Thing} thing
 */
export const nameOf = (thing) => thing.slice(thing.indexOf(" ") + 1);

const isCard = (/** @type {Thing} */ thing) => CARDS.includes(kindOf(thing));

/**
 * The things that one points at for an action.
 * @param {Deed} deed
 * @returns {Thing[]}
 */
export function thingsOf({ verb, slot, cards, face, tile, cell }) {
  const paid = (cards ?? []).map((card) => `hand ${card}`);
  switch (verb) {
    case "take":
      return (cards ?? []).map((card) => `display ${card}`);
    case "buy":
      return [`slot ${slot}`, ...paid];
    case "flip":
      return [`placing ${tile}`, "do flip", ...paid];
    case "place":
      return [`placing ${tile}`, `cell ${cell}`];
    case "store":
      return [`placing ${tile}`, `store ${face}`];
    case "give":
      return [`placing ${tile}`, "do give"];
    case "add":
    case "swap":
      return [`reserve ${face}`, `cell ${cell}`];
    case "remove":
      return [`cell ${cell}`];
    case "hut":
      return [`hut ${face}`];
    case "reveal":
      return [`bonus ${face}`];
    default:
      return [`do ${verb}`];
  }
}

/**
 * What is left of some things when others are taken away, each once.
 * @param {readonly Thing[]} bag
 * @param {readonly Thing[]} taken
 */
export function without(bag, taken) {
  const left = [...bag];
  for (const thing of taken) {
    const place = left.indexOf(thing);
    if (place >= 0) left.splice(place, 1);
  }
  return left;
}

const holds = (/** @type {readonly Thing[]} */ bag, /** @type {readonly Thing[]} */ part) =>
  without(bag, part).length === bag.length - part.length;

/**
 * The legal actions that have all that is chosen.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 */
export const agreeing = (legal, chosen) => legal.filter((deed) => holds(thingsOf(deed), chosen));

/**
 * What can be chosen further.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 */
export const lit = (legal, chosen) =>
  new Set(agreeing(legal, chosen).flatMap((deed) => without(thingsOf(deed), chosen)));

/**
 * The action that is chosen as a whole, if it is.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 */
export const complete = (legal, chosen) =>
  agreeing(legal, chosen).find((deed) => thingsOf(deed).length === chosen.length) ?? null;

/**
 * What every legal action has, and so need not be chosen; whoever learns chooses it all.
 * @param {readonly Deed[]} legal
 * @returns {Thing[]}
 */
export function shared(legal) {
  const bags = legal.filter(({ taught }) => !taught).map(thingsOf);
  return bags.length ? bags.reduce((common, bag) => without(common, without(common, bag))) : [];
}

/**
 * Add a thing; where only a payment is left to choose, the first one is proposed.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 * @param {Thing} thing
 */
function proposed(legal, chosen, thing) {
  const more = [...chosen, thing];
  const rests = agreeing(legal, more).map((deed) => without(thingsOf(deed), more));
  const pays = !isCard(thing) && rests.every((rest) => rest.length && rest.every((each) => kindOf(each) === "hand"));
  return pays ? [...more, ...rests[0]] : more;
}

/**
 * What is chosen after somebody has pointed at a thing, and what is to be asked about, if that is forbidden.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 * @param {Thing} thing
 * @returns {{ chosen: Thing[], asked: Thing[] | null }}
 */
export function pointed(legal, chosen, thing) {
  const common = shared(legal);
  if (agreeing(legal, [...chosen, thing]).length) return { chosen: proposed(legal, chosen, thing), asked: null };
  const anchor = chosen.filter((each) => !isCard(each));
  const possible = agreeing(legal, [thing]).length > 0;
  const kind = kindOf(thing);
  const fresh = () => (possible ? proposed(legal, without(common, [thing]), thing) : [...chosen]);
  if (kind === "display") {
    const others = chosen.filter((each) => kindOf(each) === "display");
    if (others.length || !possible) return { chosen: [...chosen], asked: [...others, thing] };
  }
  if (kind === "hand" && anchor.length > 0) {
    const bags = agreeing(legal, [...anchor, thing]).map(thingsOf);
    const kept = (/** @type {Thing[]} */ bag) => chosen.length - without(chosen, bag).length;
    const [best] = bags.sort((one, other) => kept(other) - kept(one));
    return best ? { chosen: best, asked: null } : { chosen: [...chosen], asked: [...chosen, thing] };
  }
  if (kind === "cell") {
    const tiles = anchor.filter((each) => ["placing", "reserve"].includes(kindOf(each)));
    if (tiles.length && agreeing(legal, [...tiles, thing]).length) return { chosen: [...tiles, thing], asked: null };
    if (tiles.length || !possible) return { chosen: tiles, asked: [...tiles, thing] };
  }
  return { chosen: fresh(), asked: possible ? null : [thing] };
}

/**
 * What is left when something that was chosen is no longer; with what is paid for goes its payment.
 * @param {readonly Deed[]} legal
 * @param {readonly Thing[]} chosen
 * @param {Thing} thing
 */
export function unchosen(legal, chosen, thing) {
  const left = without(chosen, [thing]);
  if (isCard(thing)) return left;
  const common = shared(legal);
  return [...common, ...without(left, common).filter((each) => !isCard(each))];
}
