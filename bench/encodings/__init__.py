"""`python -m bench encodings`: which share of pages in which encodings is decoded right."""
