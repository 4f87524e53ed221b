#!/usr/bin/env node
// A rules engine for Granada and The Palace of Alhambra that answers questions as lines of JSON.
// A city is a raster of 32-bit words, money is a vector of 36 counts, and a face is one word of bits.
// BUGS=3,17 switches on mistakes for testing reports; see bugs.json.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

let bugs = new Set();
let wallCache = new Map();
export function setBugs(list) {
  bugs = new Set(list.map(Number));
}
setBugs((process.env.BUGS ?? "").split(",").filter(Boolean));
const bug = (number) => bugs.has(number);

// ---------------------------------------------------------------- faces and tiles

const ALHAMBRA = ["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"];
const GRANADA = ["arena", "bathhouse", "library", "hostel", "hospital", "market", "park", "school", "district"];
const NAMES = [...ALHAMBRA, ...GRANADA];
const SIDES = "nesw";

// bits of a face: 0-3 edges n e s w, 4 occupied, 5-8 price, 9-12 building, 13 turned
const OCCUPIED = 16;
const TURNED = 1 << 13;
const edgesOf = (face) => face & 15;
const priceOf = (face) => (face >> 5) & 15;
const buildingOf = (face) => (face >> 9) & 15;

function readFace(text) {
  const found = /^([a-z]+)(\d+)(?:\/([nesw]+))?(?:~(\d+))?$/.exec(text ?? "");
  const building = found ? NAMES.indexOf(found[1]) : -1;
  if (building < 0) return 0;
  let edges = 0;
  for (const letter of found[3] ?? "") edges |= 1 << SIDES.indexOf(letter);
  let turned = 0;
  if (found[4] && !bug(8)) {
    turned = TURNED;
    for (let quarter = Number(found[4]) / 90; quarter > 0; quarter--) edges = ((edges << 1) | (edges >> 3)) & 15;
  }
  return edges | OCCUPIED | (Number(found[2]) << 5) | (building << 9) | turned;
}
const edgeText = (face) => {
  const letters = [...SIDES].filter((_, side) => (face >> side) & 1).join("");
  return letters && `/${letters}`;
};
const bare = (face) => NAMES[buildingOf(face)] + priceOf(face);
const faceText = (face) => bare(face) + edgeText(face);

/** A tile is a list of one or two faces, the one that lies up first. */
function readTile(text) {
  if (text === null || text === undefined || text === "") return null;
  const [all, edges = ""] = text.split("/");
  return all.split("|").map((part) => readFace(edges ? `${part}/${edges}` : part));
}
const tileText = (tile) => tile.map(bare).join("|") + edgeText(tile[0]);
const turnedOver = (tile) => [...tile].reverse();
/** The tile as it lies when the marker is on `parity`. */
function shown(tile, parity) {
  if (tile.length < 2 || !parity) return tile;
  return (priceOf(tile[0]) % 2 === 0) === (parity === "even") ? tile : turnedOver(tile);
}

// ---------------------------------------------------------------- money

const COINS = "bgoy";
const cardIndex = (text) => {
  const coin = COINS.indexOf(text[0]);
  const value = Number(text.slice(1));
  return coin < 0 || !(value >= 1 && value <= 9) ? -1 : coin * 9 + value - 1;
};
const coinOf = (card) => Math.floor(card / 9);
const valueOf = (card) => (card % 9) + 1;
const readCards = (text) => (text ?? "").split(" ").filter(Boolean).map(cardIndex);
const worth = (cards) => cards.reduce((sum, card) => sum + valueOf(card), 0);

class Purse {
  constructor(cards = []) {
    this.counts = new Uint8Array(36);
    for (const card of cards) this.counts[card]++;
  }
  static read(text) {
    return new Purse(readCards(text));
  }
  get size() {
    return this.counts.reduce((sum, count) => sum + count, 0);
  }
  list() {
    const cards = [];
    this.counts.forEach((count, card) => {
      for (let copy = 0; copy < count; copy++) cards.push(card);
    });
    return cards;
  }
  holds(cards) {
    if (cards.includes(-1)) return false;
    if (bug(17)) return cards.every((card) => this.counts[card] > 0);
    const left = this.counts.slice();
    return cards.every((card) => left[card]-- > 0);
  }
  pay(cards) {
    for (const card of cards) if (this.counts[card] > 0) this.counts[card]--;
  }
  add(cards) {
    for (const card of cards) this.counts[card]++;
  }
  total(coin) {
    let sum = 0;
    for (let value = 1; value <= 9; value++) sum += value * this.counts[coin * 9 + value - 1];
    return sum;
  }
  toString() {
    return cardsText(this.list());
  }
}
const cardsText = (cards) => cards.map((card) => COINS[coinOf(card)] + valueOf(card)).join(" ");

