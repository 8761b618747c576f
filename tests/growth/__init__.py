"""How work grows with the size of a page: adversarial shapes, every operation, an exponent for each pair."""
