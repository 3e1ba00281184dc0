"""Files: every format gives the same study, and what cannot be read says why."""

import hashlib
import re
import sys
from pathlib import Path

import numpy as np
import openpyxl
import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pyreadstat
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.data.files import read
from rocstats.data.source import Source
from rocstats.errors import DataError, MissingExtraError

STATED = {"truth": "outcome", "positive": "Poor", "tests": ["A", "B"]}
TEXT = "id,outcome,A,B\n01,Poor,4,0.1\n1,Good,1,0.25\n3,Poor,3,1e-3\n4,Good,2,-7\n"
CASES, CONTROLS = [[4.0, 0.1], [3.0, 0.001]], [[1.0, 0.25], [2.0, -7.0]]


def says(text):
    """Match a whole message."""
    return f"^{re.escape(text)}$"


@pytest.fixture
def put(tmp_path):
    """Write a file and return its path."""

    def write(content, name="study.csv", encoding="utf-8"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode(encoding))
        return path

    return write


def held(study):
    """Return the scores of a study."""
    sample = study.sample()
    return sample.cases.tolist(), sample.controls.tolist()


def frame():
    """Return the same study as a frame."""
    return pd.DataFrame(
        {
            "id": ["01", "1", "3", "4"],
            "outcome": ["Poor", "Good", "Poor", "Good"],
            "A": [4, 1, 3, 2],
            "B": [0.1, 0.25, 1e-3, -7],
        }
    )


