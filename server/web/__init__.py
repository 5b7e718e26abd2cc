"""HTTP and the socket: the only part that knows the web framework."""
