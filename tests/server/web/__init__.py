"""Tests of server/web, one module a module."""
