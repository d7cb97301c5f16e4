"""The shapes of a facade, one module each; ``flat`` is the absence of one (docs/spec, chapter STR)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from schemac.strategies.base import Call, FacadeForm, Prepared, Settings, Strategy
from schemac.strategies.discriminated_union import DiscriminatedUnion
from schemac.strategies.lazy import Lazy
from schemac.strategies.merged import Merged
from schemac.strategies.vendor_extension import VendorExtension

__all__ = ["STRATEGIES", "Call", "FacadeForm", "Prepared", "Settings", "Strategy"]

STRATEGIES: Mapping[str, Strategy] = MappingProxyType(
    {strategy.name: strategy for strategy in (VendorExtension(), DiscriminatedUnion(), Lazy(), Merged())}
)
"""Every strategy by the name that the option has."""
