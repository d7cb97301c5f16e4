"""What one caller sees: the compiled listing, its text, its keys."""
