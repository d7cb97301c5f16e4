"""Servers of the shop's tools: ``lowlevel`` on the low-level server of the official SDK, ``with_fastmcp`` on FastMCP.

Both list the same facades for the same caller and make the same calls. What a server has anyway stands in ``staff``
(who may do what) and ``actions`` (the tools themselves); see docs/server-authors.md.
"""
