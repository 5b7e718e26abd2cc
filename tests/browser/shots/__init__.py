"""Pictures of every state of every page, at every size, by day and by night: ``make shots``."""
