"""Small faults planted in the rules, clause by clause: ``python -m tests.mutants`` demands that a test finds each."""
