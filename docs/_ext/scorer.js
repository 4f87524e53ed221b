// How the search ranks what it finds: a rule whose name holds the word comes first, in the rulebook before elsewhere.
var Scorer = {
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
  score: ([page, , anchor, , score]) => score + (anchor ? 20 : 0) + (page.startsWith("rulebook/") ? 3 : 0),
};
