"""Sites: clusters of pages, their templates, and what is learned from them."""

from weft.site.cluster import Cluster
from weft.site.clusterings import CLUSTERINGS, Clustering
from weft.site.drift import Drift, measure_drift
from weft.site.site import Site
from weft.site.template_learner import LEARNERS

__all__ = ["CLUSTERINGS", "LEARNERS", "Cluster", "Clustering", "Drift", "Site", "measure_drift"]