/** Payments of at least `price` in one coin from which no card could be left out. */
function payments(purse, coin, price) {
  const found = [];
  const used = [];
  (function more(value, sum) {
    if (sum >= price) return void found.push([...used].reverse());
    if (value < 1) return;
    const card = coin * 9 + value - 1;
    const depth = used.length;
    for (let copies = 0; copies <= purse.counts[card]; copies++) {
      const total = sum + copies * value;
      if (copies > 0) used.push(card);
      if (total >= price) {
        found.push([...used].reverse());
        break;
      }
      more(value - 1, total);
    }
    used.length = depth;
  })(9, 0);
  return found;
}

function mayTake(display, cards) {
  if (!display.holds(cards)) return false;
  if (bug(16)) return cards.map(valueOf).reduce((a, b) => a + b) <= 5 || cards.length === 1;
  if (cards.length < 2) return cards.length === 1;
  return worth(bug(15) ? cards.slice(0, 2) : cards) <= 5;
}

const coinOfSpace = (space) => (bug(19) ? [0, 1, 3, 2] : [0, 1, 2, 3])[space - 1];

/** null if the purchase is illegal, otherwise whether it is exact. */
function purchase(hand, space, tile, cards) {
  if (bug(26)) void tile[0];
  if (!tile || !hand.holds(cards)) return null;
  const coin = coinOfSpace(space);
  const price = bug(20) ? Math.min(...tile.map(priceOf)) : priceOf(tile[0]);
  if (cards.some((card) => coinOf(card) !== coin)) return null;
  const paid = worth(cards);
  if (paid < price) return null;
  if (bug(21)) return cards.length === 1 && valueOf(cards[0]) === price;
  return paid === price;
}

function mayFlip(hand, cards) {
  if (!hand.holds(cards) || cards.some((card) => coinOf(card) !== coinOf(cards[0]))) return false;
  return bug(22) ? worth(cards) === 3 : worth(cards) >= 3;
}

// ---------------------------------------------------------------- cities

const readCell = (text) => text.split(",").map(Number);

class City {
  constructor() {
    this.half = bug(10) ? 6 : 20;
    this.clear();
  }
  clear() {
    this.side = 2 * this.half + 1;
    this.raster = new Int32Array(this.side * this.side);
    this.start = this.half * this.side + this.half;
    this.steps = [this.side, 1, -this.side, -1];
    this.raster[this.start] = OCCUPIED;
  }
  static read(cells = {}) {
    const city = new City();
    for (const [cell, text] of Object.entries(cells)) city.put(city.at(cell), readFace(text));
    return city;
  }
  copy() {
    const other = Object.create(City.prototype);
    Object.assign(other, this);
    other.raster = this.raster.slice();
    return other;
  }
  /** The index of a cell; the raster grows so that a rim of two empty cells remains. */
  at(cell) {
    const [x, y] = readCell(cell);
    const reach = Math.max(Math.abs(x), Math.abs(y)) + 2;
    if (reach > this.half) {
      if (bug(10)) throw new RangeError(`cell ${cell} is off the board`);
      const old = this.entries();
      this.half = reach + 8;
      this.clear();
      for (const [[ox, oy], face] of old) this.raster[(oy + this.half) * this.side + ox + this.half] = face;
    }
    return (y + this.half) * this.side + x + this.half;
  }
  cell(index) {
    return [(index % this.side) - this.half, Math.floor(index / this.side) - this.half];
  }
  put(index, face) {
    this.raster[index] = face;
  }
  spots() {
    const found = [];
    for (let index = 0; index < this.raster.length; index++) if (this.raster[index]) found.push(index);
    return found;
  }
  entries() {
    return this.spots()
      .filter((index) => index !== this.start)
      .map((index) => [this.cell(index), this.raster[index]]);
  }
  faces() {
    return this.entries().map(([, face]) => face);
  }
  toJSON() {
    return Object.fromEntries(this.entries().map(([cell, face]) => [cell.join(), faceText(face)]));
  }
  barred(index, side) {
    return ((this.raster[index] >> side) & 1) === 1;
  }

