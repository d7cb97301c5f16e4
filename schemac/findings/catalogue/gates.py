"""Gates, decisions and roles."""

from __future__ import annotations

from schemac.findings.entry import Entry, error, note, warning

ENTRIES: tuple[Entry, ...] = (
    error(
        "gate-empty",
        "A gate says nothing.",
        cause="A gate is null, an empty list, an empty object or an empty name. Read as “no gate” it would make public"
        " what somebody meant to restrict.",
        cure="Name the predicate that must hold, or leave the gate out to make this visible to all.",
        example="requires: null",
    ),
    error(
        "gate-invalid",
        "A gate is not of a known form.",
        cause="A gate is a predicate's name, a list (all of), or an object with the one member all, any or not.",
        cure="Write one of: name, [name, name], {all: [...]}, {any: [...]}, {not: gate}.",
        example="requires: {oneOf: [admin, owner]}",
    ),
    error(
        "gate-misspelled",
        "A keyword of a schema looks like a gate but is none.",
        cause="A keyword differs from x-requires or x-default-for only in its spelling, so it would gate nothing.",
        cure="Write it exactly as x-requires or x-default-for, or rename it if it means something else.",
        example="properties: {force: {type: boolean, X-Requires: admin}}",
    ),
    error(
        "gate-dead",
        "A gate stands where it gates nothing.",
        cause="The subschema that holds it is never applied: it stands under an unknown keyword, beside a $ref that"
        " makes its neighbours ignored, or in a definition that no reference reaches.",
        cure="Move the gate to a schema that is applied, or take it out.",
        example="$defs: {Unused: {type: string, x-requires: admin}}",
    ),
    error(
        "gate-not-allowed-here",
        "A gate stands at a place where nothing can be taken out.",
        cause="Taking out a part of not, if, contains, propertyNames or contentSchema, or a tuple item, would change"
        " what the rest means, also where the part is reached by a reference; so would a gated pattern that matches a"
        " declared name.",
        cure="Gate the property or the branch that holds this schema instead.",
        example="not: {required: [id], x-requires: admin}",
    ),
    error(
        "gated-name-mentioned",
        "The name of a gated property is mentioned where it stays visible.",
        cause="A gated property's name stands in propertyNames, enum, const or inside if of the same object, so it"
        " would be seen by callers to whom the property is hidden.",
        cure="Take the name out there, or gate that subschema too.",
        example="properties: {force: {x-requires: admin}}\npropertyNames: {enum: [id, force]}",
    ),
    error(
        "default-for-invalid",
        "A key of x-default-for is not a name.",
        cause="x-default-for names the decision value that becomes the default; it is a text that is not empty.",
        cure="Write the key of the decision value, for example x-default-for: timezone.",
        example="properties: {zone: {type: string, x-default-for: null}}",
    ),
    warning(
        "gated-name-in-open-object",
        "A gated property stands in an object that takes any name.",
        cause="The object is open, or a pattern beside the property matches its name. A caller to whom the property is"
        " hidden may send the name; it is always stripped, so the name is not treated as one that never existed.",
        cure="Close the object (additionalProperties: false), or narrow the pattern.",
        example="properties: {force: {x-requires: admin}}\nadditionalProperties: true",
    ),
    note(
        "gate-drops-required",
        "Without this gate, a requirement goes with the property.",
        cause="A gated property is required, or other names depend on it. Where it is hidden its requirement is"
        " dropped, so a call is accepted that would be refused to somebody with more rights.",
        cure="Nothing to do if that is meant; otherwise make the property optional.",
        example="properties: {force: {x-requires: admin}}\nrequired: [force]",
    ),
    note(
        "gate-widens-oneof",
        "Without this gate, oneOf excludes less.",
        cause="A member of oneOf is gated. Where it is hidden, values that it and another member accept are taken,"
        " though they are refused to somebody with more rights.",
        cure="Nothing to do if no value fits two members; otherwise tell them apart by a const.",
        example="oneOf: [{type: integer}, {type: number, x-requires: admin}]",
    ),
    error(
        "decisions-malformed",
        "Decisions are not of the right form.",
        cause="Decisions hold predicates and tools with the answers true, false or null, values, grants, and"
        " unlisted_tools; anything else could grant by accident.",
        cure="Write {predicates: {name: true}, tools: {name: false}, values: {key: …}, grants: [name]}.",
        example='roles: {viewer: {predicates: {view_orders: "yes"}}}',
    ),
    warning(
        "decision-misspelled",
        "No role knows a predicate or value that is asked for, and one that a role knows is nearly called so.",
        cause="The name in the gate, or the key of x-default-for, is probably misspelled: nobody would get what it"
        " gates. Roles need not name everything, so that only a name close to one in a role is told.",
        cure="Correct the name in the gate, or let a role name it too.",
        example="roles: {viewer: {grants: [view_orders]}}\n"
        "tools: [{name: a, requires: veiw_orders, inputSchema: {type: object}}]",
    ),
    warning(
        "decision-names-nothing",
        "A decision names what nothing asks for.",
        cause="No gate asks for the predicate, no tool has the name, or no x-default-for has the key; most likely it is"
        " misspelled.",
        cure="Correct the name, or remove the entry.",
        example="roles: {viewer: {grants: [veiw_orders]}}",
    ),
)
