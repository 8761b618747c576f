"""Whole sites: clustering, bodies, fields, the papers' tables and what learning costs."""
