"""Rich and Textual made to give Devanagari as many cells as the terminal does.

Rich counts a spacing vowel sign (Unicode category Mc: ा ि ी ो ौ ः) as no cell, most terminals move one cell
for it, and so whatever stands to the right of Nepali or Hindi text is off. Three rules explain every terminal
measured:

sum
    Each spacing sign takes a cell, each non-spacing one none: VTE, konsole, foot, alacritty, xterm, urxvt,
    st, tmux. No terminal takes more than this, so it is also the rule to take when nothing is known.
mc0
    Spacing signs take none, as Rich counts: kitty 0.26, mlterm, qterminal.
cluster
    As sum, but a whole cluster, conjuncts included, never takes more than two: newer Ghostty, WezTerm,
    contour.

`install` puts a rule into effect, before or after Textual is imported. It touches internals of Rich and
Textual, all of them named in `_patches`; where a later version lacks one, nothing is patched and
`missing_names` says what it was.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final, Literal
from unicodedata import category

import rich.cells
from rich.segment import Segment

if TYPE_CHECKING:
    from rich.console import Console
    from textual.strip import Strip

Rule = Literal["sum", "mc0", "cluster"]
RULES: Final[tuple[Rule, ...]] = ("sum", "mc0", "cluster")

_INDIC: Final = range(0x0900, 0x0E00)  # the scripts of India and Sri Lanka, which share the fault
_has_indic: Final = re.compile("[\u0900-\u0dff]").search
_RUN: Final = re.compile("[\u0900-\u0dff\u200c\u200d]*[\u0900-\u0dff][\u0900-\u0dff\u200c\u200d]*")
_MARKS: Final = "".join(
    chr(code) for code in (*range(0x0300, 0x0370), *_INDIC) if category(chr(code)) in ("Mn", "Mc", "Me")
)
_CLUSTER: Final = re.compile(
    # a base, consonants that a virama joins to it, marks; a non-joiner keeps the consonant after it apart
    f".(?:[{_MARKS}\u200c\u200d]*\u094d[{_MARKS}\u200d]*[\u0915-\u0939\u0958-\u095f\u0978-\u097f])*"
    f"[{_MARKS}\u200c\u200d]*",
    re.DOTALL,
)

_rule: Rule | None = None
"""The rule in effect; None while Rich and Textual are as they came."""

_stock: dict[str, Any] = {}
"""What stood under each patched name, while a rule is in effect."""


def clusters(text: str) -> list[str]:
    """Cut a text into what a reader takes for one letter; joined again, the parts are the text.

    A mark stays with its base, and Devanagari consonants joined by a virama stay together (Unicode's extended
    grapheme clusters, UAX 29 with rule GB9c, as far as the scripts of India need them).

    >>> clusters("स्त्रीको")
    ['स्त्री', 'को']
    """
    return _CLUSTER.findall(text)


def measure(text: str, rule: Rule) -> int:
    """How many cells a terminal that follows `rule` gives to `text`, which holds nothing two cells wide.

    >>> [measure("रम्मी", rule) for rule in RULES]
    [4, 3, 3]
    """
    spacing = ("Mn", "Me", "Mc", "Cf") if rule == "mc0" else ("Mn", "Me", "Cf")
    cells = [sum(category(char) not in spacing for char in part) for part in clusters(text)]
    return sum(min(2, n) for n in cells) if rule == "cluster" else sum(cells)


def install(rule: Rule, anchor: bool = True) -> bool:
    """Make Rich and Textual count cells by `rule`; calling it again changes the rule.

    With `anchor`, which needs Textual, the output steps over exactly the cells that the layout gave a word
    wherever the terminal itself ends up, so that no error runs on to what stands to the right.

    Returns whether the rule is in effect: False, with everything as it came, when `missing_names` has names.
    """
    global _rule
    uninstall()
    if missing_names(anchor):
        return False
    _rule = rule
    for place, name, replacement in _patches(anchor):
        _stock[name] = vars(place)[name]
        setattr(place, name, replacement)
    _forget()
    if not is_counted():  # the names are there, but no longer what is called
        uninstall()
        return False
    return True


def is_counted() -> bool:
    """Whether Rich does count by the rule in effect, now."""
    return _rule is not None and rich.cells.cell_len("रम्मी") == measure("रम्मी", _rule)


def uninstall() -> None:
    """Put Rich and Textual back as they came. Widths that widgets have kept stay until they lay out again."""
    global _rule
    for place, name, _ in _patches(anchor="render" in _stock) if _stock else ():
        setattr(place, name, _stock[name])
    _stock.clear()
    _rule = None
    _forget()


def missing_names(anchor: bool = True) -> list[str]:
    """What this version of Rich or (with `anchor`) Textual lacks of the internals that `install` needs."""
    wanted: list[tuple[Any, str]] = [(place, name) for place, name, _ in _patches(anchor)]
    wanted += [(rich.cells, "get_character_cell_size"), (rich.cells, "cached_cell_len")]
    if anchor:
        from textual.strip import Strip

        wanted += [(Strip, "_segments"), (Strip, "_render_cache")]
    return [f"{place.__name__}.{name}" for place, name in wanted if name not in vars(place)]


def _patches(anchor: bool) -> list[tuple[Any, str, object]]:
    """Every name touched, where it is, and what is put there; all else comes down to these."""
    patches: list[tuple[Any, str, object]] = [
        (rich.cells, "load_cell_table", _load_cell_table),
        (rich.cells, "_cell_len", _cell_len),
        (rich.cells, "split_graphemes", _split_graphemes),
        (rich.cells, "_split_text", _split_text),
        (Segment, "_split_cells", staticmethod(_split_cells)),
    ]
    if anchor:
        from textual.strip import Strip

        patches.append((Strip, "render", _render))
    return patches


def _forget() -> None:
    """Empty all that remembers widths."""
    for remembering in (
        getattr(rich.cells, "get_character_cell_size", None),
        getattr(rich.cells, "cached_cell_len", None),
        _cluster_cells,
        _split_cells,
        _anchored,
    ):
        if remembering is not None:
            remembering.cache_clear()


# --- counting -------------------------------------------------------------------------------------


def _load_cell_table(unicode_version: str = "auto") -> Any:
    """Rich's table of widths; but for mc0 with one cell for each spacing sign."""
    table = _stock["load_cell_table"](unicode_version)
    return table if _rule == "mc0" else _with_spacing_signs(table.unicode_version)


