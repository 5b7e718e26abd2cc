"""Tests of server/journal, one module a module."""
