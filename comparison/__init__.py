"""Lowering set beside other libraries' lowering, on collected tool lists: ``python -m comparison FOLDER``.

Every library is used as its documentation says, and is asked the same questions by the same judge, which knows nothing
of how any of them works. Not part of the package; it needs the development extras.
"""
