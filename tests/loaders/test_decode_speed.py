"""The parser of reads earns its keep."""

from bench.decode import compare


def test_a_read_takes_at_most_a_third_of_the_cpu_of_boto3s_resource_layer() -> None:
    found = compare(rounds=7)
    assert found.share <= 1 / 3, f"{found.ours * 1e3:.1f} ms against {found.resource * 1e3:.1f} ms"
