"""Walks over what is said: the choices, quantities and conditions in steps and watches."""

from collections.abc import Iterator
from dataclasses import fields

from .choices import Choice, contexts_of
from .quantities import Condition, Quantity
from .steps import London, Step
from .watches import Watch, Which


def choices_of(step: Step | London) -> Iterator[Choice]:
    """The choices a step makes, its mulligans' too."""
    for field in fields(step):  # type: ignore[arg-type]
        value = getattr(step, field.name)
        if isinstance(value, Choice):
            yield value
        elif isinstance(value, London):
            yield from choices_of(value)


def expressions_of(step: Step | London) -> Iterator[Quantity | Condition]:
    """The quantities and conditions a step asks for, its choices' among them; those of nested steps are theirs."""
    for choice in choices_of(step):
        yield from contexts_of(choice)
    for field in fields(step):  # type: ignore[arg-type]
        value = getattr(step, field.name)
        if isinstance(value, Condition):
            yield value
        elif isinstance(value, London):
            yield value.keep


def expressions_of_watch(watch: Watch) -> Iterator[Quantity | Condition]:
    """The quantity or condition a watch records, and the condition it is recorded under."""
    if not isinstance(watch.what, Which):
        yield watch.what
    if watch.given is not None:
        yield watch.given
