"""What a person chose for the fields of a site holds for templates that are learned later."""

from collections.abc import Sequence
from dataclasses import replace

from weft.sites.finder import Cluster
from weft.sites.templates.field_choices import FieldChoices


def keep_choices(old: Sequence[Cluster], new: Sequence[Cluster]) -> tuple[Cluster, ...]:
    """The new clusters with the choices that were made for the old ones of their host.

    Those of the same page type win: a site calls `text` one thing on its articles and another on its lists.
    """
    before = {id(cluster.template.body) for cluster in old}  # where only fields were learned again, choices are kept
    kept = []
    for cluster in new:
        choices = FieldChoices()
        if id(cluster.template.body) not in before:
            own = [one for one in old if one.host == cluster.host and one.template.fields.choices]
            for one in sorted(own, key=lambda one: one.template.page_type == cluster.template.page_type):
                choices = choices.then(one.template.fields.choices)
        if choices:
            fields = cluster.template.fields.choose(choices)
            cluster = replace(cluster, template=replace(cluster.template, fields=fields))
        kept.append(cluster)
    return tuple(kept)
