"""What maintainers run: third-party notices, the list of parts, licences."""
