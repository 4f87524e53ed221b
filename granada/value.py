"""Frozen attrs classes that are quick to build.

A frozen attrs class sets each of its fields through ``object.__setattr__``,
which takes several times as long as setting the fields of an open one.
States are built at every step, so theirs is an open class which each instance leaves as soon as it is complete.
What users hold is as frozen, comparable and hashable as any frozen attrs class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

from attrs import define, fields, setters
from attrs.exceptions import FrozenInstanceError

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
K = TypeVar("K")
T = TypeVar("T")


class _Frozen(type):
    """Builds an instance of the open class, and then closes it."""

    _open: type

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  whatever the fields are
        made = cls._open(*args, **kwargs)
        made.__class__ = cls
        return made


class _Checked(_Frozen):
    """Also has the instance check itself, with its method ``_check``, when it is not built by the rules."""

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  whatever the fields are
        made = super().__call__(*args, **kwargs)
        made._check()  # noqa: SLF001  a method of the class
        return made


def _refuse(*_: object) -> NoReturn:
    raise FrozenInstanceError


def quickly_built(cls: type[T]) -> type[T]:
    """Make a class of fields into one of frozen values.

    >>> @quickly_built
    ... class Point:
    ...     x: int
    ...     y: int = 0
    >>> Point(1) == Point(1, 0), hash(Point(1)) == hash(Point(1))
    (True, True)
    >>> Point(1).x = 2
    Traceback (most recent call last):
    attr.exceptions.FrozenInstanceError: can't set attribute
    """
    own = cls.__dict__
    opened = define(
        cls,
        slots=True,
        repr="__repr__" not in own,
        eq=True,
        unsafe_hash=None if "__hash__" in own else True,
        on_setattr=setters.NO_OP,
    )
    names = tuple(each.name for each in fields(opened) if each.init)  # type: ignore[arg-type]  # define made it so

    def reduced(self: Any) -> tuple[Any, ...]:  # noqa: ANN401  a value of the class
        return self.__class__, tuple([getattr(self, name) for name in names])

    closed = {
        "__reduce__": own.get("__reduce__", reduced),
        "__slots__": (),
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__doc__,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__hash__": opened.__hash__,
        "_open": opened,
    }
    kind = _Checked if "_check" in own else _Frozen
    return kind(cls.__name__, (opened,), closed)  # type: ignore[return-value]  # a class made by its metaclass


class Kept(dict[K, T]):
    """The answers of a function, kept once they have been asked for; when they get too many, all are forgotten.

    Looking one up costs less than in a cache that forgets the least used, which has to note every use.

    >>> squares = Kept(lambda number: number**2)
    >>> squares[3], squares
    (9, {3: 9})
    """

    __slots__ = ("answer",)

    def __init__(self, answer: Callable[[K], T]) -> None:
        """Keep the function."""
        super().__init__()
        self.answer = answer

    def __missing__(self, question: K) -> T:
        """Ask the function."""
        if len(self) > _MOST_KEPT:
            self.clear()
        answer = self[question] = self.answer(question)
        return answer


_MOST_KEPT = 1 << 16


def quick(cls: Callable[P, T]) -> Callable[P, T]:
    """How the rules build a value of a class: with every field in its place, and without a check.

    The function is written out field by field, as attrs does it with ``__init__``,
    but saves the detours of calling a class.

    >>> @quickly_built
    ... class Point:
    ...     x: int
    ...     y: int
    >>> quick(Point)(1, 2) == Point(1, 2)
    True
    """
    opened: Any = cls._open  # type: ignore[attr-defined]  # what every value has
    names = [each.name for each in fields(opened)]
    lines = [f"def build({', '.join(names)}):", "    made = new(opened)"]
    lines += [f"    made.{name} = {name}" for name in names]
    lines += ["    made.__class__ = closed", "    return made"]
    scope: dict[str, Any] = {"new": object.__new__, "opened": opened, "closed": cls}
    exec("\n".join(lines), scope)  # noqa: S102  the names are those of fields
    return scope["build"]  # type: ignore[no-any-return]  # it has just been defined


if TYPE_CHECKING:
    from attrs import frozen as value
else:
    value = quickly_built  # to a type checker a value is a frozen attrs class like any other

__all__ = ["Kept", "quick", "quickly_built", "value"]