@cache
def _with_spacing_signs(version: str) -> Any:
    table = _stock["load_cell_table"](version)
    widths: list[tuple[int, int, int]] = []
    for start, end, cells in table.widths:
        if cells or end < _INDIC.start or start >= _INDIC.stop:
            widths.append((start, end, cells))
        else:  # code points that the table leaves out are one cell wide
            widths += [(code, code, 0) for code in range(start, end + 1) if category(chr(code)) != "Mc"]
    return table._replace(widths=widths)


def _cell_len(text: str, unicode_version: str = "auto") -> int:
    if not _has_indic(text):
        return int(_stock["_cell_len"](text, unicode_version))
    return sum(map(_cluster_cells, clusters(text)))


@lru_cache(maxsize=4096)
def _cluster_cells(cluster: str) -> int:
    cells = sum(map(rich.cells.get_character_cell_size, cluster))
    return min(2, cells) if _rule == "cluster" else cells


# --- cutting --------------------------------------------------------------------------------------


def _split_graphemes(text: str, unicode_version: str = "auto") -> tuple[list[tuple[int, int, int]], int]:
    """As Rich's, (start, end, cells) of each cluster and the cells of all; but clusters stay whole."""
    if not _has_indic(text):
        spans, total = _stock["split_graphemes"](text, unicode_version)
        return spans, total
    spans, start, total = [], 0, 0
    for part in clusters(text):
        cells = _cluster_cells(part)
        end = start + len(part)
        spans.append((start, end, cells))
        start = end
        total += cells
    return spans, total


def _split_text(text: str, cell_position: int, unicode_version: str = "auto") -> tuple[str, str]:
    """As Rich's, for clusters of any width: one that lies across the cut becomes blanks on each side."""
    if cell_position <= 0:
        return "", text
    left = 0
    for start, end, cells in rich.cells.split_graphemes(text, unicode_version)[0]:
        room = cell_position - left
        if cells > room:
            if not room:
                return text[:start], text[start:]
            return text[:start] + " " * room, " " * (cells - room) + text[end:]
        left += cells
    return text, ""


@lru_cache(maxsize=16384)
def _split_cells(segment: Segment, cut: int) -> tuple[Segment, Segment]:
    text, style, control = segment
    before, after = rich.cells.split_text(text, cut)
    return Segment(before, style, control), Segment(after, style, control)


# --- drawing --------------------------------------------------------------------------------------


def _render(strip: Strip, console: Console) -> str:
    """As `Strip.render`, with every run of Indic text held to its cells."""
    if strip._render_cache is not None:
        return strip._render_cache
    for segment in strip._segments:
        if not segment.text.isascii() and _has_indic(segment.text):
            break
    else:
        return str(_stock["render"](strip, console))
    held = [Segment(_RUN.sub(_anchor, text), style, control) for text, style, control in strip._segments]
    strip._render_cache = str(_stock["render"](type(strip)(held, 0), console))
    return strip._render_cache


def _anchor(match: re.Match[str]) -> str:
    return _anchored(match[0])


@lru_cache(maxsize=4096)
def _anchored(run: str) -> str:
    """Save the cursor, blank the cells, go back, write the run, go back, step over its cells."""
    cells = rich.cells.cell_len(run)
    return f"\x1b7{' ' * cells}\x1b8{run}\x1b8\x1b[{cells}C" if cells else run
