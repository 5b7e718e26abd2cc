"""Several nodes, nginx and Redis: real processes on loopback."""
