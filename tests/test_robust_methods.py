"""Hostile counts, levels and options for methods: an answer in finite numbers, or a refusal in words."""

from robust_groups import asked

test_each_answers_or_refuses = asked("methods", 4)
