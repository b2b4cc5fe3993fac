"""The trained weights and what makes, measures and ships them."""
