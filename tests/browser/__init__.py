"""Real Chromium pages at a real server."""
