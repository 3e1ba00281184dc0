"""Hostile plans and data on their way to results, reports and records: finite numbers, or a refusal in words."""

from robust_groups import asked

SLOW = ("run_plan", "verify_run", "qualify", "validate", "compose_report", "investigate", "write", "compose", "render")

test_each_answers_or_refuses = asked("runs", 8, slow=(*SLOW, "render_bytes", "analyse"))
