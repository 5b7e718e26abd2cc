"""Clients that mean harm, in processes of their own, against a server in a process of its own."""
