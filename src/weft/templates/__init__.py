"""What was learned about the pages of a cluster, as data that applies itself."""

from weft.templates.fields import FieldRule, FieldRules
from weft.templates.outline import Outline, Step
from weft.templates.records import RecordRules
from weft.templates.slot_body import SlotBody
from weft.templates.template import CHOOSERS, Fit, Template
from weft.templates.unlearned import Unlearned

__all__ = [
    "CHOOSERS",
    "FieldRule",
    "FieldRules",
    "Fit",
    "Outline",
    "RecordRules",
    "SlotBody",
    "Step",
    "Template",
    "Unlearned",
]
