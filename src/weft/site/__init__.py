"""Sites: clusters of pages, their templates, and what is learned from them."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.site.clusterings import CLUSTERINGS, Clustering
    from weft.site.drift import Drift, measure_drift
    from weft.site.field_choices import SiteField, drop_field, list_fields, rename_field
    from weft.site.finder import Cluster
    from weft.site.site import Site, learn
    from weft.site.template_learner import LEARNERS
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        clusterings="CLUSTERINGS Clustering",
        drift="Drift measure_drift",
        field_choices="SiteField drop_field list_fields rename_field",
        finder="Cluster",
        site="Site learn",
        template_learner="LEARNERS",
    )

__all__ = [
    "CLUSTERINGS",
    "LEARNERS",
    "Cluster",
    "Clustering",
    "Drift",
    "Site",
    "SiteField",
    "drop_field",
    "learn",
    "list_fields",
    "measure_drift",
    "rename_field",
]
