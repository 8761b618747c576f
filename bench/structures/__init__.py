"""What a reader sees of an answer: which headings, code blocks, cells, items, captions and images it has."""
