"""What maintainers run: licences and lists of parts, the public API, types, interpreters, the service, a release."""
