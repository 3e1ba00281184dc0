# Scores read at thresholds, by pROC and, where it is installed, OptimalCutpoints and ROCR.

ask_points_of <- function(set, test, one) {
  curve <- curve_of(one)
  names <- c("tp", "fp", "sensitivity", "specificity", "ppv", "npv", "accuracy")
  points <- coords(curve, "all", ret = names, transpose = FALSE)
  # Without the point at which nobody is positive: rocstats lists observed thresholds only.
  points <- points[order(points$tp + points$fp), ][-1, ]
  for (name in names) {
    for (i in seq_len(nrow(points))) say("points of the curve", set, paste(test, i, name), points[[name]][i])
  }
  ways <- list(list("youden", "youden", c(1, 0.5)), list("closest-topleft", "closest.topleft", c(1, 0.5)),
               list("cost", "youden", c(3, 0.2)))
  for (way in ways) {
    best <- coords(curve, "best", best.method = way[[2]], best.weights = way[[3]],
                   ret = c("threshold", "sensitivity", "specificity"), transpose = FALSE)
    say(paste("best threshold,", way[[1]]), set, paste(test, "how many"), nrow(best))
    best <- best[order(best$threshold), ]
    for (i in seq_len(nrow(best))) {
      for (name in names(best)) say(paste("best threshold,", way[[1]]), set, paste(test, i, name), best[i, name])
    }
  }
  for (target in c(0.8, 0.9)) {
    say("sensitivity read off", set, paste(test, target),
        max(coords(curve, target, input = "specificity", ret = "sensitivity", transpose = FALSE)$sensitivity))
    say("specificity read off", set, paste(test, target),
        max(coords(curve, target, input = "sensitivity", ret = "specificity", transpose = FALSE)$specificity))
  }
}

ask_points <- function(sets) {
  for (set in names(sets)) for (test in names(sets[[set]])) ask_points_of(set, test, sets[[set]][[test]])
}

ask_other_optima <- function(sets) {
  if (!there("OptimalCutpoints")) return(invisible())
  rules <- c(Youden = "youden", ROC01 = "closest-topleft", MaxKappa = "kappa", MaxEfficiency = "accuracy",
             MaxProdSpSe = "product")
  for (set in names(sets)) for (test in names(sets[[set]])) {
    one <- sets[[set]][[test]]
    # Low tests are skipped: the package writes their thresholds in another way. Large sets take it minutes.
    if (one$low || length(one$score) > 200) next
    found <- attempt(OptimalCutpoints::optimal.cutpoints(
      X = "score", status = "truth", tag.healthy = 0, methods = names(rules),
      data = data.frame(score = one$score, truth = one$truth)
    ), NULL)
    if (is.null(found)) next
    for (rule in names(rules)) {
      best <- found[[rule]][[1]]$optimal.cutoff
      if (is.null(best$cutoff)) next
      say(paste("optimal cutpoint,", rules[[rule]]), set, paste(test, "how many"), length(best$cutoff))
      order <- order(best$cutoff)
      for (i in seq_along(order)) {
        say(paste("optimal cutpoint,", rules[[rule]]), set, paste(test, i, "threshold"), best$cutoff[order[i]])
        say(paste("optimal cutpoint,", rules[[rule]]), set, paste(test, i, "sensitivity"), best$Se[order[i], 1])
        say(paste("optimal cutpoint,", rules[[rule]]), set, paste(test, i, "specificity"), best$Sp[order[i], 1])
      }
    }
  }
}
