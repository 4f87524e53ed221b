"""The reasons for a hint: points gained in a scoring, a tile to aim for, or something to keep for later."""

from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve

from granada import game
from granada.board import CURRENCIES, City, Face, Purse, Round
from granada.languages import plural, text
from granada.numbering import lying
from granada.steps import Favour, ScoreDue, ScoreRow
from granada.words import Words

GAINS = plural(
    "If a scoring came now, you would get {number} more point.",
    "If a scoring came now, you would get {number} more points.",
)
LEADS = text("why an action is a good one", "It takes the lead: {rows}.")
EXACTLY = text("why an action is a good one", "You can then pay exactly for: {tiles}.")
PAYS = text("why an action is a good one", "You can then pay for: {tiles}.")
LACKS = text(
    "why an action is a good one", "You can then aim for this tile, and will be {number} short of its price: {tile}."
)
NOTHING_EXACT = text("why an action is a good one", "You cannot pay exactly for any tile now.")
MORE_MONEY = text("why an action is a good one", "Your money grows by {number}.")
BUREAU = text("why an action is a good one", "With a bureau you can pay for a tile in two currencies.")
COUNTS = text("why an action is a good one", "You then have {own} in this row, the others at most {most}: {row}.")
HUT = text("why an action is a good one", "A hut counts the buildings of its kind that lie beside it.")
NOWHERE = text("why an action is a good one", "With this face up, the tile fits nowhere in your city.")
LATER = text("why an action is a good one", "You can build it from the reserve later, as an action.")
AGAINST = text(
    "why an action is a good one", "If a scoring came now, the others would get fewer points: {number} fewer in all."
)
SHOWN = text("why an action is a good one", "A shown card counts as one more building.")
AWAKE = text("why an action is a good one", "You can then use the vizier again.")
KEPT = text("why an action is a good one", "You keep your money for later turns.")
VIZIER_KEPT = text("why an action is a good one", "You keep the vizier for a later turn.")
ONLY = text("why an action is a good one", "Nothing else is allowed.")
PLAYED = text("why an action is a good one", "Of all actions tried, it did best in simulated games.")
TILE = text("a tile in the yard, and the colour of the money for it", "{tile} ({currency})")


def next_scoring(state: game.State) -> Round | None:
    """The next scoring round; None after the last one."""
    begun = {step.round for step in state.todo if isinstance(step, ScoreRow)}
    due = {each for step in state.todo if isinstance(step, ScoreDue) for each in step.rounds}
    cards = {card for pile in state.deck.piles for card in pile.cards} | {card for card, _ in state.deck.later}
    return None if state.over else next((each for each in Round if each in begun | due | cards), Round.C)


def hint_data(state: game.State, seat: int, action: game.Action, words: Words) -> dict[str, Any]:
    """An action's gain if a scoring followed at once, the rows in which the seat takes the lead, and all the reasons.

    A tile that is not placed yet counts on the cell where it gains the most; actions that change no city have no gain.
    """
    which, player = next_scoring(state) or Round.C, state.players[seat]
    before = game.score(state, which)
    thought = (evolve(player, city=city) for city in _cities_after(state, player.city, action))
    players = ((*state.players[:seat], each, *state.players[seat + 1 :]) for each in thought)
    scored = [game.score(evolve(state, players=each), which) for each in players]
    after = max(scored, key=lambda each: each.points[seat], default=before)
    leads = {row.name for row in before.rows if _leads(row, seat)}
    anew = [row.name for row in after.rows if _leads(row, seat) and row.name not in leads]
    gain, say = after.points[seat] - before.points[seat], words.language
    why = []
    if gain > 0:
        why += [say.counted(*GAINS, gain)]
    if anew:
        why += [say.of(LEADS, rows=say.listed(map(words.row, anew)))]
    if len(game.legal_actions(state)) == 1:
        why += [say.of(ONLY)]
    elif not why:
        why += _reasons(state, seat, action, after, words)
    return {"gain": gain, "leads": anew, "why": " ".join(why or [say.of(PLAYED)])}


def _leads(row: game.Row, seat: int) -> bool:
    return any(each.seat == seat and each.place == 1 for each in row.standings)


def _cities_after(state: game.State, city: City, action: game.Action) -> list[City]:
    """The cities that an action can lead to."""
    match action:
        case game.Place(face, cell) | game.Add(face, cell):
            return [city.added(face, cell)]
        case game.Swap(cell, face):
            return [city.swapped(cell, face)]
        case game.Remove(cell):
            return [city.removed(cell)]
    up = _face(state, action)
    return [city.added(up, cell) for cell in city.sites(up)] if up else []


