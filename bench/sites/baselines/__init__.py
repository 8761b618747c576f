"""Similarities and clusterings of other people, to stand beside ours."""
