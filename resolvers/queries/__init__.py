"""Fields that only read, by domain."""
