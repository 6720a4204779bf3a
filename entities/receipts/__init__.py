"""Images, receipts, lines, words, labels and what was made of them."""
