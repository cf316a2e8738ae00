"""Where files lie: the list of matches, setting aside, deleting, export and import."""

from __future__ import annotations

import json
import os
import stat
import zipfile
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ginrummy.archive import ArchiveError, Brought, bring_in, export
from ginrummy.engine.moves import PASS
from ginrummy.engine.record import FORMAT
from ginrummy.engine.rules import HouseRules
from ginrummy.journal import MOST_BYTES, write_file
from ginrummy.store import Store, Unopened, load, summary
from tests.matches import SHORT, a_record, finished, new_session, play_on


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


# Folders


def test_a_store_can_be_opened_and_listed_where_nothing_is(tmp_path: Path) -> None:
    store = Store(tmp_path / "no" / "such" / "folder")
    assert store.matches() == []
    assert not (tmp_path / "no").exists()


def test_with_a_data_folder_everything_is_below_it(tmp_path: Path) -> None:
    assert all(path.is_relative_to(tmp_path) for path in Store(tmp_path).where().values())


def test_without_one_the_platforms_folders_are_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("DATA", "CONFIG", "STATE", "CACHE"):
        monkeypatch.delenv(f"XDG_{name}_HOME", raising=False)
    assert all("ginrummy" in path.parts for path in Store().where().values())


@pytest.mark.skipif(os.name == "nt", reason="modes are Unix")
def test_files_and_folders_are_for_the_user_alone(store: Store) -> None:
    session = new_session(store)
    for path in (store.data, store.matches_folder):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    assert stat.S_IMODE(session.path.stat().st_mode) == 0o600


# The list


def test_the_list_says_of_each_match_what_playing_it_again_would(store: Store) -> None:
    for seed in range(3):
        finished(store, seed)
    open_one = play_on(new_session(store, code=None), Random(9), moves=60)
    given_up = new_session(store, code=None)
    given_up.give_up()
    listed = {match.path: match for match in store.matches()}
    assert len(listed) == 5
    for path, match in listed.items():
        recorder = load(path)
        assert match.header == recorder.header
        assert match.over == recorder.match.over
        assert match.winner == recorder.match.winner
        assert match.hands == len(recorder.match.results)
        assert match.hand == recorder.match.number
        assert match.scores == (recorder.match.tally.totals or recorder.match.tally.running)
        assert match.unfinished == (not match.over)
    assert listed[open_one.path].unfinished
    assert (listed[given_up.path].ended, listed[given_up.path].winner) == ("gave_up", 1)


BONUSES_DECIDE = HouseRules(target=30, box_bonus=25, winner_by="total")


def test_a_match_that_is_over_has_its_final_scores_and_true_winner(store: Store) -> None:
    for rules in (BONUSES_DECIDE, HouseRules(target=30, scoring="hollywood")):
        path = finished(store, 37, rules).path
        tally = load(path).match.tally
        assert tally.totals != tally.running
        assert summary(path).scores == tally.totals
        assert summary(path).winner == tally.winner
    open_one = play_on(new_session(store), Random(9), moves=60)
    assert summary(open_one.path).scores == load(open_one.path).match.tally.running


def test_the_match_played_last_comes_first(store: Store) -> None:
    paths = [new_session(store).path for _ in range(3)]
    for age, path in enumerate(paths):
        os.utime(path, (1000 - age, 1000 - age))
    assert [match.path for match in store.matches()] == paths


def test_a_summary_knows_whether_a_move_was_taken_back_or_a_hint_asked_for(store: Store) -> None:
    session = new_session(store)
    session.play(PASS)
    assert not summary(session.path).helped
    session.take_back()
    assert summary(session.path).helped
    other = new_session(store)
    other.hint()
    assert summary(other.path).helped


def test_the_list_follows_every_move_and_what_others_do_to_the_files(store: Store) -> None:
    session = new_session(store, SHORT)
    for _ in range(400):
        assert store.matches() == [summary(session.path)]
        if session.match.over:
            break
        play_on(session, Random(1), moves=1)
    assert store.matches()[0].over
    session.close()
    session.path.unlink()
    assert store.matches() == []


BAD: dict[str, bytes] = {
    "empty": b"",
    "text": b"hello\n",
    "binary": bytes(range(256)),
    "not UTF-8": b'{"format":1,"version":"\xff"}\n',
    "UTF-16": '{"format":1}\n'.encode("utf-16"),
    "nested": b"[" * 200_000 + b"\n",
    "no header": b'{"seat":0,"do":"draw"}\n',
    "huge number": b'{"format":' + b"9" * 6000 + b"}\n",
}


