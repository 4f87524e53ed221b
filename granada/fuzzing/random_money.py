"""Random questions about money, with amounts that are right or slightly wrong."""

from collections.abc import Iterable, Sequence
from random import Random

from granada.board import BUREAUS, COPIES, CURRENCIES, MONEY, Bureau, Card, Currency, Purse
from granada.fuzzing.random_cities import supply
from granada.fuzzing.random_strata import EVERY, Holds, Sort, about, always, breaks, drawing, strata
from granada.game import EXCHANGE, Buy, Flip, Module, Setup, Take
from granada.questions import AwardQuestion, BuyQuestion, FlipQuestion, TakeQuestion
from granada.spec import Case
from granada.table import PLAYERS

Cards = Iterable[Card | Bureau]
NINE = 9
"""The highest value of a money card."""


def cards(rng: Random, most: int, *, bureaus: bool = False) -> Purse:
    """Random cards, with no more copies of a card than exist."""
    every: list[Card | Bureau] = [*MONEY, *MONEY, *(BUREAUS if bureaus else ())]
    return Purse(rng.sample(every, rng.randrange(most + 1)))


def _exchange(setup: Setup) -> tuple[Module[object], ...]:
    """The exchange module if the set-up includes it; questions about money name no other module."""
    return tuple(module for module in setup.modules if module is EXCHANGE)


