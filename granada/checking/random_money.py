"""Random questions about money: amounts that are right, or just not."""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from granada.board import BUREAUS, COPIES, CURRENCIES, MONEY, Bureau, Card, Currency, Purse
from granada.checking.random_cities import supply
from granada.checking.random_strata import Holds, Stratum, about, always, breaks, drawing
from granada.game import EXCHANGE, Buy, Flip, Module, Setup, Take
from granada.suite import AwardQuestion, BuyQuestion, Case, FlipQuestion, TakeQuestion
from granada.table import PLAYERS

Cards = Iterable[Card | Bureau]


NINE = 9
"""What the dearest money card is worth."""


def cards(rng: Random, most: int, *, bureaus: bool = False) -> Purse:
    """Some cards, none more often than there are."""
    every: list[Card | Bureau] = [*MONEY, *MONEY, *(BUREAUS if bureaus else ())]
    return Purse.of(rng.sample(every, rng.randrange(most + 1)))


def _exchange(setup: Setup) -> tuple[Module[object], ...]:
    """The module that questions about money may name."""
    return tuple(module for module in setup.modules if module is EXCHANGE)


def _making(total: int, currencies: Sequence[Currency], rng: Random, fewest: int = 1) -> list[Card]:
    """Cards of some currencies that are together worth so much; each currency comes, if there are enough cards."""
    fewest = max(fewest, -(-total // NINE))
    count = min(total, fewest + rng.choice((0, 0, 1, 1, 2)))
    found: list[Card] = []
    for left in range(count - 1, -1, -1):
        value = rng.randint(max(1, total - NINE * left), min(NINE, total - left))
        total -= value
        fits = [c for c in currencies if found.count(Card(c, value)) < COPIES] or list(CURRENCIES)
        new = [currency for currency in fits if currency not in {card.currency for card in found}]
        found.append(Card(rng.choice(new or fits), value))
    return found


def _with_others(purse: Purse, most: int, rng: Random, *, bureaus: bool = False) -> Purse:
    """Cards together with some others, none more often than there are."""
    found = list(purse)
    for card in cards(rng, most, bureaus=bureaus):
        if found.count(card) < (COPIES if isinstance(card, Card) else 1):
            found.append(card)
    return Purse.of(found)


def _without_one(purse: Purse, rng: Random) -> Purse:
    """The same cards without one."""
    return purse - Purse.of([rng.choice(list(purse))])


# Taking


@drawing
def _take(rng: Random, setup: Setup, wanted: Callable[[Random], Cards], *, missing: bool = False) -> TakeQuestion:
    """Cards are taken from a display in which they lie, or in which one is missing."""
    purse, exchange = Purse.of(wanted(rng)), _exchange(setup)
    there = _without_one(purse, rng) if missing else purse
    others = _with_others(there, max(0, 4 - len(there)), rng, bureaus=bool(exchange))
    return TakeQuestion(game=setup.game, display=tuple(others), do=Take(purse), modules=exchange)


def _worth(*totals: int) -> Callable[[Random], Cards]:
    """Several cards that are together worth so much."""
    return lambda rng: _making(rng.choice(totals), CURRENCIES, rng, fewest=2)


def _taking(number: int, *totals: int, bureaus: int = 0) -> Holds:
    """Whether so many cards are taken, or for 0 several, that are worth so much, with so many bureaus."""
    return about(
        TakeQuestion,
        lambda take: (
            (len(take.do.cards) == number if number else len(take.do.cards) > 1)
            and take.do.cards.total() in totals
            and _bureaus(take.do.cards) == bureaus
        ),
    )


def _bureaus(purse: Purse) -> int:
    """How many bureaus there are among cards."""
    return sum(isinstance(card, Bureau) for card in purse)


BUREAU = EXCHANGE.name
SMALL, LARGE = range(1, 6), range(6, 10)
TAKING = (
    Stratum("take", "nothing", _take(lambda _: ()), breaks("take-at-least-one")),
    Stratum(
        "take", "a small card", _take(lambda rng: [Card(rng.choice(CURRENCIES), rng.choice(SMALL))]), _taking(1, *SMALL)
    ),
    Stratum(
        "take", "a large card", _take(lambda rng: [Card(rng.choice(CURRENCIES), rng.choice(LARGE))]), _taking(1, *LARGE)
    ),
    Stratum("take", "several, worth two or three", _take(_worth(2, 3)), _taking(0, 2, 3)),
    Stratum("take", "several, worth four", _take(_worth(4)), _taking(0, 4)),
    *(
        Stratum("take", f"{name}, worth {worth}", _take(_worth(total)), about(TakeQuestion, holds))
        for worth, total in {"five": 5, "six": 6}.items()
        for name, holds in {
            "two cards": lambda take: len(take.do.cards) <= 2,
            "three or more": lambda take: len(take.do.cards) > 2,
        }.items()
    ),
    Stratum("take", "several, worth more", _take(_worth(7, 8, 9, 12, 16)), _taking(0, *range(7, 37))),
    Stratum(
        "take",
        "two of a kind",
        _take(lambda rng: [Card(rng.choice(CURRENCIES), rng.randint(1, 3))] * 2),
        about(TakeQuestion, lambda take: len(take.do.cards) > len(set(take.do.cards))),
    ),
    Stratum("take", "a card that is not there", _take(_worth(3, 4, 5, 7), missing=True), breaks("cards-are-held")),
    Stratum(
        "take",
        "one of a kind taken twice",
        _take(lambda rng: [Card(rng.choice(CURRENCIES), rng.randint(1, 3))] * 2, missing=True),
        breaks("cards-are-held"),
    ),
    Stratum("take", "a bureau", _take(lambda rng: [rng.choice(BUREAUS)]), _taking(1, 0, bureaus=1), module=BUREAU),
    Stratum(
        "take",
        "a bureau and money",
        _take(lambda rng: [rng.choice(BUREAUS), rng.choice(MONEY[:4])]),
        _taking(2, *range(1, 10), bureaus=1),
        module=BUREAU,
    ),
    Stratum("take", "two bureaus", _take(lambda rng: rng.sample(BUREAUS, 2)), _taking(2, 0, bureaus=2), module=BUREAU),
)


# Buying


@drawing
def _buy(
    rng: Random,
    setup: Setup,
    more: tuple[int, ...],
    currencies: int = 1,
    *,
    own: bool = True,
    needless: bool = False,
    missing: bool = False,
    bureaus: str = "",
    fewest: int = 1,
) -> BuyQuestion:
    """A tile is bought for its price and so much more, in so many currencies, with or without that of the space."""
    tile, space = rng.choice(supply(setup.game, rng)), rng.randrange(1, 5)
    tile = rng.choice((tile, tile.turned)) if tile.down else tile
    here, exchange = CURRENCIES[space - 1], _exchange(setup)
    others = rng.sample([currency for currency in CURRENCIES if currency is not here], 3)
    used = [here, *others][:currencies] if own else others[:currencies]
    total = tile.up.price + rng.choice(more)
    helpers: list[Bureau] = []
    if bureaus:
        fitting = [bureau for bureau in BUREAUS if (here in (bureau.first, bureau.second)) is (bureaus != "strange")]
        helpers = rng.sample(fitting, 2 if bureaus == "two" else 1)
        used = [helpers[0].first, helpers[0].second] if bureaus != "idle" else [here]
    coins = _making(total, used, rng, min(max(len(used), fewest), total)) if total > 0 else []
    if needless:
        coins += [Card(here, rng.randint(1, NINE))]
    if any(coins.count(coin) > COPIES for coin in coins):
        coins = coins[:1]
    paid = Purse.of([*coins, *helpers])
    held = _without_one(paid, rng) if missing else paid
    hand = _with_others(held, 0 if missing else 3, rng, bureaus=bool(exchange))
    buy = Buy(space, paid, tile.up.family if len(setup.game.lanes) > 1 else None)
    return BuyQuestion(game=setup.game, hand=tuple(hand), space=space, tile=tile, do=buy, modules=exchange)


def _for_nothing(rng: Random, setup: Setup) -> BuyQuestion:
    """A tile is bought without a card."""
    tile, space = rng.choice(supply(setup.game, rng)), rng.randrange(1, 5)
    buy = Buy(space, Purse(), tile.up.family if len(setup.game.lanes) > 1 else None)
    return BuyQuestion(game=setup.game, hand=tuple(cards(rng, 4)), space=space, tile=tile, do=buy)


def _by_one(buy: BuyQuestion) -> bool:
    """Whether at most one card is paid."""
    return len(buy.do.cards) <= 1


def _by_several(buy: BuyQuestion) -> bool:
    """Whether several cards are paid."""
    return len(buy.do.cards) > 1


def _is_exact(case: Case) -> bool:
    """Whether exactly the price is paid."""
    return case.expect.get("exact") is True


def _is_too_much(case: Case) -> bool:
    """Whether more than the price is paid."""
    return case.expect.get("exact") is False


def _with_bureaus(number: int, also: Holds = always) -> Holds:
    """Whether so many bureaus are paid."""
    return about(BuyQuestion, lambda buy: _bureaus(buy.do.cards) == number, also)


_is_too_little = breaks("pay-at-least-the-price")
BUYING = (
    *(
        Stratum("buy", f"{name}, {how}", _buy((more,)), about(BuyQuestion, number, holds))
        for name, more, holds in (
            ("exactly", 0, _is_exact),
            ("one too much", 1, _is_too_much),
            ("one too little", -1, _is_too_little),
        )
        for how, number in {"one card": _by_one, "several cards": _by_several}.items()
    ),
    Stratum("buy", "far too much", _buy((3, 5, 7)), _is_too_much),
    Stratum("buy", "with a needless card", _buy((0, 1), needless=True), _is_too_much),
    Stratum("buy", "far too little", _buy((-2, -4)), _is_too_little),
    Stratum("buy", "in another currency", _buy((0, 1, 3), own=False), breaks("pay-in-the-space-currency")),
    Stratum("buy", "in two currencies", _buy((0, 1, 3), 2), breaks("pay-in-the-space-currency")),
    Stratum("buy", "for nothing", _for_nothing, about(BuyQuestion, lambda buy: not buy.do.cards)),
    Stratum(
        "buy",
        "with four cards and more",
        _buy((-1, 0, 1), fewest=4),
        about(BuyQuestion, lambda buy: len(buy.do.cards) > 3),
    ),
    Stratum("buy", "with a card that is not held", _buy((0, 1), missing=True), breaks("cards-are-held")),
    Stratum("buy", "exactly with a bureau", _buy((0,), bureaus="fitting"), _with_bureaus(1, _is_exact), module=BUREAU),
    Stratum(
        "buy",
        "too much or little with a bureau",
        _buy((-1, 1, 2), bureaus="fitting"),
        _with_bureaus(1, lambda case: not _is_exact(case)),
        module=BUREAU,
    ),
    Stratum(
        "buy",
        "a bureau that does not fit",
        _buy((0,), bureaus="strange"),
        _with_bureaus(1, lambda case: "bureau-fits-the-space" in case.expect["broken"]),
        module=BUREAU,
    ),
    Stratum("buy", "two bureaus", _buy((0,), bureaus="two"), _with_bureaus(2), module=BUREAU),
    Stratum(
        "buy",
        "a bureau without need",
        _buy((0,), bureaus="idle"),
        _with_bureaus(1, lambda case: "bureau-is-needed" in case.expect["broken"]),
        module=BUREAU,
    ),
)


# Flipping


@drawing
def _flip(
    rng: Random,
    setup: Setup,
    totals: tuple[int, ...],
    *,
    mixed: bool = False,
    missing: bool = False,
    bureau: bool = False,
) -> FlipQuestion | None:
    """A tile is turned over for so much."""
    tile = next((tile for tile in supply(setup.game, rng) if tile.down), None)
    if tile is None:
        return None
    exchange = _exchange(setup)
    total = rng.choice(totals)
    used = CURRENCIES if mixed else [rng.choice(CURRENCIES)]
    coins = _making(total, used, rng, 2 if mixed else 1) if total else []
    paid = Purse.of([*coins, *([rng.choice(BUREAUS)] if bureau else [])])
    held = _without_one(paid, rng) if missing else paid
    hand = _with_others(held, 0 if missing else 3, rng, bureaus=bool(exchange))
    return FlipQuestion(game=setup.game, hand=tuple(hand), tile=tile, do=Flip(tile.up, paid), modules=exchange)


def _paying(*totals: int) -> Holds:
    """Whether a flip is paid with money of one currency that is worth so much."""
    return about(FlipQuestion, lambda flip: flip.do.cards.total() in totals and _currencies(flip) < 2)


def _currencies(flip: FlipQuestion) -> int:
    """In how many currencies a flip is paid."""
    return len({card.currency for card in flip.do.cards if isinstance(card, Card)})


TWO_FACED = ("granada", "combined")
FLIPPING = (
    Stratum("flip", "for nothing", _flip((0,)), _paying(0), TWO_FACED),
    Stratum("flip", "for one or two", _flip((1, 2)), _paying(1, 2), TWO_FACED),
    Stratum("flip", "for three", _flip((3,)), _paying(3), TWO_FACED),
    Stratum("flip", "for four and more", _flip((4, 5, 9)), _paying(*range(4, 99)), TWO_FACED),
    Stratum(
        "flip",
        "in several currencies",
        _flip((3, 4, 5), mixed=True),
        about(FlipQuestion, lambda flip: _currencies(flip) > 1),
        TWO_FACED,
    ),
    Stratum("flip", "with a card that is not held", _flip((3, 4), missing=True), breaks("cards-are-held"), TWO_FACED),
    Stratum(
        "flip",
        "with a bureau",
        _flip((2, 3, 4), bureau=True, mixed=True),
        about(FlipQuestion, lambda flip: _bureaus(flip.do.cards) > 0),
        TWO_FACED,
        BUREAU,
    ),
)


# Awards


@drawing
def _award(rng: Random, setup: Setup, *, gap: tuple[int, ...], most: int = 13) -> AwardQuestion:
    """Tiles that are left, and hands of which several have as much less than the richest."""
    tiles, lanes = supply(setup.game, rng), setup.game.lanes * 4
    yard = [next(tile for tile in tiles if tile.up.family is lane) if rng.random() < 0.6 else None for lane in lanes]
    hands: list[list[Card]] = [[] for _ in range(rng.choice(PLAYERS))]
    for currency in CURRENCIES:
        richest = rng.randint(0, most)
        for seat, hand in enumerate(rng.sample(hands, len(hands))):
            held = richest - (rng.choice(gap) if seat else 0)
            hand.extend(_making(held, [currency], rng) if held > 0 else [])
    return AwardQuestion(game=setup.game, yard=tuple(yard), hands=tuple(tuple(Purse.of(hand)) for hand in hands))


def _by_value(award: AwardQuestion) -> bool:
    """Whether somebody with fewer cards gets a tile."""
    lanes = len(award.yard) // 4
    spaces = [slot // lanes for slot, tile in enumerate(award.yard) if tile is not None]
    for space, seat in zip(spaces, award.answer()["result"], strict=True):
        held = [sum(isinstance(c, Card) and c.currency is CURRENCIES[space] for c in hand) for hand in award.hands]
        if seat is not None and held[seat] < max(held):
            return True
    return False


def _is_tied(case: Case) -> bool:
    """Whether nobody gets one of the tiles."""
    return None in case.expect["result"]


AWARDING = (
    Stratum(
        "award", "to the richest", _award(gap=(1, 2, 5)), lambda case: any(s is not None for s in case.expect["result"])
    ),
    Stratum("award", "by value, not by number", _award(gap=(1, 2)), about(AwardQuestion, _by_value)),
    Stratum("award", "two are as rich", _award(gap=(0, 1, 1, 3)), _is_tied),
    Stratum("award", "many are as rich", _award(gap=(0, 0, 0, 2)), _is_tied),
    Stratum(
        "award", "nobody has money", _award(gap=(0,), most=0), about(AwardQuestion, lambda award: not any(award.hands))
    ),
)
