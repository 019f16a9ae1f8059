"""The drawings of tools/make-sequence: Python's standard library and nothing else."""
