"""The shapes of a facade, one module each."""
