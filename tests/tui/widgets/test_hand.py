"""The hand: every card can be clicked where it is seen, and none moves when another comes."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.layout import table
from ginrummy.tui.look import Look
from ginrummy.tui.painted import CardSpot
from ginrummy.tui.widgets.hand import Group, Hand, HandShow
from tests.tui.samples import HANDS, SIZES, THREE_MELDS, cards, look


def picture(show: HandShow, size: tuple[int, int] = (80, 24), seen: Look | None = None) -> Canvas:
    part = table(*size)["hand"]
    return Hand.picture(seen or look(size=size), show, part.width, part.height)


def spots(canvas: Canvas) -> dict[Card, tuple[int, int]]:
    """A cell in the middle of what shows of each card."""
    return {
        spot.target.card: (spot.x + 1, spot.y + 1)
        for spot in canvas.spots
        if isinstance(spot.target, CardSpot)
    }


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("groups", HANDS)
def test_each_card_is_hit_where_its_index_stands(groups: tuple[Group, ...], size: tuple[int, int]) -> None:
    for cursor in (None, groups[0].cards[0]):
        grid = picture(HandShow(groups, cursor=cursor), size)
        assert len(spots(grid)) == 11
        for card, (x, y) in spots(grid).items():
            assert grid.target_at(x, y) == CardSpot(card)
            index = grid.text().splitlines()[y - 1][x : x + 3]
            assert index.startswith(card.sign[:-1])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("groups", HANDS)
def test_no_card_moves_when_one_is_drawn(groups: tuple[Group, ...], size: tuple[int, int]) -> None:
    *rest, last = groups
    if len(last.cards) > 1 and not last.meld:
        before = (*rest, Group(last.cards[:-1]))
        eleven, ten = spots(picture(HandShow(groups), size)), spots(picture(HandShow(before), size))
        assert ten == {card: place for card, place in eleven.items() if card != last.cards[-1]}


def test_a_hand_of_melds_alone_keeps_its_place_when_a_card_is_drawn() -> None:
    groups = (Group(cards("2S 3S 4S 5S 6S"), True), Group(cards("TC JC QC KC 9C"), True))
    drawn = (*groups, Group(cards("4H")))
    ten, eleven = spots(picture(HandShow(groups))), spots(picture(HandShow(drawn)))
    assert ten == {card: place for card, place in eleven.items() if card != Card.parse("4H")}


def test_the_cursor_raises_its_card_by_a_row_and_puts_a_foot_under_it() -> None:
    rows = picture(HandShow(THREE_MELDS, 6, cursor=Card.parse("4H"))).text().splitlines()
    assert "▏4♥" in rows[0]
    assert "▀▀▀▀▀▀" in rows[5]


def test_away_from_the_hand_the_card_stays_raised_without_a_foot() -> None:
    rows = picture(HandShow(THREE_MELDS, 6, cursor=Card.parse("4H"), focused=False)).text().splitlines()
    assert "▏4♥" in rows[0]
    assert "▀" not in "".join(rows)


def test_the_drawn_card_wears_a_cap_and_the_marked_card_a_cross() -> None:
    show = HandShow(THREE_MELDS, 6, drawn=Card.parse("2D"), marked=Card.parse("4H"))
    top = picture(show).text().splitlines()[0]
    assert "▁▁✕▁▁▁▁▁▁▼▁▁▁" in top


def test_a_raised_card_carries_its_signs_in_its_face() -> None:
    four = Card.parse("4H")
    rows = picture(HandShow(THREE_MELDS, 6, cursor=four, drawn=four, marked=four)).text().splitlines()
    assert "▏4♥ ▼✕" in rows[0]


def test_melds_have_a_bracket_and_the_rest_has_the_count() -> None:
    bottom = picture(HandShow(THREE_MELDS, 6)).text().splitlines()[6]
    assert bottom.count("╰") == 3
    assert "deadwood 6" in bottom


def test_only_cards_beside_melds_are_dim() -> None:
    dim = look().palette.card_dim
    assert any(cell[2] == dim for row in picture(HandShow(THREE_MELDS)).rows for cell in row)
    assert not any(cell[2] == dim for row in picture(HandShow(HANDS[1])).rows for cell in row)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", ["en", "ne", "hi", "ne_Latn", "hi_Latn"])
@pytest.mark.parametrize("groups", HANDS)
def test_the_count_is_written_in_full(
    groups: tuple[Group, ...], language: str, size: tuple[int, int]
) -> None:
    seen = look(language, size)
    assert seen.t("deadwood.n", n=61) in picture(HandShow(groups, 61), size, seen).text()


def test_a_card_in_the_air_leaves_its_place_free() -> None:
    away = Card.parse("2D")
    grid = picture(HandShow(THREE_MELDS, away=away))
    assert away not in spots(grid)
    assert len(spots(grid)) == 10


async def test_a_card_has_no_place_in_a_window_that_is_just_shrinking() -> None:
    class Shrinking(App[None]):
        CSS = "Hand { width: 3; height: 8; }"
        look = look()

        def compose(self) -> ComposeResult:
            yield Hand(HandShow(THREE_MELDS))

    app = Shrinking()
    async with app.run_test():
        assert app.query_one(Hand).place_of(THREE_MELDS[0].cards[0]) is None
