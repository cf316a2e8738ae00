"""What decisions cost: judged once, kept in the state folder, and never more than a cache."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ginrummy import advice
from ginrummy.costs import CACHE, Cost, Costs, average
from ginrummy.session import Session
from ginrummy.store import Store
from tests.matches import SHORT, new_session, play_on


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def match(store: Store) -> Session:
    session = play_on(new_session(store, SHORT), Random(1))
    session.close()
    return session


def judged(costs: Costs, session: Session) -> tuple[Cost, int]:
    """The cost of a match, and in how many steps it was found."""
    steps = list(costs.judge(session.path, session.me))
    assert steps[:-1] == [None] * (len(steps) - 1)
    assert steps[-1] is not None
    return steps[-1], len(steps) - 1


def test_the_cost_of_a_match_is_that_of_its_decisions(store: Store, match: Session) -> None:
    cost, steps = judged(Costs(store), match)
    numbers = range(1, len(match.match.results) + 1)
    made = [each for number in numbers for each in advice.review(match.match, number, match.me)]
    assert (cost.decisions, steps) == (len(made), len(made))
    assert cost.points == pytest.approx(sum(decision.cost for decision in made), abs=1e-3)


def test_it_is_known_ever_after(store: Store, match: Session) -> None:
    assert Costs(store).known(match.path) is None
    cost, _ = judged(Costs(store), match)
    assert Costs(store).known(match.path) == cost


def test_what_another_judge_found_is_forgotten(store: Store, match: Session) -> None:
    judged(Costs(store), match)
    data = json.loads((store.state / CACHE).read_text())
    (store.state / CACHE).write_text(json.dumps(data | {"judge": data["judge"] + 1}))
    assert Costs(store).known(match.path) is None


@pytest.mark.parametrize("text", ["", "{", "[]", '{"judge": 1}', '{"judge": 0, "matches": [1]}'])
def test_a_spoilt_cache_is_no_harm(store: Store, match: Session, text: str) -> None:
    (store.state / CACHE).write_text(text)
    assert judged(Costs(store), match)[0].decisions > 0


def test_a_match_that_cannot_be_read_costs_nothing_and_is_not_kept(store: Store, match: Session) -> None:
    costs = Costs(store)
    match.path.write_text("no match\n")
    assert judged(costs, match) == (Cost(0, 0.0), 0)
    assert costs.known(match.path) is None


def test_the_average_is_over_decisions_not_over_matches() -> None:
    assert average([Cost(1, 3.0), Cost(9, 0.0)]) == pytest.approx(0.3)
    assert average([]) is None
    assert average([Cost(0, 0.0)]) is None
