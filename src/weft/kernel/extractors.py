"""The choice of blocks of one page: measures, regions, decision, titles, comments, pictures."""

from weft._native import MEASURES as MEASURES
from weft._native import MIN_FORUM as MIN_FORUM
from weft._native import SURE as SURE
from weft._native import Choice as Choice
from weft._native import Decision as Decision
from weft._native import Judge as Judge
from weft._native import Judged as Judged
from weft._native import WordLists as WordLists
from weft._native import caption_blocks as caption_blocks
from weft._native import choose_likely as choose_likely
from weft._native import comment_areas as comment_areas
from weft._native import complete as complete
from weft._native import decide as decide
from weft._native import describe_page as describe_page
from weft._native import describe_regions as describe_regions
from weft._native import expected_f1 as expected_f1
from weft._native import extract as extract
from weft._native import find_line as find_line
from weft._native import find_structures as find_structures
from weft._native import find_title as find_title
from weft._native import junk_names as junk_names
from weft._native import measure_blocks as measure_blocks
from weft._native import pictures_among as pictures_among
from weft._native import title_blocks as title_blocks
