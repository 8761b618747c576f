"""What a page says of itself: its head, its data, the lines around its title."""

from weft._native import DeclaredFields as DeclaredFields
from weft._native import DeclaredNames as DeclaredNames
from weft._native import HeadNames as HeadNames
from weft._native import LabelWords as LabelWords
from weft._native import MetadataAnswers as MetadataAnswers
from weft._native import NamePatterns as NamePatterns
from weft._native import NearTitle as NearTitle
from weft._native import count_shared_runs as count_shared_runs
from weft._native import data_signs as data_signs
from weft._native import dated_blocks as dated_blocks
from weft._native import day_votes as day_votes
from weft._native import find_page_type as find_page_type
from weft._native import linked_scripts as linked_scripts
from weft._native import page_language as page_language
from weft._native import published_lines as published_lines
from weft._native import script_days as script_days
