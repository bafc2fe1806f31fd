"""The service's own description: complete, and true for requests that nobody thought of."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from registry import ARD, OWN, serving

from t2tdb.serve.app import Service, application

with warnings.catch_warnings():  # of its own dependencies
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis import GenerationMode
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        negative_data_rejection,
        response_schema_conformance,
        status_code_conformance,
        unsupported_method,
    )

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
FIRM = settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def address(served_database: str) -> Iterator[str]:
    with serving(application(Service(served_database, "acme.example"))) as place:
        yield place


SCHEMA = schemathesis.openapi.from_path(OWN / "serve.openapi.yaml")
OPERATIONS = {result.ok().label: result.ok() for result in SCHEMA.get_all_operations()}


@pytest.mark.parametrize("mode", list(GenerationMode), ids=lambda mode: mode.value)
@pytest.mark.parametrize("label", OPERATIONS)
def test_whatever_is_asked(address: str, label: str, mode: GenerationMode) -> None:
    @FIRM
    @given(case=OPERATIONS[label].as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        case.call_and_validate(base_url=address, checks=CHECKS)

    try:
        ask()
    except Unsatisfiable:
        pytest.skip("nothing can be wrong with this request")


def test_it_says_all_that_the_specification_says() -> None:
    own = yaml.safe_load((OWN / "serve.openapi.yaml").read_text())
    theirs = yaml.safe_load((ARD / "ard.openapi.yaml").read_text())
    for path, methods in theirs["paths"].items():
        for method, operation in methods.items():
            mine = own["paths"][path][method]
            assert set(operation["responses"]) - {"501"} <= set(mine["responses"])  # explore is there
            named = {parameter["name"] for parameter in mine.get("parameters", ())}
            assert {parameter["name"] for parameter in operation.get("parameters", ())} == named


def test_every_route_is_described(served_database: str) -> None:
    own = yaml.safe_load((OWN / "serve.openapi.yaml").read_text())
    paths: Callable[[Any], str] = lambda route: route.path  # noqa: E731
    routes = {paths(route) for route in application(Service(served_database, "acme.example")).routes}
    assert routes - {"/.well-known/ard.json"} == set(own["paths"])
