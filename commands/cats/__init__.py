"""Changes of cat images."""
