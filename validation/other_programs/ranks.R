# Rank tests of two groups, by R's own stats package and, where it is installed, coin.

ask_ranks_of <- function(set, test, one) {
  score <- if (one$low) -one$score else one$score
  cases <- score[one$truth == 1]
  controls <- score[one$truth == 0]
  say("mann-whitney u", set, test, suppressWarnings(wilcox.test(cases, controls, exact = FALSE))$statistic)
  for (side in c("two.sided", "less", "greater")) {
    found <- suppressWarnings(wilcox.test(cases, controls, exact = FALSE, correct = TRUE, alternative = side))
    say("mann-whitney p-value", set, paste(test, side), found$p.value)
    if (!anyDuplicated(score) && length(score) < 120) {
      found <- wilcox.test(cases, controls, exact = TRUE, alternative = side)
      say("mann-whitney exact p-value", set, paste(test, side), found$p.value)
    }
  }
  for (side in c("two.sided", "less")) {
    # Cases that score higher have the distribution function that lies below: "less".
    found <- attempt(suppressWarnings(ks.test(cases, controls, exact = TRUE, alternative = side)), NULL)
    if (is.null(found) || length(score) > 200) next
    say("kolmogorov-smirnov distance", set, paste(test, side), found$statistic)
    say("kolmogorov-smirnov exact p-value", set, paste(test, side), found$p.value)
  }
  if (there("coin") && length(score) < 120 && length(unique(score)) > 1) {
    data <- data.frame(score = score, group = factor(one$truth, levels = c(1, 0)))
    for (side in c("two.sided", "less", "greater")) {
      found <- coin::wilcox_test(score ~ group, data = data, distribution = "exact", alternative = side)
      say("mann-whitney exact p-value with ties", set, paste(test, side), coin::pvalue(found))
    }
  }
}

ask_ranks <- function(sets) {
  for (set in names(sets)) for (test in names(sets[[set]])) ask_ranks_of(set, test, sets[[set]][[test]])
}
