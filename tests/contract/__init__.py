"""Tests of promises that several parts keep together."""
