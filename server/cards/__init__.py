"""Cards, decks and who may see them."""
