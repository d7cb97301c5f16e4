"""Reading YAML and JSON text within bounds, and finding the place of any part of it."""
