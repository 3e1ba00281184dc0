# Areas under ROC curves, their variances and comparisons, by pROC.

suppressMessages(library(pROC))

curve_of <- function(one) {
  roc(one$truth, one$score, levels = c(0, 1), direction = if (one$low) ">" else "<", quiet = TRUE)
}

# A comparison in pROC needs both tests to point one way, so a test of which low scores are positive is turned.
turned_curve_of <- function(one) {
  roc(one$truth, if (one$low) -one$score else one$score, levels = c(0, 1), direction = "<", quiet = TRUE)
}

ask_area <- function(set, test, one) {
  curve <- curve_of(one)
  say("auc", set, test, auc(curve))
  say("auc variance", set, test, var(curve, method = "delong"))
  for (level in c(0.90, 0.95)) {
    limits <- attempt(ci.auc(curve, conf.level = level, method = "delong"), rep(NA, 3))
    say("auc interval", set, paste(test, level, "low"), limits[1])
    say("auc interval", set, paste(test, level, "high"), limits[3])
  }
  bands <- list(
    list("fpf 0-0.2", c(1, 0.8), "specificity"),
    list("fpf 0.1-0.3", c(0.9, 0.7), "specificity"),
    list("tpf 0.8-1", c(1, 0.8), "sensitivity")
  )
  for (band in bands) {
    of <- paste(test, band[[1]])
    say("partial area", set, of, auc(curve, partial.auc = band[[2]], partial.auc.focus = band[[3]]))
    say("mcclish index", set, of,
        auc(curve, partial.auc = band[[2]], partial.auc.focus = band[[3]], partial.auc.correct = TRUE,
            allow.invalid.partial.auc.correct = TRUE))
  }
}

ask_pair <- function(set, items, first, second) {
  a <- turned_curve_of(first)
  b <- turned_curve_of(second)
  say("covariance", set, items, cov(a, b, method = "delong"))
  for (side in c("two.sided", "less", "greater")) {
    found <- attempt(roc.test(a, b, method = "delong", paired = TRUE, alternative = side), NULL)
    say("paired p-value", set, paste(items, side), if (is.null(found)) NA else found$p.value)
    if (side == "two.sided") {
      say("paired z", set, items, if (is.null(found)) NA else found$statistic)
      say("paired interval", set, paste(items, "low"), if (is.null(found)) NA else found$conf.int[1])
      say("paired interval", set, paste(items, "high"), if (is.null(found)) NA else found$conf.int[2])
    }
  }
  if (!anyDuplicated(first$score) && !anyDuplicated(second$score)) {
    say("venkatraman paired", set, items,
        roc.test(a, b, method = "venkatraman", paired = TRUE, boot.n = 2, progress = "none")$statistic)
  }
}

ask_unpaired <- function(set, items, first, second) {
  a <- turned_curve_of(first)
  b <- turned_curve_of(second)
  found <- attempt(roc.test(a, b, method = "delong", paired = FALSE), NULL)
  say("unpaired z", set, items, if (is.null(found)) NA else found$statistic)
  say("unpaired p-value", set, items, if (is.null(found)) NA else found$p.value)
  say("unpaired df", set, items, if (is.null(found)) NA else found$parameter)
}

# What depends on chance: only as near as 2000 resamples let it be.
ask_by_chance <- function(set, test, one) {
  set.seed(20261130)
  spread <- sqrt(var(curve_of(one), method = "bootstrap", boot.n = 2000, boot.stratified = TRUE, progress = "none"))
  say("bootstrap standard error", set, test, spread)
}

ask_chance_pair <- function(set, items, first, second) {
  set.seed(20261130)
  a <- turned_curve_of(first)
  b <- turned_curve_of(second)
  found <- roc.test(a, b, method = "bootstrap", paired = TRUE, boot.n = 2000, boot.stratified = TRUE, progress = "none")
  say("bootstrap standard error of a difference", set, items, (auc(a) - auc(b)) / found$statistic)
  if (!anyDuplicated(first$score) && !anyDuplicated(second$score)) {
    found <- roc.test(a, b, method = "venkatraman", paired = TRUE, boot.n = 2000, progress = "none")
    say("venkatraman paired p-value", set, items, found$p.value)
  }
}

ask_areas <- function(sets, chance) {
  for (set in names(sets)) {
    tests <- sets[[set]]
    for (test in names(tests)) ask_area(set, test, tests[[test]])
    if (length(tests) > 1) {
      for (pair in combn(names(tests), 2, simplify = FALSE)) {
        items <- paste(pair, collapse = " and ")
        ask_pair(set, items, tests[[pair[1]]], tests[[pair[2]]])
        if (set %in% chance) ask_chance_pair(set, items, tests[[pair[1]]], tests[[pair[2]]])
      }
    }
    if (set %in% chance) ask_by_chance(set, names(tests)[1], tests[[1]])
  }
  # Each set against the next one, as if other subjects had been examined: they had.
  for (i in seq_len(length(sets) - 1)) {
    ask_unpaired(names(sets)[i], paste("and", names(sets)[i + 1]), sets[[i]][[1]], sets[[i + 1]][[1]])
  }
}

# Areas of pairs of classes, with the scores of a class for itself.
ask_classes <- function(classes) {
  for (set in names(classes)) {
    one <- classes[[set]]
    found <- multiclass.roc(one$truth, one$scores, quiet = TRUE)
    say("hand and till", set, "", found$auc)
  }
}
