"""`python -m cli`, the same as `tessera`."""

from cli.app import run

if __name__ == "__main__":
    run()
