"""Engines, tables and their data."""
