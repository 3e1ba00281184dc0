"""A slow second climb of the ordinal likelihood: parameters and cuts together, by BFGS from many starts.

It shares only the tails of a family with the package, and takes cells as plain differences.
"""

import numpy as np
from scipy.optimize import minimize

from rocstats.parametric.ordinal_table import OrdinalTable


def table(controls, cases):
    """Make a table of counts by category; categories that are empty in both groups are left out."""
    kept = [(n, m) for n, m in zip(controls, cases, strict=True) if n + m]
    n, m = (np.array(column, dtype=np.int64) for column in zip(*kept, strict=True))
    labels = np.arange(float(len(n)))
    return OrdinalTable(n, m, labels, labels)


def drawn(family, theta, cuts, sizes, rng):
    """Draw a table of controls and cases from a curve, with category bounds at these cuts."""
    shares = (cells(tails) for tails in family.tails(np.array(theta), np.array(cuts)))
    return table(*(rng.multinomial(size, share / share.sum()) for size, share in zip(sizes, shares, strict=True)))


def cells(tails):
    """Return the probabilities of the categories of one group, from whichever tail is small."""
    upper, lower = np.concatenate([[1], tails.upper, [0]]), np.concatenate([[0], tails.lower, [1]])
    return np.where(lower[1:] < 0.5, np.diff(lower), -np.diff(upper))


def loglikelihood(family, counts, theta, cuts):
    """Return the ordinal log-likelihood; minus infinity where a subject has no probability."""
    found = 0.0
    for n, tails in zip((counts.controls, counts.cases), family.tails(np.array(theta), cuts), strict=True):
        p = cells(tails)[n > 0]
        if not (p > 0).all():
            return -np.inf
        found += float(n[n > 0] @ np.log(p))
    return found


def highest(family, counts, starts, natural):
    """Climb from each start; ``natural`` gives parameters of unlimited numbers, and their slopes."""
    beyond = [np.cumsum(n[::-1])[-2::-1] + 0.5 for n in (counts.controls, counts.cases)]
    fpf, tpf = (b / (n.sum() + 1) for b, n in zip(beyond, (counts.controls, counts.cases), strict=True))

    def loss(x):
        theta, turn = natural(x[:2])
        steps = np.exp(np.clip(x[3:], -30, 4))
        tails = family.tails(theta, x[2] + np.concatenate([[0], np.cumsum(steps)]))
        value, by_theta, by_cut = 0.0, np.zeros(2), np.zeros(len(steps) + 1)
        for n, group in zip((counts.controls, counts.cases), tails, strict=True):
            p = cells(group)
            if not (p[n > 0] > 0).all():
                return 1e8, np.zeros(len(x))
            p = np.where(n > 0, p, 1.0)
            value -= float(n @ np.log(p))
            rise = np.diff(n / p)
            by_theta += group.first[1:] @ rise
            by_cut += group.first[0] * rise
        behind = np.cumsum(by_cut[::-1])[::-1]
        return value, -np.concatenate([turn * by_theta, behind[:1], behind[1:] * steps])

    best = (-np.inf, None)
    for start in starts:
        theta = natural(np.array(start))[0]
        cuts = (family.cuts_at(theta, fpf) + family.cuts_at_tpf(theta, tpf)) / 2
        x = np.concatenate([start, [cuts[0]], np.log(np.maximum(np.diff(cuts), 1e-6))])
        end = minimize(loss, x, jac=True, method="BFGS", options={"gtol": 1e-5})
        if -end.fun > best[0]:
            best = (-end.fun, natural(end.x[:2])[0])
    return best


def observed_covariance(family, counts, theta, cuts, step=2e-4):
    """Return the covariance of the parameters from second differences of the joint log-likelihood."""
    at = np.concatenate([theta, cuts])
    size = len(at)

    def value(*moves):
        x = at.copy()
        for i, sign in moves:
            x[i] += sign * step
        return loglikelihood(family, counts, x[:2], x[2:])

    hessian = np.empty((size, size))
    for i in range(size):
        for j in range(i + 1):
            rows = [value((i, p), (j, q)) * p * q for p in (1, -1) for q in (1, -1)]
            hessian[i, j] = hessian[j, i] = sum(rows) / (4 * step**2)
    return np.linalg.inv(-hessian)[:2, :2]
