// How the search ranks what it finds: a rule whose name holds the word comes first, in the rulebook before elsewhere.
// Sphinx puts this before its own search, which looks for a variable of this name.
/* exported Scorer */
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  /** @param {[page: string, title: string, anchor: string, text: string | null, score: number, ...string[]]} found */
  score: ([page, , anchor, , score]) => score + (anchor ? 20 : 0) + (page.startsWith("rulebook/") ? 3 : 0),
};
