"""Finds damage in a database that its engine does not notice: it would serve what is left as if it were all."""

import sqlite3
from pathlib import Path
from urllib.parse import quote

from local.failures import CannotServe

LARGEST_CHECKED = 512 * 1024 * 1024
"""Bytes; a check of more would hold up every start. Both engines store their data with SQLite."""


class DamagedDatabase(CannotServe):
    """The database is damaged; the message says how."""


def demand_data(database: Path) -> None:
    """Raise if a file that held data is empty; to be asked before an engine fills it with an empty database."""
    if database.exists() and not database.stat().st_size:
        raise _damaged(database, ["the file is empty"])


def demand_sound(database: Path) -> None:
    """Raise if the file is damaged inside."""
    if database.exists() and database.stat().st_size <= LARGEST_CHECKED:
        found = _problems(database)
        if found:
            raise _damaged(database, found)


def _damaged(database: Path, found: list[str]) -> DamagedDatabase:
    return DamagedDatabase(
        f"The database {database} is damaged ({'; '.join(found)}): restore a copy of it, choose another DATA_DIR, "
        "or start over with `make reset`"
    )


def _problems(database: Path) -> list[str]:
    """What SQLite finds wrong; the file is only read."""
    connection = sqlite3.connect(f"file:{quote(str(database))}?mode=ro", uri=True)
    try:
        rows = connection.execute("PRAGMA quick_check(2)").fetchall()
    except sqlite3.OperationalError:
        return []  # it is locked or cannot be read: the engine says that in its own words
    except sqlite3.DatabaseError as error:
        return [str(error)]
    finally:
        connection.close()
    return [str(row[0]).replace("\n", " ") for row in rows if row[0] != "ok"]
