// The games that are kept in this browser: their records and what is told of them, by name.

/** @import { Kind } from "./changes.js" */
/** @typedef {{ game: string, modules: string[], scoring: string, over: boolean, turn: number, points: number[], kinds: Kind[], names?: string[] }} About what the list of games says of one */
/** @typedef {{ name: string, record: string, looked: number, about: About, when: number }} Kept */

const [DATABASE, GAMES] = ["granada", "games"];

/**
 * What a request gives when it is done.
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
function done(request) {
  return new Promise((give, fail) => {
    request.onsuccess = () => give(request.result);
    request.onerror = () => fail(request.error);
  });
}

/** @type {Promise<IDBDatabase> | null} */
let opened = null;

function database() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "name" });
  return done(request);
}

/**
 * Do something with the games, and wait until it has reached the disk.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(games: IDBObjectStore) => IDBRequest<Result>} work
 */
async function within(mode, work) {
  opened ??= database();
  opened.catch(() => (opened = null));
  const transaction = (await opened).transaction(GAMES, mode);
  /** @type {Promise<void>} */
  const finished = new Promise((give, fail) => {
    transaction.oncomplete = () => give();
    transaction.onabort = () => fail(transaction.error);
  });
  const [result] = await Promise.all([done(work(transaction.objectStore(GAMES))), finished]);
  return result;
}

/** @param {Kept} game */
export const put = (game) => within("readwrite", (games) => games.put(game));

/**
 * @param {string} name
 * @returns {Promise<Kept | undefined>}
 */
export const get = (name) => within("readonly", (games) => games.get(name));

/** @param {string} name */
export const remove = (name) => within("readwrite", (games) => games.delete(name));

const GAME = /^(granada|alhambra|combined)$/;
const SCORING = /^(normal|simplified)$/;
const KIND = /^(you|person|builder|mason|master|search)$/;
const MODULE = /^(vizier|exchange|huts|bonus)$/;
/** @param {unknown} value @param {RegExp} form */
const isText = (value, form = /./) => typeof value === "string" && form.test(value);
/** @param {unknown} value a time; some numbers are beyond all dates */
const isDate = (value) => typeof value === "number" && !Number.isNaN(new Date(value).getTime());
/** @param {unknown} list @param {(each: unknown) => boolean} holds */
const areAll = (list, holds) => Array.isArray(list) && list.every(holds);

/**
 * Whether something that is kept can be listed as a game; it may be damaged, or come from another time.
 * @param {any} kept
 */
function isGame(kept) {
  const about = kept?.about;
  return (
    isText(kept?.name) &&
    isText(kept.record) &&
    isDate(kept.when) &&
    isText(about?.game, GAME) &&
    isText(about.scoring, SCORING) &&
    areAll(about.modules, (each) => isText(each, MODULE)) &&
    areAll(about.kinds, (each) => isText(each, KIND)) &&
    areAll(about.points, Number.isFinite) &&
    about.points.length <= about.kinds.length &&
    (about.names === undefined || areAll(about.names, (each) => typeof each === "string")) &&
    Number.isFinite(about.turn)
  );
}

/** All games, the latest first; what is no game is passed over, and stays. */
export async function all() {
  /** @type {Kept[]} */
  const found = (await within("readonly", (games) => games.getAll())).filter(isGame);
  return found.sort((one, other) => other.when - one.when);
}
