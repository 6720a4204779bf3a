"""Tests of what is deployed, and of how it behaves where it runs."""
