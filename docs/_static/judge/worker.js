// The engine: Python in WebAssembly, with the package as it is. It runs beside the page, so that the page never waits.

/**
 * What the worker says: how much has come, that all is ready or that it failed, and the answer to a message.
 * @typedef {{ loaded: number } | { ready: true } | { failed: string } | { id: number, answer: unknown }} News
 */
/**
 * What of Pyodide is needed.
 * @typedef {object} Python
 * @property {(archive: ArrayBuffer, format: string) => void} unpackArchive
 * @property {(code: string) => (message: string) => string} runPython
 */

const ENGINE = new URL("../../_engine/", import.meta.url);

let loaded = 0;
const tell = (/** @type {News} */ news) => self.postMessage(news);
const plain = self.fetch.bind(self);

/** Fetch as ever, and say how much has come. */
self.fetch = async (...asked) => {
  const answer = await plain(...asked);
  if (!answer.ok || !answer.body) return answer;
  const counted = new TransformStream({
    transform(chunk, onward) {
      loaded += chunk.length;
      tell({ loaded });
      onward.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted), { headers: answer.headers });
};

async function start() {
  /** @type {{ wheels: string[] }} */
  const { wheels } = await (await plain(new URL("contents.json", ENGINE))).json();
  const archives = wheels.map(async (name) => (await fetch(new URL(name, ENGINE))).arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide.mjs", ENGINE).href);
  /** @type {Python} */
  const python = await loadPyodide({ indexURL: ENGINE.href });
  for (const archive of await Promise.all(archives)) python.unpackArchive(archive, "wheel");
  return python.runPython("from granada.browser import reply; reply");
}

const started = start();
started.then(
  () => tell({ ready: true }),
  (flaw) => tell({ failed: String(flaw) }),
);

self.onmessage = async ({ data: { id, message } }) => {
  try {
    const reply = await started;
    tell({ id, answer: JSON.parse(reply(JSON.stringify(message))) });
  } catch (flaw) {
    tell({ id, answer: { flaws: [String(flaw)] } });
  }
};
