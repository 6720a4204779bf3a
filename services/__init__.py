"""Thin typed clients of AWS services."""
