"""The pages that records are learned from, changed on purpose."""
