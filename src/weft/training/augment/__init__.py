"""Training pages of records changed on purpose, with their truth still exact."""
