"""Limits that hold on every machine, because both sides are measured in one run: `python -m bench.limits`."""

import sys

from bench import decode, imports


def main() -> None:
    """Print what was measured; the exit code says whether all is within its limit."""
    reads, starts = decode.compare(), imports.compare()
    rows = [
        ("a read, against boto3's resource layer (CPU)", reads.ours, reads.resource, reads.share, 1 / 3),
        ("importing the Lambda, against its packages (CPU)", starts.ours, starts.packages, starts.share, 2.5),
    ]
    print(f"{'':50} {'ours':>9} {'theirs':>9} {'share':>6} {'limit':>6}")
    for name, ours, theirs, share, limit in rows:
        print(f"{name:50} {ours * 1e3:6.1f} ms {theirs * 1e3:6.1f} ms {share:6.2f} {limit:6.2f}")
    missed = [name for name, _, _, share, limit in rows if share > limit]
    sys.exit(f"Too slow: {'; '.join(missed)}" if missed else 0)


if __name__ == "__main__":
    main()
