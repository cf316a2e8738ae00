"""The settings: one schema, a file that people edit, and nothing lost whatever it holds."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ginrummy import settings as file
from ginrummy.engine.rules import SPECS, HouseRules
from ginrummy.settings import SCHEMA, Item, Settings, from_toml
from ginrummy.store import Store
from tests.engine.test_rules import house_rules


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def values_of(item: Item) -> st.SearchStrategy[Any]:
    if isinstance(item.default, bool):
        return st.booleans()
    if item.many:
        return st.lists(st.sampled_from(item.choices), min_size=1, unique=True).map(tuple)
    names = st.just("cmd:python3 my bot.py")
    return st.sampled_from(item.choices) | names if item.free else st.sampled_from(item.choices)


some_settings = st.builds(
    Settings, rules=house_rules, **{name: values_of(item) for name, item in SCHEMA.items()}
)


def write(store: Store, text: str | bytes) -> None:
    store.settings_file.parent.mkdir(parents=True, exist_ok=True)
    store.settings_file.write_bytes(text if isinstance(text, bytes) else text.encode())


def test_the_schema_holds_every_setting() -> None:
    assert [*SCHEMA] == [field.name for field in fields(Settings) if field.name not in ("rules", "unknown")]


@pytest.mark.parametrize("item", SCHEMA.values(), ids=list(SCHEMA))
def test_every_default_is_one_of_its_choices(item: Item) -> None:
    value = list(item.default) if item.many else item.default
    assert item.read(value) == item.default


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=some_settings)
def test_settings_saved_and_loaded_are_the_same(chosen: Settings, store: Store) -> None:
    assert file.save(store, chosen) is None
    assert file.load(store) == chosen
    assert store.notices == []


def test_without_a_file_the_defaults_are_used_and_nothing_is_written(store: Store) -> None:
    assert file.load(store) == Settings()
    assert not store.settings_file.exists()


def test_a_file_that_people_edit_may_name_a_preset_and_a_few_rules(store: Store) -> None:
    write(store, 'speed = "fast"\n[rules]\npreset = "pagat"\ntarget = "250"\nspades_double = true\n')
    loaded = file.load(store)
    assert loaded == Settings(speed="fast", rules=HouseRules.preset("pagat", target=250, spades_double=True))
    assert store.notices == []


@pytest.mark.parametrize(
    "content",
    [
        b"this is no TOML",
        b"\xff\xfe",
        b'level = "hard',
        b"a = [" * 5000,
        b"x" * 8_000_001,
        b"level = 1\nlevel = 2",
    ],
    ids=["prose", "not text", "cut off", "nested", "too long", "twice"],
)
def test_a_broken_file_is_set_aside_and_the_defaults_are_used(store: Store, content: bytes) -> None:
    write(store, content)
    assert file.load(store) == Settings()
    (notice,) = store.notices
    assert notice.key == "save.settings"
    assert Path(notice.values["path"]).read_bytes() == content
    assert not store.settings_file.exists()


def test_a_folder_in_the_place_of_the_file_is_set_aside(store: Store) -> None:
    store.settings_file.mkdir(parents=True)
    assert file.load(store) == Settings()
    assert file.save(store, Settings(speed="fast")) is None
    assert file.load(store).speed == "fast"


def test_a_value_that_cannot_be_is_left_at_its_default_and_named(store: Store) -> None:
    write(
        store,
        'speed = "warp"\nlevel = "hard"\nbell = "yes"\nlanguages = []\n[rules]\ntarget = 5\ntie = "none"\n',
    )
    loaded = file.load(store)
    assert loaded == Settings(level="hard", rules=HouseRules(tie="none"))
    (notice,) = store.notices
    assert (notice.key, notice.values) == ("save.values", {"list": "languages, speed, bell, rules.target"})


@given(
    st.sampled_from([*SCHEMA, "rules"]), st.sampled_from(["-1", "1.5", "[]", "{}", '""', "2026-01-01", "nan"])
)
def test_no_kind_of_value_is_an_error(name: str, value: str) -> None:
    loaded, wrong = from_toml(f"{name} = {value}\n")
    assert loaded == Settings()
    assert wrong == ([] if (name, value) == ("rules", "{}") else [name])


@given(
    st.sampled_from([*SPECS, "preset"]), st.sampled_from(["-1", "1.5", "[]", "{}", '""', "2026-01-01", "nan"])
)
def test_no_kind_of_value_of_a_rule_is_an_error(name: str, value: str) -> None:
    loaded, wrong = from_toml(f"[rules]\n{name} = {value}\n")
    assert loaded == Settings()
    assert wrong == [f"rules.{name}"]


def test_what_a_newer_version_wrote_is_kept(store: Store) -> None:
    write(store, 'speed = "fast"\nhologram = true\n[rules]\ntarget = 50\nkitty = 3\n[more]\na = [1, 2]\n')
    loaded = file.load(store)
    file.save(store, replace(loaded, speed="slow"))
    text = store.settings_file.read_text()
    again = file.load(store)
    assert "hologram = true" in text
    assert "kitty = 3" in text
    assert again.unknown == {"hologram": True, "more": {"a": [1, 2]}, "rules": {"kitty": 3}}
    assert (again.speed, again.rules.target) == ("slow", 50)


def test_a_save_that_fails_leaves_the_old_file_whole(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    file.save(store, Settings(speed="fast"))
    before = store.settings_file.read_bytes()

    def full(*args: object) -> int:
        raise OSError(28, "no space")

    monkeypatch.setattr(os, "write", full)
    notice = file.save(store, Settings(speed="slow"))
    assert notice is not None
    assert notice.key == "save.unset"
    assert store.settings_file.read_bytes() == before
    assert [path.name for path in store.settings_file.parent.iterdir()] == ["settings.toml"]


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need a privilege there")
def test_settings_behind_a_symbolic_link_are_written_in_their_place(store: Store, tmp_path: Path) -> None:
    real = tmp_path / "dotfiles.toml"
    real.write_text('speed = "fast"\n')
    store.settings_file.parent.mkdir(parents=True)
    store.settings_file.symlink_to(real)
    file.save(store, replace(file.load(store), speed="slow"))
    assert store.settings_file.is_symlink()
    assert 'speed = "slow"' in real.read_text()


def test_peeking_changes_nothing_and_tells_nobody(store: Store) -> None:
    write(store, "broken [")
    assert file.peek(store) == Settings()
    assert store.settings_file.exists()
    assert store.notices == []


def test_every_label_and_explanation_is_a_message() -> None:
    from ginrummy.i18n.messages import MESSAGES

    for item in SCHEMA.values():
        assert item.label in MESSAGES
        assert item.why in MESSAGES
