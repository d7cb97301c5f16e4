"""schemac compiles MCP tool descriptors, groups and permission decisions into the ``tools/list`` one caller should see."""
