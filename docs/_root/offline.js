// Keeps the page "May I do that?" and its engine, so that a second visit needs no network: a service worker.
// What belongs together is kept together: a page of one build never meets the engine of another.
"use strict";

/**
 * What is used here of a service worker.
 * @typedef {object} Keeper
 * @property {{ scope: string }} registration
 * @property {() => Promise<void>} skipWaiting
 * @property {{ claim(): Promise<void> }} clients
 * @property {(name: string, listener: (event: Occasion) => void) => void} addEventListener
 */
/**
 * @typedef {object} Occasion
 * @property {Request} request
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {(answer: Promise<Response>) => void} respondWith
 */

(() => {
  const keeper = /** @type {Keeper} */ (/** @type {unknown} */ (self));
  const { scope } = keeper.registration;
  const CONTENTS = new URL("_engine/contents.json", scope).href;
  const VISITED = `visited ${scope}`;
  const name = (/** @type {string} */ digest) => `build ${digest} ${scope}`;
  const isBuild = (/** @type {string} */ each) => each.startsWith("build ") && each.endsWith(` ${scope}`);
  /** The build that the open pages come from. */
  let current = "";

  /** The newest build that is kept whole: its list is put there last. */
  async function newest() {
    for (const each of (await caches.keys()).filter(isBuild).reverse()) {
      if (await (await caches.open(each)).match(CONTENTS)) return each;
    }
    return "";
  }

  /** Keep the build that is on the server, if it is another one; the pages that are open go on with theirs. */
  async function refresh() {
    const answer = await fetch(CONTENTS, { cache: "no-store" });
    if (!answer.ok) return;
    const { digest, files } = await answer.clone().json();
    const kept = await caches.open(name(digest));
    if (await kept.match(CONTENTS)) return;
    const fresh = (/** @type {string} */ file) => new Request(new URL(file, scope).href, { cache: "no-cache" });
    await kept.addAll(files.map(fresh));
    await kept.put(CONTENTS, answer);
  }

  /** Forget the builds that no page is opened from any more. */
  async function tidy() {
    const builds = (await caches.keys()).filter(isBuild);
    await Promise.all(builds.filter((each) => each !== current).map((each) => caches.delete(each)));
  }

  /** @param {Request} request */
  async function answered(request) {
    if (request.mode === "navigate" || !current) {
      const latest = await newest();
      if (latest !== current) {
        current = latest;
        await tidy();
      }
    }
    const build = current ? await (await caches.open(current)).match(request) : undefined;
    if (build) return build;
    const visited = await caches.open(VISITED);
    try {
      const answer = await fetch(request);
      if (answer.ok && request.destination) await visited.put(request, answer.clone());
      return answer;
    } catch (flaw) {
      const before = await visited.match(request);
      if (before) return before;
      throw flaw;
    }
  }

  keeper.addEventListener("install", (event) => event.waitUntil(refresh().then(() => keeper.skipWaiting())));
  keeper.addEventListener("activate", (event) => event.waitUntil(keeper.clients.claim()));
  keeper.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method !== "GET" || !request.url.startsWith(scope)) return;
    event.respondWith(answered(request));
    if (request.mode === "navigate") event.waitUntil(refresh().catch(() => {}));
  });
})();
