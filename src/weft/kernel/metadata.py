"""What a page says of itself: its fields, the candidates of those that are ranked, what its data are signs of."""

from weft._native import FieldCandidates as FieldCandidates
from weft._native import FieldModel as FieldModel
from weft._native import FieldReader as FieldReader
from weft._native import HeadNames as HeadNames
from weft._native import count_shared_runs as count_shared_runs
from weft._native import data_signs as data_signs
from weft._native import day_first as day_first
from weft._native import find_page_type as find_page_type
from weft._native import is_same_language as is_same_language
from weft._native import language_code as language_code
from weft._native import linked_scripts as linked_scripts
