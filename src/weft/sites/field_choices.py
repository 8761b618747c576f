"""The fields of a site for people: listed, renamed, dropped."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from weft.errors import ConfigError
from weft.sites.finder import Cluster
from weft.sites.site import Site
from weft.sites.templates.fields import FieldChoices, FieldRules

MAX_NAME = 60  # characters
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, kw_only=True)
class SiteField:
    """A field of a cluster: what it is, on which share of the learning pages, and some of its values."""

    cluster: str
    name: str
    type: str
    presence: float
    examples: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Itself as JSON values."""
        return {**vars(self), "examples": list(self.examples)}


def list_fields(site: Site, *, cluster: str = "") -> list[SiteField]:
    """The fields of a site, or of one of its clusters; in each cluster those worth most first."""
    return [own for one in _clusters(site, cluster) for own in cluster_fields(one)]


def cluster_fields(cluster: Cluster) -> list[SiteField]:
    """The fields of a cluster, each with the most pages that one of its rules has; those worth most first."""
    by_name: dict[str, SiteField] = {}
    for rule in cluster.template.fields.rules:
        old = by_name.get(rule.name)
        by_name[rule.name] = SiteField(
            cluster=cluster.name,
            name=rule.name,
            type=old.type if old else rule.type,
            presence=max(rule.presence, old.presence if old else 0.0),
            examples=old.examples if old and old.examples else rule.examples,
        )
    return list(by_name.values())


def rename_field(site: Site, name: str, new: str, *, cluster: str = "") -> Site:
    """The site with a field called otherwise, in one cluster or in all that have it; else a ConfigError."""
    if not _NAME.fullmatch(new) or len(new) > MAX_NAME:
        raise ConfigError(f"{new!r} is no name of a field", advice="use letters, digits and _, a letter first")
    for one in _having(site, name, cluster):
        if any(rule.name == new for rule in one.template.fields.rules):
            what = f"cluster {one.name} has a field {new!r} already"
            raise ConfigError(what, advice="drop it first, or take another name")
    return _change(site, name, cluster, lambda choices: choices.rename(name, new))


def drop_field(site: Site, name: str, *, cluster: str = "") -> Site:
    """The site without a field, in all clusters that have it or in one; a ConfigError where none has it."""
    return _change(site, name, cluster, lambda choices: choices.drop(name))


def _change(site: Site, name: str, cluster: str, change: Callable[[FieldChoices], FieldChoices]) -> Site:
    having = {one.name for one in _having(site, name, cluster)}
    changed = (
        _with_fields(one, one.template.fields.choose(change(one.template.fields.choices)))
        if one.name in having
        else one
        for one in site.clusters
    )
    return replace(site, clusters=tuple(changed))


def _with_fields(cluster: Cluster, fields: FieldRules) -> Cluster:
    return replace(cluster, template=replace(cluster.template, fields=fields))


def _clusters(site: Site, cluster: str) -> list[Cluster]:
    chosen = [one for one in site.clusters if cluster in ("", one.name)]
    if cluster and not chosen:
        names = ", ".join(one.name for one in site.clusters)
        raise ConfigError(f"there is no cluster {cluster!r}", advice=f"choose one of {names}" if names else "")
    return chosen


def _having(site: Site, name: str, cluster: str) -> list[Cluster]:
    clusters = _clusters(site, cluster)
    having = [one for one in clusters if any(rule.name == name for rule in one.template.fields.rules)]
    if not having:
        names = dict.fromkeys(rule.name for one in clusters for rule in one.template.fields.rules)
        raise ConfigError(f"there is no field {name!r}", advice=f"choose one of {', '.join(names)}" if names else "")
    return having
