"""Choice by name: one registry for each kind of thing. Options follow a name.

They are written as in `density:alpha=0.1`, `repeated_subtrees:id_digits=4,tags=div+table`, `leader:all_pairs=yes`. An
option is a field of the thing, which is a frozen dataclass; its value is of the type that the field has by default.
"""

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from typing import Any, Generic, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from weft.errors import ConfigError

Thing = TypeVar("Thing")

OPTIONS = ":"  # between a name and its options; an entry point has one in its value, never in its name


class Registry(MutableMapping[str, Thing], Generic[Thing]):
    """Things of one kind by name, in the order in which `--help` lists them.

    A thing that is given as `module:name` is imported when it is first asked for. So a start pays only for what it
    uses, and the default path never imports the papers. A class is called without arguments where the registry holds
    instances. A name may be followed by options, which are the fields of the thing: `weft.registry` reads them.

    >>> registry: Registry[object] = Registry({"text": "weft.renderers.kernel_formats:render_text"})
    >>> list(registry), callable(registry["text"])
    (['text'], True)
    """

    def __init__(self, things: Mapping[str, Thing | str], *, instances: bool = False, group: str = "") -> None:
        self._things: dict[str, Thing | str] = dict(things)
        self._instances = instances
        self._group = group  # of entry points, by which installed packages add things

    def __getitem__(self, name: str) -> Thing:
        base, has_options, options = name.partition(OPTIONS)
        if has_options and name not in self._things:
            return with_options(self[base], options, name=base)
        thing = self._things.get(name) or self.installed().get(name)
        if thing is None:
            raise KeyError(name)
        if isinstance(thing, str):
            module, _, attribute = thing.partition(":")
            value: Any = getattr(import_module(module), attribute)
            thing = value() if self._instances and isinstance(value, type) else value
            self._things[name] = cast(Thing, thing)
        return cast(Thing, thing)

    def installed(self) -> dict[str, str]:
        """The things of other packages as `module:name`, by name. It reads what every installed package says."""
        from importlib.metadata import entry_points  # slow, and only asked for names that are not ours

        entries = entry_points(group=self._group) if self._group else ()
        return {entry.name: entry.value for entry in sorted(entries, key=lambda entry: entry.name)}

    def __setitem__(self, name: str, thing: Thing) -> None:
        self._things[name] = thing

    def __delitem__(self, name: str) -> None:
        del self._things[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._things)

    def __len__(self) -> int:
        return len(self._things)

    def __contains__(self, name: object) -> bool:
        return name in self._things or (
            isinstance(name, str) and OPTIONS in name and name.partition(OPTIONS)[0] in self._things
        )  # without an import; what the options say is read when the thing is asked for


TRUTH = {"yes": True, "true": True, "no": False, "false": False}
JOIN = "+"  # between the values of one option


def with_options(thing: Thing, text: str, *, name: str) -> Thing:
    """The thing with the options that a text says; `name` is what people call the thing.

    >>> from weft.papers.a.density import Density
    >>> with_options(Density(), "alpha=0.1", name="density")
    Density(alpha=0.1)
    """
    known = options_of(thing)
    found: dict[str, Any] = {}
    for pair in text.split(","):
        option, equals, value = pair.partition("=")
        if not equals or option not in known:
            raise ConfigError(f"{name} has no option {pair!r}", advice=_advice(name, known))
        found[option] = _read(thing, option, value, name)
    return replace(thing, **found)  # type: ignore[type-var]  # only dataclasses have options


def options_of(thing: object) -> dict[str, Any]:
    """The options that a thing takes, each with its value: its fields that are numbers, words, or lists of words."""
    if not is_dataclass(thing):
        return {}
    values = {field.name: getattr(thing, field.name) for field in fields(thing) if field.init}
    return {name: value for name, value in values.items() if isinstance(value, bool | int | float | str | tuple)}


def _advice(name: str, known: dict[str, Any]) -> str:
    shown = ", ".join(f"{option}={_write(value)}" for option, value in known.items())
    return f"{name} goes with {shown}" if shown else f"{name} takes none"


def _write(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return JOIN.join(map(str, value)) if isinstance(value, tuple) else f"{value:.4g}" if value != str(value) else value


def _read(thing: object, option: str, text: str, name: str) -> Any:
    """The value of an option, of the type that it has by default."""
    default = options_of(thing)[option]
    if isinstance(default, bool):
        return _among(TRUTH, text, f"{name}:{option}")
    if isinstance(default, int | float):
        try:
            number = type(default)(text)
        except ValueError:
            kind = "a whole number" if isinstance(default, int) else "a number"
            raise ConfigError(f"{name}:{option} is {kind}, not {text!r}") from None
        if number != number:
            raise ConfigError(f"{name}:{option} is a number, not {text!r}")
        return number
    if isinstance(default, tuple):
        return tuple(filter(None, text.split(JOIN)))
    hint = get_type_hints(type(thing)).get(option)
    allowed = get_args(hint) if get_origin(hint) is Literal else ()
    return _among({word: word for word in allowed}, text, f"{name}:{option}") if allowed else text


def _among(words: dict[str, Any], text: str, option: str) -> Any:
    if text not in words:
        raise ConfigError(f"{option} cannot be {text!r}", advice=f"choose one of {', '.join(words)}")
    return words[text]