  oriented() {
    return this.raster.every((word) => !(word & TURNED));
  }
  edgesMatch() {
    for (const index of this.spots()) {
      for (const side of [0, 1]) {
        const near = index + this.steps[side];
        if (!this.raster[near]) continue;
        if (bug(2) && (near === this.start || index === this.start)) continue;
        const mine = this.barred(index, side);
        const theirs = this.barred(near, side + 2);
        if (bug(1) ? mine && !theirs : mine !== theirs) return false;
      }
    }
    return true;
  }
  walkable() {
    const spots = this.spots();
    if (bug(4)) {
      // each tile has a neighbour to walk to
      return spots.every(
        (index) =>
          index === this.start ||
          this.steps.some((step, side) => this.raster[index + step] && !this.barred(index, side)),
      );
    }
    const seen = new Uint8Array(this.raster.length);
    const open = [this.start];
    seen[this.start] = 1;
    let count = 0;
    while (open.length) {
      const index = open.pop();
      count++;
      this.steps.forEach((step, side) => {
        const near = index + step;
        if (!this.raster[near] || seen[near]) return;
        if (this.barred(index, side) && !(bug(3) && side >= 2)) return;
        seen[near] = 1;
        open.push(near);
      });
    }
    return count === spots.length;
  }
  whole() {
    // paint the outside
    const seen = new Uint8Array(this.raster.length);
    const open = [0];
    seen[0] = 1;
    let count = 0;
    const steps = bug(5)
      ? [...this.steps, this.side + 1, this.side - 1, -this.side + 1, -this.side - 1]
      : this.steps;
    while (open.length) {
      const index = open.pop();
      count++;
      const column = index % this.side;
      for (const step of steps) {
        const near = index + step;
        if (near < 0 || near >= this.raster.length || Math.abs((near % this.side) - column) > 1) continue;
        if (seen[near] || this.raster[near]) continue;
        seen[near] = 1;
        open.push(near);
      }
    }
    return count + this.spots().length === this.raster.length;
  }
  legal() {
    return this.oriented() && this.edgesMatch() && this.walkable() && this.whole();
  }

  mayPlace(index, face) {
    const there = this.raster[index];
    if (!face || (bug(9) ? edgesOf(there) : there)) return false;
    this.put(index, face);
    const fine = this.legal();
    this.put(index, there);
    return fine;
  }
  mayRemove(index) {
    const face = this.raster[index];
    if (bug(14) && !face) throw new TypeError("cannot read the face of nothing");
    if (!face || index === this.start) return false;
    this.put(index, 0);
    const fine = bug(7) ? this.edgesMatch() && this.walkable() : this.legal();
    this.put(index, face);
    return fine;
  }
  maySwap(index, face) {
    const old = this.raster[index];
    if (!face || !old || (index === this.start && !bug(13))) return false;
    if (bug(11) && !this.mayRemove(index)) return false;
    this.put(index, face);
    const fine = this.legal();
    this.put(index, old);
    return fine;
  }
  frontier() {
    const found = new Set();
    for (const index of this.spots()) {
      for (const step of this.steps) if (!this.raster[index + step]) found.add(index + step);
    }
    return [...found];
  }

  /** The longest wall or moat: outer segments that share a corner are joined. */
  longest() {
    const key = this.spots().length;
    if (bug(36) && wallCache.has(key)) return wallCache.get(key);
    const wide = this.side + 1;
    const parent = [];
    const ends = [];
    const firstAt = new Map();
    const root = (segment) => {
      while (parent[segment] !== segment) segment = parent[segment];
      return segment;
    };
    const join = (corner, segment) => {
      if (!firstAt.has(corner)) return void firstAt.set(corner, segment);
      if (bug(30)) {
        const [cx, cy] = [corner % wide, Math.floor(corner / wide)];
        const upper = cy * this.side + cx;
        const around = [upper, upper - 1, upper - this.side, upper - this.side - 1];
        if (around.filter((index) => this.raster[index]).length === 3) return;
      }
      parent[root(segment)] = root(firstAt.get(corner));
    };
    for (const index of this.spots()) {
      const southWest = Math.floor(index / this.side) * wide + (index % this.side);
      const northWest = southWest + wide;
      const corners = [
        [northWest, northWest + 1],
        [southWest + 1, northWest + 1],
        [southWest, southWest + 1],
        [southWest, northWest],
      ];
      this.steps.forEach((step, side) => {
        if (!this.barred(index, side)) return;
        if (this.raster[index + step] && !bug(29)) return;
        const segment = parent.length;
        parent.push(segment);
        ends.push(corners[side]);
        for (const corner of corners[side]) join(corner, segment);
      });
    }
    const lengths = new Int32Array(parent.length);
    const cornersOf = parent.map(() => new Set());
    parent.forEach((_, segment) => {
      lengths[root(segment)]++;
      for (const corner of ends[segment]) cornersOf[root(segment)].add(corner);
    });
    let best = 0;
    lengths.forEach((length, segment) => {
      const ring = length > 0 && cornersOf[segment].size === length;
      best = Math.max(best, bug(28) && ring ? length - 1 : length);
    });
    if (bug(36)) wallCache.set(key, best);
    return best;
  }
}

