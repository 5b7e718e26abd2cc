"""Tests: folders mirror the packages; `support` holds what they share."""
