"""State transitions: one table for each thing that has states, and one refusal for all of them."""