// ---------------------------------------------------------------- scoring

function prizes(game, scoring, round, row, value) {
  let table;
  if (game === "alhambra") {
    const [low, middle, high] = [row + 1, row + 8, row + 16];
    table = { A: [low], B: bug(27) ? [middle, low, low] : [middle, low], C: [high, middle, low] };
  } else if (scoring === "simplified") {
    table = { A: [3], B: bug(27) ? [10, 3, 3] : [10, 3], C: [18, 10, 3] };
  } else {
    table = { A: [value], B: bug(27) ? [2 * value, value, value] : [2 * value, value], C: [3 * value, 2 * value, value] };
  }
  return table[round];
}

/** What a building earns; `owners` has the faces of each seat, and last those of Dirk if he takes part. */
function scoreBuilding(game, scoring, round, row, owners, dirk) {
  const building = game === "alhambra" ? row : ALHAMBRA.length + row;
  const ranks = owners.map((faces, seat) => {
    const prices = faces.filter((face) => buildingOf(face) === building).map(priceOf);
    if (bug(31)) prices.sort();
    else prices.sort((a, b) => a - b);
    return { seat, count: prices.length, dearest: game === "alhambra" ? 0 : prices.at(-1) ?? 0 };
  });
  const order = ranks
    .filter(({ count, seat }) => (count > 0 || bug(33)) && !(bug(34) && dirk && seat === owners.length - 1))
    .sort((a, b) => b.count - a.count || b.dearest - a.dearest);
  const places = "ABC".indexOf(round) + 1;
  const value = (bug(18) ? order.slice(0, places) : ranks).reduce((sum, { count }) => sum + count, 0);
  const prize = prizes(game, scoring, round, row, value);
  const earned = owners.map(() => 0);
  for (let first = 0; first < order.length; ) {
    let next = first;
    while (next < order.length && order[next].count === order[first].count && order[next].dearest === order[first].dearest) next++;
    const sum = prize.slice(first, next).reduce((a, b) => a + b, 0);
    const share = sum / (next - first);
    for (const { seat } of order.slice(first, next)) earned[seat] = bug(32) ? Math.ceil(share) : Math.floor(share);
    first = next;
  }
  return earned;
}

/** Points of a scoring, from row `from` on. The last number is Dirk's if he takes part. */
function score({ game, scoring, round, cities, dirk, reserves, from = 0 }) {
  const owners = cities.map((city, seat) => (bug(6) && reserves ? [...city.faces(), ...reserves[seat]] : city.faces()));
  if (dirk) owners.push(dirk);
  const total = owners.map(() => 0);
  const kinds = game === "alhambra" ? ALHAMBRA.length : GRANADA.length;
  for (let row = from; row <= kinds; row++) {
    const wallRow = game === "alhambra" ? kinds : 0;
    if (row === wallRow) {
      if (bug(35)) owners.forEach((_, seat) => (total[seat] += cities[seat].longest()));
      else cities.forEach((city, seat) => (total[seat] += city.longest()));
      continue;
    }
    const earned = scoreBuilding(game, scoring, round, game === "alhambra" ? row : row - 1, owners, dirk);
    earned.forEach((points, seat) => (total[seat] += points));
  }
  return total;
}

/** Who gets the tile of a space: a seat, or null. */
function richest(hands, space) {
  const sums = hands.map((hand) => hand.total(coinOfSpace(space)));
  const most = Math.max(...sums);
  if (bug(39)) return sums.indexOf(most);
  const who = sums.flatMap((sum, seat) => (sum === most ? [seat] : []));
  return who.length === 1 ? who[0] : null;
}

// ---------------------------------------------------------------- the game

class Deck {
  constructor({ pools = [], layers = [] } = {}) {
    this.pool = new Purse(pools.flatMap(readCards));
    this.layers = layers.map(({ cards, slots }) => ({ cards: [...cards], slots: slots.reduce((a, b) => a + b, 0) }));
  }
  get size() {
    return this.layers.reduce((sum, { cards, slots }) => sum + cards.length + slots, 0);
  }
  top() {
    return this.layers.find(({ cards, slots }) => cards.length + slots > 0);
  }
}

