"""What is wrong with one scalar or one text, before anyone has said where it stands."""

from __future__ import annotations


class TextError(ValueError):
    """A text, or a part of it, that is not a JSON value.

    Attributes:
        code: A code of the catalogue's area "Loading".
        message: A sentence for people; never compared.
        hint: What to do about it; None for what the catalogue says of the code.
    """

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
