"""Kernels that are wrong on purpose: each is one small change to the C++, with the rule that it breaks."""

from __future__ import annotations

from typing import NamedTuple


class Wrong(NamedTuple):
    """One change: the file, the text that is replaced and by what, and what is then wrong.

    Where the first games of the law do not show it, a game in which it was ``seen`` is told, or 0 for the suite.
    """

    bug: str
    file: str
    old: str
    new: str
    seen: int | None = None


ALL = (
    # Money and payments
    Wrong(
        "bureaus come after money when cards are counted",
        "money.cpp",
        "has_bureau(bureau) && number-- == 0",
        "has_bureau(5 - bureau) && number-- == 0",
    ),
    Wrong(
        "a purse of another currency may pay", "money.cpp", "if (other != currency && coins(other)) return false;", ""
    ),
    Wrong(
        "a held card may be paid twice", "money.cpp", "& TOPS) != TOPS) return false;", "& TOPS) == 0) return false;"
    ),
    Wrong("a needless card may be listed", "payments.hpp", "price_ + value - 1, visit)", "price_ + value, visit)"),
    Wrong("payments stop one below the price", "payments.hpp", "if (value >= price_) {", "if (value > price_) {"),
    Wrong("a flip costs four", "payments.hpp", "FLIP_PRICE = 3", "FLIP_PRICE = 4"),
    Wrong("cards of five are taken together with others", "payments.hpp", "MOST_TOGETHER = 5", "MOST_TOGETHER = 6"),
    Wrong(
        "a bureau is listed after the money of its currency",
        "payments.cpp",
        "if (display_.has_bureaus() && each_bureau(currency, 0)) return true;\n      if (each_small(currency)) return true;",
        "if (each_small(currency)) return true;\n      if (display_.has_bureaus() && each_bureau(currency, 0)) return true;",
    ),
    Wrong(
        "only different cards are taken together",
        "payments.cpp",
        "add(place + 1, left - value, MONEY_KINDS)",
        "add(place + 2, left - value, MONEY_KINDS)",
    ),
    Wrong(
        "a flip by one card may cost two",
        "payments.cpp",
        "for (int value = FLIP_PRICE; value <= VALUES; ++value)",
        "for (int value = 2; value <= VALUES; ++value)",
    ),
    Wrong(
        "bureaus are always listed alone",
        "payments.cpp",
        "(rulings_.bureaus_with_money && each_with_bureau(bureau + 1))",
        "false",
        seen=14,
    ),
    Wrong("no five is listed with a bureau", "payments.cpp", "if (five && rulings_", "if (false && rulings_", seen=38),
    # Cities
    Wrong("holes are allowed", "city.cpp", "ring << 1 | ring >> 7)) == 1", "ring << 1 | ring >> 7)) >= 1"),
    Wrong(
        "moats may meet open edges",
        "city.cpp",
        "if ((mask & sides) == edges)",
        "if ((mask & sides & 7) == (edges & 7))",
    ),
    Wrong(
        "a tile may be walled off",
        "city.cpp",
        "if (joined.empty() && !(founds && !others.empty())) return {};",
        "",
    ),
    Wrong(
        "a wall may meet an open edge of the other family",
        "city.cpp",
        "if (!(others & ~moats).empty()) return {};",
        "",
    ),
    Wrong(
        "the second family cannot be founded", "city.cpp", "fitting(lot, true, !founding_)", "fitting(lot, true, false)"
    ),
    Wrong(
        "the second family may be founded twice",
        "city.cpp",
        "fitting(lot, true, !founding_)",
        "fitting(lot, true, true)",
    ),
    Wrong("the founding tile may be taken out", "city.cpp", "own.stays = founds;", "own.stays = false;"),
    Wrong(
        "nothing is judged again after a founding",
        "city.cpp",
        "put_down(face, cell, founds);\n  if (founds) judge_everywhere();\n}\n\nvoid City::lay",
        "put_down(face, cell, founds);\n}\n\nvoid City::lay",
    ),
    Wrong(
        "a surrounded tile may be removed",
        "city.cpp",
        "return own.stays || own.taken() == EVERY_SIDE;",
        "return own.stays;",
    ),
    Wrong(
        "a tile with two ways through it may be removed",
        "city.cpp",
        "own.open.size() - squares != 1) continue;",
        "own.open.size() - squares > 2) continue;",
    ),
    Wrong(
        "wide circles are not seen",
        "city.cpp",
        "if (links != size_of(tiles_) + 1 - trees) {",
        "if (false) {",
    ),
    Wrong(
        "a tile is crossed only from before it",
        "city.cpp",
        "if (least[at(place)] >= depth[at(before)])",
        "if (least[at(place)] > depth[at(before)])",
        seen=17,
    ),
    Wrong(
        "the whole border may be removed",
        "city.cpp",
        "if (holds_the_border(own)) continue;",
        "",
    ),
    Wrong(
        "a removed tile leaves its moats behind",
        "city.cpp",
        "near.moats = comes ? near.moats | moat : near.moats & ~moat;",
        "near.moats = near.moats | moat;",
    ),
    Wrong(
        "a swap keeps the old moats",
        "city.cpp",
        "if (!changed.has(side)) continue;",
        "if (!changed.has(side + 1)) continue;",
    ),
    Wrong("the border counts both sides", "city.cpp", "if (own.foreign) together +=", "together +="),
    Wrong(
        "cells are listed by number", "cell.hpp", "int order = number < 0 ? 0 : 1;", "int order = number < 0 ? 1 : 0;"
    ),
    # Outlines
    Wrong(
        "the outline cuts corners", "outline.cpp", "if (own(corner)) return {corner, (spot.side + 3) % SIDES};\n", ""
    ),
    Wrong("moats between tiles count", "outline.cpp", " && !own(spot.place + way(2 * spot.side))", "", seen=11),
    Wrong("walls count for the other family", "outline.cpp", "lot.built() && lot.foreign == foreign_", "lot.built()"),
    # Chance and the deck
    Wrong(
        "numbers are drawn with one bit too many",
        "chance.cpp",
        "const int unused = std::countl_zero(most);",
        "const int unused = std::countl_zero(most) - 1;",
    ),
    Wrong(
        "the generator is seeded with half a seed",
        "chance.cpp",
        "const std::uint32_t length = key[1] ? 2 : 1;",
        "const std::uint32_t length = 1;",
        seen=7,
    ),
    Wrong(
        "the last piles get what is left over",
        "deck.cpp",
        "(pile <= cards % PILES ? 1 : 0)",
        "(pile > PILES - cards % PILES ? 1 : 0)",
    ),
    Wrong("bureaus go into the first piles", "deck.cpp", "pile >= 2 && pile <= 4 ? 2 : 0", "pile <= 3 ? 2 : 0"),
    Wrong(
        "an empty pool stays",
        "deck.cpp",
        "if (!pools_[pool].empty()) continue;",
        "continue;",
    ),
    Wrong(
        "scoring cards wait for ever",
        "deck.cpp",
        "if (!later_.empty()) {",
        "if (false) {",
    ),
    Wrong(
        "scoring cards come first in a pile",
        "deck.cpp",
        "return {.scoring = top.cards[slot]};",
        "return {.scoring = Round::A};",
    ),
    # Games
    Wrong("the second scoring is worth six more", "games.cpp", "SECOND_SCORING = 7", "SECOND_SCORING = 6"),
    Wrong(
        "the third place of the first scoring scores",
        "games.cpp",
        "{{1, 0, 0}}, {{2, 1, 0}}, {{3, 2, 1}}",
        "{{1, 0, 0}}, {{2, 1, 1}}, {{3, 2, 1}}",
    ),
    Wrong("the simplified second place is fixed", "games.cpp", "{10, last, 0}", "{10, 3, 0}"),
    Wrong(
        "combined begins without moats in the yard",
        "games.hpp",
        ".first_with_edges = Family::granada,",
        ".first_with_edges = std::nullopt,",
    ),
    Wrong(
        "walls are scored before buildings",
        "games.hpp",
        ".scored = {Scored::alhambra_buildings, Scored::longest_wall},",
        ".scored = {Scored::longest_moat, Scored::alhambra_buildings},",
        seen=7,
    ),
    Wrong(
        "scoring always comes after the tiles",
        "games.cpp",
        "turn.push_back(rulings.score_before_tiles ? Step(RefillTiles{}) : ScoreDue{});\n  turn.push_back(rulings.score_before_tiles ? Step(ScoreDue{}) : RefillTiles{});",
        "turn.push_back(ScoreDue{});\n  turn.push_back(RefillTiles{});",
    ),
    # The agenda
    Wrong("five cards lie open", "settling.cpp", "CARDS_IN_DISPLAY = 4", "CARDS_IN_DISPLAY = 5"),
    Wrong("the capital is nineteen", "settling.cpp", "CAPITAL = 20", "CAPITAL = 19"),
    Wrong(
        "the poorest begins, whatever the cards",
        "settling.cpp",
        "std::tuple(hand.size(), hand.total(),",
        "std::tuple(hand.total(), hand.size(),",
    ),
    Wrong(
        "ages do not count",
        "settling.cpp",
        "table->age(seat), seat)",
        "seat, seat)",
        seen=0,
    ),
    Wrong(
        "the marker stays",
        "settling.cpp",
        "step.moves_marker = step.moves_marker || table->game().two_faced == family;",
        "",
    ),
    Wrong("Dirk gets half of the bag", "settling.cpp", "DIRKS_PART = 3", "DIRKS_PART = 2"),
    Wrong(
        "Dirk draws by the marker at the start",
        "settling.cpp",
        "step.face == Side::none ? marker : step.face",
        "marker",
        seen=15,
    ),
    Wrong(
        "Dirk draws nothing after a scoring",
        "settling.cpp",
        "if (dirk) todo.push_back(DirkShare{round});",
        "",
    ),
    Wrong(
        "half a space never ends the game",
        "settling.cpp",
        "rulings().half_empty_ends || (rulings",
        "(rulings",
        seen=29,
    ),
    Wrong(
        "half a space never ends the game with both supplies exhausted",
        "settling.cpp",
        " || (rulings().exhausted_ends && exhausted)",
        "",
    ),
    Wrong(
        "an empty bag never ends the game",
        "settling.cpp",
        "rulings().empty_bag_ends && exhausted",
        "false",
        seen=12,
    ),
    Wrong(
        "Dirk's third is always rounded down",
        "settling.cpp",
        "rulings().dirk_third_nearest ? DIRKS_PART / 2 : 0",
        "0",
        seen=31,
    ),
    Wrong(
        "a tie is awarded to the first", "settling.cpp", "} else if (total == most) {\n      seat = NONE;\n    }", "}"
    ),
    Wrong(
        "an award may be flipped",
        "settling.cpp",
        "{.tile = tile, .bought = false}",
        "{.tile = tile}",
    ),
    Wrong(
        "discards always wait until a card is needed",
        "settling.cpp",
        "if (full && (!deck.empty() || !rulings().reshuffle_at_once))",
        "if (full)",
        seen=18,
    ),
    Wrong("discards are not emptied", "settling.cpp", "discard = Purse{};", ""),
    # Scoring
    Wrong("huts count as buildings", "scoring.cpp", "if (face.is_hut()) return;", "", seen=11),
    Wrong(
        "prices do not break ties",
        "scoring.cpp",
        "return plan.ties_by_price && one.price > other.price;",
        "return false;",
    ),
    Wrong(
        "the tied get the whole place",
        "scoring.cpp",
        "together * worth_of_each / narrow<int>(behind - first)",
        "together * worth_of_each",
    ),
    Wrong(
        "Dirk does not rank",
        "scoring.cpp",
        "if (dirks.number[plan.building])",
        "if (false)",
    ),
    Wrong(
        "Dirk's tiles always count for the value",
        "scoring.cpp",
        "if (standing.seat != DIRKS_SEAT || !in_cities) worth",
        "worth",
        seen=43,
    ),
    Wrong("the border scores one point", "scoring.cpp", "BORDER_POINTS = 2", "BORDER_POINTS = 1"),
    Wrong(
        "open cards do not count",
        "scoring.cpp",
        "count += face(card).building == plan.building;",
        "count += 0 * (face(card).building == plan.building);",
        seen=9,
    ),
    # The rules
    Wrong(
        "being able to pay exactly is never enough",
        "rules.cpp",
        "(rulings().exact_by_ability &&",
        "(false &&",
        seen=23,
    ),
    Wrong(
        "no bureau helps to be able to pay exactly",
        "rules.cpp",
        "(modules().exchange && BureauPayments(hand, currency, price, true).each(found))",
        "false",
    ),
    Wrong(
        "a bureau may never be taken with others, if it is not listed",
        "rules.cpp",
        "cards.has_bureaus() && !rulings().bureaus_with_money",
        "cards.has_bureaus()",
        seen=14,
    ),
    Wrong(
        "too much may always be paid, if it is not listed",
        "rules.cpp",
        "if (total > price && must_pay_exactly(hand, currency, price)) return false;",
        "",
        seen=0,
    ),
    Wrong(
        "a gift never follows the marker",
        "rules.cpp",
        "rulings().gifts_follow_marker && tile",
        "false && tile",
        seen=30,
    ),
    Wrong(
        "a gift follows the marker in the end",
        "rules.cpp",
        "odd != (marker == Side::odd)",
        "odd != (marker == Side::even)",
        seen=30,
    ),
    Wrong(
        "any flip makes a gift",
        "rules.cpp",
        "rulings().gift_flip_exact && action",
        "false && action",
    ),
    Wrong(
        "an exact purchase ends the turn",
        "rules.cpp",
        "if (!exactly) top() = PlaceTiles{seat};",
        "if (exactly || !exactly) top() = PlaceTiles{seat};",
    ),
    Wrong(
        "a flipped tile may be flipped again",
        "rules.cpp",
        ".flipped = true, .overpaid",
        ".flipped = false, .overpaid",
    ),
    Wrong(
        "payments are not discarded",
        "rules.cpp",
        "discard += action.cards;\n  return std::exchange",
        "return std::exchange",
    ),
    Wrong(
        "several cards may be worth anything",
        "rules.cpp",
        "return cards.total() <= rulings().several_cards_limit;",
        "return true;",
    ),
    Wrong(
        "a tile may be bought below its price",
        "rules.cpp",
        "return action.cards.is_of(currency) && total >= price;",
        "return action.cards.is_of(currency);",
    ),
    Wrong(
        "a gift may come from an award",
        "rules.cpp",
        "return dirk && gift < lying.size() && lying[gift].bought && !lying[gift].overpaid;",
        "return dirk && gift < lying.size() && !lying[gift].overpaid;",
        seen=0,
    ),
    Wrong(
        "an open card stays when its tile leaves",
        "rules.cpp",
        "if (modules().bonus) hide_again(seat, gone);",
        "",
        seen=9,
    ),
    # The options
    Wrong(
        "nobody passes at will",
        "options.cpp",
        "else if (!can_act || rulings().may_pass)",
        "else if (!can_act)",
        seen=16,
    ),
    Wrong(
        "one may always stop",
        "options.cpp",
        "if (!can_act || !rulings().must_act_again) visit",
        "visit",
    ),
    Wrong(
        "too much may be listed although the exact price is held",
        "options.cpp",
        "rulings().overpay_by_need && can_pay_exactly",
        "false && can_pay_exactly",
    ),
    Wrong(
        "a flip that was overpaid is listed as a gift",
        "options.cpp",
        "if (each.bought && !each.overpaid)",
        "if (each.bought)",
        seen=30,
    ),
    Wrong(
        "a tile is stored as it lies only",
        "options.cpp",
        "if (each.bought && box().tile(each.tile).down != NONE) found.push_back(box().tile(each.tile).down);",
        "",
    ),
    Wrong(
        "nobody passes",
        "options.cpp",
        "else if (!can_act ||",
        "else if ((!can_act && number) ||",
        seen=0,
    ),
    Wrong(
        "equal tiles of a reserve are listed twice",
        "options.cpp",
        "if (face != before) visit(before = face);",
        "visit(before = face);",
        seen=48,
    ),
    # Modules
    Wrong(
        "the mover may use the vizier, whomever it is for",
        "modules/vizier.cpp",
        "table->players() - rulings().vizier_for_others",
        "table->players()",
    ),
    Wrong(
        "the vizier always rests before the award",
        "games.cpp",
        "if (modules.vizier && !rulings.vizier_until_awards) turn.push_back(OpenFavour{});\n  turn.push_back(EndTest{});\n  if (modules.vizier && rulings.vizier_until_awards) turn.push_back(OpenFavour{});",
        "if (modules.vizier) turn.push_back(OpenFavour{});\n  turn.push_back(EndTest{});",
        seen=16,
    ),
    Wrong(
        "a purchase by the vizier always ends a game without tiles",
        "modules/vizier.cpp",
        "if (!rulings().vizier_until_awards) todo.push_back(EndTest{});",
        "todo.push_back(EndTest{});",
        seen=16,
    ),
    Wrong(
        "a bureau must always change something",
        "modules/exchange.cpp",
        " || rulings().bureau_in_any_mix",
        "",
        seen=130,
    ),
    Wrong(
        "the vizier may overpay",
        "options.cpp",
        "{ return std::holds_alternative<Favour>(top()); }",
        "{ return false; }",
    ),
    Wrong(
        "the vizier stays active",
        "modules/vizier.cpp",
        "viziers[seat] = false;",
        "",
    ),
    Wrong(
        "the mover may use the vizier first",
        "modules/vizier.cpp",
        "for (int turn = 1; turn <= last; ++turn)",
        "for (int turn = 0; turn < last; ++turn)",
    ),
    Wrong(
        "the yard waits after a favour",
        "modules/vizier.cpp",
        "todo.push_back(RefillTiles{});",
        "",
    ),
    Wrong(
        "a bureau need not be needed",
        "modules/exchange.hpp",
        "if (enough && more.foreign && visit(more.cards)) return true;",
        "if (enough && visit(more.cards)) return true;",
    ),
    Wrong(
        "a bureau pays at least the price",
        "modules/exchange.cpp",
        "(total == price || !rulings().bureau_exact)",
        "true",
        seen=0,
    ),
    Wrong(
        "any bureau serves any space",
        "modules/exchange.cpp",
        "if (currency != one && currency != other) return false;",
        "",
        seen=0,
    ),
    Wrong("four huts each", "modules/huts.cpp", "HUTS_EACH = 3", "HUTS_EACH = 4", seen=11),
    Wrong(
        "huts see through walls",
        "modules/huts.cpp",
        "if (hut.edges.has(side) || beside",
        "if (beside",
        seen=11,
    ),
    Wrong(
        "huts count without a cap",
        "modules/huts.cpp",
        "total += std::min(near, cap);",
        "total += near + 0 * cap;",
        seen=0,
    ),
    Wrong(
        "the next hut stays closed",
        "modules/huts.cpp",
        "todo.push_back(TurnUpHuts{});",
        "",
        seen=11,
    ),
    Wrong(
        "walled tiles open a window",
        "modules/bonus.cpp",
        "!tile.is_hut() && tile.edges.empty() &&",
        "!tile.is_hut() &&",
        seen=7,
    ),
    Wrong(
        "windows open in seat order",
        "modules/bonus.cpp",
        "const int seat = next_seat(turn);",
        "const int seat = turn;",
        seen=7,
    ),
    Wrong(
        "a window stays open",
        "modules/bonus.cpp",
        "if (window && !has_unopened(seat, window->building)) todo.pop_back();",
        "static_cast<void>(window);",
        seen=0,
    ),
    # The builder
    Wrong("the builder does not mind overpaying", "builder.cpp", "100 - 12 * over", "100 - 0 * over"),
    Wrong("the builder does not look where it fits", "builder.cpp", "(fits ? 10 : 0)", "(fits ? 10 : 10)"),
    Wrong(
        "the builder prefers the last of its likings",
        "builder.cpp",
        "if (worth_of_it > best) liked.clear();",
        "if (worth_of_it >= best) liked.clear();",
    ),
    # Imagining
    Wrong(
        "a dream keeps the hand of the next seat",
        "imagining.cpp",
        "if (open || other == seat) continue;",
        "if (open || other == seat || other == 1) continue;",
    ),
    Wrong(
        "a dream deals the own hand anew",
        "imagining.cpp",
        "if (open || other == seat) continue;",
        "if (open) continue;",
    ),
    Wrong("who remembers forgets", "imagining.cpp", "const bool open = recall ||", "const bool open ="),
    Wrong("the deck keeps its cards in a dream", "imagining.cpp", "deck.fill(0, unseen);", ""),
    Wrong(
        "the own bonus cards are dealt anew",
        "imagining.cpp",
        "if (other != seat) deal_to(bonus.hidden[other]);",
        "deal_to(bonus.hidden[other]);",
        seen=7,
    ),
    Wrong(
        "some deals come more often than others",
        "chance.cpp",
        "std::uint64_t mixed = state_ += 0x9e3779b97f4a7c15;",
        "std::uint64_t mixed = state_ += 0x9e3779b97f4a7c14;",
    ),
    Wrong(
        "a dream goes on with the position's own generator",
        "bindings.cpp",
        "new (self) Position(other, Generator(seed));\n             try {",
        "new (self) Position(other);\n             try {",
    ),
    # Numbers of what is seen
    Wrong("the marker is forgotten", "encoding.cpp", "row[starts_[Field::marker]] = sure(at(state.marker));", ""),
    Wrong(
        "the hand of another seat is told",
        "encoding.cpp",
        "if (!recall_ && (place > 0 || seat == NONE))",
        "if (!recall_ && (place != 1 || seat == NONE))",
    ),
    Wrong(
        "unseen cards lack the hands of the others",
        "encoding.cpp",
        "      unseen += hand;\n    else if",
        "      ;\n    else if",
    ),
    Wrong(
        "hands are told to those who do not remember",
        "encoding.cpp",
        "row[starts_[Field::hand_sizes] + place] = sure(hand.size());",
        "row[starts_[Field::hand_sizes] + place] = sure(hand.total() % 100);",
    ),
    Wrong(
        "the mover is told by the seat",
        "encoding.cpp",
        "place_after(first, state.mover, players) + 1",
        "state.mover + 1",
    ),
    Wrong(
        "seats of the agenda are not turned",
        "encoding.cpp",
        "void seat(int seat) { number(place_after(first_, seat, players_)); }",
        "void seat(int seat) { number(seat); }",
    ),
    Wrong(
        "the agenda is told from its end",
        "encoding.cpp",
        "const Step& step = state.todo[place];",
        "const Step& step = state.todo[state.todo.size() - 1 - place];",
    ),
    Wrong(
        "points lose their hundreds",
        "encoding.cpp",
        "out[0] = small(hundreds,",
        "out[0] = small(0 * hundreds,",
        seen=13,
    ),
    Wrong(
        "the discard is told as the display",
        "encoding.cpp",
        "write_purse(state.discard, row + starts_[Field::discard]);",
        "write_purse(state.display, row + starts_[Field::discard]);",
    ),
    Wrong("the nines are not counted", "encoding.cpp", "out[VALUES - 1] = sure(number_of(coins, VALUES));", ""),
    Wrong(
        "tiles of the reserve are told as built",
        "encoding.cpp",
        "write_owned(2 * place + 2, 0, 0, face);",
        "write_owned(2 * place + 1, 0, 0, face);",
    ),
    Wrong(
        "Dirk's tiles are not told",
        "encoding.cpp",
        "for (FaceNumber face : state.dirk->faces) write_owned(2 * players + 1, 0, 0, face);",
        ";",
    ),
    Wrong(
        "cities are told as they were before a swap", "city.cpp", "built_[at(number_of(cell))].face = face.number;", ""
    ),
    Wrong("what lies below a tile is not told", "encoding.cpp", "out[FACE_WIDTH + 1] = sure(below.price);", ""),
    Wrong("a flipped tile is told as bought only", "encoding.cpp", "out[TILE_WIDTH + 1] = each.flipped;", ""),
    Wrong(
        "the piles are told from the bottom",
        "encoding.cpp",
        "const Layer& layer = deck.layers()[place];",
        "const Layer& layer = deck.layers()[deck.layers().size() - 1 - place];",
    ),
    Wrong("scoring cards for later are not told", "encoding.cpp", "= sure(each.pile);", "= 0;"),
    Wrong(
        "viziers are told from the first seat on",
        "encoding.cpp",
        "= state.viziers[(first + place) % players];",
        "= state.viziers[place];",
    ),
    Wrong(
        "hidden bonus cards of all are told",
        "encoding.cpp",
        "    count(state.bonus.hidden[seat], bonus_columns_,",
        "    count(state.bonus.hidden[(seat + 1) % players], bonus_columns_,",
        seen=7,
    ),
    Wrong(
        "an open hut without walls is told as none",
        "encoding.cpp",
        "= sure(state.face(top).edges.bits() + 1);",
        "= sure(state.face(top).edges.bits());",
        seen=11,
    ),
    # Numbers of what may be done, and batches
    Wrong(
        "a slot is off by one",
        "encoding.cpp",
        "set(Column::slot, sure(action.slot + 1));",
        "set(Column::slot, sure(action.slot));",
    ),
    Wrong(
        "east and north are exchanged",
        "encoding.cpp",
        "set(Column::east, small(action.cell.x(),",
        "set(Column::east, small(action.cell.y(),",
    ),
    Wrong("a removed tile is not told", "encoding.cpp", "face = &state.face(city.lot(action.cell).face);", ";"),
    Wrong(
        "what is paid for a flip is compared with the price of the tile",
        "encoding.cpp",
        "action.verb == Verb::flip ? FLIP_PRICE",
        "false ? FLIP_PRICE",
    ),
    Wrong(
        "sites are those of the start of the turn",
        "encoding.cpp",
        "set(Column::sites, at_most(city.count_sites(*face)));",
        "set(Column::sites, at_most(city.count_sites(*face) + 1));",
    ),
    Wrong(
        "a mask stays as it was when there is less to do",
        "batch.cpp",
        "if (kept < before) std::memset(mask + kept, 0, at(before - kept));",
        "",
        seen=22,
    ),
    Wrong(
        "rows of actions that are gone stay",
        "batch.cpp",
        "if (kept < before) std::memset(rows + at(kept) * width, 0, at(before - kept) * width);",
        "",
        seen=22,
    ),
    Wrong("a new game goes on as the first one did", "batch.cpp", "  position.use(generator);\n", "", seen=108),
    Wrong(
        "only who has moved gains",
        "batch.cpp",
        "gains[seat] = static_cast<std::int16_t>(gains[seat] + points[seat]);",
        "gains[seat] = static_cast<std::int16_t>(seat ? 0 : gains[seat] + points[seat]);",
        seen=63,
    ),
    Wrong(
        "games are cut off one decision late",
        "batch.cpp",
        "++made_[at(game)] >= decisions_",
        "made_[at(game)]++ >= decisions_",
        seen=22,
    ),
    Wrong(
        "the last stands first", "batch.cpp", "return other > points[seat];", "return other < points[seat];", seen=23
    ),
)