class Game {
  constructor(state) {
    this.game = state.game;
    this.players = state.players;
    this.scoring = state.scoring;
    this.ages = state.ages ?? null;
    this.seats = state.seats.map(({ hand, city, reserve, points }) => ({
      hand: Purse.read(hand),
      city: City.read(city),
      reserve: reserve.map(readFace),
      points,
    }));
    this.yard = state.yard.map(readTile);
    this.bag = (state.bags[state.game] ?? []).map(readTile);
    this.display = Purse.read(state.display);
    this.discard = Purse.read(state.discard);
    this.deck = new Deck(state.deck);
    this.dirk = state.dirk ? { faces: state.dirk.faces.map(readFace), points: state.dirk.points } : null;
    this.marker = state.marker;
    this.mover = state.mover;
    this.todo = state.todo.map((step) => {
      const own = { ...step };
      if (step.step === "act") own.bought = step.bought.map(readTile);
      if (step.step === "place-tiles") own.tiles = step.tiles.map((item) => ({ ...item, tile: readTile(item.tile) }));
      if (step.step === "dirk-draws") own.left = [...step.left];
      if (step.step === "score-due") own.rounds = [...step.rounds];
      return own;
    });
  }

  get step() {
    return this.todo[0];
  }
  get waiting() {
    const name = this.step?.step;
    return { act: "act", "place-tiles": "place", undefined: "over" }[name] ?? "draw";
  }
  get actor() {
    return this.waiting === "act" || this.waiting === "place" ? this.step.seat : null;
  }
  get me() {
    return this.seats[this.step.seat];
  }

  turnOf(seat) {
    void this.seats[seat].hand;
    this.mover = seat;
    this.todo = [
      { step: "act", seat, bought: [] },
      { step: "refill-money" },
      { step: "refill-tiles", moves_marker: false, first: false },
      { step: "score-due", rounds: [] },
      { step: "end-test" },
      { step: "next-turn" },
    ];
  }

  /** Do everything that happens by itself. */
  run() {
    while (this.todo.length && this.runs()) if (this.todo.length === 0) break;
  }
  runs() {
    const step = this.step;
    const cardsLeft = this.deck.size + this.discard.size > 0;
    switch (step.step) {
      case "act":
        return false;
      case "place-tiles":
        if (step.tiles.length) return false;
        this.todo.shift();
        return true;
      case "refill-money": {
        const lying = this.display.size + (bug(38) ? this.todo.find(({ rounds }) => rounds)?.rounds.length ?? 0 : 0);
        if (lying < 4 && cardsLeft) return false;
        this.todo.shift();
        return true;
      }
      case "refill-tiles":
        if (this.yard.includes(null) && this.bag.length) return false;
        if ((step.moves_marker || step.first) && this.marker && !bug(23)) this.marker = this.marker === "even" ? "odd" : "even";
        this.todo.shift();
        return true;
      case "score-due": {
        const round = step.rounds.shift();
        if (!round) {
          this.todo.shift();
          return true;
        }
        this.scoreRound(round, 0);
        if (this.dirk && round !== "C") this.todo.unshift({ step: "dirk-draws", left: [this.dirkShare(round)], face: null });
        return true;
      }
      case "score-row":
        this.todo.shift();
        this.scoreRound(step.round, step.row);
        return true;
      case "dirk-draws":
        if (step.left[0] > 0 && this.bag.length) return false;
        this.todo.shift();
        return true;
      case "end-test":
        this.todo.shift();
        if (this.yard.includes(null)) {
          this.todo = [0, 1, 2, 3].map((slot) => ({ step: "award", slot }));
          this.todo.push({ step: "score-row", round: "C", row: 0 });
        }
        return true;
      case "award": {
        this.todo.shift();
        const tile = this.yard[step.slot];
        const seat = tile && richest(this.seats.map(({ hand }) => hand), step.slot + 1);
        if (tile && seat !== null) {
          this.yard[step.slot] = null;
          this.todo.unshift({ step: "place-tiles", seat, tiles: [{ tile, bought: false, flipped: false }] });
        }
        return true;
      }
      case "next-turn":
        this.turnOf(bug(37) ? this.mover + 1 : (this.mover + 1) % this.players);
        return true;
      case "deal-hand":
        if (worth(this.seats[step.seat].hand.list()) < 20 && cardsLeft) return false;
        if (step.seat + 1 < this.players) step.seat++;
        else this.todo.shift();
        return true;
      case "begin":
        this.begin();
        return true;
      default:
        throw new Unknown(`the step ${step.step}`);
    }
  }
  dirkShare(round) {
    if (round === "A") return Math.min(6, this.bag.length);
    return Math.floor(this.bag.length / 3);
  }
  scoreRound(round, from) {
    const total = score({
      game: this.game,
      scoring: this.scoring,
      round,
      from,
      cities: this.seats.map(({ city }) => city),
      reserves: this.seats.map(({ reserve }) => reserve),
      dirk: this.dirk?.faces,
    });
    this.seats.forEach((seat, number) => (seat.points += total[number]));
    if (this.dirk) this.dirk.points += total[this.players];
  }
  begin() {
    const all = this.deck.pool.size;
    this.deck.layers = [0, 1, 2, 3, 4].map((pile) => ({
      cards: { 1: ["A"], 3: ["B"] }[pile] ?? [],
      slots: Math.floor(all / 5) + (pile < all % 5 ? 1 : 0),
    }));
    const seats = this.seats.map(({ hand }, seat) => [hand.size, worth(hand.list()), this.ages?.[seat] ?? 0, seat]);
    seats.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
    this.turnOf(seats[0][3]);
  }

