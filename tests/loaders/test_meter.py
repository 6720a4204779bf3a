"""Adding up what a request costs."""

from threading import Thread

from loaders.dynamo.meter import Meter, MeteredRead, reported_units


def read(units: float) -> MeteredRead:
    return MeteredRead("query", "receipts", "GSI1", "GSI1PK=a", items=3, units=units)


def test_it_adds_up_reads_and_keeps_each() -> None:
    meter = Meter()
    meter.count_request()
    meter.count_read(read(2.5), 700)
    meter.count_request()
    meter.count_read(read(0.5), 100)
    assert (meter.requests, meter.read_units, meter.items, meter.bytes) == (2, 3.0, 6, 800)
    assert meter.reads == [read(2.5), read(0.5)]


def test_it_keeps_writes_apart() -> None:
    meter = Meter()
    meter.count_write(3.0)
    assert (meter.read_units, meter.write_units) == (0.0, 3.0)


def test_threads_may_report_at_the_same_time() -> None:
    meter = Meter()

    def report() -> None:
        for _ in range(2000):
            meter.count_request()

    threads = [Thread(target=report) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert meter.requests == 16000


def test_units_are_taken_from_one_figure_or_from_several() -> None:
    assert reported_units({"ConsumedCapacity": {"CapacityUnits": 2.5}}) == 2.5
    assert reported_units({"ConsumedCapacity": [{"CapacityUnits": 2.0}, {"CapacityUnits": 1.0}]}) == 3.0
    assert reported_units({}) is None
    assert reported_units({"ConsumedCapacity": []}) is None
