"""Labelled dice pictures: reading, cropping, drawing distractors."""
