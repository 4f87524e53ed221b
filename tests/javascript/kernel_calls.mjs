// The kernel in WebAssembly for another program: node kernel_calls.mjs KERNEL; a line of calls is answered by a line.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { kernelOf } from "../../docs/_static/shared/kernel.js";

const kernel = kernelOf(new WebAssembly.Module(readFileSync(process.argv[2])));
createInterface({ input: process.stdin }).on("line", (line) => {
  /** @type {[string, ...unknown[]][]} */
  const calls = JSON.parse(line);
  const answers = calls.map(([name, ...given]) => kernel[name](...given) ?? null);
  process.stdout.write(`${JSON.stringify(answers)}\n`);
});