def excel(path, *sheets):
    """Write a workbook of sheets, each a name and its rows."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def rows():
    """Return the study as rows of cells."""
    data = frame()
    return [list(data.columns), *data.to_numpy(dtype=object).tolist()]


# Text files

DELIMITED = {
    "comma": TEXT,
    "semicolon": TEXT.replace(",", ";"),
    "tab": TEXT.replace(",", "\t"),
    "vertical bar": TEXT.replace(",", "|"),
    "semicolon and decimal comma": TEXT.replace(",", ";").replace(".", ","),
    "tab and decimal comma": TEXT.replace(",", "\t").replace(".", ","),
    "quoted decimal commas between commas": re.sub(r"(\d)\.(\d+)", r'"\1,\2"', TEXT),
    "Windows line ends": TEXT.replace("\n", "\r\n"),
    "old Macintosh line ends": TEXT.replace("\n", "\r"),
    "no last line end": TEXT.rstrip(),
    "blank lines": "\n\n" + TEXT.replace("\n", "\n\n"),
    "a hundred blank lines first": "\n" * 100 + TEXT,
    "quotes": re.sub(r"([^,\n]+)", r'"\1"', TEXT),
    "spaces around numbers": TEXT.replace("4,0.1", " 4 , 0.1"),
    "plus signs": TEXT.replace("4,0.1", "+4,+.1"),
    "byte order mark": "\ufeff" + TEXT,
}


@pytest.mark.parametrize("how", DELIMITED)
def test_every_way_to_write_a_table_is_read_alike(put, how):
    """Delimiter, decimal mark, line ends and quotes are found out."""
    study = read(put(DELIMITED[how]), **STATED, subject="id")
    assert held(study) == (CASES, CONTROLS)
    assert study.sample().ids[0].tolist() == ["01", "3"]


@pytest.mark.parametrize("name", ["study.CSV", "study.tsv", "study.tab", "study.txt"])
def test_the_delimiter_follows_from_the_text_not_the_name(put, name):
    """An extension says that a file is text, no more."""
    assert held(read(put(TEXT, name), **STATED)) == (CASES, CONTROLS)


@pytest.mark.parametrize(
    ("encoding", "stated"), [("utf-16", None), ("utf-8-sig", None), ("cp1252", "cp1252"), ("latin-1", "latin-1")]
)
def test_encodings(put, encoding, stated):
    """UTF-8 and a byte order mark are recognised; anything else is stated."""
    study = read(
        put(TEXT.replace("Poor", "Übel"), encoding=encoding), **(STATED | {"positive": "Übel"}), encoding=stated
    )
    assert held(study) == (CASES, CONTROLS)
    assert study.positive == "Übel"


def test_how_a_file_was_read_is_recorded(put):
    """The source names the file, its fingerprint, its size and shape, and how it was read."""
    text = TEXT.replace(",", ";").replace(".", ",")
    study = read(put(text), **STATED, subject="id")
    assert study.source == Source(
        name="study.csv",
        format="CSV",
        bytes=len(text),
        sha256=hashlib.sha256(text.encode()).hexdigest(),
        n_rows=4,
        n_columns=4,
        columns=("outcome", "id", "A", "B"),
        layout="wide",
        encoding="utf-8",
        delimiter=";",
        decimal=",",
        missing_codes=("", "NA", "N/A", "NaN", "nan", "."),
    )


def test_two_readings_of_one_file_are_one_study(put):
    """Samples of two readings share their subjects."""
    path = put(TEXT)
    one, two = read(path, **STATED), read(str(path), **STATED)
    assert one.sample("A").shares_subjects_with(two.sample("B"))
    other = read(put(TEXT + "5,Good,1,1\n", "other.csv"), **STATED)
    assert not one.sample("A").shares_subjects_with(other.sample("A"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60, deadline=None)
@given(
    st.lists(st.floats(allow_nan=False), min_size=2, max_size=8),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(".,"),
)
def test_every_double_survives_a_text_file(put, values, delimiter, decimal):
    """A number written in its shortest form is read as the same float64, infinite ones too."""
    lines = [delimiter.join(("ill", "A"))]
    for i, value in enumerate(values):
        lines.append(delimiter.join((str(i % 2), f'"{repr(value).replace(".", decimal)}"')))
    study = read(put("\n".join(lines)), truth="ill", tests=["A"], delimiter=delimiter, decimal=decimal)
    sample = study.sample()
    assert sample.controls.ravel().tolist() == values[::2]
    assert sample.cases.ravel().tolist() == values[1::2]


def test_columns_have_the_type_of_their_values(put):
    """Masks work as they would on a frame: numbers are numbers, booleans booleans, text text."""
    text = "ill,A,n,yes,name,none\n1,1.5,1,True,x,\n0,2,2,False,,\n1,NA,,True,NA,\n"
    data = read(put(text), truth="ill", tests="A", missing="drop").frame
    assert data["n"].tolist()[:2] == [1, 2]
    assert data["n"].isna().tolist() == [False, False, True]
    assert data["yes"].tolist() == [True, False, True]
    assert data["name"].isna().tolist() == [False, True, True]
    assert data["none"].isna().all()
    assert data["ill"].dtype == np.int64


def test_codes_for_missing_values_are_stated_or_the_usual_ones(put):
    """Empty cells, NA and the like are missing and counted; other codes are named."""
    text = "ill,A\n1,NA\n0,.\n1,N/A\n0,nan\n,3\n1,\n1,2\n0,1\n"
    sample = read(put(text), truth="ill", tests="A", missing="drop").sample()
    assert (sample.n_cases, sample.n_controls, sample.n_dropped) == (1, 1, 6)
    text = "ill,A\n1,-9\n0,-9\n1,3\n0,2\n-9,1\n"
    study = read(put(text), truth="ill", tests="A", missing="drop", missing_codes=["-9"])
    assert (study.sample().n_dropped, study.source.missing_codes) == (3, ("-9",))


def test_none_is_a_truth_value_like_any_other(put):
    """A grade called None is no missing value."""
    study = read(put("grade,A\nNone,1\nmild,2\n"), truth="grade", positive="mild", tests="A")
    assert study.negative == "None"


def test_the_needed_columns_decide_between_delimiters(put):
    """Where two delimiters would split, the one under which the columns are there is right."""
    text = "id|note, free;outcome;A\n1|x, y;1;3\n2|z, w;0;2\n"
    study = read(put(text), truth="outcome", tests="A")
    assert (study.source.delimiter, study.source.n_columns) == (";", 3)


def test_other_delimiters_are_stated(put):
    """A delimiter may be any character, or a word for it."""
    text = TEXT.replace(",", "^")
    assert held(read(put(text), **STATED, delimiter="^")) == (CASES, CONTROLS)
    assert held(read(put(TEXT.replace(",", "\t")), **STATED, delimiter="tab")) == (CASES, CONTROLS)


def test_cells_may_hold_lines_and_delimiters(put):
    """A quoted cell with a line end and a comma is one cell."""
    text = 'note,outcome,A\n"a, ""b""\nc",1,3\n"",0,2\n'
    study = read(put(text), truth="outcome", tests="A")
    assert study.frame["note"].tolist()[0] == 'a, "b"\nc'
    assert held(study) == ([[3.0]], [[2.0]])


def test_unused_columns_may_be_doubled_or_without_a_name(put):
    """Row names and doubled notes get names of their own."""
    study = read(put(",note,outcome,A,note\n1,x,1,3,y\n2,x,0,2,y\n"), truth="outcome", tests="A")
    assert list(study.frame.columns) == ["column 1", "note", "outcome", "A", "note (2)"]


def test_integers_beyond_float64_are_refused_from_text_too(put):
    """Large identifiers are no scores; as subjects they stay text."""
    big = 2**53 + 1
    text = f"id,ill,A\n{big},1,{big}\n{big + 1},0,2\n"
    with pytest.raises(DataError, match=r'^scores of "A" holds 9007199254740993, an integer beyond 2\*\*53'):
        read(put(text), truth="ill", tests="A")
    fine = read(put(f"id,ill,A\n{big},1,1\n{big + 1},0,2\n"), truth="ill", tests="A", subject="id")
    assert fine.sample().ids[0].tolist() == [str(big)]


TEXT_REFUSALS = {
    "an empty file": (b"", {}, "study.csv is empty."),
    "blank lines only": ("\n \n", {}, "study.csv is empty."),
    "a header only": ("id,outcome,A,B\n", {}, "study.csv has a header and no rows below it."),
    "a missing column": (
        TEXT.replace("outcome", "Outcome "),
        {},
        'study.csv has no column "outcome"; did you mean "Outcome "? Its columns are: id, Outcome , A, B.',
    ),
    "a doubled column": (
        "outcome,A,B,A\nPoor,1,2,3\n",
        {},
        'study.csv has 2 columns called "A"; give each its own name.',
    ),
    "stray text in a score": (
        TEXT.replace("0.25", "<0.05"),
        {},
        'scores of "B" must be numbers; they hold "<0.05" in row 2 (rows counted below the header). '
        "Correct them, or name what stands for a missing value with missing_codes=.",
    ),
    "much stray text": (
        "outcome,A,B\nPoor,1,x\nGood,2,1.5\nGood,3,y\nGood,2,z\nGood,2,1_000\nPoor,2,0x1A\n",
        {},
        'scores of "B" must be numbers; they hold "x" in row 1, "y" in row 3, "z" in row 4 and 2 more '
        "(rows counted below the header). Correct them, or name what stands for a missing value with missing_codes=.",
    ),
    "numbers too large for a double": (
        TEXT.replace("0.25", "1e999"),
        {},
        'scores of "B" must be numbers; they hold "1e999" in row 2 (rows counted below the header). '
        "Correct them, or name what stands for a missing value with missing_codes=.",
    ),
    "two decimal marks": (
        TEXT.replace(",", ";").replace("0.25", "0,25"),
        {},
        'scores of "B" must be numbers; they hold "0.1" in row 1 (rows counted below the header). '
        "Correct them, or name what stands for a missing value with missing_codes=.",
    ),
    "thousands or decimals": (
        "outcome;A;B\nPoor;1;1,250\nGood;2;3,100\n",
        {},
        '"B" of study.csv holds numbers such as 1,250, whose comma could mark decimals or thousands. '
        'State decimal="," or write them without a mark for thousands.',
    ),
    "a long row": (
        TEXT + "5,Good,1,2,3\n",
        {},
        "line 6 of study.csv has 5 fields but the header has 4. The columns were split at each comma.",
    ),
    "a short row": (
        TEXT + "5,Good,1\n",
        {},
        "line 6 of study.csv has 3 fields but the header has 4. The columns were split at each comma.",
    ),
    "an open quotation mark": (
        TEXT + '5,"Good,1,2\n',
        {},
        "study.csv has a quotation mark that is never closed.",
    ),
    "bytes that are no UTF-8": (
        TEXT.replace("Poor", "Übel").encode("latin-1"),
        {},
        "study.csv is no UTF-8 text: byte 19 cannot be read. "
        'State what it is with encoding=, such as "cp1252" for many Windows files.',
    ),
    "an encoding that there is not": (TEXT, {"encoding": "utf-9"}, "there is no text encoding 'utf-9'."),
    "UTF-16 without a mark": (
        TEXT.encode("utf-16-le"),
        {},
        "study.csv holds NUL characters, so it is no text in UTF-8; state its encoding=.",
    ),
    "a delimiter that is none": (TEXT, {"delimiter": ",,"}, "delimiter is one character, not ',,'."),
    "a decimal mark that is none": (TEXT, {"decimal": "'"}, 'decimal is "." or ",", not "\'".'),
    "a sheet": (TEXT, {"sheet": "1"}, "sheet= is for Excel workbooks; study.csv is none."),
    "test without long": (
        TEXT,
        {"test": "A"},
        'test= and score= belong to layout="long"; in a wide file, name the columns in tests=.',
    ),
    "a layout that there is not": (TEXT, {"layout": "tall"}, 'layout is "wide" or "long", not \'tall\'.'),
    "long without its columns": (
        TEXT,
        {"layout": "long"},
        'layout="long" needs the columns of subjects, tests and scores: subject=, test= and score=.',
    ),
    "no tests": (TEXT, {"tests": None}, "tests= names the columns of scores. The numeric columns are: id, A, B."),
    "missing values": (
        TEXT.replace("0.25", ""),
        {},
        '1 of 4 subjects has no score for "B". Use missing="drop" to leave them out, or impute them first.',
    ),
}


@pytest.mark.parametrize("refusal", TEXT_REFUSALS)
def test_text_files_that_cannot_be_used_say_why(put, refusal):
    """Each message names the file, or the test, the row and the value."""
    content, options, text = TEXT_REFUSALS[refusal]
    with pytest.raises(DataError, match=says(text)):
        read(put(content), **(STATED | options)).sample()


def test_a_comma_that_could_mark_thousands_is_decided_by_who_knows(put):
    """With decimal="," stated, 1,250 is one and a quarter."""
    text = "outcome;A;B\nPoor;1;1,250\nGood;2;3,100\n"
    assert held(read(put(text), **STATED, decimal=",")) == ([[1.0, 1.25]], [[2.0, 3.1]])
    with pytest.raises(DataError, match=r'^scores of "B" must be numbers; they hold "1,250" in row 1'):
        read(put(text), **STATED, decimal=".")


def test_paths_that_are_no_files_say_so(put, tmp_path):
    """A missing file, a folder and an unknown extension are three different things."""
    for path, text in [
        (tmp_path / "no.csv", f"there is no file {tmp_path / 'no.csv'}."),
        (tmp_path, f"{tmp_path} is a folder; name a file in it."),
        (
            put("x", "study.rds"),
            'study.rds has the extension ".rds"; read knows .csv, .tsv, .tab, .txt, .xlsx, .xlsm, .parquet, .xpt, '
            ".sas7bdat, .sav, .zsav, .dta.",
        ),
        (
            put("x", "study.xls"),
            'study.xls has the extension ".xls"; read knows .csv, .tsv, .tab, .txt, .xlsx, .xlsm, .parquet, .xpt, '
            ".sas7bdat, .sav, .zsav, .dta. Save the workbook as .xlsx.",
        ),
    ]:
        with pytest.raises(DataError, match=says(text)):
            read(path, **STATED)


def test_hostile_names_are_shown_without_their_power(put):
    """A control character in a header or a cell cannot reach the terminal."""
    with pytest.raises(DataError) as refusal:
        read(put("a\x1b[2J,A,B\nPoor,\x1b[31m,3\n"), **STATED)
    assert "\x1b" not in str(refusal.value)


def test_a_row_of_labels_from_the_command_line(put):
    """Positive values are text there, and match numbers and booleans exactly."""
    for cells, positive in (("1,0", "1"), ("1.0,0.0", "1"), ("TRUE,FALSE", "TRUE"), ("True,False", "1"), ("2,1", "2")):
        one, two = cells.split(",")
        assert held(read(put(f"ill,A\n{one},3\n{two},2\n"), truth="ill", positive=positive, tests="A")) == (
            [[3.0]],
            [[2.0]],
        )


# Long layout, options that pass through


def test_a_long_file_is_the_wide_study(put):
    """Rows of subject and test are paired, ids as text."""
    lines = ["id,outcome,method,value"]
    for row in frame().itertuples():
        lines += [f"{row.id},{row.outcome},B,{row.B!r}", f"{row.id},{row.outcome},A,{row.A}"]
    path = put("\n".join(lines))
    options = {"truth": "outcome", "positive": "Poor", "subject": "id", "test": "method", "score": "value"}
    study = read(path, **options, layout="long", tests=["A", "B"])
    assert held(study) == (CASES, CONTROLS)
    assert (study.source.layout, study.source.n_rows, len(study.frame)) == ("long", 8, 4)
    assert [t.name for t in read(path, **options, layout="long").tests] == ["B", "A"]
    with pytest.raises(
        DataError, match=says('count= belongs to layout="wide"; in a long file a row is one score of one subject.')
    ):
        read(path, **options, layout="long", count="value")


def test_the_options_of_a_study_pass_through(put):
    """Direction, cut-off, count, cluster, stratum and design are those of ``Study``."""
    text = "outcome,A,B,n,site,ward\nPoor,1,2,3,01,x\nGood,3,4,5,1,y\n"
    study = read(
        put(text),
        **(STATED | {"tests": [DiagnosticTest("A", low=True), "B"]}),
        negative="Good",
        low=["B"],
        count="n",
        cluster="site",
        stratum="ward",
        cutoffs={"A": 2},
        design="cohort",
    )
    sample = study.sample()
    assert sample.tests == (DiagnosticTest("A", low=True, cutoff=2.0), DiagnosticTest("B", low=True))
    assert (sample.n_cases, sample.n_controls, sample.design) == (3, 5, "cohort")
    assert (sample.clusters[0].tolist(), sample.strata[1].tolist()) == (["01"], ["y"])
    assert study.source.columns == ("outcome", "site", "ward", "n", "A", "B")


# Excel


def test_a_workbook_is_read_alike(tmp_path):
    """One sheet needs no name; rows below the data that are empty are none."""
    path = excel(tmp_path / "study.xlsx", ("data", [*rows(), [None] * 4, [None] * 4]))
    study = read(path, **STATED, subject="id")
    assert held(study) == (CASES, CONTROLS)
    source = study.source
    assert (source.format, source.sheet, source.n_rows, source.delimiter) == ("Excel", "data", 4, None)
    assert source.remarks[0].startswith("Excel holds values, not what was typed")


def test_a_workbook_with_sheets_needs_a_name(tmp_path):
    """Which sheet holds the data is not guessed."""
    path = excel(
        tmp_path / "study.xlsx", ("data", rows()), ("code book", [["x"]]), ("empty", []), ("header", rows()[:1])
    )
    assert held(read(path, **STATED, sheet="data")) == (CASES, CONTROLS)
    for sheet, text in [
        (None, 'study.xlsx has 4 sheets: "data", "code book", "empty", "header". Pick one with sheet=.'),
        ("Data", 'study.xlsx has no sheet "Data"; it has "data", "code book", "empty", "header".'),
        ("code book", 'sheet "code book" of study.xlsx has no column "outcome". Its columns are: x.'),
        ("empty", 'sheet "empty" of study.xlsx is empty.'),
        ("header", 'sheet "header" of study.xlsx has a header and no rows below it.'),
    ]:
        with pytest.raises(DataError, match=says(text)):
            read(path, **STATED, sheet=sheet)


def test_cells_of_a_workbook_keep_their_kind(tmp_path):
    """Numbers, booleans, text, codes for missing values and empty cells are what they are in the sheet."""
    path = excel(
        tmp_path / "study.xlsx",
        (
            "data",
            [
                ["id", "ill", "A", "n"],
                [7, True, 1.5, 1],
                ["7a", False, 2, None],
                [9, True, "NA", 3],
                [10, None, None, 4],
            ],
        ),
    )
    study = read(path, truth="ill", tests="A", subject="id", missing="drop")
    sample = study.sample()
    assert (sample.cases.tolist(), sample.controls.tolist(), sample.n_dropped) == ([[1.5]], [[2.0]], 2)
    assert sample.ids[1].tolist() == ["7a"]
    assert study.frame["n"].dtype == np.float64


@pytest.mark.parametrize("cell", ["<0.05", "#DIV/0!", "3.5"])
def test_text_among_the_scores_of_a_workbook_is_refused(tmp_path, cell):
    """Text is no number, even one that looks like it."""
    path = excel(tmp_path / "study.xlsx", ("data", [["ill", "A"], [1, 2.5], [0, cell]]))
    text = f'scores of "A" must be numbers; they hold "{cell}" in row 2. Correct them or make them missing first.'
    with pytest.raises(DataError, match=says(text)):
        read(path, truth="ill", tests="A")


def test_what_is_no_workbook_is_refused(put):
    """A renamed text file is no workbook."""
    text = "study.xlsx is no Excel workbook (.xlsx) that can be read; save it again as .xlsx."
    with pytest.raises(DataError, match=says(text)):
        read(put(TEXT, "study.xlsx"), **STATED)


def test_options_of_text_files_are_refused_elsewhere(tmp_path):
    """A delimiter belongs to text."""
    path = excel(tmp_path / "study.xlsx", ("data", rows()))
    with pytest.raises(DataError, match=says("delimiter= is for text files; study.xlsx is none.")):
        read(path, **STATED, delimiter=";")


# Parquet


def test_parquet_is_read_alike(tmp_path):
    """Integers with missing ones among them, categories and booleans come through."""
    path = tmp_path / "study.parquet"
    frame().astype({"outcome": "category"}).to_parquet(path)
    study = read(path, **STATED)
    assert held(study) == (CASES, CONTROLS)
    assert (study.source.format, study.source.n_rows, study.source.n_columns) == ("Parquet", 4, 4)
    pa.parquet.write_table(pa.table({"ill": [True, False, None], "A": [2**53, 1, None]}), path)
    assert held(read(path, truth="ill", tests="A", missing="drop")) == ([[float(2**53)]], [[1.0]])


def test_parquet_that_cannot_be_used_says_why(tmp_path, put):
    """Damaged, empty and doubled Parquet files are named."""
    with pytest.raises(DataError, match=r"^study.parquet cannot be read as a Parquet file \("):
        read(put("PAR1 nothing", "study.parquet"), **STATED)
    path = tmp_path / "other.parquet"
    frame().iloc[:0].to_parquet(path)
    with pytest.raises(DataError, match=says("other.parquet has columns and no rows.")):
        read(path, **STATED)
    pa.parquet.write_table(pa.Table.from_arrays([pa.array([1, 0])] * 3, names=["outcome", "A", "A"]), path)
    with pytest.raises(DataError, match=says('other.parquet has 2 columns called "A"; give each its own name.')):
        read(path, **(STATED | {"tests": ["A"]}))


# SAS, SPSS, Stata


def write_package_file(path, data=None, **labels):
    """Write the study as numbers with value labels, in the format of the extension."""
    data = frame().assign(outcome=[1.0, 0.0, 1.0, 0.0]) if data is None else data
    if path.suffix == ".xpt":
        pyreadstat.write_xport(data, str(path), file_format_version=labels.pop("version", 5))
    elif path.suffix == ".sav":
        pyreadstat.write_sav(data, str(path), **labels)
    else:
        pyreadstat.write_dta(data, str(path), **labels)
    return path


@pytest.mark.parametrize(("name", "kind"), [("study.sav", "SPSS"), ("study.dta", "Stata")])
def test_value_labels_are_displayed_and_may_be_named(tmp_path, name, kind):
    """Positive is the code or its label; the label is displayed; column labels are kept."""
    path = write_package_file(
        tmp_path / name,
        frame().assign(outcome=[1, 0, 1, 0]),
        variable_value_labels={"outcome": {1: "Poor", 0: "Good"}},
        column_labels={"A": "Grade by CT"},
    )
    for positive in ("Poor", 1, "1", None):
        study = read(path, **(STATED | {"positive": positive}), subject="id")
        assert held(study) == (CASES, CONTROLS)
        assert (study.positive, study.negative, study.source.format) == ("Poor", "Good", kind)
    assert study.source.column_labels == (("A", "Grade by CT"),)
    assert study.sample().ids[0].tolist() == ["01", "3"]


@pytest.mark.parametrize("version", [5, 8])
def test_sas_transport_files_are_read_alike(tmp_path, version):
    """Both versions of the transport format come in."""
    path = write_package_file(tmp_path / "study.xpt", version=version)
    study = read(path, **(STATED | {"positive": 1}))
    cases, controls = held(study)
    assert np.allclose(cases, CASES, rtol=1e-15)
    assert np.allclose(controls, CONTROLS, rtol=1e-15)
    assert study.source.format == "SAS transport"


def test_values_that_spss_declares_missing_are_missing(tmp_path):
    """A user-missing code is no score; it is counted as missing."""
    path = write_package_file(
        tmp_path / "study.sav",
        pd.DataFrame({"outcome": [1.0, 0.0, 1.0], "A": [3.0, 2.0, 99.0]}),
        missing_ranges={"A": [99]},
    )
    sample = read(path, truth="outcome", tests="A", missing="drop").sample()
    assert (sample.n_cases, sample.n_dropped) == (1, 1)


def test_names_in_other_case_are_suggested(tmp_path):
    """SAS writes names in capitals; the message says which was meant."""
    data = frame().rename(columns=str.upper).assign(OUTCOME=[1.0, 0.0, 1.0, 0.0])
    path = write_package_file(tmp_path / "study.xpt", data)
    text = 'study.xpt has no column "outcome"; did you mean "OUTCOME"? Its columns are: ID, OUTCOME, A, B.'
    with pytest.raises(DataError, match=says(text)):
        read(path, **STATED)


@pytest.mark.parametrize("name", ["study.xpt", "study.sas7bdat", "study.sav", "study.dta"])
def test_files_of_packages_that_are_damaged_are_refused(put, name):
    """What is no such file says so in one sentence."""
    with pytest.raises(DataError, match=rf"^{name} cannot be read as a (SAS|SAS transport|SPSS|Stata) file \("):
        read(put(TEXT, name), **STATED)


def test_files_of_packages_without_rows_are_refused(tmp_path):
    """Columns alone are no data."""
    path = write_package_file(tmp_path / "study.sav", frame().iloc[:0].assign(outcome=1.0))
    with pytest.raises(DataError, match=says("study.sav has columns and no rows.")):
        read(path, **STATED)


@pytest.mark.parametrize(
    ("name", "package", "text"),
    [
        ("study.xlsx", "openpyxl", 'Reading Excel files needs openpyxl: pip install "rocstats[files]".'),
        ("study.parquet", "pyarrow", 'Reading Parquet files needs pyarrow: pip install "rocstats[files]".'),
        ("study.sav", "pyreadstat", 'Reading .sav files needs pyreadstat: pip install "rocstats[files]".'),
        ("study.DTA", "pyreadstat", 'Reading .dta files needs pyreadstat: pip install "rocstats[files]".'),
    ],
)
def test_a_missing_extra_is_named_in_one_sentence(put, monkeypatch, name, package, text):
    """What to install stands in the message."""
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtraError, match=says(text)):
        read(put("x", name), **STATED)


def test_text_files_need_no_extra(put, monkeypatch):
    """A CSV file is read with what every installation has."""
    for package in ("pyarrow", "openpyxl", "pyreadstat"):
        monkeypatch.setitem(sys.modules, package, None)
    assert held(read(put(TEXT), **STATED)) == (CASES, CONTROLS)


def test_two_hundred_thousand_rows_are_read(put):
    """Many rows are read as exactly as few."""
    rng = np.random.default_rng(20261130)
    values = rng.normal(size=200_000)
    lines = [f"{i % 2},{value!r}" for i, value in enumerate(values.tolist())]
    study = read(put("ill,A\n" + "\n".join(lines)), truth="ill", tests="A")
    assert np.array_equal(study.sample().cases.ravel(), values[1::2])


def test_a_path_may_be_any_path(put):
    """Text and Path objects name the same file."""
    path = put(TEXT)
    assert held(read(str(path), **STATED)) == held(read(Path(path), **STATED))
