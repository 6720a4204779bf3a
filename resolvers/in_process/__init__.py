"""The API without AppSync: a strawberry schema over the same routes, plans and batches, for any Python program."""
