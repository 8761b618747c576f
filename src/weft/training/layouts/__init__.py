"""Pages of forum programs that nobody has written, with their truth: every choice that a program makes, by its seed."""

from weft.training.layouts.pages import KINDS, made_page, plan

__all__ = ["KINDS", "made_page", "plan"]
