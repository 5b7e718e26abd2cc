"""Tests of server/rooms, one module a module."""
