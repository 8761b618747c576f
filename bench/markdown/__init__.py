"""Whether Markdown says what the HTML of the same system says: read back by a parser, and compared."""
