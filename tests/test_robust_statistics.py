"""Hostile options of statistics and rules, hostile samples for them: finite numbers, or a refusal in words."""

from robust_groups import asked

test_each_answers_or_refuses = asked("statistics", 6)
