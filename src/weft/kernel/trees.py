"""Boosted trees, and what their outputs mean."""

from weft._native import Trees as Trees
from weft._native import logistic as logistic
from weft._native import shares as shares
