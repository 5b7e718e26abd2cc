"""One table: a sans-I/O core and the thin asyncio shell around it."""
