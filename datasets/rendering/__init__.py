"""Photographs of dice that were never thrown: scenes drawn at random, rendered, and labelled."""
