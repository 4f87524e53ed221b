"""The law between the two engines: the same games, action by action and draw by draw.

``python -m tests.kernels.law --games 50`` plays some games by both engines;
``--kernel`` names another compiled kernel than the one that is installed; one in WebAssembly is run by Node.
"""

from __future__ import annotations

import argparse
import faulthandler
import sys
import warnings
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

import granada
from granada import Buy, Cell, Face, Flip, Place, Purse, Take, Tile, TileSet
from granada.rulebook import READINGS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from granada import Action, Game, Setup, State

GAMES = (granada.GRANADA, granada.ALHAMBRA, granada.COMBINED)
MODULES = ("vizier", "exchange", "huts", "bonus")
OF_THE_ALHAMBRA = ("huts", "bonus")
LONGEST_GAME = 6000
"""No game takes more decisions than this, whatever its players do."""
STRANGE = ("arena13/nsw", "school7/ne", "garden7/esw", "tower9", "pavilion3/nes")
"""Faces of no set that is shipped; a position that holds just the tiles that lie there may have them."""


class Difference(AssertionError):
    """Where the two engines part."""


def agree(what: str, kernel: object, rules: object) -> None:
    """Both say the same, or they differ."""
    if kernel != rules:
        message = f"{what}: the kernel says {str(kernel)[:400]}, the rules say {str(rules)[:400]}"
        raise Difference(message)


# Tables


def own_tiles(game: Game, rng: Random) -> list[TileSet]:
    """Sets of the owner's own: the edges of the shipped ones are dealt out anew, and so are prices of the Alhambra."""
    sets = []
    for family in game.lanes:
        tiles = TileSet.default(family).tiles
        edges = [tile.up.edges for tile in tiles]
        rng.shuffle(edges)
        sets.append(TileSet(family, tuple(_with_edges(tile, each) for tile, each in zip(tiles, edges, strict=True))))
    return sets


def _with_edges(tile: Tile, edges: int) -> Tile:
    return Tile(*(Face(face.building, face.price, edges) for face in tile.faces))


def table(rng: Random) -> dict[str, Any]:
    """Any table: the options of ``new_game``."""
    game = rng.choice(GAMES)
    wanted = rng.choice((0.0, 0.4, 0.4, 1.0))
    modules = [name for name in MODULES if rng.random() < wanted]
    if game is granada.GRANADA:
        modules = [name for name in modules if name not in OF_THE_ALHAMBRA]
    players = rng.randrange(2, 7)
    chosen = {name: rng.choice(values) for name, (_, values) in READINGS.items()} if rng.random() < 0.6 else {}
    return {
        "players": players,
        "game": game,
        "modules": modules,
        "scoring": rng.choice(game.scorings),
        "rulings": granada.Rulings(**chosen),
        "tiles": own_tiles(game, rng) if rng.random() < 0.25 else None,
        "ages": [rng.randrange(3) for _ in range(players)] if rng.random() < 0.5 else None,
    }


def described(options: dict[str, Any]) -> str:
    """A table in one line."""
    parts = [f"{options['players']} players", *options["modules"], options["scoring"], repr(options["rulings"])]
    return f"{options['game']}: {', '.join(parts)}{', own tiles' if options['tiles'] else ''}"


# Positions


def begun(options: dict[str, Any], rng: Random) -> State:
    """A game in its set-up, after some draws."""
    state = granada.new_game(**options)
    for _ in range(rng.choice((0, 0, rng.randrange(60)))):
        if state.actor is None and not state.over:
            draws = granada.outcomes(state)
            state = granada.apply(state, draws[rng.randrange(len(draws))][0])
    return state


def with_strange_tiles(state: State, rng: Random) -> State:
    """The same position, but it holds just the tiles that lie there, and perhaps some of no set."""
    setup: Setup = attrs.evolve(state.setup, tiles=None)
    lanes = setup.game.lanes
    strange = [face for face in map(Face.parse, STRANGE) if face.family in lanes and rng.random() < 0.5]
    players = list(state.players)
    seat = rng.randrange(len(players))
    reserve = tuple(sorted((*players[seat].reserve, *strange)))
    players[seat] = attrs.evolve(players[seat], reserve=reserve)
    bags = tuple(tuple(tile for tile in bag if rng.random() < 0.8) for bag in state.bags)
    changed: State = attrs.evolve(state, setup=setup, players=tuple(players), bags=bags)
    return changed


def every_card() -> list[Any]:
    """Each money card twice."""
    return [granada.Card(currency, value) for currency in granada.Currency for value in range(1, 10)] * 2


