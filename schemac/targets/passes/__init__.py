"""Bringing schemas within a target's rules (docs/spec, chapter TGT). Nothing here imports the checkers' verdicts.

In the order of their use:

- :mod:`.parts`: which subschemas apply to a place, and the alternatives that they leave;
- :mod:`.facts`: what one alternative asserts, whatever number of subschemas say it;
- :mod:`.objects`: what one alternative says of objects, which of several can hold together, and their union;
- :mod:`.scalars`, :mod:`.shapes` and :mod:`.choices`: what the target can say of each, and what encodes the rest;
- :mod:`.rewrite`: a whole module, definition by definition;
- :mod:`.root`, :mod:`.inlining`, :mod:`.nodes`: the small repairs for targets that take most of JSON Schema;
- :mod:`.lens`: the way of values out and back; :mod:`.wording`: what is said in descriptions; :mod:`.naming`: names of
  properties.
"""
