"""The pages of the plain mode: showdown, score sheet, review, rules, settings, statistics, language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ginrummy import advice, bots, reckoning
from ginrummy import settings as settings_file
from ginrummy.engine import melds
from ginrummy.engine.cards import cards_of
from ginrummy.engine.rules import PRESETS, SPECS, STANDARD, RuleError, read
from ginrummy.i18n import LANGUAGES, Translator
from ginrummy.i18n.rules import Section, page
from ginrummy.labels import (
    FRONT,
    preset_name,
    rule_label,
    rule_value,
    rule_why,
    setting_label,
    setting_value,
    setting_why,
)
from ginrummy.plain.talk import Talk, as_number
from ginrummy.session import Session
from ginrummy.settings import SCHEMA, Settings
from ginrummy.stats import FEW, Group, gather
from ginrummy.store import Store

ITEMS: Final = ("language", "languages", "digits", "names", "confirm", "guide")
"""The settings, beside rules and opponent, that change something here; the others are about the screen."""


class Pages:
    """Everything that is shown and set beside the play itself. `current` are the settings in force."""

    def __init__(self, talk: Talk, store: Store, current: Settings) -> None:
        self._talk, self._store, self.current = talk, store, current

    @property
    def _t(self) -> Translator:
        return self._talk.t

    # A hand and a match

    def showdown(self, session: Session) -> None:
        """How the hand ended: both hands unless it was void, the count step by step, the sum."""
        t, deal, me = self._t, session.match.deal, session.me
        settled = deal.result.settlement if deal.result else None
        if settled is not None:
            self._talk.say(t("st.open"))
            for who, hand in (("", deal.hands[me]), (".opp", deal.hands[1 - me])):
                grouped = melds.best(hand)
                if grouped.melds:
                    listed = ", ".join(t.cards(cards_of(meld)) for meld in grouped.melds)
                    self._talk.say(t(f"plain.melds{who}", list=listed))
                if grouped.loose:
                    cards = list(cards_of(grouped.loose))
                    self._talk.say(t(f"plain.loose{who}", cards=cards, n=grouped.deadwood))
        for row in reckoning.ledger(t, deal, me):
            self._talk.say(" ".join(part for part in (row.figure(t), row.label, t.cards(row.cards)) if part))
        self._talk.say(*reckoning.outcome(t, deal, me))

    def end(self, session: Session, bot: str) -> None:
        """Who won the match, by how much, and every bonus."""
        t = self._t
        ending = reckoning.ending(t, session.match, session.me, session.ended, bot)
        if ending is None:
            return
        self._talk.say(*(part for part in (ending.sentence, ending.margin) if part))
        for account in ending.accounts:
            title = [account.title] if account.title else []
            self._talk.say(*title, f"{t('you')}: {'; '.join(account.mine)}")
            self._talk.say(f"{t('opponent')}: {'; '.join(account.theirs)}")
        if ending.note:
            self._talk.say(ending.note)
        if ending.grand:
            self._talk.say(f"{t('res.hw.grand')}: {t.number(ending.grand[0])}–{t.number(ending.grand[1])}")
        self._talk.say(t("fair.share", code=session.match.code))

    def score(self, session: Session) -> None:
        """The score sheet, a hand a line."""
        t = self._t
        rows = reckoning.sheet(t, session.match, session.me)
        self._talk.say(t("sheet.title", n=session.match.rules.target))
        for row in rows:
            parts = [f"{t('col.no')} {t.number(row.number)}", row.result, row.sum]
            parts += [f"{t('led.laid')} {t.cards(row.laid)}"] if row.laid else []
            if row.counts_in:
                parts.append(t("res.hw.counts", list=", ".join(t.number(n) for n in row.counts_in)))
            pairs = row.games or (row.total,)
            parts += [f"{t.number(mine)}–{t.number(theirs)}" for mine, theirs in pairs]
            parts += [t("sheet.undo")] if session.marks.undone.get(row.number) else []
            parts += [t("sheet.hint")] if session.marks.hints.get(row.number) else []
            self._talk.say("; ".join(parts))
        match = session.match
        if rows and match.tally.games and not match.over:
            self._talk.say(*reckoning.needed(t, match, session.me))
        self._talk.say(*reckoning.uncounted(t, match, session.me))
        self._talk.say(reckoning.standing(t, match, session.me) if rows else reckoning.no_rows(t, match))

    def review(self, session: Session) -> None:
        """Each decision of the last hand that cost something, and what it comes to."""
        t, match = self._t, session.match
        number = len(match.results)
        if not number:
            self._talk.say(t("rev.none"))
            return
        self._talk.say(t("rev.title", n=number))
        made = []
        total = advice.decisions(match, number, session.me)
        for n, decision in enumerate(advice.review(match, number, session.me), 1):
            made.append(decision)
            if decision.grade != "best":
                cost = t.n("rev.cost", max(1, round(decision.cost)), x=t.number(decision.cost, 1))
                self._talk.say(
                    t("rev.step", n=n, m=total),
                    t.rich("rev.yours", move=advice.phrase(t, decision.view, decision.move)),
                    t.rich("rev.best", move=advice.phrase(t, decision.view, decision.best)),
                    f"{cost}, {t(f'rev.grade.{decision.grade}')}",
                )
        self._talk.say(*advice.verdict(t, match.deals[number - 1], session.me, made))

    # Rules

    def rule(self, anchor: str) -> None:
        """One section of the rules page."""
        for section in self._sections():
            if section.anchor == anchor:
                self._talk.say(section.title, *as_lines(section.text))

    def rules(self) -> None:
        """The sections to choose from, until the player goes back."""
        sections = [section for section in self._sections() if section.text]
        titles = [section.title for section in sections]
        chosen = self._talk.choose(titles)
        while chosen is not None:
            self._talk.say(titles[chosen], *as_lines(sections[chosen].text))
            chosen = self._talk.choose(titles, show=False)

    def _sections(self) -> list[Section]:
        return page(self._t.language, self.current.digits)

    # Language

    def language(self, wanted: str = "") -> None:
        """Go on to the next of the player's languages, or to the one named."""
        codes = {code.lower(): code for code in LANGUAGES}
        going = [code for code in self.current.languages if code in LANGUAGES] or list(LANGUAGES)
        here = self._t.language
        following = going[(going.index(here) + 1) % len(going)] if here in going else going[0]
        self.change(language=codes.get(wanted.lower().replace("-", "_"), following))
        self._talk.say(self._t.own_name)

    def change(self, **values: Any) -> None:
        """Change settings, save them at once, and speak accordingly."""
        self.current = replace(self.current, **values)
        if notice := settings_file.save(self._store, self.current):
            self._talk.tell(notice)
        spoken = self.current.language if self.current.language != "auto" else self._t.language
        t = Translator(spoken, self.current.digits, self.current.names)
        if not self._talk.ascii:
            self._talk.t = t
        elif t("st.draw").isascii():
            self._talk.t = t.but(digits="latin", names="signs")
        else:
            self._talk.say(self._t("term.ascii"))

    def guide_seen(self) -> None:
        """The guide has come to its end: the next match is not guided."""
        if self.current.guide:
            self.change(guide=False)

    # Settings

    def settings(self) -> None:
        """House rules in front, opponent, language; the other rules and the way back to standard behind."""
        while True:
            t = self._t
            rules: list[tuple[str, Callable[[], None]]] = [self._rule_line(name) for name in FRONT]
            rules += [self._item_line(name) for name in ("level", "mode")]
            rules.append((f"{t('set.preset')}: {preset_name(t, self.current.rules)}", self._preset))
            rules.append((t("set.more"), self._more_rules))
            rules.append((t("btn.standard"), self._standard))
            rules += [self._item_line(name) for name in ITEMS]
            if not self._chosen(rules):
                return

    def _more_rules(self) -> None:
        while self._chosen([self._rule_line(name) for name in SPECS if name not in FRONT]):
            pass

    def _chosen(self, lines: list[tuple[str, Callable[[], None]]]) -> bool:
        chosen = self._talk.choose([label for label, _ in lines])
        if chosen is None:
            return False
        lines[chosen][1]()
        return True

    def _rule_line(self, name: str) -> tuple[str, Callable[[], None]]:
        value = rule_value(self._t, name, getattr(self.current.rules, name))
        return f"{rule_label(self._t, name)}: {value}", lambda: self._rule(name)

    def _rule(self, name: str) -> None:
        """One house rule: a choice by number, or where any number goes, the number itself."""
        t, spec = self._t, SPECS[name]
        self._talk.say(rule_why(t, name), t("set.nextmatch.why"))
        if spec.low is not None and spec.high is not None:
            span = t("err.range", name=rule_label(t, name), a=spec.low, b=spec.high)
            number = as_number(self._talk.ask(span))
            try:
                value = read(name, -1 if number is None else number)
            except RuleError:
                self._talk.say(span)
                return
        else:
            chosen = self._talk.choose([rule_value(t, name, choice) for choice in spec.choices])
            if chosen is None:
                return
            value = spec.choices[chosen]
        self.change(rules=self.current.rules.with_(**{name: value}))

    def _preset(self) -> None:
        names = list(PRESETS)
        self._talk.say(self._t("set.preset.why"))
        chosen = self._talk.choose([self._t(f"preset.{name}") for name in names])
        if chosen is not None:
            self.change(rules=self.current.rules.by_preset(names[chosen]))

    def _standard(self) -> None:
        self._talk.say(self._t("ask.standard"))
        if self._talk.choose([self._t("btn.standard")]) is not None:
            self.change(rules=STANDARD)

    def _item_line(self, name: str) -> tuple[str, Callable[[], None]]:
        item = SCHEMA[name]
        value = setting_value(self._t, item, getattr(self.current, name))
        return f"{setting_label(self._t, item)}: {value}", lambda: self._item(name)

    def _item(self, name: str) -> None:
        """One setting: a choice by number; of a setting that holds several, the choice goes in or out."""
        t, item = self._t, SCHEMA[name]
        self._talk.say(setting_why(t, item))
        values: list[Any] = list(bots.names() if name == "level" else item.choices) or [True, False]
        chosen = self._talk.choose([setting_value(t, item, value) for value in values])
        if chosen is None:
            return
        value = values[chosen]
        if item.many:
            held = getattr(self.current, name)
            value = tuple(each for each in values if (each in held) != (each == value)) or held
        self.change(**{name: value})

    # Statistics

    def stats(self) -> None:
        """What was played, a figure a line."""
        t, stats = self._t, gather(self._store.matches())
        group = stats.all
        if stats.helped.matches:
            share = f"{t.number(stats.helped.won)}/{t.number(stats.helped.matches)}"
            self._talk.say(f"{t('stats.helped')}: {t('stats.won')} {share}")
        elif not group.matches:
            self._talk.say(t("stats.none"))
        if not group.matches:
            return
        low, high = group.interval
        between = t("stats.between", a=round(100 * low), b=round(100 * high))
        average = "–" if group.knock_average is None else t.number(group.knock_average, 1)
        figures = [
            ("stats.matches", t.number(group.matches)),
            ("stats.won", f"{t.number(group.won)}, {between}"),
            ("stats.hands", t.number(group.hands)),
            ("stats.gins", t.number(group.gins)),
            ("stats.knocks", t.number(group.knocks)),
            ("stats.undergave", t.number(group.undercuts_made)),
            ("stats.undergot", t.number(group.undercuts_suffered)),
            ("stats.knockavg", average),
            ("stats.streak", t.number(stats.streak)),
            ("stats.beststreak", t.number(stats.best_streak)),
            ("stats.longest", t.number(stats.longest)),
        ]
        self._talk.say(t("stats.title"), *(f"{t(key)}: {figure}" for key, figure in figures))
        self._groups("stats.bylevel", stats.by_level, lambda name: setting_value(t, SCHEMA["level"], name))
        self._groups("stats.bypreset", stats.by_preset, lambda name: t(f"preset.{name}"))
        if group.matches < FEW:
            self._talk.say(t("stats.few"))
        self._talk.say(t("stats.leftout"))

    def _groups(self, title: str, groups: dict[str, Group], named: Callable[[str], str]) -> None:
        t = self._t
        self._talk.say(t(title))
        for name, group in groups.items():
            won = f"{t('stats.won')} {t.number(group.won)}"
            self._talk.say(f"{named(name)}: {t('stats.matches')} {t.number(group.matches)}, {won}")


def as_lines(markdown: str) -> list[str]:
    """A section of the rules page as lines to be read aloud: no marks, a row of a table as one line.

    >>> as_lines("**Two** cards:\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |")
    ['Two cards:', 'a; b', '1; 2']
    """
    lines = []
    for line in re.sub(r"[*`]", "", markdown).splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            line = "" if all(set(cell) <= set("-: ") for cell in cells) else "; ".join(cells)
        if line.strip():
            lines.append(line.strip())
    return lines