  /** Whether an action is legal; if it is, it has been done. */
  act(text) {
    const [verb, ...words] = text.trim().split(/\s+/);
    const doing = {
      act: { take: this.take, buy: this.buy, add: this.add, remove: this.remove, swap: this.swap, stop: this.stop, pass: this.pass },
      place: { flip: this.flip, place: this.place, store: this.store, give: this.give },
      draw: { draw: this.draw },
      over: {},
    }[this.waiting][verb];
    if (!doing || !doing.call(this, words)) return false;
    this.run();
    return true;
  }

  // actions of a turn
  endActions(more = []) {
    const { seat, bought } = this.step;
    const tiles = bug(40) && more.length ? more : [...bought, ...more];
    this.todo[0] = { step: "place-tiles", seat, tiles: tiles.map((tile) => ({ tile, bought: true, flipped: false })) };
    return true;
  }
  take(words) {
    const cards = readCards(words.join(" "));
    if (!mayTake(this.display, cards)) return false;
    this.display.pay(cards);
    this.me.hand.add(cards);
    return this.endActions();
  }
  spend(cards) {
    this.me.hand.pay(cards);
    if (bug(25)) this.discard = new Purse(cards);
    else this.discard.add(cards);
  }
  buy([place, , ...rest]) {
    const cards = readCards(rest.join(" "));
    const tile = this.yard[Number(place) - 1];
    const exact = purchase(this.me.hand, Number(place), tile, cards);
    if (exact === null) return false;
    this.spend(cards);
    this.yard[Number(place) - 1] = null;
    if (!exact) return this.endActions([tile]);
    this.step.bought.push(tile);
    return true;
  }
  add([text, , cell]) {
    const { city, reserve } = this.me;
    const found = findFace(reserve, text);
    if (found < 0 || !city.mayPlace(city.at(cell), reserve[found])) return false;
    city.put(city.at(cell), reserve.splice(found, 1)[0]);
    return this.endActions();
  }
  remove([cell]) {
    const { city, reserve } = this.me;
    const index = city.at(cell);
    if (!city.mayRemove(index)) return false;
    reserve.push(city.raster[index]);
    city.put(index, 0);
    return this.endActions();
  }
  swap([cell, , text]) {
    const { city, reserve } = this.me;
    const found = findFace(reserve, text);
    const index = city.at(cell);
    if (found < 0 || !city.maySwap(index, reserve[found])) return false;
    const [face] = reserve.splice(found, 1);
    reserve.push(city.raster[index]);
    city.put(index, face);
    return this.endActions();
  }
  stop() {
    return this.step.bought.length > 0 && this.endActions();
  }
  pass() {
    return this.step.bought.length === 0 && this.chances().length === 0 && this.endActions();
  }

  // placing
  settle(item) {
    this.step.tiles.splice(this.step.tiles.indexOf(item), 1);
    return true;
  }
  flip([text, , ...rest]) {
    const cards = readCards(rest.join(" "));
    const item = this.step.tiles.find(
      ({ tile, bought, flipped }) => tile.length > 1 && bought && !flipped && faceText(tile[0]) === text,
    );
    if (!item || !mayFlip(this.me.hand, cards)) return false;
    this.spend(cards);
    item.tile = turnedOver(item.tile);
    item.flipped = !bug(24);
    return true;
  }
  place([text, , cell]) {
    const { city } = this.me;
    const item = this.step.tiles.find(({ tile }) => faceText(tile[0]) === text);
    if (!item || !city.mayPlace(city.at(cell), item.tile[0])) return false;
    city.put(city.at(cell), item.tile[0]);
    return this.settle(item);
  }
  store([text]) {
    const lies = ({ tile }) => faceText(tile[0]) === text;
    const item = this.step.tiles.find(lies) ?? this.step.tiles.find(({ tile, bought }) => bought && tile.some((face) => faceText(face) === text));
    if (!item) return false;
    this.me.reserve.push(item.tile.find((face) => faceText(face) === text));
    return this.settle(item);
  }
  give([text]) {
    const item = this.step.tiles.find(({ tile, bought }) => bought && faceText(tile[0]) === text);
    if (!item || !this.dirk) return false;
    this.dirk.faces.push(item.tile[0]);
    return this.settle(item);
  }

