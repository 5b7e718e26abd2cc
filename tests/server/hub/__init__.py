"""Tests of server/hub, one module a module."""
