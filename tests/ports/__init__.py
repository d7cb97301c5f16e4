"""Ports that are wrong on purpose, one behaviour each, to hold the corpus and the runner to account."""