def attempts(state: State, rng: Random) -> Iterator[Action]:
    """Actions that somebody might try, right or wrong: with more cards than needed, on cells near by."""
    seat = state.actor or 0
    player = state.players[seat]
    hand = list(player.hand)
    cells = [Cell(0, 0), *player.city]
    near = rng.choice(cells)
    cell = Cell(near.x + rng.randrange(-1, 2), near.y + rng.randrange(-1, 2))
    lanes = state.setup.game.lanes
    for _ in range(3):
        cards = Purse(rng.sample(hand, min(len(hand), rng.randrange(5))))
        yield Buy(rng.randrange(1, 5), cards, rng.choice((None, *lanes)))
        one = [card for card in hand if str(card)[0] == rng.choice("bgoy")]
        lane = rng.choice(lanes) if len(lanes) > 1 else None
        yield Buy(rng.randrange(1, 5), Purse(one[: rng.randrange(6)]), lane)
        any_cards = Purse(rng.sample(every_card(), rng.randrange(1, 4)))  # held or not
        yield Buy(rng.randrange(1, 5), any_cards, lane)
        yield Take(any_cards)
    yield Take(Purse(rng.sample(list(state.display), min(len(state.display), rng.randrange(4)))))
    faces = [
        *player.reserve,
        *player.city.faces,
        *(face for tile in state.slots.values() if tile for face in tile.faces),
    ]
    tiles = [tile for step in state.todo for tile in getattr(step, "bought", ())]
    tiles += [each.tile for step in state.todo for each in getattr(step, "tiles", ())]
    faces += [face for tile in tiles for face in tile.faces] * 2
    for face in rng.sample(faces, min(len(faces), 4)):
        yield Place(face, cell)
        yield granada.Add(face, cell)
        yield granada.Swap(near, face)
        yield granada.Store(face)
        yield granada.Give(face)
        yield granada.Reveal(face)
        yield Flip(face, Purse(rng.sample(hand, min(len(hand), rng.randrange(1, 3)))))
    yield granada.Remove(near)
    yield granada.Remove(cell)
    yield from (granada.Stop(), granada.Pass(), granada.Decline(), granada.Reactivate())


# The law


class Comparing:
    """Plays games by two engines and compares them; it counts what it has compared."""

    def __init__(self) -> None:
        """Nothing has been compared yet."""
        self.compared: Counter[str] = Counter()

    def game(self, seed: int) -> dict[str, Any]:
        """One game at any table; what was played."""
        rng = Random(seed)
        options = table(rng)
        try:
            self._play(options, rng)
        except Difference as difference:
            message = f"seed {seed}, {described(options)}: {difference}"
            raise Difference(message) from None
        self.compared["games"] += 1
        return options

    def _play(self, options: dict[str, Any], rng: Random) -> None:
        raise NotImplementedError


