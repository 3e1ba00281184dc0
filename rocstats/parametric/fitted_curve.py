"""A fitted ROC curve: its parameters with their errors, and every number that can be read off it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from dataclasses import replace as replaced
from typing import Any, Protocol

import numpy as np

from rocstats.data.diagnostic_test import DiagnosticTest
from rocstats.empirical.area import AUC
from rocstats.empirical.curve import EmpiricalCurve, fractions_read
from rocstats.empirical.partial_area import PartialAUC
from rocstats.empirical.ranks import Floats
from rocstats.empirical.statistic import Statistic
from rocstats.errors import MethodError
from rocstats.formatting import NOT_ESTIMABLE, decimals_for, fixed, level_text, listed, shown, wrapped
from rocstats.methods.method import check_alternative, checked_level
from rocstats.parametric.area_inference import AreaInference, too_close
from rocstats.parametric.curve_inference import delta_error, scaled_interval, share_inference
from rocstats.parametric.curve_reading import Reading, band_area, kink_note, reading
from rocstats.parametric.family import CurveFamily, ParameterScale
from rocstats.parametric.read_off import ReadOff
from rocstats.printing import Column, Grid, Note, Result, Summary
from rocstats.results import (
    Alternative,
    Card,
    Estimate,
    Inference,
    Interval,
    Resampling,
    Subjects,
    data_lines,
    drawn_columns,
    error_text,
)

# Where the curve is drawn: even steps of the normal quantile crowd towards both ends, even steps of the FPF between.
_DRAWN = 401


class Detail(Protocol):
    """A part of a fit that one way of fitting has and others have not, as category bounds or an exponent."""

    def data(self) -> tuple[str, ...]:
        """Say what stands in the ``data:`` lines."""
        ...

    def body(self) -> tuple[str | Grid, ...]:
        """Say what stands below the table of parameters."""
        ...

    def rows(self) -> list[dict[str, Any]]:
        """Return its numbers, each with ``parameter``, ``estimate`` and what else it has."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A parameter of a fitted curve; error and interval are None where the fit has no such number.

    ``clipped`` says that a limit of the interval lay beyond the range of the parameter and was set to its end.
    """

    name: str
    estimate: float
    standard_error: float | None
    interval: Interval | None
    scale: ParameterScale
    clipped: bool = False


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FittedCurve(Result):
    """A curve of a family, fitted to one test.

    It has the verbs of the empirical curve (``auc``, ``partial_auc``, ``tpf_at``, ``fpf``, ``tpf``), so figures draw
    both, and ``estimate`` gives each number with standard error, interval and test. ``covariance`` is None where the
    fit has no standard errors; then none is given anywhere, and a note says why.

    Parameters
    ----------
    family : CurveFamily
        The family of the curve.
    theta : tuple of float
        Its parameters, in the order of ``family.parameters``.
    covariance : array of float, shape (p, p), or None
        Covariance of the parameters.
    method : Card
        How the curve was fitted; ``title`` heads the print.
    source : str
        What it was fitted to, as in "ratings" or "truth-state runs".
    errors_from : str
        Where standard errors come from, as in "observed information".
    loglikelihood : float or None
        The largest log-likelihood, of the table of ``source``.
    empirical : EmpiricalCurve
        The curve that the data draw.
    empirical_error : float or None
        DeLong standard error of its area.
    details : tuple of Detail
        What this way of fitting has beside.
    seed : int or None
        The seed that reproduces the replicates; None where nothing was drawn.
    resampling : Resampling or None
        How they were drawn.
    area_inference : AreaInference or None
        What judges the area in place of the delta method, where the way of fitting has such.
    """

    family: CurveFamily
    theta: tuple[float, ...]
    covariance: Floats | None
    method: Card
    source: str
    errors_from: str
    level: float
    test: DiagnosticTest
    subjects: Subjects
    empirical: EmpiricalCurve
    empirical_error: float | None
    loglikelihood: float | None = None
    details: tuple[Detail, ...] = ()
    notes: tuple[Note, ...] = ()
    seed: int | None = None
    resampling: Resampling | None = None
    area_inference: AreaInference | None = None

    @property
    def name(self) -> str:
        """Name of the test."""
        return self.test.name

    @property
    def fpf(self) -> Floats:
        """False positive fractions of the points that draw the curve."""
        from scipy.special import ndtr

        inner = np.concatenate([ndtr(np.linspace(-5, 5, _DRAWN)), np.linspace(0, 1, _DRAWN)])
        return np.unique(inner)

    @property
    def tpf(self) -> Floats:
        """True positive fractions of the same points."""
        return self.family.tpf(self._theta, self.fpf)

    @property
    def auc(self) -> float:
        """Area under the fitted curve."""
        return self.family.area(self._theta)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """The parameters of the family with their errors and intervals."""
        return tuple(
            self._parameter(i, name, scale)
            for i, (name, scale) in enumerate(zip(self.family.parameters, self.family.scales, strict=True))
        )

    @property
    def standard_errors(self) -> tuple[float | None, ...]:
        """Standard errors of the parameters."""
        return tuple(parameter.standard_error for parameter in self.parameters)

    @property
    def interval_notes(self) -> tuple[Note, ...]:
        """What is to be said of the intervals of the parameters."""
        named = listed([parameter.name for parameter in self.parameters if parameter.clipped])
        text = f"a limit of the interval of {named} lay beyond the end of its range and was set to it."
        return (Note("clipped", text),) if named else ()

    def tpf_at(self, fpf: Floats) -> Floats:
        """Read the curve at false positive fractions."""
        return self.family.tpf(self._theta, fractions_read(fpf))

    def partial_auc(self, fpf: tuple[float, float] | None = None, *, tpf: tuple[float, float] | None = None) -> float:
        """Return the raw area over a band of FPF or of TPF."""
        return band_area(self.family, self._theta, PartialAUC(fpf=fpf, tpf=tpf).band)[0]

    def index(self, name: str) -> Parameter:
        """Return a further summary of the family, as ``d_a`` of a binormal curve, with its interval."""
        if name not in self.family.indices:
            raise MethodError(
                f"a {self.family.card.name} curve has no index {shown(name)}; it has "
                f"{', '.join(self.family.indices) or 'none'}."
            )
        value, gradient = self.family.index(self._theta, name)
        error = delta_error(gradient, self.covariance)
        interval = None if error is None else scaled_interval(value, error, "normal", self.level, "two-sided")
        return Parameter(name=name, estimate=value, standard_error=error, interval=interval, scale="normal")

    def estimate(
        self,
        statistic: Statistic,
        *,
        level: float | None = None,
        null_value: float | None = None,
        alternative: Alternative = "two-sided",
    ) -> Estimate:
        """Read a statistic off the curve with its standard error by the delta method.

        Interval and test are on the probit scale of the share that the statistic is of its largest value. Where the fit
        has an inference of its own for the area, interval and test of ``AUC()`` come from that. The largest Youden
        index has none of these, and a note, where it is less than 3 standard errors above 0: it is a maximum that the
        corners of the curve hold at 0 or above, and near there it is far from normal.

        Parameters
        ----------
        statistic : Statistic
            ``AUC()``, ``PartialAUC(...)``, ``SensitivityAt(...)``, ``SpecificityAt(...)`` or ``Youden()``.
        level : float, optional
            Confidence level; that of the fit unless given.
        null_value : float, optional
            Value to test against.
        alternative : {"two-sided", "less", "greater"}
            A one-sided alternative gives the matching one-sided interval.

        Returns
        -------
        Estimate

        Raises
        ------
        MethodError
            A curve does not have the statistic, or an option is out of range.
        """
        level = self.level if level is None else level
        level = checked_level(level)
        check_alternative(alternative)
        read = reading(self.family, self._theta, statistic)
        low, high = (read.start, read.start + read.slope * read.width)
        if null_value is not None and not low < null_value < high:
            raise MethodError(
                f"null_value is {shown(null_value)}; for {statistic.name} it lies between {low:g} and {high:g}."
            )
        error = delta_error(read.gradient, self.covariance)
        own = self.area_inference if isinstance(statistic, AUC) and self.covariance is not None else None
        if own is None:
            found = self._by_delta(
                read, error, name=statistic.name, level=level, alternative=alternative, null=null_value
            )
        else:
            found = own.infer(read.share, error, level=level, alternative=alternative, null=null_value)
        return ReadOff(
            parameter=statistic.name,
            title=statistic.title,
            test=self.name,
            statistic_read=statistic,
            inference=found,
            method=self._reading_card(own),
            level=level,
            subjects=self.subjects,
            null_value=null_value,
            alternative=alternative,
            notes=found.notes,
            references=(*self.method.references, *(() if own is None else own.card.references)),
        )

    def summary(self) -> Summary:
        """Print parameters, what the fit has beside, and the empirical area to set against the fitted one."""
        area = self.estimate(AUC())
        found = area.inference
        drawn = () if found.resampling is None else (f"{found.resampling}, seed {found.seed}",)
        likelihood = "" if self.loglikelihood is None else f"; log likelihood = {fixed(self.loglikelihood, 3)}"
        body = tuple(line for part in self.details for line in part.body())
        return Summary(
            self.method.title,
            (*data_lines([self._described()]), *(line for part in self.details for line in part.data())),
            (
                *drawn,
                f"{self.family.equation}{likelihood}",
                "",
                f"{level_text(self.level)} percent confidence intervals, two-sided, {self.errors_from}",
                self._table(area),
                *body,
                self._empirical_line(),
            ),
            # A note that a detail sets beside its number is not printed again.
            tuple(note for note in (*self.notes, *self.interval_notes) if note_line(note) not in body),
            tuple(dict.fromkeys((*area.references, *self.family.card.references))),
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row per parameter, index, area and detail."""
        area = self.estimate(AUC())
        named = [*self.parameters, *(self.index(name) for name in self.family.indices)]
        rows = [_row(p.name, p.estimate, p.standard_error, p.interval, f"{p.scale} scale") for p in named]
        rows.append(_row("AUC", area.estimate, area.standard_error, area.interval, self._area_scale))
        rows += [row for part in self.details for row in part.rows()]
        everywhere = {
            "test": self.name,
            "conf_level": self.level,
            "method": self._reading_card().name,
            "n_cases": self.subjects.n_cases,
            "n_controls": self.subjects.n_controls,
            "n_dropped": self.subjects.n_dropped,
            "family": self.family.card.id,
            "log_likelihood": self.loglikelihood,
            "seed": area.seed,
            **drawn_columns(area.inference.resampling),
        }
        return [{**row, **everywhere} for row in rows]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as strict JSON holds it, with all notes, those printed beside their number included."""
        notes = [{"code": note.code, "text": note.text} for note in (*self.notes, *self.interval_notes)]
        return {**Result.to_dict(self), "notes": notes}

    @property
    def _theta(self) -> Floats:
        return np.array(self.theta)

    def _parameter(self, i: int, name: str, scale: ParameterScale) -> Parameter:
        error = delta_error(np.eye(len(self.theta))[i], self.covariance)
        if error is None:
            return Parameter(name=name, estimate=self.theta[i], standard_error=None, interval=None, scale=scale)
        free = scaled_interval(self.theta[i], error, scale, self.level, "two-sided")
        low, high = (free.low, free.high) if self.family.ranges is None else self.family.ranges[i]
        interval = replaced(free, low=max(free.low, low), high=min(free.high, high))
        return Parameter(
            name=name,
            estimate=self.theta[i],
            standard_error=error,
            interval=interval,
            scale=scale,
            clipped=interval != free,
        )

    def _by_delta(
        self,
        read: Reading,
        error: float | None,
        *,
        name: str,
        level: float,
        alternative: Alternative,
        null: float | None,
    ) -> Inference:
        """Judge a share of its width by the delta method, and carry it to the scale of the statistic."""
        kink = None if self.covariance is None else kink_note(read, error, self.auc)
        inner = share_inference(
            read.share,
            None if kink is not None else error,
            level=level,
            alternative=alternative,
            null=None if null is None else (null - read.start) / read.slope,
            width=read.width,
        )
        notes = self.notes if self.covariance is None else () if inner.estimable else (kink or too_close(name),)
        value = read.start + read.slope * read.share
        found = replaced(
            inner, values=(value,), estimate=value, notes=notes, seed=self.seed, resampling=self.resampling
        )
        if inner.interval is None or inner.standard_error is None:
            return found
        bottom, top = (read.start + read.slope * end for end in (inner.interval.low, inner.interval.high))
        return replaced(
            found,
            standard_error=inner.standard_error * read.slope,
            interval=Interval(bottom, top, level, inner.interval.sides),
        )

    @property
    def _area_scale(self) -> str:
        """Say on which scale, or by what, the area was judged."""
        return "probit scale" if self.area_inference is None else self.area_inference.card.name

    def _described(self) -> Subjects:
        """Return the subjects with the word for what was fitted."""
        if self.source != "ratings":
            return self.subjects
        return _Rated(**{field.name: getattr(self.subjects, field.name) for field in fields(self.subjects)})

    def _reading_card(self, own: AreaInference | None = None) -> Card:
        """Name family and way of fitting, for numbers that are read off the curve, and what else judged them."""
        name = f"{self.family.card.name}, {self.method.name}"
        judged = "" if own is None else f", {own.card.title}"
        return replaced(self.method, name=f"{name}{judged}", title=f"{name[0].lower()}{name[1:]}{judged}")

    def _table(self, area: Estimate) -> Grid:
        shown: list[tuple[str, float, float | None, Interval | None, str]] = [
            (p.name, p.estimate, p.standard_error, p.interval, _SCALE_NAMES[p.scale]) for p in self.parameters
        ]
        shown.append(("AUC", area.estimate, area.standard_error, area.interval, self._area_scale))
        limits = [(i.low, i.high) for *_, i, _scale in shown if i is not None]
        decimals = decimals_for([area.estimate], limits)
        rows = [
            (name, fixed(value, decimals), error_text(error), *_limit_cells(interval, decimals), scale)
            for name, value, error, interval, scale in shown
        ]
        heads = ("estimate", "std. error", "low", "high", "scale")
        return Grid((Column("", "left"), *(Column(head) for head in heads)), tuple(rows))

    def _empirical_line(self) -> str:
        what = "ratings" if self.source == "ratings" else "scores"
        area = fixed(self.empirical.auc, decimals_for([self.empirical.auc]))
        error = "" if self.empirical_error is None else f" (std. error {error_text(self.empirical_error)})"
        return f"empirical AUC of the same {what}: {area}{error}"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rated(Subjects):
    """Subjects whose scores are ratings."""

    def direction(self) -> str:
        """Say which ratings are positive."""
        return f"{'lower' if self.low else 'higher'} ratings are positive"


def note_line(note: Note) -> str:
    """Write a caveat as a line of the body, beside the number that it is about."""
    return wrapped(note.text, first="note: ", rest="      ")


_SCALE_NAMES = {"normal": "normal", "log": "log scale", "logit": "logit scale", "atanh": "atanh scale"}


def _limit_cells(interval: Interval | None, decimals: int) -> Sequence[str]:
    return (NOT_ESTIMABLE, "") if interval is None else (fixed(interval.low, decimals), fixed(interval.high, decimals))


def _row(name: str, value: float, error: float | None, interval: Interval | None, scale: str) -> dict[str, Any]:
    return {
        "parameter": name,
        "estimate": value,
        "std_error": error,
        "conf_low": None if interval is None else interval.low,
        "conf_high": None if interval is None else interval.high,
        "scale": scale,
    }
