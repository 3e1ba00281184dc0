# Tables of counts, by epiR, R's own stats package and, where they are installed, vcd, coin and Epi.

suppressMessages(library(epiR))

MEASURES <- c(se = "sensitivity", sp = "specificity", pv.pos = "ppv", pv.neg = "npv", diag.ac = "accuracy",
              lr.pos = "positive likelihood ratio", lr.neg = "negative likelihood ratio",
              diag.or = "diagnostic odds ratio", youden = "youden's index")
SHARES <- c("se", "sp", "pv.pos", "pv.neg", "diag.ac")

# A table of a test: a true positive, b false positive, c false negative, d true negative.
ask_accuracy <- function(set, t) {
  for (way in c("exact", "wilson", "jeffreys", "agresti")) {
    found <- attempt(epi.tests(c(t$a, t$b, t$c, t$d), method = way)$detail, NULL)
    if (is.null(found)) next
    for (name in names(MEASURES)) {
      row <- found[found$statistic == name, ]
      of <- MEASURES[[name]]
      if (name %in% SHARES) {
        if (way == "exact") say("share", set, of, row$est)
        say(paste("interval of a share,", way), set, paste(of, "low"), row$lower)
        say(paste("interval of a share,", way), set, paste(of, "high"), row$upper)
      } else if (way == "exact") {
        say(MEASURES[[name]], set, "estimate", row$est)
        say(MEASURES[[name]], set, "low", row$lower)
        say(MEASURES[[name]], set, "high", row$upper)
      }
    }
  }
}

ask_proportion <- function(set, x, n) {
  if (n == 0) return(invisible())
  exact <- binom.test(x, n)
  say("clopper-pearson", set, "low", exact$conf.int[1])
  say("clopper-pearson", set, "high", exact$conf.int[2])
  for (correct in c(FALSE, TRUE)) {
    found <- suppressWarnings(prop.test(x, n, correct = correct))
    say(if (correct) "wilson-cc" else "wilson", set, "low", found$conf.int[1])
    say(if (correct) "wilson-cc" else "wilson", set, "high", found$conf.int[2])
  }
  for (side in c("two.sided", "less", "greater")) {
    say("binomial test", set, side, binom.test(x, n, p = 0.8, alternative = side)$p.value)
  }
}

# A table of pairs: a both, b the first only, c the second only, d neither.
ask_pairs <- function(set, t) {
  cells <- matrix(c(t$a, t$c, t$b, t$d), 2)
  if (t$b + t$c == 0) return(invisible())
  say("mcnemar", set, "statistic", mcnemar.test(cells, correct = FALSE)$statistic)
  say("mcnemar", set, "p-value", mcnemar.test(cells, correct = FALSE)$p.value)
  say("mcnemar corrected", set, "p-value", mcnemar.test(cells, correct = TRUE)$p.value)
  say("mcnemar exact", set, "p-value", binom.test(t$b, t$b + t$c)$p.value)
  if (there("coin")) {
    found <- coin::mh_test(as.table(cells), distribution = "exact")
    say("mcnemar mid-p", set, "p-value", coin::midpvalue(found))
  }
}

# Two groups of subjects: a of a + b, and c of c + d.
ask_groups <- function(set, t) {
  if (t$a + t$b == 0 || t$c + t$d == 0) return(invisible())
  cells <- matrix(c(t$a, t$c, t$b, t$d), 2)
  for (side in c("two.sided", "less", "greater")) {
    say("fisher", set, side, fisher.test(cells, alternative = side)$p.value)
  }
  wald <- suppressWarnings(prop.test(c(t$a, t$c), c(t$a + t$b, t$c + t$d), correct = FALSE))
  say("wald-independent", set, "low", wald$conf.int[1])
  say("wald-independent", set, "high", wald$conf.int[2])
  found <- attempt(suppressWarnings(
    epi.2by2(c(t$a, t$b, t$c, t$d), method = "cohort.count")$massoc.detail
  ), NULL)
  if (!is.null(found)) {
    say("ratio of proportions", set, "low", found$RR.strata.wald$lower)
    say("ratio of proportions", set, "high", found$RR.strata.wald$upper)
    say("score difference", set, "low", found$ARisk.strata.score$lower / 100)
    say("score difference", set, "high", found$ARisk.strata.score$upper / 100)
  }
  if (there("Epi")) {
    for (way in c("AC", "Nc")) {
      found <- Epi::ci.pd(t$a, t$c, t$b, t$d, method = way, print = FALSE)
      say(if (way == "AC") "agresti-caffo" else "newcombe-independent", set, "low", found[6])
      say(if (way == "AC") "agresti-caffo" else "newcombe-independent", set, "high", found[7])
    }
  }
}

ask_agreement <- function(set, cells) {
  found <- attempt(epi.kappa(cells, method = "fleiss"), NULL)
  if (!is.null(found)) say("kappa", set, "", found$kappa$est)
  if (there("vcd")) {
    found <- attempt(vcd::Kappa(cells), NULL)
    if (!is.null(found)) say("kappa standard error", set, "", found$Unweighted[["ASE"]])
  }
}

ask_tables <- function(tables, squares) {
  for (i in seq_len(nrow(tables))) {
    t <- tables[i, ]
    ask_accuracy(t$set, t)
    ask_proportion(t$set, t$a, t$a + t$b)
    ask_pairs(t$set, t)
    ask_groups(t$set, t)
  }
  for (set in names(squares)) ask_agreement(set, squares[[set]])
}

ask_families <- function(families) {
  ways <- c(holm = "holm", hochberg = "hochberg", hommel = "hommel", bonferroni = "bonferroni", bh = "BH")
  for (set in names(families)) {
    for (way in names(ways)) {
      adjusted <- p.adjust(families[[set]], method = ways[[way]])
      for (i in seq_along(adjusted)) say(paste("adjusted p-value,", way), set, i, adjusted[i])
    }
  }
}
