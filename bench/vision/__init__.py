"""`python -m bench vision`: what looking at pages brings."""
