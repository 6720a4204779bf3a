"""The base class of what commands take: as strict as the items that are built from it."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, field_validator

from commands.bad_input import NotStorable
from entities.attributes import check_storable


class Input(BaseModel):
    """The input of a command, or a part of it. A field with a default may be left out."""

    about: ClassVar[str] = ""
    """The type that it is about: fields of the same names mean the same."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", defer_build=True, coerce_numbers_to_str=True, allow_inf_nan=False
    )

    @field_validator("*")
    @classmethod
    def _demand_storable(cls, value: Any) -> Any:
        """Refuse what DynamoDB would refuse, by its field: inputs inside this one check themselves."""
        try:
            check_storable(value)
        except ValueError as error:
            raise NotStorable(str(error), _place(value)) from None
        return value

    def given(self, *names: str) -> dict[str, Any]:
        """Those of these fields that the caller gave a value."""
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}

    def only(self, *left_out: str) -> dict[str, Any]:
        """All fields that have a value, but for some."""
        return self.given(*(name for name in type(self).model_fields if name not in left_out))


def _place(value: Any) -> tuple[int, ...]:
    """The way through lists to the first value that cannot be stored; it ends at a map."""
    for place, each in enumerate(value if isinstance(value, list | tuple) else ()):
        try:
            check_storable(each)
        except ValueError:
            return place, *_place(each)
    return ()