@pytest.mark.parametrize("kind", BAD)
def test_what_cannot_be_read_is_set_aside_with_a_notice_and_the_rest_loads(store: Store, kind: str) -> None:
    good = new_session(store).path
    bad = store.matches_folder / "bad.jsonl"
    bad.write_bytes(BAD[kind])
    assert [match.path for match in store.matches()] == [good]
    assert (store.aside_folder / "bad.jsonl").read_bytes() == BAD[kind]
    assert [notice.key for notice in store.notices] == ["err.save"]


def test_nothing_that_is_set_aside_is_written_over(store: Store) -> None:
    new_session(store)
    for text in ("one", "two", "three"):
        (store.matches_folder / "bad.jsonl").write_text(text)
        store.matches()
    assert sorted(path.read_text() for path in store.aside_folder.iterdir()) == ["one", "three", "two"]


def test_a_file_over_eight_megabytes_is_set_aside_unread(store: Store) -> None:
    session = new_session(store)
    session.close()
    path = session.path
    with path.open("ab") as file:
        file.truncate(MOST_BYTES + 1)
    assert store.matches() == []
    with pytest.raises(Unopened) as caught:
        store.open(store.aside_folder / path.name)
    assert caught.value.notice.key == "err.save"


def test_a_match_of_a_newer_version_is_left_as_it_is(store: Store) -> None:
    session = new_session(store)
    session.close()
    path = session.path
    text = json.dumps({"format": FORMAT + 1, "version": "9.0"}) + "\n"
    path.write_text(text)
    (match,) = store.matches()
    assert (match.newer, match.unfinished, match.over) == ("9.0", False, False)
    with pytest.raises(Unopened) as caught:
        store.open(path)
    assert (caught.value.notice.key, caught.value.notice.values) == ("save.newer", {"v": "9.0"})
    assert path.read_text() == text


def test_a_folder_or_a_pipe_with_the_name_of_a_match_stops_nothing(store: Store) -> None:
    good = new_session(store).path
    (store.matches_folder / "folder.jsonl").mkdir()
    if hasattr(os, "mkfifo"):
        os.mkfifo(store.matches_folder / "pipe.jsonl")
    assert [match.path for match in store.matches()] == [good]
    assert list(store.match_files()) == [good]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_links_that_lead_nowhere_or_in_a_circle_stop_nothing(store: Store) -> None:
    good = new_session(store).path
    (store.matches_folder / "nowhere.jsonl").symlink_to("missing")
    (store.matches_folder / "circle.jsonl").symlink_to("circle.jsonl")
    assert [match.path for match in store.matches()] == [good]


def test_an_edited_record_is_set_aside_when_it_is_opened(store: Store) -> None:
    session = play_on(new_session(store), Random(1), moves=30)
    session.close()
    edited = session.path.read_text().replace('"do":"draw"', '"do":"take"', 1)
    session.path.write_text(edited)
    with pytest.raises(Unopened) as caught:
        store.open(session.path)
    assert caught.value.notice.key == "err.save"
    assert Path(caught.value.notice.values["path"]).read_text() == edited
    assert not session.path.exists()


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_record_is_read_or_set_aside_and_never_lost(data: st.DataObject, store: Store) -> None:
    raw = bytearray(a_record(30))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=6))
    kept = store.new_path()
    write_file(kept, bytes(raw))
    store.matches()
    if kept.exists():
        try:
            opened = store.open(kept)
        except Unopened as error:
            kept = Path(error.notice.values.get("path", kept))
        else:
            opened.journal.close()
    else:
        kept = store.aside_folder / kept.name
    assert kept.read_bytes() == raw
    kept.unlink()


# Deleting


def test_a_deleted_match_leaves_the_list_but_not_the_disk(store: Store) -> None:
    session = new_session(store)
    data = session.path.read_bytes()
    session.close()
    moved = store.delete(session.path)
    assert store.matches() == []
    assert moved == store.deleted_folder / session.path.name
    assert moved.read_bytes() == data


def test_a_match_that_is_being_played_is_not_deleted(store: Store) -> None:
    session = new_session(store)
    with pytest.raises(Unopened) as caught:
        store.delete(session.path)
    assert caught.value.notice.key == "save.two"
    assert session.path.exists()


# Export and import


def everything(store: Store) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in store.match_files()}


def test_what_is_exported_comes_in_elsewhere_as_it_was(store: Store, tmp_path: Path) -> None:
    for seed in range(3):
        finished(store, seed)
    store.settings_file.write_text('level = "hard"\n')
    assert export(store, tmp_path / "all.zip") == 3
    other = Store(tmp_path / "other")
    assert bring_in(other, tmp_path / "all.zip") == Brought(came=3, there=0)
    assert everything(other) == everything(store)
    assert other.settings_file.read_text() == 'level = "hard"\n'
    assert bring_in(other, tmp_path / "all.zip") == Brought(came=0, there=3)
    assert everything(other) == everything(store)


