"""Scripted clients that load a server and measure it, over the public protocol only."""
