"""Messages that workers gave up."""