def _making(total: int, currencies: Sequence[Currency], rng: Random, number: int) -> list[Card]:
    """About ``number`` cards in the given currencies with a given total; if possible, each currency occurs.

    The number of cards is increased or reduced if the total cannot be reached otherwise.
    """
    found: list[Card] = []
    for left in range(min(total, max(number, -(-total // NINE))) - 1, -1, -1):
        value = rng.randint(max(1, total - NINE * left), min(NINE, total - left))
        total -= value
        fits = [c for c in currencies if found.count(Card(c, value)) < COPIES] or list(CURRENCIES)
        new = [currency for currency in fits if currency not in {card.currency for card in found}]
        found.append(Card(rng.choice(new or fits), value))
    return found


def _held(paid: Purse, most: int, rng: Random, setup: Setup, *, missing: bool) -> tuple[Card | Bureau, ...]:
    """A hand that contains a payment or lacks one of its cards, with no more copies of a card than exist."""
    if missing:
        return tuple(paid - Purse([rng.choice(list(paid))]))
    found = list(paid)
    for card in cards(rng, most, bureaus=bool(_exchange(setup))):
        if found.count(card) < (COPIES if isinstance(card, Card) else 1):
            found.append(card)
    return tuple(Purse(found))


# Taking


@drawing
def _take(
    rng: Random,
    setup: Setup,
    numbers: range,
    totals: Sequence[int],
    bureaus: int = 0,
    *,
    alike: bool = False,
    missing: bool = False,
) -> TakeQuestion:
    """A question about taking cards with a given total; if ``missing`` is true, the display lacks one of them."""
    coins = _making(rng.choice(totals), CURRENCIES, rng, rng.choice(numbers) - bureaus)
    purse = Purse([*coins[:1], *coins[:1]] if alike else [*coins, *rng.sample(BUREAUS, bureaus)])
    display = _held(purse, max(0, 4 - len(purse)), rng, setup, missing=missing)
    return TakeQuestion(game=setup.game, display=display, do=Take(purse), modules=_exchange(setup))


def _taking(numbers: range, totals: range, bureaus: int = 0) -> Sort[Setup]:
    """A stratum of questions about taking cards, given their number, their total and the number of bureaus."""

    def wanted(take: TakeQuestion) -> bool:
        cards = take.do.cards
        return len(cards) in numbers and cards.total() in totals and len(cards.bureaus) == bureaus

    module = BUREAU if bureaus else ""
    return _take(numbers, totals, bureaus), about(TakeQuestion, wanted), EVERY, module


BUREAU = EXCHANGE.name
WITH_BUREAUS = (EVERY, BUREAU)
ONE, TWO, SEVERAL, MORE = range(1, 2), range(2, 3), range(2, 5), range(3, 5)
SMALL, LARGE = range(1, 6), range(6, 10)
TAKING = strata(
    "take",
    {
        "nothing": (_take(range(1), range(1)), breaks("take-at-least-one")),
        "a small card": _taking(ONE, SMALL),
        "a large card": _taking(ONE, LARGE),
        "several, worth two or three": _taking(SEVERAL, range(2, 4)),
        "several, worth four": _taking(SEVERAL, range(4, 5)),
        "two cards, worth five": _taking(TWO, range(5, 6)),
        "three or more, worth five": _taking(MORE, range(5, 6)),
        "two cards, worth six": _taking(TWO, range(6, 7)),
        "three or more, worth six": _taking(MORE, range(6, 7)),
        "several, worth more": _taking(SEVERAL, range(7, 17)),
        "two of a kind": (
            _take(ONE, range(1, 4), alike=True),
            about(TakeQuestion, lambda take: len(take.do.cards) > len(set(take.do.cards))),
        ),
        "a card that is not there": (_take(SEVERAL, (3, 4, 5, 7), missing=True), breaks("cards-are-held")),
        "one of a kind taken twice": (_take(ONE, range(1, 4), alike=True, missing=True), breaks("cards-are-held")),
        "a bureau": _taking(ONE, range(1), 1),
        "a bureau and money": _taking(TWO, range(1, 10), 1),
        "two bureaus": _taking(TWO, range(1), 2),
    },
)


# Buying


@drawing
def _buy(
    rng: Random,
    setup: Setup,
    *more: int,
    currencies: int = 1,
    own: bool = True,
    needless: bool = False,
    missing: bool = False,
    bureaus: str = "",
    fewest: int = 1,
) -> BuyQuestion:
    """A question about buying a tile, given the number of currencies and the difference from its price."""
    tile, space = rng.choice(supply(setup.game, rng)), rng.randrange(1, 5)
    tile = rng.choice((tile, tile.turned)) if tile.down else tile
    here = CURRENCIES[space - 1]
    others = rng.sample([currency for currency in CURRENCIES if currency is not here], 3)
    used = [here, *others][:currencies] if own else others[:currencies]
    total = tile.up.price + rng.choice(more) if more else 0
    helpers: list[Bureau] = []
    if bureaus:
        fitting = [bureau for bureau in BUREAUS if (here in (bureau.first, bureau.second)) is (bureaus != "strange")]
        helpers = rng.sample(fitting, 2 if bureaus == "two" else 1)
        used = [helpers[0].first, helpers[0].second] if bureaus != "idle" else [here]
    coins = _making(total, used, rng, max(len(used), fewest) + rng.choice((0, 0, 1, 1, 2)))
    if needless:
        coins += [Card(here, rng.randint(1, NINE))]
    if any(coins.count(coin) > COPIES for coin in coins):
        coins = coins[:1]
    paid = Purse([*coins, *helpers])
    hand = _held(paid, 3, rng, setup, missing=missing)
    buy = Buy(space, paid, tile.up.family if len(setup.game.lanes) > 1 else None)
    return BuyQuestion(game=setup.game, hand=hand, space=space, tile=tile, do=buy, modules=_exchange(setup))


def _paid_with(number: range, also: Holds = always) -> Holds:
    """A test of whether a purchase is paid with this number of cards."""
    return about(BuyQuestion, lambda buy: len(buy.do.cards) in number, also)


def _is_exact(case: Case) -> bool:
    """Whether a purchase is paid exactly."""
    return case.expect.get("exact") is True


def _is_too_much(case: Case) -> bool:
    """Whether the payment exceeds the price."""
    return case.expect.get("exact") is False


def _with_bureaus(number: int, also: Holds = always) -> Holds:
    """A test of whether a purchase is paid with this number of bureaus."""
    return about(BuyQuestion, lambda buy: len(buy.do.cards.bureaus) == number, also)


def _among(rule: str) -> Holds:
    """A test of whether a purchase with one bureau breaks the given rule, and perhaps others."""
    return _with_bureaus(1, lambda case: rule in case.expect["broken"])


_is_too_little, _is_strange = breaks("pay-at-least-the-price"), breaks("pay-in-the-space-currency")
BUYING = strata(
    "buy",
    {
        **{
            f"{name}, {how}": (_buy(more), _paid_with(number, holds))
            for name, more, holds in (
                ("exactly", 0, _is_exact),
                ("one too much", 1, _is_too_much),
                ("one too little", -1, _is_too_little),
            )
            for how, number in {"one card": range(2), "several cards": SEVERAL}.items()
        },
        "far too much": (_buy(3, 5, 7), _is_too_much),
        "with a needless card": (_buy(0, 1, needless=True), _is_too_much),
        "far too little": (_buy(-2, -4), _is_too_little),
        "in another currency": (_buy(0, 1, 3, own=False), _is_strange),
        "in two currencies": (_buy(0, 1, 3, currencies=2), _is_strange),
        "for nothing": (_buy(), _paid_with(range(1))),
        "with four cards and more": (_buy(-1, 0, 1, fewest=4), _paid_with(range(4, 99))),
        "with a card that is not held": (_buy(0, 1, missing=True), breaks("cards-are-held")),
        "exactly with a bureau": (_buy(0, bureaus="fitting"), _with_bureaus(1, _is_exact), *WITH_BUREAUS),
        "too much or little with a bureau": (
            _buy(-1, 1, 2, bureaus="fitting"),
            _with_bureaus(1, lambda case: not _is_exact(case)),
            *WITH_BUREAUS,
        ),
        "a bureau that does not fit": (_buy(0, bureaus="strange"), _among("bureau-fits-the-space"), *WITH_BUREAUS),
        "two bureaus": (_buy(0, bureaus="two"), _with_bureaus(2), *WITH_BUREAUS),
        "a bureau without need": (_buy(0, bureaus="idle"), _among("bureau-is-needed"), *WITH_BUREAUS),
    },
)


# Flipping


@drawing
def _flip(
    rng: Random, setup: Setup, *totals: int, mixed: bool = False, missing: bool = False, bureau: bool = False
) -> FlipQuestion | None:
    """A question about turning a tile over for an amount."""
    tile = next((tile for tile in supply(setup.game, rng) if tile.down), None)
    if tile is None:
        return None
    total = rng.choice(totals)
    used = CURRENCIES if mixed else [rng.choice(CURRENCIES)]
    coins = _making(total, used, rng, rng.randint(2, 4) if mixed else rng.randint(1, 2))
    paid = Purse([*coins, *([rng.choice(BUREAUS)] if bureau else [])])
    hand = _held(paid, 3, rng, setup, missing=missing)
    return FlipQuestion(game=setup.game, hand=hand, tile=tile, do=Flip(tile.up, paid), modules=_exchange(setup))


def _currencies(flip: FlipQuestion) -> int:
    """The number of currencies in the payment for a flip."""
    return len({card.currency for card in flip.do.cards if isinstance(card, Card)})


def _paying(totals: range) -> Holds:
    """A test of whether a flip is paid in one currency with a given total."""
    return about(FlipQuestion, lambda flip: flip.do.cards.total() in totals and _currencies(flip) < 2)


TWO_FACED = ("granada", "combined")
FLIPPING = strata(
    "flip",
    {
        "for nothing": (_flip(0), _paying(range(1)), TWO_FACED),
        "for one or two": (_flip(1, 2), _paying(range(1, 3)), TWO_FACED),
        "for three": (_flip(3), _paying(range(3, 4)), TWO_FACED),
        "for four and more": (_flip(4, 5, 9), _paying(range(4, 99)), TWO_FACED),
        "in several currencies": (
            _flip(3, 4, 5, mixed=True),
            about(FlipQuestion, lambda flip: _currencies(flip) > 1),
            TWO_FACED,
        ),
        "with a card that is not held": (_flip(3, 4, missing=True), breaks("cards-are-held"), TWO_FACED),
        "with a bureau": (
            _flip(2, 3, 4, bureau=True, mixed=True),
            about(FlipQuestion, lambda flip: bool(flip.do.cards.bureaus)),
            TWO_FACED,
            BUREAU,
        ),
    },
)


# Awards


@drawing
def _award(rng: Random, setup: Setup, *gap: int, most: int = 13) -> AwardQuestion:
    """A question about awards; in each currency, every hand but the richest has less money, by one of the gaps."""
    tiles, lanes = supply(setup.game, rng), setup.game.lanes * 4
    yard = [next(tile for tile in tiles if tile.up.family is lane) if rng.random() < 0.6 else None for lane in lanes]
    hands: list[list[Card]] = [[] for _ in range(rng.choice(PLAYERS))]
    for currency in CURRENCIES:
        richest = rng.randint(0, most)
        for seat, hand in enumerate(rng.sample(hands, len(hands))):
            held = richest - (rng.choice(gap) if seat else 0)
            hand.extend(_making(held, [currency], rng, rng.randint(1, 3)))
    return AwardQuestion(game=setup.game, yard=tuple(yard), hands=tuple(tuple(Purse(hand)) for hand in hands))


def _by_value(award: AwardQuestion) -> bool:
    """Whether a tile goes to a player who does not have the most cards in its currency."""
    for space, seat in zip(award.spaces, award.answer()["result"], strict=True):
        currency = CURRENCIES[space - 1]
        held = [sum(isinstance(c, Card) and c.currency is currency for c in hand) for hand in award.hands]
        if seat is not None and held[seat] < max(held):
            return True
    return False


def _is_tied(case: Case) -> bool:
    """Whether at least one slot has no winner."""
    return None in case.expect["result"]


AWARDING = strata(
    "award",
    {
        "to the richest": (_award(1, 2, 5), lambda case: any(seat is not None for seat in case.expect["result"])),
        "by value, not by number": (_award(1, 2), about(AwardQuestion, _by_value)),
        "two are as rich": (_award(0, 1, 1, 3), _is_tied),
        "many are as rich": (_award(0, 0, 0, 2), _is_tied),
        "nobody has money": (_award(0, most=0), about(AwardQuestion, lambda award: not any(award.hands))),
    },
)
