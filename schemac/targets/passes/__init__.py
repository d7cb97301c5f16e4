"""Bringing schemas within a target's rules (docs/spec, chapter TGT). Nothing here imports the checkers' verdicts.

In the order of their use:

- :mod:`.parts`: which subschemas apply to a place, and the alternatives that they leave;
- :mod:`.facts`: what one alternative asserts, whatever number of subschemas say it;
- :mod:`.objects`: what one alternative says of objects, which of several can hold together, and their union;
- :mod:`.scalars`, :mod:`.arrays`, :mod:`.shapes` (objects) and :mod:`.texts`: what the target can say of each, and what
  encodes the rest; :mod:`.taken` tells what it takes;
- :mod:`.choices`: one place, by its branches: which become one (:mod:`.groups`), whether they can be told apart
  (:mod:`.telling`), and how they are put together again (:mod:`.joining`);
- :mod:`.plain` and :mod:`.leaves`: the short way for what needs no decision; :mod:`.memo`: what was lowered before;
- :mod:`.rewrite`: a whole module, definition by definition, then its root (:mod:`.top`), put together as a document
  (:mod:`.gathering`) within bounds (:mod:`.budget`);
- :mod:`.root`, :mod:`.inlining`, :mod:`.nodes` (with :mod:`.widening`): repairs for targets that take most of JSON
  Schema;
- :mod:`.lens`: the way of values out and back; :mod:`.annotations` and :mod:`.wording`: what is said in descriptions;
  :mod:`.naming`: names of properties; :mod:`.losses`: what is lost; :mod:`.settings` and :mod:`.context`: what all of
  them share.
"""
