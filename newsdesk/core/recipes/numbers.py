"""What numbers of a specification may be."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

Share = Annotated[float, Meta(ge=0, lt=1)]
Positive = Annotated[float, Meta(gt=0)]
Count = Annotated[int, Meta(ge=1)]
Precision = Literal["auto", "fp32", "bf16", "fp16"]
NIGHT = r"^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$"
NAME = r"^\w[\w.-]*$"
