// Questions that are laid already, about what lies on few tables: whoever has such a quarrel changes what is different.

import { note } from "../shared/words.js";

/**
 * Each by its key: its name, and the question as text.
 * @type {Record<string, { name: string, text: string }>}
 */
export const READY = {
  vizier: {
    name: note("The vizier: may I buy with his favour?"),
    text: `kind = "apply"
do = "buy 2 with g4 g6"
[state]
modules = ["vizier"]
phase = "favour"
asked = [1]
seats = [{}, { hand = "g1 g4 g6" }]
yard = ["park8|arena9", "school10|hospital11", "market12|hostel13", "library2|district3"]
bag = ["park2|hostel3"]
display = "b3 g1 o1 y1"`,
  },
  bureau: {
    name: note("An exchange bureau: may I pay like this?"),
    text: `kind = "buy"
game = "alhambra"
modules = ["exchange"]
tile = "garden10"
space = 1
hand = "b/y b2 b6 y4"
do = "buy 1 with b/y b6 y4"`,
  },
  bonus: {
    name: note("Bonus cards: what do they count?"),
    text: `kind = "score"
game = "alhambra"
modules = ["bonus"]
round = "A"
cities = ["@ garden10", "@ garden8/n"]
shown = [["garden10"], []]`,
  },
  hut: {
    name: note("Builders' huts: what do they count?"),
    text: `kind = "score"
game = "alhambra"
modules = ["huts"]
round = "A"
cities = [{ "0,1" = "arcades-hut", "0,2" = "arcades6", "1,1" = "arcades8" }, "@ arcades4 arcades5 arcades7"]`,
  },
  huts: {
    name: note("Builders' huts: may I take a fourth?"),
    text: `kind = "apply"
do = "hut garden"
[state]
game = "alhambra"
modules = ["huts"]
seats = [{ city = "@ garden-hut garden8 tower-hut arcades-hut" }]
huts = { tops = ["pavilion-hut/n", "seraglio-hut", "arcades-hut/e", "chambers-hut", "garden-hut", "tower-hut/n"], piles = [[], [], [], [], [], []] }`,
  },
  dirk: {
    name: note("Two players: what does the third one score?"),
    text: `kind = "score"
round = "B"
cities = ["@ school4 school6", "@ school8"]
dirk = ["school2", "school3", "school10"]`,
  },
  border: {
    name: note("Both games: may it lie at the border?"),
    text: `kind = "place"
game = "combined"
city = "@ garden10/e"
do = "place school8/w at 2,0"`,
  },
};
