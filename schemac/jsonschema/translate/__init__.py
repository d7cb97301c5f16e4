"""Translation of schemas between the dialects of JSON Schema, exact or with losses (docs/spec, chapter ENG).

The parts, in the order of their use:

- :mod:`.vocabulary`: which keywords mean something in which dialect;
- :mod:`.plan`: what becomes of each keyword, for every pair of dialects, out of the themes :mod:`.bounds`,
  :mod:`.literals`, :mod:`.arrays`, :mod:`.objects` (with :mod:`.names`), :mod:`.conditions` and :mod:`.references`;
- :mod:`.rewrite`: the recursion over one definition, which hands each object to the steps of its keywords
  (:mod:`.node`);
- :mod:`.module`: all definitions of a module, and what the loss of one means for those that refer to it.
"""

from schemac.jsonschema.translate.module import Translated, translate

__all__ = ["Translated", "translate"]
