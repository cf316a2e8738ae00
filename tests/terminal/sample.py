"""A small app for the tests of widths: Nepali, Hindi and English labels in frames; `l` changes language.

Arguments: `plain` leaves Rich and Textual as they came, anything else is the setting of the width rule.
"""

from __future__ import annotations

import os
import sys

from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, DataTable, Footer, Label, Static

TEXTS = {
    "ne": ["जिन रम्मी", "अर्को बाजी खेल्नुहोस्", "नमिलेका पत्ता: १२", "बादशाह", "स्त्री र बादशाह", "गल्लीबाट तान्नुहोस्"],
    "hi": ["जिन रमी", "अगली बाज़ी खेलिए", "बचे हुए पत्ते: 12", "बादशाह", "ज़्यादा अंक", "गड्डी से खींचिए"],
    "en": ["Gin Rummy", "Play the next hand", "Deadwood: 12", "King", "More points", "Draw from the stock"],
}


class Sample(App[None]):
    """Frames beside frames, so that an error in one shows in the next."""

    CSS = """
    Label, Static { border: round green; width: auto; }
    .narrow { width: 9; height: 6; border: heavy red; }
    DataTable { height: 6; }
    """
    BINDINGS = [("l", "language", "भाषा"), ("q", "quit", "बाहिर")]  # noqa: RUF012

    def __init__(self) -> None:
        super().__init__()
        self.language = "ne"

    def compose(self) -> ComposeResult:
        texts = TEXTS[self.language]
        with Horizontal():
            for text in texts[:3]:
                yield Label(text)
        with Horizontal():
            yield Static(" ".join(texts), classes="narrow")
            yield Static(texts[2] * 2, classes="narrow")
            for text in texts[3:5]:
                yield Button(text)
        yield DataTable()
        yield Footer()

    def on_mount(self) -> None:
        self.fill()

    def fill(self) -> None:
        texts = TEXTS[self.language]
        table = self.query_one(DataTable)
        table.clear(columns=True)
        table.add_columns(*texts[:3])
        table.add_row(*texts[3:])

    def action_language(self) -> None:
        names = list(TEXTS)
        self.language = names[(names.index(self.language) + 1) % len(names)]
        texts = TEXTS[self.language]
        for label, text in zip(self.query(Label), texts[:3], strict=False):
            label.update(text)
        narrow = self.query(Static).filter(".narrow")
        narrow.first().update(" ".join(texts))
        narrow.last().update(texts[2] * 2)
        for button, text in zip(self.query(Button), texts[3:5], strict=True):
            button.label = text
        self.fill()


if __name__ == "__main__":
    if sys.argv[1:] != ["plain"]:
        from ginrummy.tui.terminal import apply_colours, colour_system, set_up

        apply_colours(colour_system(os.environ))
        set_up(*sys.argv[1:])
    Sample().run()