  // draws
  draw(words) {
    const step = this.step;
    const text = words.join(" ");
    if (step.step === "refill-money" || step.step === "deal-hand") return this.drawCard(text);
    const parity = step.face ?? this.marker;
    const found = this.bag.findIndex((tile) => tileText(shown(tile, parity)) === text);
    if (found < 0) return false;
    const tile = shown(this.bag.splice(found, 1)[0], parity);
    if (step.step === "dirk-draws") {
      this.dirk.faces.push(tile[0]);
      step.left[0]--;
      return true;
    }
    this.yard[this.yard.indexOf(null)] = tile;
    step.moves_marker = true;
    if (bug(23) && this.marker && !step.first) this.marker = this.marker === "even" ? "odd" : "even";
    return true;
  }
  drawCard(text) {
    const fresh = this.deck.size === 0;
    const top = fresh ? { cards: [], slots: this.discard.size } : this.deck.top();
    const pool = fresh ? this.discard : this.deck.pool;
    if (top.cards.includes(text)) {
      const due = this.todo.find(({ step }) => step === "score-due");
      if (!due) return false;
      top.cards.splice(top.cards.indexOf(text), 1);
      due.rounds.push(text);
      return true;
    }
    const card = cardIndex(text);
    if (card < 0 || top.slots === 0 || !pool.holds([card])) return false;
    if (fresh) {
      this.deck.pool = this.discard;
      this.discard = new Purse();
      this.deck.layers = [top];
    }
    this.deck.pool.pay([card]);
    top.slots--;
    (this.step.step === "deal-hand" ? this.seats[this.step.seat].hand : this.display).add([card]);
    return true;
  }

  // what can be done
  /** Everything but stop and pass. */
  chances() {
    const { hand, city, reserve } = this.me;
    const found = new Set();
    const lying = this.display.list();
    for (let mask = 1; mask < 1 << lying.length; mask++) {
      const cards = lying.filter((_, bit) => (mask >> bit) & 1);
      if (mayTake(this.display, cards)) found.add(`take ${cardsText(cards)}`);
    }
    this.yard.forEach((tile, slot) => {
      if (!tile) return;
      const price = bug(20) ? Math.min(...tile.map(priceOf)) : priceOf(tile[0]);
      for (const cards of payments(hand, coinOfSpace(slot + 1), price)) found.add(`buy ${slot + 1} with ${cardsText(cards)}`);
    });
    const open = city.frontier();
    const built = city.spots();
    for (const face of new Set(reserve)) {
      for (const index of open) if (city.mayPlace(index, face)) found.add(`add ${faceText(face)} at ${city.cell(index)}`);
      for (const index of built) if (city.maySwap(index, face)) found.add(`swap ${city.cell(index)} for ${faceText(face)}`);
    }
    for (const index of built) if (city.mayRemove(index)) found.add(`remove ${city.cell(index)}`);
    return [...found];
  }
  legal() {
    if (this.waiting === "over") return [];
    if (this.waiting === "draw") throw new Unknown("what can be drawn");
    if (this.waiting === "act") {
      const found = this.chances();
      if (this.step.bought.length) found.push("stop");
      else if (!found.length) found.push("pass");
      return found;
    }
    const { hand, city } = this.me;
    const found = new Set();
    for (const { tile, bought, flipped } of this.step.tiles) {
      const name = faceText(tile[0]);
      for (const index of city.frontier()) if (city.mayPlace(index, tile[0])) found.add(`place ${name} at ${city.cell(index)}`);
      for (const face of bought ? tile : [tile[0]]) found.add(`store ${faceText(face)}`);
      if (bought && this.dirk) found.add(`give ${name}`);
      if (!bought || flipped || tile.length < 2) continue;
      for (let coin = 0; coin < 4; coin++) {
        for (const cards of payments(hand, coin, 3)) if (mayFlip(hand, cards)) found.add(`flip ${name} paying ${cardsText(cards)}`);
      }
    }
    return [...found];
  }

