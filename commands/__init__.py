"""How stored data changes: one function per verb, used by mutations and by workers."""
