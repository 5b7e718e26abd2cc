"""Why there is no connection, in few words."""

import pytest

from server.loadtest.problems import Failed, Refused, Unopened


@pytest.mark.parametrize("kind", [Refused, Failed])
def test_a_problem_is_its_sentence(kind: type[Unopened]) -> None:
    problem = kind("HTTP 503")
    assert str(problem) == problem.why == "HTTP 503"
