"""Runs of many pages and the service under load: how fast, how much memory, what faults cost."""
