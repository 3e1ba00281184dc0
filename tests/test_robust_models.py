"""Hostile scores and options for curve models: an answer in finite numbers, or a refusal in words."""

from robust_groups import MODELS, asked

test_each_answers_or_refuses = asked("models", 4, slow=MODELS)
