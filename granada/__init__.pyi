# The public names, each once: type checkers read them here, and so does the package when it is asked for one.

from granada import (
    events as events,
    fast as fast,
    learning as learning,
    modules as modules,
    steps as steps,
    strategies as strategies,
)
from granada.arena import (
    SearchBot as SearchBot,
    Standings as Standings,
    bot_named as bot_named,
    spread as spread,
    tournament as tournament,
)
from granada.board import (
    Building as Building,
    Bureau as Bureau,
    Card as Card,
    Cell as Cell,
    City as City,
    Currency as Currency,
    Face as Face,
    Family as Family,
    Layout as Layout,
    Purse as Purse,
    Round as Round,
    Tile as Tile,
    TileSet as TileSet,
    Violation as Violation,
    violations as violations,
)
from granada.checking import Report as Report, check as check
from granada.errors import InvalidState as InvalidState
from granada.events import Event as Event
from granada.game import (
    ALHAMBRA as ALHAMBRA,
    COMBINED as COMBINED,
    GRANADA as GRANADA,
    Action as Action,
    Add as Add,
    Buy as Buy,
    Deck as Deck,
    Decline as Decline,
    Dirk as Dirk,
    Draw as Draw,
    Flip as Flip,
    Game as Game,
    Give as Give,
    IllegalAction as IllegalAction,
    Module as Module,
    Pass as Pass,
    Pile as Pile,
    Place as Place,
    Player as Player,
    Reactivate as Reactivate,
    Remove as Remove,
    Reveal as Reveal,
    Row as Row,
    Scoring as Scoring,
    Setup as Setup,
    Standing as Standing,
    State as State,
    Stop as Stop,
    Store as Store,
    Swap as Swap,
    Take as Take,
    TakeHut as TakeHut,
    apply as apply,
    broken as broken,
    choose_draw as choose_draw,
    deal as deal,
    is_legal as is_legal,
    legal_actions as legal_actions,
    outcomes as outcomes,
    score as score,
)
from granada.judging import Verdict as Verdict, judge as judge, referee as referee
from granada.notation import BadNotation as BadNotation
from granada.pictures import picture as picture, sketch as sketch
from granada.rulebook import Rule as Rule, Rulings as Rulings, schema as schema
from granada.table import (
    Bot as Bot,
    BuilderBot as BuilderBot,
    FaultyBot as FaultyBot,
    RandomBot as RandomBot,
    Record as Record,
    Table as Table,
    View as View,
    new_game as new_game,
    observe as observe,
    play as play,
    replay as replay,
    unfold as unfold,
    winners as winners,
)
from granada.wire import (
    Recorder as Recorder,
    digest as digest,
    from_data as from_data,
    from_json as from_json,
    read_records as read_records,
    resumed as resumed,
    to_data as to_data,
    to_json as to_json,
)

__version__: str
__all__: list[str]
