"""Translate states and actions to the kernel's numbers and back; no other module handles both.

The translator refuses a kernel whose steps, verbs or other names differ from those of the rules.
"""

import atexit
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

from attrs import fields

from granada import board, game, numbering, steps
from granada.board import huts
from granada.errors import InvalidState
from granada.fast import _kernel
from granada.game import Action, Deck, Dirk, Pile, Player, Setup, State, a_whole_state
from granada.game.buying import slot_of
from granada.numbering import lying
from granada.rulebook import Rulings
from granada.steps import Pending

Named = TypeVar("Named")


def in_kernel_order(what: str, kernel: Sequence[str], ours: Mapping[str, Named]) -> tuple[Named, ...]:
    """The values of one kind in the order of the kernel's numbers; both sides must have the same names.

    >>> in_kernel_order("rounds", ["B", "A"], {"A": 1, "B": 2})
    (2, 1)
    """
    if set(kernel) != set(ours):
        lacking, strange = sorted(set(ours) - set(kernel)), sorted(set(kernel) - set(ours))
        message = f"the compiled kernel does not match; build it again: its {what} lack {lacking} and have {strange}"
        raise RuntimeError(message)
    return tuple(ours[name] for name in kernel)


_ACTIONS = {verb: kind for verb, kind in game.VERBS.items() if kind is not game.Draw}
_READINGS = [field.name for field in fields(Rulings) if field.name != "dirk_may_win"]  # it affects only who wins


def _numbered(what: str, ours: Mapping[str, Named]) -> tuple[Named, ...]:
    return in_kernel_order(what, getattr(_kernel, what.upper(), ()), ours)


STEPS: tuple[Any, ...] = _numbered("steps", {kind.name: kind for kind in numbering.STEPS})
VERBS: tuple[Any, ...] = _numbered("verbs", _ACTIONS)
ROUNDS = _numbered("rounds", {each.value: each for each in board.Round})
SIDES = _numbered("sides", {"none": None, **{each.value: each for each in board.Marker}})
BUILDINGS = _numbered("buildings", {each.value: each for each in board.Building})
NUMBERING = numbering.Numbering(ROUNDS, SIDES, BUILDINGS)
MODULES = _numbered("modules", {name: name for name in game.MODULES})
RULINGS = _numbered("rulings", {name: name for name in _READINGS})
"""The readings that change how a game is played."""


PURSE_BYTES = 21
_KINDS: tuple[board.Card | board.Bureau, ...] = (*board.MONEY, *board.BUREAUS)
_ONE = {card.order: 1 << 4 * place for place, card in enumerate(_KINDS)}
"""A mapping from each card's sort key to the number that represents one copy of the card."""
_ORDER = attrgetter("order")
NOTHING = -1
FAR = 10_000
"""The maximum distance in the kernel; cells further away, where no tile can lie, count as this far."""
_VERB = {kind: number for number, kind in enumerate(VERBS)}
_FIELDS = {kind: [each.name for each in fields(kind)] for kind in VERBS}
_STEP = {kind: number for number, kind in enumerate(STEPS)}
_ROUND = {each: number for number, each in enumerate(ROUNDS)}
_NO_CARDS = b""
ActionRecord: TypeAlias = tuple[int, int, int, int, int, bytes]
KEPT = 1 << 14
"""The number of values in each cache for purses, cities, actions, faces or tiles."""
_face_named, _tile_named = lru_cache(maxsize=KEPT)(board.Face.parse), lru_cache(maxsize=KEPT)(board.Tile.parse)


class KnownActions(dict[ActionRecord, Action]):
    """A mapping from records to actions; each action is created on first use."""

    def __init__(self, made: Callable[[ActionRecord], Action]) -> None:
        """Begin without actions."""
        super().__init__()
        self._made = made

    def __missing__(self, record: ActionRecord) -> Action:
        """Make an action and cache it."""
        return self.setdefault(record, self._made(record))


