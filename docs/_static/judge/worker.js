// The engine: Python in WebAssembly, with the package as it is. It runs beside the page, so that the page never waits.

const ENGINE = new URL("../../_engine/", import.meta.url);

let loaded = 0;
const plain = self.fetch.bind(self);

/** Fetch as ever, and say how much has come. */
self.fetch = async (...asked) => {
  const answer = await plain(...asked);
  if (!answer.ok || !answer.body) return answer;
  const counted = new TransformStream({
    transform(chunk, onward) {
      loaded += chunk.length;
      self.postMessage({ loaded });
      onward.enqueue(chunk);
    },
  });
  return new Response(answer.body.pipeThrough(counted), { headers: answer.headers });
};

async function start() {
  const { wheels } = await (await plain(new URL("contents.json", ENGINE))).json();
  const archives = wheels.map(async (name) => (await fetch(new URL(name, ENGINE))).arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide.mjs", ENGINE));
  const python = await loadPyodide({ indexURL: ENGINE.href });
  for (const archive of await Promise.all(archives)) python.unpackArchive(archive, "wheel");
  return python.runPython("from granada.browser import reply; reply");
}

const started = start();
started.then(
  () => self.postMessage({ ready: true }),
  (flaw) => self.postMessage({ failed: String(flaw) }),
);

self.onmessage = async ({ data: { id, message } }) => {
  try {
    const reply = await started;
    self.postMessage({ id, answer: JSON.parse(reply(JSON.stringify(message))) });
  } catch (flaw) {
    self.postMessage({ id, answer: { flaws: [String(flaw)] } });
  }
};
