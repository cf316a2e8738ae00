"""Files as disks, editors and strangers leave them: read, or set aside; never a crash, never lost."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from ginrummy import settings as settings_file
from ginrummy.cli import main
from ginrummy.engine.record import RecordError
from ginrummy.session import Session
from ginrummy.settings import Settings
from ginrummy.stats import gather
from ginrummy.store import Store, Unopened, load
from tests.matches import SHORT, a_record, finished
from tests.reliability.sizes import FILES, count

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e"
LONGEST = 1.0
"""Seconds of CPU that one file may take."""


def truncated(data: bytes, chance: Random) -> bytes:
    return data[: chance.randrange(len(data))]


def flipped(data: bytes, chance: Random) -> bytes:
    bits = bytearray(data)
    for _ in range(chance.choice([1, 1, 2, 10, 200])):
        bits[chance.randrange(len(bits))] ^= 1 << chance.randrange(8)
    return bytes(bits)


def edited(data: bytes, chance: Random) -> bytes:
    """A word or a number changed by hand."""
    words = [*re.finditer(rb"[\w.-]+", data)]
    word = chance.choice(words)
    new = chance.choice(
        [b"0", b"-1", b"1e999", b"99999999999999999999", b"true", b"null", b"KH", b"draw", b"", b"x"]
    )
    return data[: word.start()] + new + data[word.end() :]


def moved(data: bytes, chance: Random) -> bytes:
    """Lines left out, doubled or exchanged."""
    lines = data.splitlines(keepends=True)
    at, to = chance.randrange(len(lines)), chance.randrange(len(lines))
    kind = chance.randrange(3)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(to, lines[at])
    else:
        lines[at], lines[to] = lines[to], lines[at]
    return b"".join(lines)


def binary(data: bytes, chance: Random) -> bytes:
    return chance.randbytes(chance.randrange(5000))


def recoded(data: bytes, chance: Random) -> bytes:
    return data.decode().encode(chance.choice(["utf-16", "utf-16-le", "utf-32", "cp037", "utf-8-sig"]))


def nested(data: bytes, chance: Random) -> bytes:
    opening = chance.choice([b"[", b'{"a":', b'[{"players":'])
    return chance.choice([b"", data]) + opening * chance.choice([100, 5_000, 100_000]) + b"\n"


def swollen(data: bytes, chance: Random) -> bytes:
    return data + chance.choice([b" ", b"\n", b"\0", b"x"]) * 8_000_001


def long_line(data: bytes, chance: Random) -> bytes:
    return data + b'{"a":"' + b"x" * chance.choice([1000, 1_000_000]) + b'"}\n'


def newer(data: bytes, chance: Random) -> bytes:
    new = b'"format":2,"version":' + json.dumps(EVIL + "9.9").encode()
    return re.sub(rb'"format":1,"version":"[^"]*"', lambda found: new, data, count=1)


def escapes(data: bytes, chance: Random) -> bytes:
    """Somebody else's record, with what would steer a terminal wherever a text may stand."""
    name = json.dumps(EVIL, ensure_ascii=chance.random() < 0.5).encode()
    what = chance.choice(
        [b'"name":""', b'"name":"easy"', b'"when":"', b'"version":"', b'"do":"', b'"card":"']
    )
    if what.endswith(b':"'):
        return data.replace(what, what + name[1:-1], 1)
    return data.replace(what, b'"name":' + name, 1)


def split(data: bytes, chance: Random) -> bytes:
    return data.replace(b"\n", chance.choice([b"\r\n", b"\r", b"\n\n", b"\0\n"]))


WAYS = [truncated, flipped, edited, moved, binary, recoded, nested, long_line, newer, escapes, split]
Way = Callable[[bytes, Random], bytes]


def is_clean(text: str) -> bool:
    return not CONTROL.search(text)


