"""`tessera cats`: pictures, and whether they show a cat."""

from cli.cats.commands import app

__all__ = ["app"]
