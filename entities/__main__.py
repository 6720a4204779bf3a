"""`python -m entities` prints docs/keys.md."""

from entities.docs import keys_page

print(keys_page(), end="")
