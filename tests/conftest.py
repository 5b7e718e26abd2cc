"""What all tests have in common: how far Hypothesis looks.

``quick`` looks at the same examples each time; ``HYPOTHESIS_PROFILE=deep`` looks at more, and at others each time.
"""

import os

from hypothesis import HealthCheck, settings

_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]

settings.register_profile("quick", derandomize=True, deadline=None, database=None, suppress_health_check=_SLOW)
settings.register_profile(
    "deep", max_examples=2_000, deadline=None, database=None, print_blob=True, suppress_health_check=_SLOW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))
