"""The Xiban server."""
