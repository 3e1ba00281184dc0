"""A study asked again and again: parts of parts, samples of samples, questions in any order."""

import hypothesis.strategies as st
import numpy as np
from endurance import examine, fingerprint, in_words, same_print
from hostile_data import studies
from hypothesis import settings
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, initialize, invariant, multiple, rule

import rocstats
from rocstats import Bootstrap, RocstatsError

ASKED = {
    "auc": rocstats.auc,
    "curve": rocstats.roc_curve,
    "points": rocstats.operating_points,
    "ties": rocstats.tie_summary,
    "ks": rocstats.ks,
    "gains": lambda sample: rocstats.gains(sample, 2),
    "thresholds": lambda sample: rocstats.thresholds(sample, rng=1, n_resamples=100),
    "compare": rocstats.compare_auc,
    "contrast": rocstats.contrast_auc,
    "bootstrap": lambda sample: rocstats.auc(sample, Bootstrap(n_resamples=100, rng=1)),
    "counts": lambda sample: rocstats.accuracy(rocstats.counts_at(sample, 0.5)),
    "pairs": lambda sample: rocstats.compare_accuracy(rocstats.paired_counts_at(sample, (0.5, 0.5))),
}


class StudyMachine(RuleBasedStateMachine):
    """Whatever was asked before, each answer is honest, and nothing that was held has changed."""

    held = Bundle("held")
    samples = Bundle("samples")

    def __init__(self):
        super().__init__()
        self.kept = []

    @initialize(target=held, study=studies())
    def begin(self, study):
        """Take in a study."""
        self.kept.append((study, fingerprint(study.frame)))
        return study

    @rule(target=held, study=held, seed=st.integers(0, 2**16))
    def part(self, study, seed):
        """Take a part of it, however small; a part of nobody is refused."""
        mask = np.random.default_rng(seed).random(len(study.frame)) < 0.7
        return self.asked(lambda: study.where(mask, label="part"))

    @rule(target=samples, study=held, names=st.lists(st.sampled_from(["A", "B"]), max_size=2, unique=True))
    def sample(self, study, names):
        """Take a sample."""
        study.flow(*names)
        return self.asked(lambda: study.sample(*names))

    @rule(target=samples, sample=consumes(samples), name=st.sampled_from(["A", "B", "C"]))
    def select(self, sample, name):
        """Pick a test of it."""
        return self.asked(lambda: sample.select(name))

    @rule(sample=samples, word=st.sampled_from(list(ASKED)))
    def ask(self, sample, word):
        """Ask a question twice: both answers are honest and the same."""
        answers = []
        for _ in range(2):
            try:
                answers.append(ASKED[word](sample))
            except RocstatsError as refusal:
                in_words(str(refusal))
                answers.append(str(refusal))
        for answer in answers[:1]:
            if not isinstance(answer, str):
                examine(answer)
        assert str(answers[0]) == str(answers[1])

    @rule(one=samples, other=samples)
    def compare(self, one, other):
        """Compare two samples, which share subjects or not."""
        try:
            examine(rocstats.compare_auc(one, other))
        except RocstatsError as refusal:
            in_words(str(refusal))

    @invariant()
    def nothing_has_changed(self):
        """The frames that were given stay as they were."""
        assert all(same_print(before, fingerprint(study.frame)) for study, before in self.kept)

    def asked(self, function):
        """Give what comes of it, or nothing where it is refused."""
        try:
            return function()
        except RocstatsError as refusal:
            in_words(str(refusal))
            return multiple()


StudyMachine.TestCase.settings = settings(max_examples=15, stateful_step_count=12)
TestStudy = StudyMachine.TestCase
