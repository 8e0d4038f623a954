"""Plans as plain data: what JSON and TOML hold of a plan, and the plan out of it.

A step is a table whose first key is its name, with its first field; a watch and a joint alike. Quantities, conditions,
zones and choices are texts (`mtgstats.say.text`). In TOML::

    [let]
    lands = 'count("t:land", hand | battlefield)'

    [[choices.dig_for_lands]]
    cards = "t:land"
    when = "lands < 4"
    value = 1

    [[steps]]
    opening_hand = 7
    mulligan = {keep = "(lands >= 2) & (lands <= 5)", prefer = 'lowest("mana_value")', at_most = 2}

    [[steps]]
    turns = [1, 4]
    on = "on the draw"
    steps = [{surveil = 2, choice = "dig_for_lands"}]

    [[watches]]
    watch = "four lands"
    what = "lands >= 4"

What functions of Python say is there as tables by card name. The keys, all but ``steps`` may be absent:

- ``let``: names for quantities and conditions; a later one may use those before it.
- ``selectors``: for a name a query, or a list of card names out of ``cards``.
- ``queries``: for a query the cards it takes out of ``cards``; of other cards it is asked anew.
- ``values``: for a name a number for each card of ``cards``.
- ``choices``: for a name a list of rules or a table. A rule has a ``value`` (a number or a value's name), may name its
  ``cards`` and say ``when``; the first that takes the card counts, and a card that none takes is not wanted. In a table
  ``sees`` gives names to what it looks at, ``contexts`` lists their values, ``values`` has for each card a number in
  every context, null where there is none.
- ``steps``, ``watches``, ``joints``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from mtgstats.errors import MtgstatsError, PlanError
from mtgstats.read.query import Selector, where
from mtgstats.read.structure import (
    Writers,
    changed_to_data,
    check_keys,
    fields_from_data,
    from_data,
    listing,
    mapping,
    to_data,
    wrong,
)
from mtgstats.say import steps as all_steps
from mtgstats.say.choices import Choice, ChoiceLike, Rule, by_rules
from mtgstats.say.plan import Joint, Plan
from mtgstats.say.quantities import Condition, Expression
from mtgstats.say.steps import London, Start, Step, Turn, turns
from mtgstats.say.tables import CardTable, Listed, Numbered, Same
from mtgstats.say.text import Vocabulary
from mtgstats.say.values import Value
from mtgstats.say.watches import Watch, Which
from mtgstats.say.zones import Zone

FORMAT = 1
STEPS = {
    re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(): step
    for name, step in vars(all_steps).items()
    if isinstance(step, type) and issubclass(step, Step) and step is not Step
}
WATCHES, JOINTS = {"watch": Watch}, {"joint": Joint}
ITEMS = {**STEPS, **WATCHES, **JOINTS}
SECTIONS = ("format", "let", "cards", "selectors", "queries", "values", "choices", "steps", "watches", "joints")


# --- writing ----------------------------------------------------------------------------------------------------------


def items_to_data(plan: Plan) -> dict[str, Any]:
    """The steps, watches and joints of a plan; names of selectors, values and choices stand as they are."""
    parts = {"steps": plan.steps, "watches": plan.watches, "joints": plan.joints}
    return {key: [_item_to_data(item) for item in items] for key, items in parts.items() if items}


def _item_to_data(item: Any) -> dict[str, Any]:
    tag = next(tag for tag, kind in ITEMS.items() if kind is type(item))
    data = changed_to_data(item, WRITERS)
    if not fields(item):
        return {tag: True}
    first = fields(item)[0].name
    data.pop(first, None)
    return {tag: to_data(getattr(item, first), WRITERS), **data}


WRITERS: Writers = {
    Step: _item_to_data,
    London: lambda policy: changed_to_data(policy, WRITERS),
    **dict.fromkeys((Expression, Zone, Which, Choice), str),
}


# --- reading ----------------------------------------------------------------------------------------------------------


def plan_from_json(data: Any, *, place: str = "plan", words: Vocabulary | None = None) -> Plan:
    """The plan that plain data says; PlanError, which names the place, where it says none.

    `words` are names that the data may use besides its own.
    """
    check_keys(data, place, SECTIONS)
    if data.get("format", FORMAT) != FORMAT:
        raise PlanError(f"{place}: format {data['format']!r}; this version reads format {FORMAT}")
    read = _Reading(words or Vocabulary())
    read.declare(data, place)
    steps = [
        step
        for i, item in enumerate(listing(data.get("steps", []), f"{place}.steps"))
        for step in read.steps(item, f"{place}.steps[{i}]")
    ]
    watches = read.items(data, place, "watches", WATCHES)
    joints = read.items(data, place, "joints", JOINTS)
    try:
        return Plan(*steps, *watches, *joints)
    except MtgstatsError as error:
        raise _at(place, error) from None


class _Reading:
    """Reads the parts of one plan; its words grow with what the plan declares."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.readers = {
            Step: self.step,
            Which: lambda data, place: self.words.watched(data, place),
            Condition: lambda data, place: self.words.condition(data, place),
            Zone: lambda data, place: self.words.zone(data, place),
            Choice: lambda data, place: self.words.choice(data, place),
        }

    def declare(self, data: Mapping[str, Any], place: str) -> None:
        """Learn what the plan gives names to."""
        known = frozenset(from_data(tuple[str, ...], data.get("cards", []), f"{place}.cards"))
        for query, own in _named(data, place, "queries"):
            self.learn("selectors", query, Selector(query, self.listed(data["queries"][query], own, known, query)))
        for name, own in _named(data, place, "selectors"):
            self.learn("selectors", name, self.selector(name, data["selectors"][name], own, known))
        for name, own in _named(data, place, "values"):
            numbers = mapping(data["values"][name], own)
            entries = tuple((card, from_data(float, number, f"{own}.{card}")) for card, number in numbers.items())
            self.learn("values", name, Value(name, Numbered(entries)))
        for name, own in _named(data, place, "let"):
            self.learn("names", name, self.words.seen(data["let"][name], own))
        for name, own in _named(data, place, "choices"):
            self.learn("choices", name, self.choice(name, data["choices"][name], own))

    def learn(self, kind: str, name: str, thing: Any) -> None:
        self.words = replace(self.words, **{kind: {**getattr(self.words, kind), name: thing}})

    def selector(self, name: str, data: Any, place: str, known: frozenset[str]) -> Selector:
        if isinstance(data, str):
            try:
                return where(data)
            except MtgstatsError as error:
                raise _at(place, error) from None
        listed = self.listed(data, place, known)
        return Selector(name, listed, (listed,))

    def listed(self, data: Any, place: str, known: frozenset[str], query: str | None = None) -> Listed:
        taken = frozenset(from_data(tuple[str, ...], data, place))
        if not taken <= known:
            raise wrong(sorted(taken - known), place, "cards that the plan's `cards` name")
        return Listed(taken, known, query)

    # --- choices ------------------------------------------------------------------------------------------------------

    def choice(self, name: str, data: Any, place: str) -> Choice:
        if isinstance(data, list):
            return by_rules(name, [self.rule(rule, f"{place}[{i}]") for i, rule in enumerate(data)])
        table = fields_from_data(_Table, data, place)
        given = tuple((key, self.words.seen(text, f"{place}.sees.{key}")) for key, text in table.sees.items())
        for card, values in table.values.items():
            if len(values) != len(table.contexts):
                raise wrong(values, f"{place}.values.{card}", f"a list of {len(table.contexts)}, one for each context")
        for i, context in enumerate(table.contexts):
            if len(context) != len(given):
                raise wrong(context, f"{place}.contexts[{i}]", f"a list of {len(given)}, one for each name in `sees`")
        return Choice(name, CardTable(table.contexts, tuple(table.values.items())), given)

    def rule(self, data: Any, place: str) -> Rule:
        rule = fields_from_data(_Rule, data, place)
        try:
            cards = None if rule.cards is None else self.words.selector(rule.cards)
            value = (
                self.words.value(rule.value)
                if isinstance(rule.value, str)
                else Value(f"{rule.value:g}", Same(rule.value))
            )
        except MtgstatsError as error:
            raise _at(place, error) from None
        return Rule(value, cards, None if rule.when is None else self.words.condition(rule.when, f"{place}.when"))

    # --- steps and watches --------------------------------------------------------------------------------------------

    def items(self, data: Mapping[str, Any], place: str, section: str, kinds: Mapping[str, Any]) -> list[Any]:
        own = f"{place}.{section}"
        return [self.item(kinds, item, f"{own}[{i}]") for i, item in enumerate(listing(data.get(section, []), own))]

    def steps(self, data: Any, place: str) -> Iterator[Step]:
        """One step, or a row of turns."""
        if "turns" not in mapping(data, place):
            yield self.step(data, place)
            return
        row = fields_from_data(_Turns, data, place, self.readers)
        yield from turns(*row.turns, row.steps, on=row.on, hand_size=row.hand_size, discard=row.discard)

    def step(self, data: Any, place: str) -> Any:
        if "turns" in mapping(data, place):
            raise PlanError(f"{place}: turns follow each other; they cannot stand inside another step")
        return self.item(STEPS, data, place)

    def item(self, kinds: Mapping[str, Any], data: Any, place: str) -> Any:
        """The thing whose name is a key of `data`."""
        tags = [tag for tag in mapping(data, place) if tag in kinds]
        if len(tags) != 1:
            names = ["turns" if kind is Turn else tag for tag, kind in kinds.items()]
            raise wrong(dict(data), place, f"one of {', '.join(names)}, as in {{{names[0]} = …}}")
        kind, rest = kinds[tags[0]], {key: value for key, value in data.items() if key != tags[0]}
        if not fields(kind) and data[tags[0]] is not True:
            raise wrong(data[tags[0]], f"{place}.{tags[0]}", "true")
        for first in fields(kind)[:1]:
            if first.name in rest:
                raise PlanError(f"{place}: {first.name!r} is what {tags[0]!r} says already")
            rest = {first.name: data[tags[0]], **rest}
        return fields_from_data(kind, rest, f"{place}.{tags[0]}", self.readers)


@dataclass(frozen=True)
class _Turns:
    """A row of turns, as in a file."""

    turns: tuple[int, int]
    steps: tuple[Step, ...] = ()
    on: Start | None = None
    hand_size: int | None = None
    discard: ChoiceLike = "mana_value"


@dataclass(frozen=True)
class _Rule:
    """A rule of a choice, as in a file."""

    value: float | str
    cards: str | None = None
    when: str | None = None


@dataclass(frozen=True)
class _Table:
    """A choice as a table, as in a file."""

    contexts: tuple[tuple[int, ...], ...]
    values: dict[str, tuple[float | None, ...]]
    sees: dict[str, str]


def _at(place: str, error: MtgstatsError) -> PlanError:
    """The same error with its place, on one line."""
    return PlanError(f"{place}: {str(error).splitlines()[0]}")


def _named(data: Mapping[str, Any], place: str, section: str) -> Iterator[tuple[str, str]]:
    """The names that a section declares, with their places."""
    for name in mapping(data.get(section, {}), f"{place}.{section}"):
        yield name, f"{place}.{section}.{name}"
