"""The corpus, the port protocol and the runner that holds ports to it (docs/spec, chapter CNF).

Reading order: :mod:`~schemac.conformance.protocol` (what travels), :mod:`~schemac.conformance.port` (the reference
implementation behind it), :mod:`~schemac.conformance.corpus` (the cases), :mod:`~schemac.conformance.compare` (the
verdict), :mod:`~schemac.conformance.process` and :mod:`~schemac.conformance.runner` (any command, however it behaves),
:mod:`~schemac.conformance.report`. :mod:`~schemac.conformance.lint` and :mod:`~schemac.conformance.ledger` keep corpus
and specification in accord.
"""
