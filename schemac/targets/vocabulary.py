"""The keywords of JSON Schema by what they are for, as the tables name them.

Sources: JSON Schema drafts 04 to 2020-12 (https://json-schema.org/specification-links).
"""

from __future__ import annotations

COMBINATORS = ("allOf", "anyOf", "oneOf", "not")
CONDITIONALS = ("if", "then", "else")
ARRAY_TUPLES = ("prefixItems", "additionalItems")
CONTAINS = ("contains", "minContains", "maxContains")
UNEVALUATED = ("unevaluatedItems", "unevaluatedProperties")
DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")
COUNTS_OF_PROPERTIES = ("minProperties", "maxProperties")
PROPERTY_PATTERNS = ("patternProperties", "propertyNames")
LENGTHS = ("minLength", "maxLength")
NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
COUNTS_OF_ITEMS = ("minItems", "maxItems")
CONTENT = ("contentEncoding", "contentMediaType", "contentSchema")
DYNAMIC = ("$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor")
IDENTITY = ("$schema", "$id", "id", "$anchor", "$vocabulary")
DEFINITIONS = ("$defs", "definitions")
ANNOTATIONS = ("title", "description", "default", "examples", "deprecated", "readOnly", "writeOnly", "$comment")
SHAPE = ("type", "properties", "required", "additionalProperties", "items", "enum", "const")

HOLDING = (
    *DEFINITIONS,
    "properties",
    "additionalProperties",
    "items",
    *COMBINATORS,
    *CONDITIONALS,
    *ARRAY_TUPLES,
    "contains",
    *UNEVALUATED,
    "dependentSchemas",
    "dependencies",
    *PROPERTY_PATTERNS,
    "contentSchema",
)
"""Keywords that hold schemas."""

GOING = (
    "not",
    *CONDITIONALS,
    "contains",
    "propertyNames",
    *UNEVALUATED,
    "dependentSchemas",
    "dependencies",
    "contentSchema",
)
"""Keywords that hold schemas which lose their meaning with the keyword: the parts of a value are not described there.
"""

CONSTRAINTS = (
    *SHAPE,
    "$ref",
    *COMBINATORS,
    *CONDITIONALS,
    *ARRAY_TUPLES,
    *CONTAINS,
    *UNEVALUATED,
    *DEPENDENT,
    *COUNTS_OF_PROPERTIES,
    *PROPERTY_PATTERNS,
    *LENGTHS,
    "pattern",
    "format",
    *NUMBERS,
    *COUNTS_OF_ITEMS,
    "uniqueItems",
)
"""What says which values are valid: losing one of these loses a constraint."""

KEYWORDS = (*CONSTRAINTS, *DEFINITIONS, *IDENTITY, *DYNAMIC, *CONTENT, *ANNOTATIONS, "nullable", "x-anything")
"""The rows of the matrix of keywords and targets; ``nullable`` is OpenAPI's, ``x-anything`` stands for all others."""
