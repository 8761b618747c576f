"""What was learned about the pages of a cluster, as data that applies itself."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.templates.fields import FieldRule, FieldRules
    from weft.templates.outline import Outline, Step
    from weft.templates.records import RecordRules
    from weft.templates.slot_body import SlotBody
    from weft.templates.template import CHOOSERS, Fit, Template
    from weft.templates.unlearned import Unlearned
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        fields="FieldRule FieldRules",
        outline="Outline Step",
        records="RecordRules",
        slot_body="SlotBody",
        template="CHOOSERS Fit Template",
        unlearned="Unlearned",
    )

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
