"""Hostile samples, tables and options for every question: an answer in finite numbers, or a refusal in words."""

from robust_groups import asked

test_each_answers_or_refuses = asked("questions", 8, slow=("venkatraman", "calibration", "multiclass_auc"))
