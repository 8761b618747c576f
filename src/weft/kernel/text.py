"""Characters: dates, languages, patterns, addresses that may be written."""

from weft._native import Pattern as Pattern
from weft._native import cut_text as cut_text
from weft._native import find_dates as find_dates
from weft._native import guess_language as guess_language
from weft._native import language_table as language_table
from weft._native import normalise_date as normalise_date
from weft._native import own_address as own_address
from weft._native import read_iso as read_iso
from weft._native import safe_address as safe_address
from weft._native import without_user as without_user
