"""Connections: what comes in, what may go out when, and who is cut off."""