def shown(store: Store, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What people are told about the file has nothing in it that steers a terminal."""
    options = ["--data-dir", str(store.data), "--lang", "en"]
    for command in (["verify", str(path)], ["replay", str(path)], ["stats"]):
        assert main([*command, *options]) in (0, 1, 2)
    said = capsys.readouterr()
    assert is_clean(said.out), said.out
    assert is_clean(said.err), said.err


def one_record(store: Store, data: bytes, chance: Random, capsys: pytest.CaptureFixture[str]) -> str:
    """List it, open it, play it; whether it was read, left, or set aside, nothing of it is lost."""
    path = store.matches_folder / "20261130-000000-bad.jsonl"
    path.write_bytes(data)
    start = time.process_time()
    summaries = store.matches()
    gather(summaries)
    fate = "listed"
    if path.exists():
        try:
            session = Session.resume(path, store)
        except Unopened as error:
            fate = error.notice.key
        else:
            fate = "opened"
            session.close()
    assert time.process_time() - start < LONGEST
    if path.exists() and chance.random() < 0.15:
        shown(store, path, capsys)
    assert any(summary.path.name == "20261130-000000-good.jsonl" for summary in store.matches())
    there = path if path.exists() else next(store.aside_folder.iterdir())
    kept = there.read_bytes()
    if fate == "opened":
        assert load(there)
        assert kept.startswith(data[: data.rfind(b"\n") + 1])
    else:
        assert kept == data
    there.unlink()
    store.notices.clear()
    return fate if there == path else "aside"


def test_bad_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    good = finished(store, 1)
    good.path.rename(store.matches_folder / "20261130-000000-good.jsonl")
    samples = [a_record(moves) for moves in (1, 30, 90)]
    samples.append((store.matches_folder / "20261130-000000-good.jsonl").read_bytes())
    fates: dict[str, int] = {}
    for seed in range(FILES * 2 // 3):
        chance = Random(seed)
        way: Way = WAYS[seed % len(WAYS)] if seed % 200 != 199 else swollen
        data = way(chance.choice(samples), chance)
        try:
            fate = one_record(store, data, chance, capsys)
        except BaseException as error:
            error.add_note(f"seed {seed}, {way.__name__}: {data[:300]!r}")
            raise
        fates[fate] = fates.get(fate, 0) + 1
    with capsys.disabled():
        count("record files", tried=FILES * 2 // 3, **{key.replace(".", "_"): n for key, n in fates.items()})
    assert fates["aside"] > 0
    assert fates["opened"] > 0


def test_bad_settings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = Store(tmp_path)
    assert settings_file.save(store, Settings(rules=SHORT)) is None
    sample = store.settings_file.read_bytes()
    ways = [*WAYS, swollen] if FILES > 1000 else WAYS
    aside = 0
    for seed in range(FILES // 3):
        chance = Random(seed)
        way: Way = ways[seed % len(ways)]
        data = way(sample, chance)
        store.settings_file.write_bytes(data)
        start = time.process_time()
        settings = settings_file.load(store)
        assert time.process_time() - start < LONGEST, (seed, way.__name__)
        assert isinstance(settings, Settings)
        for notice in store.notices:
            assert is_clean(str(notice.values.get("list", ""))), (seed, way.__name__)
        if not store.settings_file.exists():
            (kept,) = store.aside_folder.iterdir()
            assert kept.read_bytes() == data
            kept.unlink()
            aside += 1
        store.notices.clear()
        assert settings_file.save(store, settings) is None
        assert settings_file.load(store) == settings
        assert store.notices == [], (seed, way.__name__)
    with capsys.disabled():
        count("settings files", tried=FILES // 3, aside=aside)


async def test_names_with_escapes_are_harmless_on_every_screen(tmp_path: Path) -> None:
    """A record whose players are called by escape sequences, listed, opened and gone through."""
    from tests.tui.playing import playing, press, text_of

    store = Store(tmp_path)
    store.matches_folder.mkdir(parents=True)
    named = a_record(60).replace(b'"name":"easy"', b'"name":' + json.dumps(EVIL).encode(), 1)
    (store.matches_folder / "a.jsonl").write_bytes(named)
    human = a_record(60).replace(b'"name":""', b'"name":' + json.dumps(EVIL).encode(), 1)
    (store.matches_folder / "b.jsonl").write_bytes(human)
    async with playing(tmp_path) as (game, pilot):
        for keys in (["enter"], ["v"], ["m"], ["escape"], ["escape"], ["escape"]):
            await press(pilot, *keys)
            assert is_clean(text_of(game).replace("\n", ""))
        for key in ("down", "down", "down", "enter", "enter", "down", "enter", "escape"):
            await press(pilot, key)
            assert is_clean(text_of(game).replace("\n", ""))


def test_a_record_that_breaks_the_rules_is_named_by_verify(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(a_record(30).replace(b'"do":"discard"', b'"do":"knock"', 1))
    with pytest.raises(RecordError):
        load(path)
