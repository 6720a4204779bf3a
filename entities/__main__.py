"""`python -m entities` prints docs/keys.md."""

from entities.keys_page import keys_page

print(keys_page(), end="")
