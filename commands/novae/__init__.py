"""Changes of novae and their data products."""
