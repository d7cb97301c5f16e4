"""What operations cost, against their budgets (docs/performance.md): ``python -m benchmarks``.

Figures are ratios, measured in one run, so that they mean the same on any machine. It is a report and never a test:
nothing fails when a figure is over its budget.
"""
