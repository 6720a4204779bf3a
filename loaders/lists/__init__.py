"""Lists that are read page by page."""
