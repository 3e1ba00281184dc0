"""Numbers of printed output led back to rows: every number of a number line has one, words have none."""

import pytest

import rocstats
from rocstats.analysis_results.printed_numbers import NUMERAL, number_lines, placed
from rocstats.analysis_results.recorder import Recorder
from rocstats.analysis_results.row import About

STUDY = rocstats.read(
    "validation/data/ovarian.csv", truth="popind", positive=1, tests=["alb", "tp", "totscore"], low=["totscore"]
)


def results():
    """Give results of several kinds by name."""
    both = STUDY.sample("alb", "totscore")
    return {
        "auc": rocstats.auc(STUDY.sample("alb")),
        "compare": rocstats.compare_auc(both),
        "contrast": rocstats.contrast_auc(STUDY.sample("alb", "tp", "totscore")),
        "noninferiority": rocstats.noninferiority(both, margin=0.1),
    }


def printed(result):
    """Place the numbers of one result that is recorded by its print alone."""
    recorder = Recorder()
    for place, test in enumerate(("alb", "tp", "totscore"), 1):
        area = rocstats.auc(STUDY.sample(test))
        recorder.inferred(f"auc.t{place}", area, "area", About(label="AUC", test=test))
    recorder.output("contrast.all", "One", result)
    return placed(recorder.outputs(), recorder.table())


@pytest.mark.parametrize("name", list(results()))
def test_every_number_of_a_number_line_has_a_row(name):
    """What stands in the lines of estimates, intervals and tests is a fact of the result."""
    (output,), rows = printed(results()[name])
    table = {row.id: row.value for row in rows}
    for place, test in enumerate(("alb", "tp", "totscore"), 1):
        area = rocstats.auc(STUDY.sample(test))
        table |= {f"auc.t{place}.estimate": area.estimate, f"auc.t{place}.std-error": area.standard_error}
    held = {end for _, end, _ in output.values}
    for begin, line in number_lines(output.text):
        for numeral in NUMERAL.finditer(line):
            assert begin + numeral.end() in held, line
    for begin, end, row in output.values:
        value = table[row]
        shown = float(output.text[begin:end].lstrip("< "))
        decimals = len(output.text[begin:end].partition(".")[2])
        if output.text[begin] == "<":
            assert value <= shown
            continue
        assert min(abs(abs(value) - abs(shown)), abs(100 * value - shown)) <= 0.5000001 * 10**-decimals


def test_rows_of_the_analysis_come_before_facts_of_the_print():
    """A number that the table has already is not taken down a second time."""
    recorder = Recorder()
    result = results()["auc"]
    recorder.inferred("auc.t1", result, "area", About(label="AUC of alb", test="alb"))
    recorder.output("auc.t1", "AUC of alb", result)
    (output,), _ = placed(recorder.outputs(), recorder.table())
    shown = {output.text[begin:end]: row for begin, end, row in output.values}
    assert shown["0.737"] == "auc.t1.estimate"


def test_words_are_left_alone():
    """Titles, names and notes hold numerals that are no results."""
    (output,), _ = printed(results()["compare"])
    note = output.text.index("note:")
    assert all(end < note for _, end, _ in output.values)
    assert "30 subjects" in output.text
