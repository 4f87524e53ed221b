#!/usr/bin/env node
// A bot for docs/server.py: node docs/bot.mjs PORT, with the token of its seat on the standard input.
import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

const VERBS = ["place", "buy", "add", "take"]; // what it likes, the best first

/**
 * How much it likes an action: by its verb, and among takes by what they are worth.
 * @param {string} action
 */
function worth(action) {
  const [verb, ...words] = action.split(" ");
  const rank = VERBS.includes(verb) ? VERBS.length - VERBS.indexOf(verb) : 0;
  const money = verb === "take" ? words.reduce((sum, card) => sum + Number(card.slice(1)), 0) : 0;
  return 1000 * rank + money;
}

/**
 * The action that it likes best.
 * @param {string[]} legal
 */
const best = (legal) => legal.reduce((liked, action) => (worth(action) > worth(liked) ? action : liked));

const [token] = await once(createInterface({ input: process.stdin }), "line");
const socket = connect(Number(process.argv[2]), "127.0.0.1");
/** @param {object} message */
const say = (message) => socket.write(`${JSON.stringify(message)}\n`);

say({ join: token });
for await (const line of createInterface({ input: socket })) {
  const { view, legal, event, undo, after } = JSON.parse(line);
  if (view && legal.length) {
    say({ do: best(legal) });
  } else if (undo === "asked") {
    say({ agree: after });
  } else if (event?.event === "game-over") {
    console.log(`points ${event.points.join(" ")}`);
    break;
  }
}
process.exit();
