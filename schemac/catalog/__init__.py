"""The front end: from a manifest value to a checked model of tools, groups, gates and options."""
