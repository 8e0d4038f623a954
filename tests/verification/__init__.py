"""The verification suite: what takes many seeds, run on demand with ``python -m tests.verification``."""
