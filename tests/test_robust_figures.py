"""Hostile results and names in figures: an answer in finite numbers, or a refusal in words."""

from robust_groups import asked

test_each_answers_or_refuses = asked("figures", 2)
