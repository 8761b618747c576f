"""Sites: clusters of pages, their templates, and what is learned from them."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.sites.clusterings import CLUSTERINGS, Clustering
    from weft.sites.drift import Drift, measure_drift
    from weft.sites.field_choices import SiteField, drop_field, list_fields, rename_field
    from weft.sites.finder import Cluster
    from weft.sites.similarity import SIMILARITIES
    from weft.sites.site import Site, learn
    from weft.sites.template_learner import LEARNERS
    from weft.sites.templates import Template
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        clusterings="CLUSTERINGS Clustering",
        drift="Drift measure_drift",
        field_choices="SiteField drop_field list_fields rename_field",
        finder="Cluster",
        similarity="SIMILARITIES",
        site="Site learn",
        template_learner="LEARNERS",
        templates="Template",
    )

__all__ = [
    "CLUSTERINGS",
    "LEARNERS",
    "SIMILARITIES",
    "Cluster",
    "Clustering",
    "Drift",
    "Site",
    "SiteField",
    "Template",
    "drop_field",
    "learn",
    "list_fields",
    "measure_drift",
    "rename_field",
]