  fact(name) {
    const over = this.todo.length === 0;
    const each = (get) => this.seats.map(get);
    switch (name) {
      case "actor":
        return this.actor;
      case "waiting":
        return this.waiting;
      case "mover":
        return this.mover;
      case "over":
        return over;
      case "points":
        return each(({ points }) => points);
      case "winners": {
        const best = Math.max(...each(({ points }) => points));
        return over ? this.seats.flatMap(({ points }, seat) => (points === best ? [seat] : [])) : null;
      }
      case "marker":
        return this.marker;
      case "display":
        return String(this.display);
      case "discard":
        return String(this.discard);
      case "deck_size":
        return this.deck.size;
      case "bag_size":
        return this.bag.length;
      case "yard":
        return this.yard.map((tile) => tile && tileText(tile));
      case "hands":
        return each(({ hand }) => String(hand));
      case "cities":
        return each(({ city }) => city.toJSON());
      case "reserves":
        return each(({ reserve }) => reserve.map(faceText));
      case "placing":
        return this.waiting === "place" ? this.step.tiles.map(({ tile }) => tileText(tile)) : [];
      case "bought":
        return this.waiting === "act" ? this.step.bought.map(tileText) : [];
      case "dirk":
        return this.dirk ? this.dirk.faces.map(faceText) : null;
      case "dirk_points":
        return this.dirk ? this.dirk.points : null;
      default:
        throw new Unknown(`the fact ${name}`);
    }
  }
}

const findFace = (reserve, text) => {
  if (bug(12)) return reserve.findIndex((face) => bare(face) === (text ?? "").split("/")[0]);
  return reserve.findIndex((face) => faceText(face) === text);
};

// ---------------------------------------------------------------- questions

class Unknown extends Error {}

const ANSWERS = {
  layout: ({ layout }) => ({ legal: City.read(layout).legal() }),
  place({ city: cells, reserve = [], do: text }) {
    const [verb, name, , cell] = text.split(" ");
    const city = City.read(cells);
    const faces = reserve.map(readFace);
    const face = verb === "add" ? faces[findFace(faces, name)] : readFace(name);
    return { legal: city.mayPlace(city.at(cell), face) };
  },
  remove({ city: cells, do: text }) {
    const city = City.read(cells);
    return { legal: city.mayRemove(city.at(text.split(" ")[1])) };
  },
  swap({ city: cells, reserve = [], do: text }) {
    const [, cell, , name] = text.split(" ");
    const city = City.read(cells);
    const faces = reserve.map(readFace);
    return { legal: city.maySwap(city.at(cell), faces[findFace(faces, name)]) };
  },
  moat: ({ city }) => ({ result: City.read(city).longest() }),
  take: ({ display, do: text }) => ({ legal: mayTake(Purse.read(display), readCards(text.split(" ").slice(1).join(" "))) }),
  buy({ hand, space, tile, do: text }) {
    const [, place, , ...rest] = text.split(" ");
    const lies = Number(place) === space ? readTile(tile) : null;
    const exact = purchase(Purse.read(hand), Number(place), lies, readCards(rest.join(" ")));
    return exact === null ? { legal: false } : { legal: true, exact };
  },
  flip({ hand, tile, do: text }) {
    const [, name, , ...rest] = text.split(" ");
    const lies = readTile(tile);
    const named = lies.length > 1 && faceText(lies[0]) === name;
    return { legal: named && mayFlip(Purse.read(hand), readCards(rest.join(" "))) };
  },
  score({ game, scoring = "normal", round, cities, dirk }) {
    const read = cities.map(City.read);
    const total = score({ game, scoring, round, cities: read, dirk: dirk?.map(readFace) });
    const points = total.slice(0, cities.length);
    return dirk ? { points, dirk: total.at(-1) } : { points };
  },
  award({ yard, hands }) {
    const purses = hands.map(Purse.read);
    return { result: yard.flatMap((tile, slot) => (tile ? [richest(purses, slot + 1)] : [])) };
  },
  legal({ state }) {
    return { actions: new Game(state).legal() };
  },
  apply({ state, do: actions, ask }) {
    const game = new Game(state);
    for (const text of [actions].flat()) if (!game.act(text)) return { legal: false };
    return { legal: true, then: Object.fromEntries(ask.map((name) => [name, game.fact(name)])) };
  },
};

const HELLO = {
  name: "raster",
  version: "1.0",
  kinds: Object.keys(ANSWERS),
  games: ["granada", "alhambra"],
  modules: [],
  rulings: {},
};

export function answer({ id, kind, given }) {
  if (kind === "hello") return { id, ...HELLO };
  wallCache = new Map();
  try {
    if (!Object.hasOwn(ANSWERS, kind)) throw new Unknown(`the kind ${kind}`);
    return { id, ...ANSWERS[kind]({ ...given, game: given.game ?? "granada" }) };
  } catch (failure) {
    if (failure instanceof Unknown) return { id, skip: `I do not know ${failure.message}` };
    return { id, error: `${failure.name}: ${failure.message}` };
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim()) process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
  }
}
