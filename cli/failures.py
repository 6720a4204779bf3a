"""What ends a command: a sentence for the person, and a code for the script that called it."""

from enum import IntEnum


class Exit(IntEnum):
    """The exit codes, as docs/cli.md lists them."""

    DONE = 0
    ENDED_BADLY = 1
    """The command worked, but what it was about did not: a document failed, a job was cancelled."""
    USAGE = 2
    """The command line itself is wrong."""
    REFUSED = 3
    """The API refused what was asked: bad input, a conflict, too much at once."""
    NOT_FOUND = 4
    NOT_ALLOWED = 5
    """No credentials, expired ones, or ones that may not do this."""
    AWAY = 6
    """The API or its database cannot be reached or is overloaded; the same command may work later."""
    INTERRUPTED = 130


class CommandFailed(Exception):
    """Why a command ended without doing what it was asked to do."""

    def __init__(self, message: str, code: Exit, hint: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint
        """What to do next."""


class Usage(CommandFailed):
    """Options that do not go together, or files that are not there."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, Exit.USAGE, hint)


class NothingFound(CommandFailed):
    """Nothing has the id that was given, or the caller may not see it."""

    def __init__(self, what: str) -> None:
        super().__init__(f"There is no {what}, or you may not see it.", Exit.NOT_FOUND)


class ApiAway(CommandFailed):
    """The API did not answer."""

    def __init__(self, url: str, reason: str) -> None:
        hint = "Is it running? `make serve` starts one here; TESSERA_URL or --url names another."
        super().__init__(f"{url} does not answer: {reason}.", Exit.AWAY, hint)


_CODES = {
    "BadInput": Exit.REFUSED,
    "BadCursor": Exit.REFUSED,
    "Conflict": Exit.REFUSED,
    "TooLarge": Exit.REFUSED,
    "NotFound": Exit.NOT_FOUND,
    "Forbidden": Exit.NOT_ALLOWED,
    "Unauthorized": Exit.NOT_ALLOWED,
    "UnauthorizedException": Exit.NOT_ALLOWED,
    "Throttled": Exit.AWAY,
    "Unavailable": Exit.AWAY,
    "Internal": Exit.AWAY,
    "ExecutionTimeout": Exit.AWAY,
}
_OF_FUNCTIONS = ("Lambda:", "Runtime.", "Sandbox.", "Function.")
"""How the errors begin of a function that could not start, ran out of time or broke down."""
_HINTS = {
    Exit.NOT_ALLOWED: "`tessera whoami` shows whom you act as; `tessera login --help` how to act as someone else.",
    Exit.AWAY: "Try again in a moment.",
}


def refused(errors: list[dict[str, object]]) -> CommandFailed:
    """The failure that the errors of an answer are: the first one decides, all of them are told."""
    kind = _kind(errors[0])
    code = Exit.AWAY if kind.startswith(_OF_FUNCTIONS) else _CODES.get(kind, Exit.REFUSED)
    return CommandFailed("\n".join(_told(each) for each in errors), code, _HINTS.get(code))


def _kind(error: dict[str, object]) -> str:
    """The kind of an error; AppSync's real-time addresses put the name of a program before it."""
    return str(error.get("errorType") or "").rpartition("#")[2]


def _told(error: dict[str, object]) -> str:
    kind, message = _kind(error), str(error.get("message"))
    info = error.get("errorInfo")
    field = info.get("field") if isinstance(info, dict) else None
    where = f" ({field})" if field and str(field) not in message else ""
    return f"{kind}: {message}{where}" if kind else message
