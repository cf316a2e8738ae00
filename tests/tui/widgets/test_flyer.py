"""A card in flight: it travels on its own layer, lands at once on demand, and never where motion is off."""

from __future__ import annotations

import asyncio

from textual.app import App, ComposeResult
from textual.geometry import Offset

from ginrummy.engine.cards import Card
from ginrummy.tui.widgets.flyer import Flyer
from tests.tui.samples import look


class FlyingApp(App[None]):
    CSS = "Screen { layers: table fly; }"
    look = look()

    def compose(self) -> ComposeResult:
        yield Flyer()


async def test_it_is_seen_on_its_way_and_gone_when_it_has_landed() -> None:
    app = FlyingApp()
    async with app.run_test() as pilot:
        app.animation_level = "full"
        flyer = app.query_one(Flyer)
        task = asyncio.create_task(flyer.fly(Card.parse("QS"), Offset(0, 0), Offset(40, 10), "L", 0.1))
        await pilot.pause(0.03)
        assert flyer.display
        await task
        assert not flyer.display


async def test_a_key_lands_it_at_once() -> None:
    app = FlyingApp()
    async with app.run_test() as pilot:
        app.animation_level = "full"
        flyer = app.query_one(Flyer)
        task = asyncio.create_task(flyer.fly(None, Offset(0, 0), Offset(40, 10), "L", 60))
        await pilot.pause(0.03)
        flyer.land()
        await asyncio.wait_for(task, 5)
        assert not flyer.display


async def test_where_motion_is_off_nothing_flies() -> None:
    app = FlyingApp()
    async with app.run_test() as pilot:
        app.animation_level = "none"
        flyer = app.query_one(Flyer)
        await asyncio.wait_for(flyer.fly(None, Offset(0, 0), Offset(40, 10), "L", 60), 5)
        await pilot.pause()
        assert not flyer.display