class Law(Comparing):
    """The kernel, and the rules."""

    def __init__(self, every: int = 12, finishing: float = 0.5) -> None:
        """Compare the whole state and all actions at one of so many positions; counts are compared at all.

        So much of the games are also played on by both engines with a policy, from somewhere in their middle.
        """
        from granada.fast import _kernel, compiled, plain

        super().__init__()
        self.tells_numbers = hasattr(_kernel, "Encoding")  # a browser has no use for them
        self.position: Any = compiled.Position
        self.plain: Any = plain.Position
        self.playouts, self.plain_playouts = compiled.playouts, plain.playouts
        self.every = every
        self.finishing = finishing

    def _play(self, options: dict[str, Any], rng: Random) -> None:
        drawing = Random(rng.randrange(1 << 32))
        state = begun(options, rng)
        eager, strange_from = rng.random() < 0.4, rng.randrange(40, 1000)
        finished_at, policy = rng.randrange(900), rng.choice(("random", "random", "random", "builder"))
        finished_at = finished_at if rng.random() < self.finishing else -1
        position = self.position(state, drawing)
        if rng.random() < self.finishing / 4 and self.tells_numbers:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # lists that are longer than is told
                self._batch(state, rng.randrange(1 << 32))
        state = granada.deal(state, drawing)
        agree("the first state", position.state(), state)
        number = 0
        while not state.over and number < LONGEST_GAME:
            if number == strange_from and rng.random() < 0.3:
                state = with_strange_tiles(state, rng)
                position = self.position(state, drawing)
            if number == finished_at:
                self._finish(position, state, drawing, policy)
            legal = granada.legal_actions(state)
            agree("actor", position.actor, state.actor)
            agree("how many actions", position.count(), len(legal))
            self.compared["counts"] += 1
            chosen = self._chosen(legal, rng, eager=eager)
            action = legal[chosen]
            if rng.randrange(self.every) == 0:
                position = self._look(position, state, drawing, rng)
                position.apply(action)
                waiting = granada.apply(state, action)
                if rng.random() < 0.5:
                    position = self.position(waiting, drawing)  # from a state that waits for draws
                state = granada.deal(waiting, drawing)
            else:
                position.apply(chosen)
                state = granada.deal(granada.apply(state, action), drawing)
            number += 1
        self._over(position, state, drawing)

    @staticmethod
    def _chosen(legal: Any, rng: Random, *, eager: bool) -> int:
        if eager and rng.random() < 0.6:
            liked = [place for place, each in enumerate(legal) if isinstance(each, Buy | Place | granada.Add)]
            if liked:
                return liked[rng.randrange(len(liked))]
        return rng.randrange(len(legal))

    def _look(self, position: Any, state: State, drawing: Random, rng: Random) -> Any:
        """Compare all that can be seen of a position; another one that goes on in the same way."""
        agree("the actions", list(map(str, position.actions())), list(map(str, granada.legal_actions(state))))
        agree("the actions", position.actions(), tuple(granada.legal_actions(state)))
        agree("points", position.points, state.points)
        there = position.state()
        if there != state:
            fields = [
                each.name
                for each in attrs.fields(type(state))
                if getattr(there, each.name) != getattr(state, each.name)
            ]
            agree(f"the state, {', '.join(fields)}", there, state)
        agree("the generator", position.generator().getstate(), drawing.getstate())
        self._imagined(position, state, rng)
        if self.tells_numbers:
            self._numbers(position, state, rng)
        self.compared["states and lists of actions"] += 1
        tries = list(attempts(state, rng))
        for action in rng.sample(tries, min(len(tries), 10)):
            self._try(position.copy(), state, action)
        return rng.choice((position, position.copy(), self.position(state, drawing)))

    def _imagined(self, position: Any, state: State, rng: Random) -> None:
        """What a seat cannot know is dealt anew as its view is sampled, and nothing else is touched."""
        from granada.fast.likeness import Mixer

        if state.setup.tiles is None and granada.modules.BONUS in state.setup.modules:
            return  # its bonus cards may be those of another set than a view must think of
        seat, recall, seed = rng.choice((None, *range(len(state.players)))), rng.random() < 0.5, rng.randrange(1 << 32)
        dream = position.redeal(seat, Random(seed), recall=recall)
        own = Random(seed).getrandbits(64)
        expected = granada.observe(state, seat, recall=recall).sample(Mixer(own))
        agree("what is imagined", dream.state(), expected)
        agree("the generator of a dream", dream.generator().getstate(), Random(own).getstate())

    def _numbers(self, position: Any, state: State, rng: Random) -> None:
        """What a seat sees and may do is told in the same numbers, or refused by both."""
        from granada.learning import Encoding

        seat, recall = rng.choice((None, *range(len(state.players)))), rng.random() < 0.5
        encoding = Encoding(state, recall)
        try:
            expected = encoding.observe(granada.observe(state, seat, recall=recall)).tolist()
        except granada.InvalidState:
            expected = "refused"
        try:
            found = position.numbers(seat, recall=recall).tolist()
        except granada.InvalidState:
            found = "refused"
        if found != expected and isinstance(found, list) and isinstance(expected, list):
            for field in encoding.fields:
                part = slice(field.start, field.stop)
                agree(f"the numbers of {field.name}", found[part], expected[part])
        agree("the numbers", found, expected)
        agree("the rows of actions", position.features().tolist(), encoding.features(state).tolist())

    def _batch(self, start: State, seed: int) -> None:
        """A batch tells what its games are, step by step."""
        from granada.fast.batches import Batch
        from granada.learning import Encoding, End, standing

        rng, recall = Random(seed), seed % 2 == 0
        later = self.position(start, Random(seed))
        later.finish("builder", decisions=seed % 150)
        start = start if later.over else later.state()  # a scoring is seldom far then
        batch, encoding = Batch(start, 2, seed, 2, recall=recall, width=40, decisions=25), Encoding(start, recall)
        made = [0, 0]
        for _ in range(60):
            before = [batch.position(game) for game in range(2)]
            chosen = [rng.randrange(position.count()) for position in before]
            batch.step(chosen)
            for game in range(2):
                position = before[game]
                old = position.points
                position.apply(chosen[game])
                made[game] += 1
                end = End.OVER if position.over else End.CUT_OFF if made[game] == 25 else End.GOES_ON
                gained = [now - then for now, then in zip(position.points, old, strict=True)]
                agree("the points of a batch", batch.points[game].tolist(), list(position.points))
                agree("the gains of a batch", batch.gains[game].tolist(), gained)
                agree("the ends of a batch", int(batch.ends[game]), int(end))
                places = list(standing(position.points)) if end else [0] * len(gained)
                agree("the standing of a batch", batch.standing[game].tolist(), places)
                if end:
                    position, made[game] = self.position(start, position.generator()), 0
                agree("a game of a batch", batch.position(game).state(), position.state())
                rows = position.features()[:40]
                agree("the mask of a batch", batch.mask[game].tolist(), [row < len(rows) for row in range(40)])
                agree("the counts of a batch", int(batch.counts[game]), position.count())
                agree("the actors of a batch", int(batch.actors[game]), position.actor)
                told = position.numbers(position.actor, recall=recall)
                agree("the observation of a batch", batch.observation[game].tolist(), told.tolist())
                features = batch.features[game].tolist() if batch.features is not None else []
                empty = [[0] * len(encoding.columns)] * (40 - len(rows))
                agree("the features of a batch", features, rows.tolist() + empty)
        self.compared["steps of a batch"] += 120

    def _try(self, position: Any, state: State, action: Action) -> None:
        """Both judge an attempt alike, and do the same when it is legal."""
        drawing = position.generator()
        legal = granada.is_legal(state, action)
        try:
            position.apply(action)
        except granada.IllegalAction as refused:
            agree(f"{action} is legal", kernel=False, rules=legal)
            agree(f"what {action} breaks", refused.rules, tuple(granada.broken(state, action)))
        except RuntimeError as refused:
            raise Difference(str(refused)) from None
        else:
            agree(f"{action} is legal", kernel=True, rules=legal)
            agree(f"after {action}", position.state(), granada.deal(granada.apply(state, action), drawing))
        self.compared["attempts"] += 1

    def _finish(self, position: Any, state: State, drawing: Random, policy: str) -> None:
        """Both play to the end by a policy, from here."""
        fast, slow = position.copy(), self.plain(state, drawing)
        agree(f"points after playing on as {policy}", fast.finish(policy), slow.finish(policy))
        agree(f"the end after playing on as {policy}", fast.state(), slow.state())
        agree("the generator at that end", fast.generator().getstate(), slow.generator().getstate())
        if policy == "random":
            seed = drawing.getstate()[1][0]
            agree("a playout", self.playouts(state, 1, Random(seed)), self.plain_playouts(state, 1, Random(seed)))
        self.compared[f"games finished as {policy}"] += 1

    def _over(self, position: Any, state: State, drawing: Random) -> None:
        agree("over", position.over, state.over)
        agree("points at the end", position.points, state.points)
        agree("the last state", position.state(), state)
        agree("the last generator", position.generator().getstate(), drawing.getstate())


