"""Frozen value classes that cost nothing to import.

``@value`` gives a class what ``@dataclass(frozen=True)`` gives it, and the class *is* a dataclass to
``dataclasses.fields``, ``asdict`` and ``replace``. The one difference: the ``dataclasses`` module itself (which imports
``inspect``, ``ast`` and ``re``) is loaded only when somebody asks for the fields. Measured on CPython 3.11:
``python -c pass`` 14 ms, with ``import dataclasses`` 26 ms. ``t2tdb find`` has a budget of two to three bare
interpreters, so it may not pay for one of them here. For the same reason there are no slots: they would need a second
class beside each written one, and ``find`` imports 46 of them, which made a tenth of its time.

Defaults are written as in a dataclass and must be immutable. Fields are not inherited; there is no ``__post_init__``.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as ``typing.TYPE_CHECKING``, without the 7 ms that importing ``typing`` takes
if TYPE_CHECKING:
    from typing import Any, TypeVar, dataclass_transform

    _T = TypeVar("_T")


class _LazyFields:
    """``__dataclass_fields__``, computed by ``dataclasses`` itself at the first look."""

    def __init__(self, names: tuple[str, ...], defaults: dict[str, object]) -> None:
        self._names = names
        self._defaults = defaults

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        specification = [
            (name, owner.__annotations__[name], dataclasses.field(default=self._defaults[name]))
            if name in self._defaults
            else (name, owner.__annotations__[name])
            for name in self._names
        ]
        twin = dataclasses.make_dataclass(owner.__name__, specification, frozen=True)
        fields: dict[str, Any] = twin.__dict__["__dataclass_fields__"]
        type.__setattr__(owner, "__dataclass_fields__", fields)
        return fields


def _refuse_set(self: object, name: str, _value: object) -> None:
    raise AttributeError(f"cannot assign to field {name!r}: {type(self).__name__} is a value")


def _refuse_delete(self: object, name: str) -> None:
    raise AttributeError(f"cannot delete field {name!r}: {type(self).__name__} is a value")


class _LazyMethod:
    """A generated method, written and compiled when it is first looked up.

    Compiling takes 0.25 ms a class, and a process uses few of the classes that it imports: for the model this is 4 ms.
    """

    def __init__(self, name: str, names: tuple[str, ...], defaults: dict[str, object]) -> None:
        self._name = name
        self._names = names
        self._defaults = defaults

    def compiled(self, owner: type) -> Any:
        """The method, which takes the place of this on the class."""
        scope: dict[str, Any] = {f"_default_{name}": default for name, default in self._defaults.items()}
        scope["_set"] = object.__setattr__
        source = _SOURCES[self._name](owner.__name__, self._names, self._defaults)
        exec(source, scope)  # as dataclasses and namedtuple do; only names of our own classes are in it
        method = scope[self._name]
        method.__qualname__ = f"{owner.__qualname__}.{self._name}"
        type.__setattr__(owner, self._name, method)
        return method

    def __get__(self, instance: object, owner: type) -> Any:
        method = self.compiled(owner)
        return method if instance is None else method.__get__(instance, owner)


class _LazyInit(_LazyMethod):
    """``__init__``: the first instances are filled from a dictionary.

    A ``find`` makes one to forty values of each of 20 classes; compiling 20 methods takes 3 ms, a dictionary 1 us each.
    """

    def __init__(self, name: str, names: tuple[str, ...], defaults: dict[str, object]) -> None:
        super().__init__(name, names, defaults)
        self._spared = _SPARED

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None or not self._spared:
            return super().__get__(instance, owner)
        self._spared -= 1
        names = self._names

        def fill(*given: object, **named: object) -> None:
            fields = {**self._defaults, **dict(zip(names, given, strict=False)), **named}
            fits = len(given) <= len(names) and named.keys().isdisjoint(names[: len(given)])
            if fits and len(fields) == len(names) and all(name in fields for name in names):
                instance.__dict__.update(fields)
            else:  # the compiled method says what is wrong
                self.compiled(owner)(instance, *given, **named)

        return fill


_SPARED = 48


def _write_init(_owner: str, names: tuple[str, ...], defaults: dict[str, object]) -> str:
    parameters = ", ".join(f"{name}=_default_{name}" if name in defaults else name for name in names)
    assignments = "\n".join(f"    _set(self, {name!r}, {name})" for name in names) or "    pass"
    return f"def __init__(self, {parameters}):\n{assignments}\n"


def _write_repr(owner: str, names: tuple[str, ...], _defaults: dict[str, object]) -> str:
    shown = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
    return f"def __repr__(self):\n    return f'{owner}({shown})'\n"


def _write_tuple(_owner: str, names: tuple[str, ...], _defaults: dict[str, object]) -> str:
    return f"def _as_tuple(self):\n    return ({''.join(f'self.{name}, ' for name in names)})\n"


_SOURCES = {"__init__": _write_init, "__repr__": _write_repr, "_as_tuple": _write_tuple}


def _equal(self: Any, other: object) -> Any:
    return self._as_tuple() == other._as_tuple() if other.__class__ is self.__class__ else NotImplemented  # type: ignore[attr-defined]


def _hash(self: Any) -> int:
    return hash(self._as_tuple())


def _reduce(self: Any) -> tuple[type, tuple[object, ...]]:
    return type(self), self._as_tuple()


def _build(cls: type) -> type:
    written = cls.__dict__
    names = tuple(cls.__annotations__)
    defaults = {name: written[name] for name in names if name in written}
    if defaults:
        for name in names[names.index(next(iter(defaults))) :]:
            if name not in defaults:
                raise TypeError(f"field {name!r} of {cls.__name__} has no default but follows one that has")
    give = type.__setattr__
    give(cls, "__match_args__", names)
    give(cls, "__dataclass_fields__", _LazyFields(names, defaults))
    give(cls, "__init__", _LazyInit("__init__", names, defaults))
    give(cls, "__repr__", _LazyMethod("__repr__", names, defaults))
    give(cls, "_as_tuple", _LazyMethod("_as_tuple", names, defaults))
    give(cls, "__setattr__", _refuse_set)
    give(cls, "__delattr__", _refuse_delete)
    give(cls, "__eq__", _equal)
    give(cls, "__hash__", _hash)
    give(cls, "__reduce__", _reduce)
    return cls


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    def value(cls: type[_T]) -> type[_T]:
        """Turn a class with annotations into a frozen value class (see the module)."""
        return cls

else:

    def value(cls):
        """Turn a class with annotations into a frozen value class (see the module)."""
        return _build(cls)


def replaced(instance: _T, **changes: object) -> _T:
    """The same value with some fields changed: ``dataclasses.replace`` without importing ``dataclasses``."""
    made: Any = type(instance)
    fields = {name: getattr(instance, name) for name in made.__match_args__}
    result: _T = made(**fields | changes)
    return result