def _face(state: game.State, action: game.Action) -> Face | None:
    """The face that an action lets a seat build, now or later in the turn."""
    match action:
        case game.Buy():
            return game.tile_bought(state, action).up
        case game.Flip(face):
            return next((each.tile.down for each in lying(state.todo[:1]) if each.tile.up == face), None)
        case game.TakeHut(face) | game.Place(face) | game.Add(face) | game.Swap(_, face):
            return face
    return None


def _reasons(state: game.State, seat: int, action: game.Action, after: game.Scoring, words: Words) -> Iterator[str]:
    """The reasons for an action that gains nothing in a scoring right after it."""
    say, city, face = words.language, state.players[seat].city, _face(state, action)
    match action:
        case game.Take(cards):
            yield from _money(state, seat, cards, words)
        case game.Store(stored):
            yield say.of(LATER if city.sites(stored) else NOWHERE)
        case game.Give():
            fewer = _others(game.score(state, after.round), seat) - _others(
                game.score(game.apply(state, action), after.round), seat
            )
            yield from [say.of(AGAINST, number=fewer)] if fewer > 0 else []
        case game.Decline() if isinstance(state.todo[0], Favour):
            yield say.of(VIZIER_KEPT)
        case game.Remove():
            yield say.of(LATER)
        case game.Reveal():
            yield say.of(SHOWN)
        case game.Reactivate():
            yield say.of(AWAKE)
        case game.Stop() | game.Pass():
            yield say.of(KEPT)
        case game.Flip(up) if not city.sites(up):
            yield say.of(NOWHERE)
        case game.Buy() | game.TakeHut() | game.Flip() if face and not city.sites(face):
            yield say.of(LATER)
        case _ if face and face.is_hut:
            yield say.of(HUT)
        case _ if face:
            row = next(each for each in after.rows if each.name == str(face.building))
            own = sum(each.count for each in row.standings if each.seat == seat)
            most = max((each.count for each in row.standings if each.seat != seat), default=0)
            yield say.of(COUNTS, own=own, most=most, row=words.row(row.name))


def _others(scored: game.Scoring, seat: int) -> int:
    return sum(points for each, points in enumerate(scored.points) if each != seat)


def _money(state: game.State, seat: int, cards: Purse, words: Words) -> Iterator[str]:
    """Say which tiles a seat can buy only with these cards, or which tile it comes closest to buying."""
    say, player = words.language, state.players[seat]
    richer = state.with_player(seat, evolve(player, hand=player.hand + cards))
    before, then = _excesses(state), _excesses(richer)
    tiles = {slot: tile for slot, tile in state.slots.items() if tile is not None}
    colours = {slot: CURRENCIES[slot.space - 1] for slot in tiles}

    def told(slots: Iterable[game.Slot]) -> str:
        named = ((words.short_face(tiles[slot].up), words.currency(colours[slot])) for slot in slots)
        return say.listed(say.of(TILE, tile=tile, currency=currency) for tile, currency in named)

    exact = [slot for slot, excess in then.items() if excess == 0 != before.get(slot)]
    paid = [slot for slot in then if slot not in before]
    sought = [slot for slot, currency in colours.items() if currency in cards.currencies and slot not in then]
    if exact:
        yield say.of(EXACTLY, tiles=told(exact))
    elif paid:
        yield say.of(PAYS, tiles=told(paid))
    elif sought:
        hand = richer.players[seat].hand
        lacking = {slot: tiles[slot].up.price - hand.total(colours[slot]) for slot in sought}
        nearest = min(sought, key=lambda slot: lacking[slot])
        yield say.of(LACKS, number=lacking[nearest], tile=told([nearest]))
    elif cards.bureaus:
        yield say.of(BUREAU)
    if 0 not in before.values():
        yield say.of(NOTHING_EXACT)
    elif not (exact or paid or sought or cards.bureaus):
        yield say.of(MORE_MONEY, number=cards.total())


def _excesses(state: game.State) -> dict[game.Slot, int]:
    """A mapping from the yard slots from which the actor can buy to the smallest possible overpayment."""
    found: dict[game.Slot, int] = {}
    for action in game.legal_actions(state):
        if isinstance(action, game.Buy) and (slot := game.slot_of(state.setup.game, action)):
            excess = action.cards.total() - game.tile_bought(state, action).up.price
            found[slot] = min(excess, found.get(slot, excess))
    return found