def use(kernel: Path) -> None:
    """Put another compiled kernel in the place of the one that is installed, which must not be there yet."""
    if kernel.suffix == ".wasm":
        from tests.kernels.browser import Page, kernel_of

        sys.modules["granada.fast._kernel"] = kernel_of(Page(kernel))
        return
    spec = spec_from_file_location("_granada_kernel", kernel)
    if spec is None or spec.loader is None or "granada.fast" in sys.modules:
        message = f"{kernel} comes too late, or is no kernel"
        raise ImportError(message)
    module = sys.modules["granada.fast._kernel"] = module_from_spec(spec)
    spec.loader.exec_module(module)


MOST_SECONDS = 120
"""Neither a game nor the suite takes so long; whoever does has lost its way, and the process is ended."""


def _graded(say: Callable[[str], None]) -> int:
    """What the first case of the suite says that the kernel answers wrongly; whole games take long and come last."""
    from granada.checking.kernel import answer
    from granada.examining import FAILED, meet
    from granada.spec import cases

    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
    examiner = meet(answer)
    for case in sorted(cases(), key=lambda case: case.kind == "game"):
        result = examiner.ask(case)
        if result.status == FAILED:
            say(f"suite: {case.id}: {result.why}")
            return 1
    faulthandler.cancel_dump_traceback_later()
    return 0


def main(arguments: list[str] | None = None, say: Callable[[str], None] = print) -> int:
    """Play some games; the first difference is printed, with the number of its game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--every", type=int, default=12)
    parser.add_argument("--kernel", type=Path)
    parser.add_argument("--suite", action="store_true", help="ask the kernel the suite, and play no games")
    options = parser.parse_args(arguments)
    if options.kernel:
        use(options.kernel)
    if options.suite:
        return _graded(say)
    law = Law(options.every)
    for number in range(options.games):
        faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
        try:
            law.game(options.first + number)
        except Exception as difference:  # noqa: BLE001  whatever a wrong kernel does
            say(f"game {options.first + number}: {type(difference).__name__}: {difference}")
            return 1
    faulthandler.cancel_dump_traceback_later()
    say(", ".join(f"{number:,} {what}" for what, number in law.compared.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
