"""Whole evenings on a virtual clock, out of one seed: only network, clock, disk and chance are simulated."""
