"""Changes of images, receipts and all that is derived from them."""
