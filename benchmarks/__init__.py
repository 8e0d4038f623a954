"""How fast mtgstats is, beside other ways to get the same numbers: ``python -m benchmarks`` writes `report.md`."""
