"""The base of all widgets: a picture painted once for each look, size and thing to show, handed out row by
row.

A widget is a static `paint(canvas, look, show)` and a record `show`; it keeps no state of the game. `update`
repaints and asks Textual for the rows that came out different, and for no others. Whatever is painted with
`Canvas.spot` can be clicked: the widget posts `Picked` with the spot's target, or `Dropped` when it was
dragged onto another one.
"""

from __future__ import annotations

from typing import ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from textual import events
from textual.errors import NoWidget
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ginrummy.engine.cards import Card
from ginrummy.tui.canvas import Canvas
from ginrummy.tui.fan import TooNarrow
from ginrummy.tui.look import Look

Show = TypeVar("Show")
PileName = Literal["stock", "pile"]


class CardSpot(NamedTuple):
    """A card that can be clicked."""

    card: Card


class PileSpot(NamedTuple):
    """The stock or the pile."""

    pile: PileName


class ActionSpot(NamedTuple):
    """A button, a key cap or anything else that does what the action of that name does."""

    action: str


class RowSpot(NamedTuple):
    """A row of a list, or with `choice` one of the values in it; both count from 0."""

    row: int
    choice: int | None = None


Target = CardSpot | PileSpot | ActionSpot | RowSpot


class LookOwner(Protocol):
    """The app, as far as widgets know it."""

    look: Look


class Painted(Widget, Generic[Show]):
    """A widget that paints `show` with `paint` and keeps the picture until something changes."""

    GROUND: ClassVar[str] = "felt"
    """The palette's role for the ground."""

    ALLOW_SELECT = False

    class Picked(Message):
        """A spot was clicked, `times` times in a row."""

        def __init__(self, target: Target, times: int) -> None:
            self.target, self.times = target, times
            super().__init__()

    class Dropped(Message):
        """A spot was dragged and let go over another, perhaps of another widget."""

        def __init__(self, target: Target, onto: Target) -> None:
            self.target, self.onto = target, onto
            super().__init__()

    class Scrolled(Message):
        """The wheel was turned over the widget: +1 down, -1 up."""

        def __init__(self, by: int) -> None:
            self.by = by
            super().__init__()

    def __init__(self, show: Show, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.show = show
        self.paints = 0
        """How often a picture was made, for tests and measurements."""
        self._picture: Canvas | None = None
        self._painted_for: object = None
        self._announced: Canvas | None = None
        """The picture that Textual was last told to draw; what differs from it must be drawn."""
        self._grip: Target | None = None
        self._pressed: Target | None = None

    @staticmethod
    def paint(canvas: Canvas, look: Look, show: Show) -> None:
        """Paint `show`; every widget has its own."""
        raise NotImplementedError

    @classmethod
    def picture(cls, look: Look, show: Show, width: int, height: int) -> Canvas:
        """The painted picture in so many cells, without any app."""
        palette = look.palette
        ground: str = getattr(palette, cls.GROUND)
        canvas = Canvas(width, height, palette.text, ground, ascii=look.ascii, bold_on=palette.bold_on)
        try:
            cls.paint(canvas, look, show)
        except TooNarrow:  # the window is just changing, and the widget's place is still the old one
            return Canvas(width, height, palette.text, ground)
        return canvas

    @property
    def look(self) -> Look:
        """The look of the app."""
        return cast(LookOwner, self.app).look

    @property
    def canvas(self) -> Canvas:
        """The picture as it must be now; painted anew only if look, size or show changed."""
        wanted = (self.look, self.size, self.show)
        if self._picture is None or self._painted_for != wanted:
            self._picture = self.picture(self.look, self.show, *self.size)
            self._painted_for = wanted
            self.paints += 1
        return self._picture

    def update(self, show: Show) -> None:
        """Show something else, and have Textual redraw the rows that differ."""
        if show != self.show:
            self.show = show
            self.renew()

    def renew(self) -> None:
        """Redraw what has changed since the last picture, after `show` or the app's look changed."""
        before = self._announced
        if before is None or not self.is_attached:
            self.refresh()
            return
        after = self._announced = self.canvas
        if (before.width, before.height) != (after.width, after.height):
            self.refresh()
            return
        rows = [y for y, (old, new) in enumerate(zip(before.rows, after.rows, strict=True)) if old != new]
        if rows:
            self.refresh(*(Region(0, y, after.width, 1) for y in rows))

    def render_line(self, y: int) -> Strip:
        """Row `y` of the picture."""
        canvas = self.canvas
        if self._announced is None:
            self._announced = canvas
        return canvas.strip(y) if y < canvas.height else Strip.blank(self.size.width)

    def target_at(self, x: int, y: int) -> Target | None:
        """What a click in this cell of the widget means."""
        return cast("Target | None", self.canvas.target_at(x, y))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember what was gripped, in case it is dragged."""
        self._grip = self._pressed = self.target_at(event.x, event.y)
        if self._grip is not None:
            self.capture_mouse()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go: over another target this was a drag."""
        grip, self._grip = self._grip, None
        if grip is None:
            return
        self.release_mouse()
        try:
            widget, region = self.screen.get_widget_at(event.screen_x, event.screen_y)
        except NoWidget:  # let go outside the window
            return
        if isinstance(widget, Painted):
            onto = widget.target_at(event.screen_x - region.x, event.screen_y - region.y)
            if onto is not None and onto != grip:
                self.post_message(self.Dropped(grip, onto))

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked, unless it was dragged there."""
        event.stop()
        target = self.target_at(event.x, event.y)
        if target is not None and target == self._pressed:
            self.post_message(self.Picked(target, event.chain))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Say that the wheel was turned."""
        self.post_message(self.Scrolled(1))

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Say that the wheel was turned."""
        self.post_message(self.Scrolled(-1))
