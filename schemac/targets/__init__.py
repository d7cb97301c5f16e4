"""What each API and client accepts: tables, independent checkers, lowering passes."""
