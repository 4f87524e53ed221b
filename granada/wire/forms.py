"""Forms, which write values as JSON and read them; the form for a value combines the forms for its fields."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from enum import Enum
from typing import Any

from attrs import AttrsInstance, fields, frozen

from granada.board import Face, Tile
from granada.errors import Flaws, InvalidState, at, refuse
from granada.wire.reader import Reader


@frozen
class Form:
    """Functions that write and read a value; reading bad data adds errors to the reader, and often returns None."""

    write: Callable[[Any], Any]
    read: Callable[[Reader], Any]

    def or_none(self) -> Form:
        """The form for either None or a value of this form."""
        return Form(
            lambda value: None if value is None else self.write(value),
            lambda reader: None if reader.value is None else self.read(reader),
        )

    def each(self, most: int = 500) -> Form:
        """The form for a list of values of this form."""
        return Form(
            lambda values: list(map(self.write, values)), lambda reader: tuple(map(self.read, reader.items(most)))
        )

    def sorted(self, most: int = 500) -> Form:
        """The form for a list of values of this form, which are sorted by notation when they are read."""
        several = self.each(most)
        return Form(several.write, lambda reader: tuple(sorted(several.read(reader), key=str)))

    def whole(self, data: object, path: str) -> Any:
        """Read a value from its data; raise an InvalidState with the reasons if the data is invalid."""
        flaws = Flaws()
        value = self.read(Reader(data, path, flaws))
        refuse(flaws)
        return value


def in_notation(parse: Callable[[str], object]) -> Form:
    """The form for a value that has a notation."""
    return Form(str, lambda reader: reader.notation(parse))


def number(least: int, most: int) -> Form:
    """The form for a whole number in a range."""
    return Form(int, lambda reader: reader.number(least, most))


def member(kind: type[Enum]) -> Form:
    """The form for a member of an enumeration."""
    return Form(str, lambda reader: kind(reader.choice(*map(str, kind))))


def fields_of(
    kind: type[AttrsInstance], forms: Mapping[str, Form], *, head: tuple[str, ...] = (), optional: Collection[str] = ()
) -> Form:
    """The form for a value with fields, written as a JSON object; other code writes the members named in ``head``.

    Optional fields with their default value are not written.
    """
    usual = {each.name: each.default for each in fields(kind) if each.name in optional}
    names = tuple(each.name for each in fields(kind))

    def write(value: AttrsInstance) -> dict[str, Any]:
        parts = {name: getattr(value, name) for name in names}
        return {name: forms[name].write(part) for name, part in parts.items() if (name, part) not in usual.items()}

    def read(reader: Reader) -> AttrsInstance | None:
        before = len(reader.flaws)
        parts = reader.members((*head, *(name for name in names if name not in usual)), tuple(usual))
        if "format" in parts:
            parts["format"].format()
        there = (name for name in names if name not in usual or parts[name].value is not None)
        values = {name: forms[name].read(parts[name]) for name in there}
        if len(reader.flaws) > before:
            return None
        try:
            return kind(**values)
        except InvalidState as flaw:
            reader.flaws.extend(at(f"{reader.path}: ", reason) for reason in flaw.reasons)
            return None

    return Form(write, read)


COUNT, COUNTS = Form(int, Reader.number), Form(list, Reader.numbers)
FLAG = Form(bool, Reader.flag)
SEAT = number(0, 5)
ROUND = Form(str, Reader.round)
PURSE = Form(str, Reader.purse)
FACE, TILE = in_notation(Face.parse), in_notation(Tile.parse)
