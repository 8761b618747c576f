"""Choice by name: one registry for each kind of thing. Options follow a name: `density:alpha=0.1`."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, Generic, TypeVar, cast

Thing = TypeVar("Thing")

OPTIONS = ":"  # between a name and its options; an entry point has one in its value, never in its name


class Registry(MutableMapping[str, Thing], Generic[Thing]):
    """Things of one kind by name, in the order in which `--help` lists them.

    A thing that is given as `module:name` is imported when it is first asked for. So a start pays only for what it
    uses, and the default path never imports the papers. A class is called without arguments where the registry holds
    instances. A name may be followed by options, which are the fields of the thing: `weft.thing_options` reads them.

    >>> registry: Registry[object] = Registry({"text": "weft.renderers.text:render_text"})
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
            from weft.thing_options import with_options  # few ask for it

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
