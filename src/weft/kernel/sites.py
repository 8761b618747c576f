"""What pages of one template share: outline, alignment, paths, rules of fields."""

from weft._native import FieldRules as FieldRules
from weft._native import Fitting as Fitting
from weft._native import Outline as Outline
from weft._native import StablePaths as StablePaths
from weft._native import Template as Template
from weft._native import Templates as Templates
from weft._native import align_pages as align_pages
from weft._native import page_traits as page_traits
from weft._native import read_texts as read_texts