def test_export_writes_over_no_file(store: Store, tmp_path: Path) -> None:
    (tmp_path / "all.zip").write_text("mine")
    with pytest.raises(FileExistsError):
        export(store, tmp_path / "all.zip")
    assert (tmp_path / "all.zip").read_text() == "mine"


def test_of_a_match_on_both_sides_the_longer_form_stays(store: Store, tmp_path: Path) -> None:
    session = play_on(new_session(store), Random(1), moves=20)
    export(store, tmp_path / "short.zip")
    play_on(session, Random(1), moves=20)
    session.close()
    longer = everything(store)
    export(store, tmp_path / "long.zip")
    assert bring_in(store, tmp_path / "short.zip") == Brought(came=0, there=1)
    assert everything(store) == longer
    other = Store(tmp_path / "other")
    bring_in(other, tmp_path / "short.zip")
    assert bring_in(other, tmp_path / "long.zip") == Brought(came=1, there=0)
    assert everything(other) == longer


def test_a_match_that_differs_comes_in_under_another_name(store: Store, tmp_path: Path) -> None:
    session = play_on(new_session(store), Random(1), moves=20)
    export(store, tmp_path / "one.zip")
    session.take_back() if session.may_take_back() is None else session.give_up()
    session.close()
    theirs = session.path.read_bytes()
    ours = theirs[: theirs.rindex(b"\n", 0, -1) + 1] + b'{"end":"gave_up","seat":1}\n'
    session.path.write_bytes(ours)
    with zipfile.ZipFile(tmp_path / "two.zip", "w") as archive:
        archive.writestr(f"matches/{session.path.name}", theirs)
    assert bring_in(store, tmp_path / "two.zip") == Brought(came=1, there=0)
    assert sorted(everything(store).values()) == sorted([ours, theirs])


def test_settings_that_were_there_are_set_aside(store: Store, tmp_path: Path) -> None:
    other = Store(tmp_path / "other")
    new_session(other)
    other.settings_file.write_text('level = "hard"\n')
    export(other, tmp_path / "all.zip")
    new_session(store)
    store.settings_file.write_text('level = "easy"\n')
    brought = bring_in(store, tmp_path / "all.zip")
    assert store.settings_file.read_text() == 'level = "hard"\n'
    assert [path.read_text() for path in store.aside_folder.iterdir()] == ['level = "easy"\n']
    assert brought.settings == next(store.aside_folder.iterdir())
    assert bring_in(store, tmp_path / "all.zip").settings is None, "the same are not replaced"


def test_what_is_no_match_is_counted_as_such_and_set_aside(store: Store, tmp_path: Path) -> None:
    newer = b'{"format":%d,"version":"9.0"}\n' % (FORMAT + 1)
    damaged = a_record(30).replace(b'"do":"draw"', b'"do":"take"', 1)
    with zipfile.ZipFile(tmp_path / "mixed.zip", "w") as archive:
        archive.writestr("matches/good.jsonl", a_record(30))
        archive.writestr("matches/newer.jsonl", newer)
        archive.writestr("matches/junk.jsonl", "junk")
        archive.writestr("matches/damaged.jsonl", damaged)
        archive.writestr("aside/old.jsonl", "junk of before")
    assert bring_in(store, tmp_path / "mixed.zip") == Brought(came=2, unreadable=2)
    assert everything(store) == {"good.jsonl": a_record(30), "newer.jsonl": newer}
    aside = {path.name: path.read_bytes() for path in store.aside_folder.iterdir()}
    assert aside == {"junk.jsonl": b"junk", "damaged.jsonl": damaged, "old.jsonl": b"junk of before"}
    assert bring_in(store, tmp_path / "mixed.zip") == Brought(there=2, unreadable=2)
    assert len(list(store.aside_folder.iterdir())) == 3, "nothing comes twice"


@pytest.mark.parametrize(
    "name",
    [
        "../evil.jsonl",
        "matches/../../evil.jsonl",
        "/evil.jsonl",
        "matches/.hidden.jsonl",
        "matches/a/b.jsonl",
    ],
)
def test_an_archive_writes_nothing_outside_the_folders(store: Store, tmp_path: Path, name: str) -> None:
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr(name, "evil")
    assert bring_in(store, tmp_path / "evil.zip") == Brought(came=0, there=0)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / "evil.zip"]


def test_an_archive_that_swells_is_refused(store: Store, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("matches/bomb.jsonl", bytes(MOST_BYTES + 1))
    with pytest.raises(ArchiveError, match="over eight megabytes"):
        bring_in(store, tmp_path / "bomb.zip")
    assert list(store.match_files()) == []


def test_what_is_no_archive_is_refused(store: Store, tmp_path: Path) -> None:
    (tmp_path / "no.zip").write_text("no archive")
    with pytest.raises(ArchiveError, match="not an archive of ginrummy export"):
        bring_in(store, tmp_path / "no.zip")
