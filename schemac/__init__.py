"""schemac compiles MCP tool descriptors, groups and permission decisions into the ``tools/list`` one caller should see."""

__version__ = "0.1.0"