class Translator:
    """A translator between a table's states and actions and the kernel's numbers."""

    def __init__(self, setup: Setup, tiles: list[str], faces: list[str]) -> None:
        """Number all faces and tiles, which are given in notation."""
        self.setup = setup
        self.box = _kernel.Box(tiles, faces)
        self.face_of = tuple(map(_face_named, self.box.faces))
        self.tile_of = tuple(map(_tile_named, self.box.tiles))
        self.face = {text: number for number, text in enumerate(self.box.faces)}
        self.tile = {text: number for number, text in enumerate(self.box.tiles)}
        self.modules = [module.name for module in setup.modules]
        readings = {name: getattr(setup.rulings, name) for name in RULINGS}
        ages = list(setup.ages or ())
        name = setup.game.name
        self.table = _kernel.Table(name, setup.players, self.modules, str(setup.scoring), readings, ages, self.box)
        self.encodings: dict[bool, Any] = {}
        self.known = KnownActions(self._action)
        self._city = lru_cache(maxsize=KEPT)(self._built)

    # From states

    def record(self, state: State) -> tuple[Any, ...]:
        """A state as the kernel reads it."""
        tile = self.tile
        viziers = state.extra(game.VIZIER) if "vizier" in self.modules else ()
        huts = state.extra(game.HUTS) if "huts" in self.modules else None
        bonus = state.extra(game.BONUS) if "bonus" in self.modules else None
        return (
            [self._player(player) for player in state.players],
            [NOTHING if each is None else tile[str(each)] for each in state.slots.values()],
            [[tile[str(each)] for each in bag] for bag in state.bags],
            in_bytes(state.display),
            in_bytes(state.discard),
            [in_bytes(pool) for pool in state.deck.pools],
            [(layer.slots, [_ROUND[card] for card in layer.cards]) for layer in state.deck.piles],
            [(_ROUND[card], pile) for card, pile in state.deck.later],
            None if state.dirk is None else (self._faces(state.dirk.faces), state.dirk.points),
            SIDES.index(state.marker),
            NOTHING if state.mover is None else state.mover,
            [(_STEP[type(step)], NUMBERING.numbers(step)) for step in state.todo],
            [(tile[str(each.tile)], each.bought, each.flipped, each.overpaid) for each in _lying(state)],
            [seat for seat, active in enumerate(viziers) if active],
            ([], []) if huts is None else (self._tops(huts.tops), [self._faces(pile) for pile in huts.piles]),
            ([], [], []) if bonus is None else self._bonus(bonus),
        )

    def _player(self, player: Player) -> tuple[Any, ...]:
        city, face = player.city, self.face
        if city.start is not self.setup.game.start:
            raise InvalidState("a city has the start tile of another game")
        tiles = [(cell.x, cell.y, face[str(city[cell])]) for cell in city]
        return in_bytes(player.hand), tiles, city.founding, self._faces(player.reserve), player.points

    def _faces(self, faces: tuple[board.Face, ...]) -> list[int]:
        return [self.face[str(face)] for face in faces]

    def _tops(self, tops: tuple[board.Face | None, ...]) -> list[int]:
        return [NOTHING if face is None else self.face[str(face)] for face in tops]

    def _bonus(self, bonus: game.Bonus) -> tuple[list[int], list[list[int]], list[list[int]]]:
        left, hidden, opened = bonus.left, bonus.hidden, bonus.shown
        if any(None in faces for faces in (left, *hidden, *opened)):
            raise InvalidState("only a view has cards that are not known")
        return self._faces(left), list(map(self._faces, hidden)), list(map(self._faces, opened))  # type: ignore[arg-type]  # no None

    # To states

    def state(self, record: tuple[Any, ...]) -> State:
        """The state that a record from the kernel describes."""
        players, yard, bags, display, discard, pools, layers, later, dirk, marker, mover, todo, loose, *rest = record
        viziers, (tops, piles), (left, hidden, shown) = rest
        setup, tile, face = self.setup, self.tile_of, self.face_of
        waiting = tuple(Pending(tile[number], *flags) for number, *flags in loose)
        open_huts = tuple(None if number == NOTHING else face[number] for number in tops)
        below, *dealt = (tuple(map(self._faces_of, each)) for each in (piles, hidden, shown))
        extras = {
            "vizier": tuple(seat in viziers for seat in range(setup.players)),
            "exchange": (),
            "huts": game.Huts(open_huts, below),
            "bonus": game.Bonus(self._faces_of(left), *dealt),
        }
        return State(
            setup=setup,
            players=tuple(map(self._seat, players)),
            yard=game.in_spaces(setup.game, [None if number == NOTHING else tile[number] for number in yard]),
            bags=tuple(tuple(tile[number] for number in bag) for bag in bags),
            display=_purse(display),
            deck=Deck(
                tuple(map(_purse, pools)),
                tuple(Pile(tuple(slots), tuple(ROUNDS[card] for card in cards)) for slots, cards in layers),
                tuple((ROUNDS[card], pile) for card, pile in later),
            ),
            discard=_purse(discard),
            dirk=None if dirk is None else Dirk(self._faces_of(dirk[0]), dirk[1]),
            marker=SIDES[marker],
            mover=None if mover == NOTHING else mover,
            todo=tuple(NUMBERING.step(STEPS[kind], numbers, waiting) for kind, numbers in todo),
            extras=tuple(extras[name] for name in self.modules),
        )

    def _faces_of(self, numbers: list[int]) -> tuple[board.Face, ...]:
        return tuple(self.face_of[number] for number in numbers)

    def _seat(self, player: tuple[Any, ...]) -> Player:
        hand, tiles, founding, reserve, points = player
        return Player(_purse(hand), self._city(tuple(tiles), founding), self._faces_of(reserve), points)

    def _built(self, tiles: tuple[tuple[int, int, int], ...], founding: tuple[int, int] | None) -> board.City:
        faces = {board.Cell(x, y): self.face_of[number] for x, y, number in tiles}
        return board.City.of(faces, start=self.setup.game.start, founding=founding and board.Cell(*founding))

    # Draws

    def drawn_between(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> str:
        """The draw between two records: one card, tile, hut or bonus card."""
        if cards := _held(after) - _held(before):
            return str(_purse_of(cards))
        if rounds := _scorings(before) - _scorings(after):
            return str(ROUNDS[_only(rounds)])
        if tiles := _tiles(after) - _tiles(before):
            return self.box.tiles[_only(tiles)]
        if faces := _dirks(after) - _dirks(before):  # Dirk has one face of the tile that left a bag
            tile = self.tile_of[_only(_bagged(before) - _bagged(after))]
            return str(tile if tile.up == self.face_of[_only(faces)] else tile.turned)
        return self.box.faces[_only(_open(after) - _open(before))]

    # Actions

    def action_record(self, action: Action) -> ActionRecord | None:
        """An action as the kernel reads it; None if the action is impossible at this table."""
        verb = _VERB.get(type(action))
        slot, face, cell, cards = NOTHING, NOTHING, (0, 0), _NO_CARDS
        if verb is None:
            return None
        if isinstance(action, game.Buy):
            bought = slot_of(self.setup.game, action)
            if bought is None:
                return None
            slot = self.setup.game.slots.index(bought)
        if printed := getattr(action, "face", None):
            face = self.face.get(str(printed), NOTHING)
            if face == NOTHING:
                return None
        cell = getattr(action, "cell", cell)
        if isinstance(action, game.Take | game.Buy | game.Flip):
            cards = in_bytes(action.cards)
        return verb, slot, face, max(-FAR, min(cell[0], FAR)), max(-FAR, min(cell[1], FAR)), cards

    def actions(self, records: list[ActionRecord]) -> tuple[Action, ...]:
        """The actions that records from the kernel describe, cached because they repeat."""
        if len(self.known) > KEPT:
            self.known.clear()
        return tuple(map(self.known.__getitem__, records))

    def _action(self, record: ActionRecord) -> Action:
        verb, slot, face, x, y, cards = record
        kind = VERBS[verb]
        if kind is game.Buy:
            space, lane = self.setup.game.slots[slot]
            return game.Buy(space, _purse(cards), self.setup.game.halves[lane])
        read: dict[str, Callable[[], object]] = {
            "face": lambda: self.face_of[face],
            "cell": lambda: board.Cell(x, y),
            "cards": lambda: _purse(cards),
        }
        action: Action = kind(*[read[name]() for name in _FIELDS[kind]])
        return action


def in_bytes(purse: board.Purse) -> bytes:
    """A purse as the kernel reads it."""
    return sum(map(_ONE.__getitem__, map(_ORDER, purse.cards))).to_bytes(PURSE_BYTES, "little")


@lru_cache(maxsize=KEPT)
def _purse(cards: bytes) -> board.Purse:
    return _purse_of(int.from_bytes(cards, "little"))


def _purse_of(code: int) -> board.Purse:
    """The purse that a number encodes, using four bits for the number of copies of each card."""
    return board.Purse([card for place, card in enumerate(_KINDS) for _ in range(code >> 4 * place & 0xF)])


def _only(found: Counter[int]) -> int:
    """The only item that differs."""
    (thing,) = found.elements()
    return thing


def _held(record: tuple[Any, ...]) -> int:
    """The cards in the display and in all hands as one purse; a draw adds a card to it."""
    cards = (record[3], *(player[0] for player in record[0]))
    return sum(int.from_bytes(each, "little") for each in cards)


def _scorings(record: tuple[Any, ...]) -> Counter[int]:
    """The scoring cards that can still be drawn."""
    return Counter([card for _, cards in record[6] for card in cards] + [card for card, _ in record[7]])


def _tiles(record: tuple[Any, ...]) -> Counter[int]:
    """The tiles in the yard, and the tiles awarded from it."""
    return Counter([tile for tile in record[1] if tile != NOTHING] + [tile for tile, *_ in record[12]])


def _bagged(record: tuple[Any, ...]) -> Counter[int]:
    return Counter([tile for bag in record[2] for tile in bag])


def _dirks(record: tuple[Any, ...]) -> Counter[int]:
    return Counter(record[8][0] if record[8] else [])


def _open(record: tuple[Any, ...]) -> Counter[int]:
    """The huts that lie face up, and the dealt bonus cards."""
    huts = [face for face in record[14][0] if face != NOTHING]
    return Counter(huts + [face for cards in record[15][1] for face in cards])


def _lying(state: State) -> tuple[Pending, ...]:
    """The tiles waiting next to a city; at most one step of the agenda contains waiting tiles."""
    if sum(isinstance(step, steps.PlaceTiles | steps.Act) for step in state.todo) > 1:
        raise InvalidState("todo: only one seat may act or place tiles")
    return lying(state.todo)


@lru_cache(maxsize=64)
def translator_of(setup: Setup) -> Translator:
    """The translator for a table with its own sets of tiles, or with the sets in the package."""
    sets = setup.tiles or tuple(map(board.TileSet.default, setup.game.lanes))
    faces = list(map(str, huts() if game.HUTS in setup.modules else ()))
    return Translator(setup, [str(tile) for each in sets for tile in each.tiles], faces)


atexit.register(translator_of.cache_clear)  # an unloaded kernel complains about remaining tables


def _with_all_tiles(state: State) -> Translator:
    """The translator for a state with tiles that belong to no set."""
    known = translator_of(state.setup)
    tiles = [tile for tile in state.slots.values() if tile is not None]
    tiles += [tile for bag in state.bags for tile in bag]
    tiles += [each.tile for each in _lying(state)]
    faces = [face for player in state.players for face in (*player.reserve, *player.city.faces)]
    faces += state.dirk.faces if state.dirk else ()
    for extra in state.extras:
        if isinstance(extra, game.Huts):
            faces += [face for face in extra.tops if face is not None]
            faces += [face for pile in extra.piles for face in pile]
        elif isinstance(extra, game.Bonus):
            cards = (*extra.left, *(face for part in (*extra.hidden, *extra.shown) for face in part))
            faces += [face for face in cards if face is not None]
    return Translator(state.setup, [*known.box.tiles, *map(str, tiles)], list(map(str, faces)))


def read(state: State) -> tuple[Translator, tuple[Any, ...]]:
    """The translator for a state's table, and the state as the kernel reads it."""
    a_whole_state(state)
    translator = translator_of(state.setup)
    try:
        return translator, translator.record(state)
    except KeyError:  # a tile that is in no set
        translator = _with_all_tiles(state)
        return translator, translator.record(state)
