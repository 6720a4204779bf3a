"""WHO USES IT: the command line, a client of the API. It speaks HTTP and AppSync's real-time protocol."""
