"""From AppSync's event to the response."""
