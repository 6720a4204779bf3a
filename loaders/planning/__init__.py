"""Reads a selection: relations, plans and their execution."""
