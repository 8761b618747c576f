"""What is written: text, Markdown, HTML, chunks, addresses."""

from weft._native import MARKS as MARKS
from weft._native import ROLES as ROLES
from weft._native import compose as compose
from weft._native import data_tables as data_tables
from weft._native import find_chunks as find_chunks
from weft._native import image_address as image_address
from weft._native import page_addresses as page_addresses
from weft._native import plain_markdown as plain_markdown
from weft._native import write_html as write_html
from weft._native import write_markdown as write_markdown
from weft._native import write_text as write_text
