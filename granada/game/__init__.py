"""The rules of the game: states, actions, the agenda, draws, scorings, the three games, and the modules.

``state``, ``actions`` and ``granada.steps`` contain only data. ``rules``, ``acting`` and ``buying``
define which actions are legal, which rules an action breaks, and what it does. ``agenda`` runs the automatic steps and
manages the deck, ``chance`` makes the draws, ``scoring`` counts, and ``games`` defines how the games differ. A module
is one file in ``modules``; it may use everything here, but nothing here depends on a particular module.
"""

from granada.game.acting import FLIP_PRICE
from granada.game.actions import (
    LANES,
    OTHER_VERBS,
    VERBS,
    Action,
    Add,
    Buy,
    Decline,
    Draw,
    Flip,
    Give,
    HiddenDraw as HiddenDraw,
    Pass,
    Place,
    Reactivate,
    Remove,
    Reveal,
    Stop,
    Store,
    Swap,
    Take,
    TakeHut,
)
from granada.game.agenda import CAPITAL, PILES, preparation, richest, settle, turn, turn_end
from granada.game.buying import earns_an_action, slot_of, tile_bought
from granada.game.chance import choose_draw, deal, outcomes, supply, waits_for_draw
from granada.game.games import (
    ALHAMBRA,
    COMBINED,
    GAMES,
    GRANADA,
    NORMAL,
    SIMPLIFIED,
    Border,
    Game,
    Longest,
    Majority,
    RowPlan,
    ScoringKind,
    Slot,
    game_named,
)
from granada.game.modules.bonus import BONUS, CARDS_EACH, Bonus, bonus_cards, windows_before
from granada.game.modules.exchange import EXCHANGE
from granada.game.modules.huts import COLOURS, HUTS, MOST_HUTS, Huts, huts_of
from granada.game.modules.vizier import VIZIER, after_favour, seats_to_ask
from granada.game.rules import IllegalAction, apply, apply_telling, broken, is_legal, legal_actions
from granada.game.scoring import Row, Scoring, Standing, plans, score, score_row
from granada.game.state import (
    MODULES,
    Deck,
    Dirk,
    Module,
    Pile,
    Player,
    SeenState,
    Setup,
    State,
    Yard,
    a_seat,
    a_state,
    a_whole_state,
    in_spaces,
    module_named,
)
