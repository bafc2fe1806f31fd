"""Frozen, slotted value classes that cost nothing to import.

``@value`` gives a class what ``@dataclass(frozen=True, slots=True)`` gives it, and the class *is* a dataclass to
``dataclasses.fields``, ``asdict`` and ``replace``. The one difference: the ``dataclasses`` module itself (which imports
``inspect``, ``ast`` and ``re``) is loaded only when somebody asks for the fields. Measured on CPython 3.11:
``python -c pass`` 14 ms, with ``import dataclasses`` 26 ms. ``t2tdb find`` has a budget of two to three bare
interpreters, so it may not pay for one of them here.

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
    """A generated method, compiled when it is first looked up.

    Compiling takes 0.25 ms a class, and a process uses few of the classes that it imports: for the model this is 4 ms.
    """

    def __init__(self, name: str, source: str, scope: dict[str, Any]) -> None:
        self._name = name
        self._source = source
        self._scope = scope

    def __get__(self, instance: object, owner: type) -> Any:
        exec(self._source, self._scope)  # as dataclasses and namedtuple do; only names of our own classes are in it
        method = self._scope[self._name]
        method.__qualname__ = f"{owner.__qualname__}.{self._name}"
        type.__setattr__(owner, self._name, method)
        return method if instance is None else method.__get__(instance, owner)


class _LazyInit(_LazyMethod):
    """``__init__``: the first instances are filled by a loop.

    A ``find`` makes one to ten values of each of 18 classes; compiling 18 methods takes 2.5 ms, the loop 2 us each.
    """

    def __init__(self, source: str, scope: dict[str, Any], names: tuple[str, ...], defaults: dict[str, object]) -> None:
        super().__init__("__init__", source, scope)
        self._names = names
        self._defaults = defaults
        self._spared = _SPARED

    def __get__(self, instance: object, owner: type) -> Any:
        if instance is None or not self._spared:
            return super().__get__(instance, owner)
        self._spared -= 1
        names, defaults = self._names, self._defaults

        def fill(*given: object, **named: object) -> None:
            rest = names[len(given) :]
            missing = [name for name in rest if name not in named and name not in defaults]
            if missing or len(given) > len(names) or not named.keys() <= set(rest):
                self._spared = 0
            if not self._spared:  # also where the arguments do not fit: the compiled method says so
                _LazyMethod.__get__(self, instance, owner)(*given, **named)
                return
            for name, entry in zip(names, given, strict=False):
                object.__setattr__(instance, name, entry)
            for name in rest:
                object.__setattr__(instance, name, named[name] if name in named else defaults[name])

        return fill


_SPARED = 16


def _equal(self: Any, other: object) -> Any:
    return self._as_tuple() == other._as_tuple() if other.__class__ is self.__class__ else NotImplemented  # type: ignore[attr-defined]


def _hash(self: Any) -> int:
    return hash(self._as_tuple())


def _reduce(self: Any) -> tuple[type, tuple[object, ...]]:
    return type(self), self._as_tuple()


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
    initialise = f"def __init__(self, {parameters}):\n{assignments}\n"
    sources = {
        "__repr__": f"def __repr__(self):\n    return f'{cls.__name__}({shown})'\n",
        "_as_tuple": f"def _as_tuple(self):\n    return {as_tuple}\n",
    }
    body = {key: entry for key, entry in cls.__dict__.items() if key not in defaults}
    body.pop("__dict__", None)
    body.pop("__weakref__", None)
    body.update({name: _LazyMethod(name, source, scope) for name, source in sources.items()})
    body.update(
        __init__=_LazyInit(initialise, scope, names, defaults),
        __slots__=names,
        __match_args__=names,
        __setattr__=_refuse_set,
        __delattr__=_refuse_delete,
        __eq__=_equal,
        __hash__=_hash,
        __reduce__=_reduce,
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


def replaced(instance: _T, **changes: object) -> _T:
    """The same value with some fields changed: ``dataclasses.replace`` without importing ``dataclasses``."""
    made: Any = type(instance)
    fields = {name: getattr(instance, name) for name in made.__slots__}
    result: _T = made(**fields | changes)
    return result
