"""Frozen, slotted value classes that cost nothing to import.

``@value`` gives a class what ``@dataclass(frozen=True, slots=True)`` gives it, and the class *is* a dataclass to
``dataclasses.fields``, ``asdict`` and ``replace``. The one difference: the ``dataclasses`` module itself (which imports
``inspect``, ``ast`` and ``re``) is loaded only when somebody asks for the fields. Measured on CPython 3.11:
``python -c pass`` 14 ms, with ``import dataclasses`` 26 ms. ``t2tdb find`` has a budget of two bare interpreters, so it
may not pay for one of them here.

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


def _build(cls: type) -> type:
    names = tuple(cls.__annotations__)
    defaults = {name: cls.__dict__[name] for name in names if name in cls.__dict__}
    for position, name in enumerate(names):
        if name not in defaults and any(earlier in defaults for earlier in names[:position]):
            raise TypeError(f"field {name!r} of {cls.__name__} has no default but follows one that has")
    parameters = ", ".join(f"{name}=_default_{name}" if name in defaults else name for name in names)
    assignments = "\n".join(f"    _set(self, {name!r}, {name})" for name in names) or "    pass"
    as_tuple = "(" + "".join(f"self.{name}, " for name in names) + ")"
    shown = ", ".join(f"{name}={{self.{name}!r}}" for name in names)
    scope: dict[str, Any] = {f"_default_{name}": default for name, default in defaults.items()}
    scope["_set"] = object.__setattr__
    source = (
        f"def __init__(self, {parameters}):\n{assignments}\n"
        f"def _tuple(self):\n    return {as_tuple}\n"
        f"def __repr__(self):\n    return f'{cls.__name__}({shown})'\n"
    )
    exec(source, scope)  # the same technique as dataclasses and namedtuple; only names of our own classes are in it
    body = {key: entry for key, entry in cls.__dict__.items() if key not in defaults}
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    as_tuple_function = scope["_tuple"]
    body.update(
        __slots__=names,
        __match_args__=names,
        __init__=scope["__init__"],
        __repr__=scope["__repr__"],
        __setattr__=_refuse_set,
        __delattr__=_refuse_delete,
        __eq__=lambda self, other: (
            as_tuple_function(self) == as_tuple_function(other) if other.__class__ is self.__class__ else NotImplemented
        ),
        __hash__=lambda self: hash(as_tuple_function(self)),
        __reduce__=lambda self: (type(self), as_tuple_function(self)),
        __dataclass_fields__=_LazyFields(names, defaults),
    )
    return type(cls)(cls.__name__, cls.__bases__, body)


if TYPE_CHECKING:

    @dataclass_transform(frozen_default=True)
    def value(cls: type[_T]) -> type[_T]:
        """Turn a class with annotations into a frozen, slotted value class (see the module)."""
        return cls

else:

    def value(cls):
        """Turn a class with annotations into a frozen, slotted value class (see the module)."""
        return _build(cls)
