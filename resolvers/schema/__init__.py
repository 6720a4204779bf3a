"""The schema: its catalogue, its text, and the same under strawberry."""
