"""The interface keeps to its own description, whatever is sent."""

from __future__ import annotations

from typing import Any, cast

import pytest
import schemathesis
from httpx import Client
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from spielbaum.web.app import create_app
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.xdist_group("web")
SCHEMA = schemathesis.openapi.from_dict(create_app().openapi())
OPERATIONS: list[Any] = [cast(Any, found).ok() for found in SCHEMA.get_all_operations()]
FITTING, UNFIT = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE
# A request without a body or parameters fits always.
CASES = [(one, FITTING) for one in OPERATIONS] + [(one, UNFIT) for one in OPERATIONS if one.body]
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.mark.parametrize(
    ("operation", "mode"), CASES, ids=[f"{one.label} {mode.name.lower()}" for one, mode in CASES]
)
def test_answers_are_as_described(operation: Any, mode: schemathesis.GenerationMode, client: Client) -> None:
    """With messages that fit the description and with messages that do not."""

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=10, derandomize=True, suppress_health_check=list(HealthCheck))
    def check(case: Any) -> None:
        case.call_and_validate(base_url=str(client.base_url), checks=CHECKS, timeout=PATIENCE)

    check()
