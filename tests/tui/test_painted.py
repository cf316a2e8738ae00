"""What all widgets share: painted once, only changed rows redrawn, clicks and drags say what they hit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.look import Look
from ginrummy.tui.painted import ActionSpot, CardSpot, Painted
from tests.tui.samples import look


@dataclass(frozen=True)
class Lines:
    """Three lines of text, the middle one a button, the last one a card."""

    words: tuple[str, str, str] = ("one", "two", "three")


class Sample(Painted[Lines]):
    @staticmethod
    def paint(canvas: Canvas, look: Look, show: Lines) -> None:
        for y, word in enumerate(show.words):
            canvas.put(0, y, word)
        canvas.spot(0, 1, 3, 1, ActionSpot("press"))
        canvas.spot(0, 2, 5, 1, CardSpot(Card.parse("QS")))


class SampleApp(App[None]):
    CSS = "Sample { height: 3; }"
    look = look()

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[Any] = []

    def compose(self) -> ComposeResult:
        yield Sample(Lines())

    def on_painted_picked(self, message: Painted.Picked) -> None:
        self.heard.append((message.target, message.times))

    def on_painted_dropped(self, message: Painted.Dropped) -> None:
        self.heard.append((message.target, message.onto))

    def on_painted_scrolled(self, message: Painted.Scrolled) -> None:
        self.heard.append(message.by)


async def test_a_picture_is_painted_once_however_often_it_is_asked_for() -> None:
    async with SampleApp().run_test() as pilot:
        sample = pilot.app.query_one(Sample)
        painted = sample.paints
        sample.refresh()
        sample.update(Lines())
        await pilot.pause()
        assert sample.paints == painted


async def test_only_the_rows_that_differ_are_redrawn() -> None:
    async with SampleApp().run_test() as pilot:
        sample = pilot.app.query_one(Sample)
        await pilot.pause()
        asked: list[Region] = []
        sample.refresh = lambda *regions, **_: asked.extend(regions)  # type: ignore[assignment, return-value, misc]
        sample.update(Lines(("one", "2", "three")))
        assert asked == [Region(0, 1, sample.size.width, 1)]


async def test_a_change_that_something_else_has_looked_at_is_still_redrawn() -> None:
    async with SampleApp().run_test() as pilot:
        sample = pilot.app.query_one(Sample)
        await pilot.pause()
        asked: list[Region] = []
        sample.refresh = lambda *regions, **_: asked.extend(regions)  # type: ignore[assignment, return-value, misc]
        sample.show = Lines(("one", "2", "three"))
        sample.render_line(1)
        sample.renew()
        assert asked == [Region(0, 1, sample.size.width, 1)]


async def test_a_new_look_repaints() -> None:
    app = SampleApp()
    async with app.run_test() as pilot:
        sample = app.query_one(Sample)
        await pilot.pause()
        painted = sample.paints
        app.look = app.look._replace(ascii=True)
        sample.renew()
        assert sample.paints == painted + 1


async def test_a_click_says_what_it_hit_and_how_often() -> None:
    app = SampleApp()
    async with app.run_test() as pilot:
        await pilot.click(Sample, offset=(1, 1))
        await pilot.click(Sample, offset=(1, 0))
        await pilot.click(Sample, offset=(4, 2), times=2)
        assert app.heard == [
            (ActionSpot("press"), 1),
            (CardSpot(Card.parse("QS")), 1),
            (CardSpot(Card.parse("QS")), 2),
        ]


async def test_a_drag_says_what_was_let_go_over_what_and_is_no_click() -> None:
    app = SampleApp()
    async with app.run_test() as pilot:
        await pilot.mouse_down(Sample, offset=(1, 2))
        await pilot.mouse_up(Sample, offset=(1, 1))
        await pilot.pause()
        assert app.heard == [(CardSpot(Card.parse("QS")), ActionSpot("press"))]


async def test_a_drag_that_ends_outside_the_window_is_none() -> None:
    app = SampleApp()
    async with app.run_test() as pilot:
        await pilot.mouse_down(Sample, offset=(1, 2))
        sample, outside = app.query_one(Sample), (app.size.width + 20, 1)
        sample.post_message(events.MouseUp(sample, *outside, 0, 0, 1, False, False, False, *outside))
        await pilot.pause()
        assert app.heard == []
        assert app.mouse_captured is None


async def test_the_wheel_says_which_way() -> None:
    app = SampleApp()
    async with app.run_test() as pilot:
        sample = app.query_one(Sample)
        for event in ("mouse_scroll_down", "mouse_scroll_up"):
            getattr(sample, f"on_{event}")(None)
        await pilot.pause()
        assert app.heard == [1, -1]
