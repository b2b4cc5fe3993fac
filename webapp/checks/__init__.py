"""What ``dicesight doctor`` looks at, a part a module. Checks only look: they leave nothing."""
