"""The schema engine: it knows JSON Schema and nothing of tools."""
