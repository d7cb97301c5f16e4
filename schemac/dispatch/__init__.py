"""From a call on the surface back to the real tool and checked arguments."""
