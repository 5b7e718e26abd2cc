"""Players of the house. They see what any player sees: a View, and nothing behind it."""
