"""What was learned about the pages of a cluster, as data that applies itself."""

from typing import TYPE_CHECKING

from weft.on_demand import on_demand

if TYPE_CHECKING:
    from weft.sites.templates.body import BodyRules, NoBodyRules, SlotBody
    from weft.sites.templates.fields import FieldRule, FieldRules
    from weft.sites.templates.locator import Locator, LocatorError, Step
    from weft.sites.templates.outline import Outline
    from weft.sites.templates.records import RecordRules
    from weft.sites.templates.template import BODY_RULES, Template
else:
    __getattr__, __dir__ = on_demand(
        __name__,
        body="BodyRules NoBodyRules SlotBody",
        fields="FieldRule FieldRules",
        locator="Locator LocatorError Step",
        outline="Outline",
        records="RecordRules",
        template="BODY_RULES Template",
    )

__all__ = [
    "BODY_RULES",
    "BodyRules",
    "FieldRule",
    "FieldRules",
    "Locator",
    "LocatorError",
    "NoBodyRules",
    "Outline",
    "RecordRules",
    "SlotBody",
    "Step",
    "Template",
]
