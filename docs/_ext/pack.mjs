// Packs what the engine needs into one archive: node pack.mjs PYODIDE ARCHIVE WHEEL...
// Python itself compiles it, in the version that will run it, so that a browser need not.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const [folder, archive, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const program = readFileSync(fileURLToPath(new URL("packing.py", import.meta.url)), "utf8");
const digest = createHash("sha256").update(program).digest("hex").slice(0, 12);
const compiled = `${folder}/compiled-${digest}.zip`;
/** Where in its line something stands need not be known. */
const SHORT = { PYTHONNODEBUGRANGES: "1" };

/**
 * Let Python pack something.
 * @param {string} library the archive of its standard library
 * @param {string} call
 * @param {string[]} files what it is given, as /0, /1 and so on
 */
async function packed(library, call, files) {
  const python = await loadPyodide({ indexURL: `${folder}/`, stdLibURL: library, env: SHORT });
  files.forEach((file, number) => python.FS.writeFile(`/${number}`, readFileSync(file)));
  python.runPython(program);
  python.runPython(call);
  return python.FS.readFile("/packed");
}

if (!existsSync(compiled)) {
  const library = `${folder}/python_stdlib.zip`;
  const part = `${compiled}.${process.pid}`;
  writeFileSync(part, await packed(library, "pack_library('/0', '/packed')", [library]));
  renameSync(part, compiled); // somebody else may have been faster
}
writeFileSync(archive, await packed(compiled, "pack_engine('/0', '/packed')", [compiled, ...wheels]));
