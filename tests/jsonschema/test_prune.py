"""Each clause of what removal does, as a schema before and after; the gate ``g`` never holds here, ``yes`` always."""

from typing import Any, NamedTuple

import pytest

from schemac.values import equal
from tests.jsonschema.pruning import documented, pruned

G = {"x-requires": "g"}
YES = {"x-requires": "yes"}
SAME = object()
GONE = object()
NEVER: dict[str, Any] = {"not": {}}


class Case(NamedTuple):
    id: str
    schema: Any
    shown: Any
    enforced: Any = SAME
    dialect: str = "2020-12"


def obj(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


PROPERTIES = [
    Case("property-goes", obj(a=G, b={}), obj(b={}), obj(a=False, b={})),
    Case("property-with-open-gate-stays", obj(a=YES, b={}), obj(a={}, b={})),
    Case("last-property-leaves-an-empty-map", obj(a=G), obj(), obj(a=False)),
    Case("draft-04-has-no-false", obj(a=G), obj(), obj(a=NEVER), "draft-04"),
    Case("draft-06-has-false", obj(a=G), obj(), obj(a=False), "draft-06"),
    Case("nested", obj(o=obj(a=G)), obj(o=obj()), obj(o=obj(a=False))),
    Case(
        "required-forgets",
        {**obj(a=G, b={}), "required": ["a", "b"]},
        {**obj(b={}), "required": ["b"]},
        {**obj(a=False, b={}), "required": ["b"]},
    ),
    Case("empty-required-goes", {**obj(a=G), "required": ["a"]}, obj(), obj(a=False)),
    Case(
        "empty-required-goes-in-draft-04",
        {**obj(a=G), "required": ["a"]},
        obj(),
        obj(a=NEVER),
        "draft-04",
    ),
    Case(
        "required-of-a-kept-name-stays",
        {**obj(a=YES), "required": ["a"]},
        {**obj(a={}), "required": ["a"]},
    ),
    Case(
        "dependent-required-forgets-names-and-keys",
        {**obj(a=G, b={}), "dependentRequired": {"a": ["b"], "b": ["a", "c"], "c": ["a"], "d": ["b"]}},
        {**obj(b={}), "dependentRequired": {"b": ["c"], "d": ["b"]}},
        {**obj(a=False, b={}), "dependentRequired": {"b": ["c"], "d": ["b"]}},
    ),
    Case("empty-dependent-required-goes", {**obj(a=G), "dependentRequired": {"a": ["b"]}}, obj(), obj(a=False)),
    Case(
        "dependent-schemas-forget-keys",
        {**obj(a=G), "dependentSchemas": {"a": {"required": ["b"]}, "c": {"required": ["b"]}}},
        {**obj(), "dependentSchemas": {"c": {"required": ["b"]}}},
        {**obj(a=False), "dependentSchemas": {"c": {"required": ["b"]}}},
    ),
    Case(
        "dependencies-forget-names-and-keys",
        {**obj(a=G), "dependencies": {"a": ["b"], "b": ["a"], "c": ["a", "b"], "d": {"required": ["b"]}}},
        {**obj(), "dependencies": {"c": ["b"], "d": {"required": ["b"]}}},
        {**obj(a=False), "dependencies": {"c": ["b"], "d": {"required": ["b"]}}},
        "draft-07",
    ),
    Case(
        "dependencies-are-unknown-in-2020-12",
        {**obj(a=G), "dependencies": {"z": ["b"]}},
        {**obj(), "dependencies": {"z": ["b"]}},
        {**obj(a=False), "dependencies": {"z": ["b"]}},
    ),
    Case(
        "not-allowed-names-are-names",
        obj(**{"x-requires": {"type": "string"}}),
        obj(**{"x-requires": {"type": "string"}}),
    ),
    Case("a-property-called-ref", obj(**{"$ref": G, "b": {}}), obj(b={}), obj(**{"$ref": False, "b": {}})),
    Case("a-property-called-required", obj(required=G, b={}), obj(b={}), obj(required=False, b={})),
    Case("proto", obj(__proto__=G, b={}), obj(b={}), obj(__proto__=False, b={})),
    Case(
        "gates-in-data-are-data",
        obj(a={"const": {"x-requires": "g"}, "enum": [{"x-requires": "g"}], "default": {"x-requires": "g"}}),
        obj(a={"const": {"x-requires": "g"}, "enum": [{"x-requires": "g"}], "default": {"x-requires": "g"}}),
    ),
]

CONJUNCTS = [
    Case(
        "a-sibling-part-forgets",
        {"allOf": [obj(a=G), {"required": ["a", "b"]}]},
        {"allOf": [obj(), {"required": ["b"]}]},
        {"allOf": [obj(a=False), {"required": ["b"]}]},
    ),
    Case(
        "the-holder-forgets",
        {"allOf": [obj(a=G)], "required": ["a", "b"]},
        {"allOf": [obj()], "required": ["b"]},
        {"allOf": [obj(a=False)], "required": ["b"]},
    ),
    Case(
        "a-part-forgets-what-the-holder-takes-out",
        {**obj(a=G), "allOf": [{"required": ["a", "b"]}]},
        {**obj(), "allOf": [{"required": ["b"]}]},
        {**obj(a=False), "allOf": [{"required": ["b"]}]},
    ),
    Case(
        "parts-of-parts",
        {"allOf": [{"allOf": [obj(a=G)]}, {"allOf": [{"required": ["a"]}]}]},
        {"allOf": [{"allOf": [obj()]}, {"allOf": [{}]}]},
        {"allOf": [{"allOf": [obj(a=False)]}, {"allOf": [{}]}]},
    ),
    Case(
        "a-name-removed-in-one-conjunct-is-removed-in-all",
        {"allOf": [obj(a=G), obj(a={"type": "string"}, b={})]},
        {"allOf": [obj(), obj(b={})]},
        {"allOf": [obj(a=False), obj(a=False, b={})]},
    ),
    Case(
        "the-target-of-a-ref-forgets",
        {**obj(a=G), "$ref": "#/$defs/R", "$defs": {"R": {"required": ["a", "b"]}}},
        {**obj(), "$ref": "#/$defs/R", "$defs": {"R": {"required": ["b"]}}},
        {**obj(a=False), "$ref": "#/$defs/R", "$defs": {"R": {"required": ["b"]}}},
    ),
    Case(
        "the-holder-of-a-ref-forgets",
        {"required": ["a", "b"], "$ref": "#/$defs/R", "$defs": {"R": obj(a=G)}},
        {"required": ["b"], "$ref": "#/$defs/R", "$defs": {"R": obj()}},
        {"required": ["b"], "$ref": "#/$defs/R", "$defs": {"R": obj(a=False)}},
    ),
    Case(
        "beside-a-lone-ref-nothing-is-in-force",
        {"properties": {"o": {"$ref": "#/definitions/R", "required": ["a"]}}, "definitions": {"R": obj(a=G)}},
        {"properties": {"o": {"$ref": "#/definitions/R", "required": ["a"]}}, "definitions": {"R": obj()}},
        {"properties": {"o": {"$ref": "#/definitions/R", "required": ["a"]}}, "definitions": {"R": obj(a=False)}},
        "draft-07",
    ),
    Case("a-part-goes-with-its-holder", obj(o={"allOf": [{}, G]}), obj(), obj(o=False)),
    Case("a-part-of-a-part", obj(o={"allOf": [{"allOf": [G]}, {}]}), obj(), obj(o=False)),
    Case("a-part-of-the-root", {"allOf": [G, {}]}, GONE),
    Case(
        "a-requirement-of-a-value-is-another-object's",
        {"properties": {"a": G, "o": {"required": ["a"]}}},
        {"properties": {"o": {"required": ["a"]}}},
        {"properties": {"a": False, "o": {"required": ["a"]}}},
    ),
]

BRANCHES = [
    Case("any-of-member-goes", {"anyOf": [G, {"type": "string"}]}, {"anyOf": [{"type": "string"}]}),
    Case("one-of-member-goes", {"oneOf": [{"type": "string"}, G]}, {"oneOf": [{"type": "string"}]}),
    Case("any-of-without-members-takes-its-holder", obj(o={"anyOf": [G, G]}), obj(), obj(o=False)),
    Case("one-of-without-members-takes-its-holder", obj(o={"oneOf": [G]}), obj(), obj(o=False)),
    Case("up-to-the-root", {"anyOf": [{"allOf": [G]}, {"oneOf": [G]}]}, GONE),
    Case(
        "members-of-members",
        {"anyOf": [{"anyOf": [G, {"type": "null"}]}, {"anyOf": [G]}]},
        {"anyOf": [{"anyOf": [{"type": "null"}]}]},
    ),
    Case("an-authored-false-stays", {"anyOf": [False, {"not": {}}, G]}, {"anyOf": [False, {"not": {}}]}),
    Case(
        "a-branch-that-requires-the-name-never-holds",
        {**obj(a=G), "anyOf": [{"required": ["a"]}, {"required": ["b"]}]},
        {**obj(), "anyOf": [{"required": ["b"]}]},
        {**obj(a=False), "anyOf": [{"required": ["b"]}]},
    ),
    Case(
        "a-branch-requires-through-a-part",
        {**obj(a=G), "oneOf": [{"allOf": [{"required": ["a"]}]}, {"required": ["b"]}]},
        {**obj(), "oneOf": [{"required": ["b"]}]},
        {**obj(a=False), "oneOf": [{"required": ["b"]}]},
    ),
    Case(
        "a-branch-requires-through-a-ref",
        {**obj(a=G), "oneOf": [{"$ref": "#/$defs/A"}, {}], "$defs": {"A": {"required": ["a"]}}},
        {**obj(), "oneOf": [{}]},
        {**obj(a=False), "oneOf": [{}]},
    ),
    Case(
        "a-branch-of-a-conjunct",
        {"allOf": [obj(a=G), {"anyOf": [{"required": ["a"]}, {}]}]},
        {"allOf": [obj(), {"anyOf": [{}]}]},
        {"allOf": [obj(a=False), {"anyOf": [{}]}]},
    ),
    Case(
        "a-property-goes-for-want-of-branches-and-is-forgotten-in-turn",
        {**obj(o={**obj(a=G), "anyOf": [{"required": ["a"]}]}), "required": ["o"], "anyOf": [{"required": ["o"]}, {}]},
        {**obj(), "anyOf": [{}]},
        {**obj(o=False), "anyOf": [{}]},
    ),
    Case("all-branches-require-it", {**obj(a=G), "anyOf": [{"required": ["a"]}]}, GONE),
    Case(
        "a-branch-that-declares-the-name-loses-it",
        {**obj(a=G), "anyOf": [obj(a={"const": 1}, b={}), {}]},
        {**obj(), "anyOf": [obj(b={}), {}]},
        {**obj(a=False), "anyOf": [obj(a=False, b={}), {}]},
    ),
    Case(
        "dependent-names-leave-branches",
        {**obj(a=G), "anyOf": [{"dependentRequired": {"b": ["a", "c"]}}, {}]},
        {**obj(), "anyOf": [{"dependentRequired": {"b": ["c"]}}, {}]},
        {**obj(a=False), "anyOf": [{"dependentRequired": {"b": ["c"]}}, {}]},
    ),
    Case(
        "sibling-branches-keep-theirs",
        {"anyOf": [obj(a=G), {**obj(a={}), "required": ["a"]}]},
        {"anyOf": [obj(), {**obj(a={}), "required": ["a"]}]},
        {"anyOf": [obj(a=False), {**obj(a={}), "required": ["a"]}]},
    ),
    Case(
        "the-holder-of-a-branch-keeps-its-own",
        {"required": ["a"], "anyOf": [obj(a=G), obj(a={})]},
        {"required": ["a"], "anyOf": [obj(), obj(a={})]},
        {"required": ["a"], "anyOf": [obj(a=False), obj(a={})]},
    ),
    Case(
        "a-branch-forgets-its-own-requirement",
        {"anyOf": [{**obj(a=G), "required": ["a"]}, {}]},
        {"anyOf": [obj(), {}]},
        {"anyOf": [obj(a=False), {}]},
    ),
    Case(
        "a-name-from-above-beats-one-of-the-branch",
        {**obj(a=G), "anyOf": [{**obj(a=G), "required": ["a"]}, {}]},
        {**obj(), "anyOf": [{}]},
        {**obj(a=False), "anyOf": [{}]},
    ),
    Case(
        "not-of-what-never-holds-goes",
        {**obj(a=G), "not": {"required": ["a"]}},
        obj(),
        obj(a=False),
    ),
    Case(
        "not-keeps-what-may-hold",
        {**obj(a=G), "not": {"anyOf": [{"required": ["a"]}, {"required": ["b"]}]}},
        {**obj(), "not": {"anyOf": [{"required": ["b"]}]}},
        {**obj(a=False), "not": {"anyOf": [{"required": ["b"]}]}},
    ),
    Case("then", {"if": {"required": ["b"]}, "then": G}, {"if": {"required": ["b"]}, "then": False}),
    Case("else", {"if": {"required": ["b"]}, "else": G}, {"if": {"required": ["b"]}, "else": False}),
    Case(
        "then-that-requires-the-name",
        {**obj(a=G), "if": {"required": ["b"]}, "then": {"required": ["a"]}},
        {**obj(), "if": {"required": ["b"]}, "then": False},
        {**obj(a=False), "if": {"required": ["b"]}, "then": False},
    ),
    Case("dependent-schemas", {"dependentSchemas": {"b": G, "c": {}}}, {"dependentSchemas": {"b": False, "c": {}}}),
    Case(
        "dependent-schemas-that-require-the-name",
        {**obj(a=G), "dependentSchemas": {"b": {"required": ["a"]}}},
        {**obj(), "dependentSchemas": {"b": False}},
        {**obj(a=False), "dependentSchemas": {"b": False}},
    ),
    Case("dependencies", {"dependencies": {"b": G}}, {"dependencies": {"b": False}}, SAME, "draft-07"),
    Case("dependencies-in-draft-04", {"dependencies": {"b": G}}, {"dependencies": {"b": NEVER}}, SAME, "draft-04"),
]

ARRAYS = [
    Case(
        "items-go-and-none-are-allowed",
        obj(l={"type": "array", "items": G}),
        obj(l={"type": "array", "maxItems": 0}),
        obj(l={"type": "array", "items": False, "maxItems": 0}),
    ),
    Case(
        "a-smaller-max-items-stays",
        obj(l={"prefixItems": [{}, {}], "items": G, "maxItems": 1}),
        obj(l={"prefixItems": [{}, {}], "maxItems": 1}),
        obj(l={"prefixItems": [{}, {}], "items": False, "maxItems": 1}),
    ),
    Case(
        "a-larger-max-items-shrinks-to-the-tuple",
        obj(l={"prefixItems": [{}, {}], "items": G, "maxItems": 9}),
        obj(l={"prefixItems": [{}, {}], "maxItems": 2}),
        obj(l={"prefixItems": [{}, {}], "items": False, "maxItems": 2}),
    ),
    Case(
        "before-2020-12-prefix-items-are-no-tuple",
        obj(l={"prefixItems": [{}, {}], "items": G}),
        obj(l={"prefixItems": [{}, {}], "maxItems": 0}),
        obj(l={"prefixItems": [{}, {}], "items": False, "maxItems": 0}),
        "draft-07",
    ),
    Case(
        "draft-04-items",
        obj(l={"items": G}),
        obj(l={"maxItems": 0}),
        obj(l={"items": NEVER, "maxItems": 0}),
        "draft-04",
    ),
    Case("an-array-that-needs-items-goes", obj(l={"type": "array", "items": G, "minItems": 1}), obj(), obj(l=False)),
    Case(
        "min-items-within-the-tuple",
        obj(l={"type": "array", "prefixItems": [{}], "items": G, "minItems": 1}),
        obj(l={"type": "array", "prefixItems": [{}], "minItems": 1, "maxItems": 1}),
        obj(l={"type": "array", "prefixItems": [{}], "items": False, "minItems": 1, "maxItems": 1}),
    ),
    Case(
        "array-leaves-a-type-list",
        obj(l={"type": ["array", "null"], "items": G, "minItems": 1}),
        obj(l={"type": ["null"], "minItems": 1, "maxItems": 0}),
        obj(l={"type": ["null"], "items": False, "minItems": 1, "maxItems": 0}),
    ),
    Case(
        "without-type-all-others-are-left",
        obj(l={"items": G, "minItems": 1}),
        obj(l={"minItems": 1, "maxItems": 0, "type": ["null", "boolean", "object", "number", "string"]}),
        obj(
            l={"items": False, "minItems": 1, "maxItems": 0, "type": ["null", "boolean", "object", "number", "string"]}
        ),
    ),
    Case("enum-of-arrays-alone", obj(l={"enum": [[1], [2]], "items": G, "minItems": 1}), obj(), obj(l=False)),
    Case("const-array", obj(l={"const": [1], "items": G, "minItems": 1}), obj(), obj(l=False)),
    Case(
        "additional-items",
        obj(l={"items": [{}], "additionalItems": G}),
        obj(l={"items": [{}], "additionalItems": False}),
        SAME,
        "draft-07",
    ),
    Case("unevaluated-items", obj(l={"unevaluatedItems": G}), obj(l={"unevaluatedItems": False})),
    Case(
        "inside-items",
        obj(l={"items": obj(a=G, b={})}),
        obj(l={"items": obj(b={})}),
        obj(l={"items": obj(a=False, b={})}),
    ),
    Case(
        "inside-a-tuple-item",
        obj(l={"prefixItems": [obj(a=G)]}),
        obj(l={"prefixItems": [obj()]}),
        obj(l={"prefixItems": [obj(a=False)]}),
    ),
    Case(
        "inside-contains-nothing-changes-by-open-gates",
        obj(l={"contains": {"type": "string"}, "items": YES}),
        obj(l={"contains": {"type": "string"}, "items": {}}),
    ),
]

REST = [
    Case("additional-properties", obj(o={"additionalProperties": G}), obj(o={"additionalProperties": False})),
    Case(
        "additional-properties-in-draft-04",
        obj(o={"additionalProperties": G}),
        obj(o={"additionalProperties": False}),
        SAME,
        "draft-04",
    ),
    Case("unevaluated-properties", obj(o={"unevaluatedProperties": G}), obj(o={"unevaluatedProperties": False})),
    Case(
        "inside-additional-properties",
        obj(o={"additionalProperties": obj(a=G)}),
        obj(o={"additionalProperties": obj()}),
        obj(o={"additionalProperties": obj(a=False)}),
    ),
    Case(
        "pattern-properties",
        obj(o={"patternProperties": {"^s_": G, "^t_": {}}}),
        obj(o={"patternProperties": {"^t_": {}}}),
        obj(o={"patternProperties": {"^s_": False, "^t_": {}}}),
    ),
    Case(
        "inside-pattern-properties",
        obj(o={"patternProperties": {"^s_": obj(a=G)}}),
        obj(o={"patternProperties": {"^s_": obj()}}),
        obj(o={"patternProperties": {"^s_": obj(a=False)}}),
    ),
    Case("the-root", {"type": "object", **G}, GONE),
    Case("the-root-with-open-gate", {"type": "object", **YES}, {"type": "object"}),
    Case(
        "content-schema-is-kept",
        obj(t={"contentSchema": {"type": "object"}, **YES}),
        obj(t={"contentSchema": {"type": "object"}}),
    ),
]

REFERENCES = [
    Case(
        "a-gate-beside-ref",
        {"properties": {"a": {"$ref": "#/$defs/A", **G}, "b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "null"}}},
        {"properties": {"b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "null"}}},
        {"properties": {"a": False, "b": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"type": "null"}}},
    ),
    Case(
        "a-gate-beside-a-lone-ref",
        {"properties": {"a": {"$ref": "#/definitions/A", **G}}, "definitions": {"A": {"type": "null"}}},
        {"properties": {}},
        {"properties": {"a": False}},
        "draft-07",
    ),
    Case(
        "a-gated-definition",
        {"properties": {"a": {"$ref": "#/$defs/A"}, "b": {"anyOf": [{"$ref": "#/$defs/A"}, {}]}}, "$defs": {"A": G}},
        {"properties": {"b": {"anyOf": [{}]}}},
        {"properties": {"a": False, "b": {"anyOf": [{}]}}},
    ),
    Case(
        "a-reference-into-a-gated-definition",
        {"properties": {"a": {"$ref": "#/$defs/A/properties/x"}}, "$defs": {"A": {**obj(x={}), **G}}},
        {"properties": {}},
        {"properties": {"a": False}},
    ),
    Case(
        "a-reference-below-a-gated-property",
        obj(a={**obj(x={"type": "string"}), **G}, b={"$ref": "#/properties/a/properties/x"}),
        obj(),
        obj(a=False, b=False),
    ),
    Case(
        "a-definition-inside-a-gated-definition",
        {
            "properties": {"a": {"$ref": "#/$defs/A/$defs/B"}, "c": {}},
            "$defs": {"A": {**G, "$defs": {"B": {"type": "string"}}}},
        },
        {"properties": {"c": {}}},
        {"properties": {"a": False, "c": {}}},
    ),
    Case(
        "a-chain-of-references",
        {
            "properties": {"a": {"$ref": "#/$defs/A"}},
            "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/C"}, "C": G},
        },
        {"properties": {}},
        {"properties": {"a": False}},
    ),
    Case(
        "recursion-is-cut-where-the-gate-is",
        {
            "$ref": "#/$defs/N",
            "$defs": {"N": obj(v={}, next={"$ref": "#/$defs/N", **G})},
        },
        {"$ref": "#/$defs/N", "$defs": {"N": obj(v={})}},
        {"$ref": "#/$defs/N", "$defs": {"N": obj(v={}, next=False)}},
    ),
    Case(
        "recursion-stays-where-no-gate-forces-it-out",
        {
            "properties": {"n": {"$ref": "#/$defs/N"}, "x": G},
            "$defs": {"N": {"anyOf": [{"type": "null"}, obj(next={"$ref": "#/$defs/N"})]}},
        },
        {
            "properties": {"n": {"$ref": "#/$defs/N"}},
            "$defs": {"N": {"anyOf": [{"type": "null"}, obj(next={"$ref": "#/$defs/N"})]}},
        },
        {
            "properties": {"n": {"$ref": "#/$defs/N"}, "x": False},
            "$defs": {"N": {"anyOf": [{"type": "null"}, obj(next={"$ref": "#/$defs/N"})]}},
        },
    ),
    Case(
        "mutual-recursion-goes-together",
        {
            "properties": {"a": {"$ref": "#/$defs/A"}, "b": {}},
            "$defs": {
                "A": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/B"}},
                "B": {"type": "array", "minItems": 1, "items": {"anyOf": [{"$ref": "#/$defs/A"}, G]}},
            },
        },
        {
            "properties": {"a": {"$ref": "#/$defs/A"}, "b": {}},
            "$defs": {
                "A": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/B"}},
                "B": {"type": "array", "minItems": 1, "items": {"anyOf": [{"$ref": "#/$defs/A"}]}},
            },
        },
    ),
    Case(
        "an-unreached-definition-goes",
        {
            "properties": {"a": {"$ref": "#/$defs/A", **G}, "b": {"$ref": "#/$defs/B"}},
            "$defs": {"A": {"$ref": "#/$defs/C"}, "B": {"type": "string"}, "C": {"type": "null"}},
        },
        {"properties": {"b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}},
        {"properties": {"a": False, "b": {"$ref": "#/$defs/B"}}, "$defs": {"B": {"type": "string"}}},
    ),
]

DEFAULTS = [
    Case(
        "default-that-names-what-is-gone",
        obj(o={**obj(a=G, b={}), "default": {"a": 1}}),
        obj(o=obj(b={})),
        obj(o=obj(a=False, b={})),
    ),
    Case(
        "default-that-fits-stays",
        obj(o={**obj(a=G, b={}), "default": {"b": 1}}),
        obj(o={**obj(b={}), "default": {"b": 1}}),
        obj(o={**obj(a=False, b={}), "default": {"b": 1}}),
    ),
    Case(
        "default-with-a-name-nobody-declared",
        obj(o={**obj(a=G, b={}), "default": {"zzz": 1}}),
        obj(o=obj(b={})),
        obj(o=obj(a=False, b={})),
    ),
    Case(
        "untouched-defaults-stay-even-if-they-do-not-fit",
        obj(o={"type": "string", "default": 5}, a=G),
        obj(o={"type": "string", "default": 5}),
        obj(o={"type": "string", "default": 5}, a=False),
    ),
    Case(
        "default-of-a-dropped-branch",
        obj(o={"anyOf": [{"type": "string"}, {"type": "null", **G}], "default": None}),
        obj(o={"anyOf": [{"type": "string"}]}),
    ),
    Case(
        "examples-one-by-one",
        obj(o={"anyOf": [{"type": "string"}, {"type": "null", **G}], "examples": [None, "x"], "example": None}),
        obj(o={"anyOf": [{"type": "string"}], "examples": ["x"]}),
    ),
    Case(
        "examples-without-any-left",
        obj(o={"anyOf": [{"type": "string"}, {"type": "null", **G}], "examples": [None]}),
        obj(o={"anyOf": [{"type": "string"}]}),
    ),
    Case(
        "a-default-of-the-root-that-names-it-deep-down",
        {**obj(o=obj(a=G)), "default": {"o": {"a": 1}}, "examples": [{"o": {}}, {"o": {"a": 2}}]},
        {**obj(o=obj()), "examples": [{"o": {}}]},
        {**obj(o=obj(a=False)), "examples": [{"o": {}}]},
    ),
    Case(
        "a-default-in-a-conjunct-that-declares-nothing",
        obj(o={"allOf": [obj(a=G), {"default": {"a": 1}}]}),
        obj(o={"allOf": [obj(), {}]}),
        obj(o={"allOf": [obj(a=False), {}]}),
    ),
    Case(
        "a-default-that-names-it-below-a-conjunct",
        obj(o={"allOf": [obj(x=obj(a=G)), {"default": {"x": {"a": 1}}}]}),
        obj(o={"allOf": [obj(x=obj()), {}]}),
        obj(o={"allOf": [obj(x=obj(a=False)), {}]}),
    ),
    Case(
        "a-default-beside-a-reference-to-what-changed",
        {"properties": {"o": {"$ref": "#/$defs/O", "default": {"a": 1}}}, "$defs": {"O": obj(a=G)}},
        {"properties": {"o": {"$ref": "#/$defs/O"}}, "$defs": {"O": obj()}},
        {"properties": {"o": {"$ref": "#/$defs/O"}}, "$defs": {"O": obj(a=False)}},
    ),
    Case(
        "the-same-beside-a-lone-reference",
        {"properties": {"o": {"$ref": "#/definitions/O", "default": {"a": 1}}}, "definitions": {"O": obj(a=G)}},
        {"properties": {"o": {"$ref": "#/definitions/O"}}, "definitions": {"O": obj()}},
        {"properties": {"o": {"$ref": "#/definitions/O"}}, "definitions": {"O": obj(a=False)}},
        "draft-07",
    ),
    Case(
        "a-default-in-an-open-object-that-holds-the-name",
        obj(o={**obj(a=G), "additionalProperties": True, "default": {"a": 1}, "examples": [{"z": 1}]}),
        obj(o={**obj(), "additionalProperties": True, "examples": [{"z": 1}]}),
        obj(o={**obj(a=False), "additionalProperties": True, "examples": [{"z": 1}]}),
    ),
    Case(
        "items-that-are-gone",
        obj(l={"items": G, "default": [1], "examples": [[], [1]]}),
        obj(l={"maxItems": 0, "examples": [[]]}),
        obj(l={"items": False, "maxItems": 0, "examples": [[]]}),
    ),
]

CASES = [*PROPERTIES, *CONJUNCTS, *BRANCHES, *ARRAYS, *REST, *REFERENCES, *DEFAULTS]


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
def test_removal(case: Case):
    result = documented(pruned(case.schema, ["yes"], case.dialect), case.dialect)
    if case.shown is GONE:
        assert result.shown is None
        assert result.enforced is None
        return
    assert equal(result.shown, case.shown), result.shown
    assert equal(result.enforced, case.shown if case.enforced is SAME else case.enforced), result.enforced
