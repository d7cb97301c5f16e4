"""A shop with 64 tools: ``manifest.yaml`` declares them, ``python -m examples.shop`` shows them for two roles."""
