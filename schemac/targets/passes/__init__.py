"""Bringing schemas within a target's rules (docs/spec, chapter TGT). Nothing here imports the checkers' verdicts.

In the order of their use:

- :mod:`.parts`: which subschemas apply to a place, and the alternatives that they leave;
- :mod:`.facts`: what one alternative asserts, whatever number of subschemas say it;
- :mod:`.objects`: what one alternative says of objects, which of several can hold together, and their union;
- :mod:`.scalars`, :mod:`.shapes` and :mod:`.texts`: what the target can say of each, and what encodes the rest;
- :mod:`.choices`: one place, by its branches: which become one (:mod:`.groups`), and whether they can be told apart
  (:mod:`.telling`); :mod:`.plain` is the short way for what needs no decision;
- :mod:`.rewrite`: a whole module, definition by definition;
- :mod:`.root`, :mod:`.inlining`, :mod:`.nodes` (with :mod:`.widening`): repairs for targets that take most of JSON
  Schema;
- :mod:`.lens`: the way of values out and back; :mod:`.annotations` and :mod:`.wording`: what is said in descriptions;
  :mod:`.naming`: names of properties; :mod:`.context`: what all of them share.
"""
