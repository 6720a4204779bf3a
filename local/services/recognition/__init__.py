"""What all recognisers have in common: the protocol, and how they can be told to behave."""
