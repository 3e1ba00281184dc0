# Fitted models: calibration by R's glm and, where it is installed, rms; curves of ratings by ordinal.

ask_calibration <- function(set, truth, p) {
  link <- qlogis(p)
  slope <- glm(truth ~ link, family = binomial, control = glm.control(epsilon = 1e-14, maxit = 100))
  large <- glm(truth ~ offset(link), family = binomial, control = glm.control(epsilon = 1e-14, maxit = 100))
  say("calibration slope", set, "estimate", coef(slope)[["link"]])
  say("calibration slope", set, "standard error", sqrt(vcov(slope)["link", "link"]))
  say("calibration in the large", set, "estimate", coef(large)[[1]])
  say("calibration in the large", set, "standard error", sqrt(vcov(large)[1, 1]))
  if (there("rms")) {
    found <- suppressMessages(suppressWarnings(rms::val.prob(p, truth, pl = FALSE)))
    say("brier score", set, "", found[["Brier"]])
    say("spiegelhalter z", set, "", found[["S:z"]])
    say("spiegelhalter p-value", set, "", found[["S:p"]])
  }
}

# A cumulative probit model of the ratings, with a scale for cases, is the binormal curve: a = location / scale,
# b = 1 / scale. With the complementary log-log link and no scale it is the power law: TPF = FPF^exp(-location).
ask_rating_curves <- function(set, ratings, controls, cases) {
  if (!there("ordinal")) return(invisible())
  data <- data.frame(
    rating = factor(rep(ratings, 2), levels = ratings, ordered = TRUE),
    case = rep(0:1, each = length(ratings)), count = c(controls, cases)
  )
  data <- data[data$count > 0, ]
  fit <- attempt(ordinal::clm(rating ~ case, scale = ~case, link = "probit", weights = count, data = data,
                              control = ordinal::clm.control(gradTol = 1e-10)), NULL)
  if (!is.null(fit)) {
    location <- fit$beta[["case"]]
    log_scale <- fit$zeta[["case"]]
    b <- exp(-log_scale)
    a <- location * b
    v <- vcov(fit)
    at <- which(rownames(v) == "case")
    v <- v[at, at]
    to_a <- c(b, -a)
    say("binormal curve", set, "a", a)
    say("binormal curve", set, "b", b)
    say("binormal curve", set, "a error", sqrt(drop(to_a %*% v %*% to_a)))
    say("binormal curve", set, "b error", b * sqrt(v[2, 2]))
    say("binormal curve", set, "log-likelihood", fit$logLik)
    say("binormal curve", set, "auc", pnorm(a / sqrt(1 + b^2)))
  }
  fit <- attempt(ordinal::clm(rating ~ case, link = "cloglog", weights = count, data = data,
                              control = ordinal::clm.control(gradTol = 1e-10)), NULL)
  if (!is.null(fit)) {
    power <- exp(-fit$beta[["case"]])
    say("power law", set, "auc", 1 / (1 + power))
    say("power law", set, "auc error", power / (1 + power)^2 * sqrt(vcov(fit)["case", "case"]))
    say("power law", set, "log-likelihood", fit$logLik)
  }
}

ask_models <- function(probabilities, ratings) {
  for (set in names(probabilities)) ask_calibration(set, probabilities[[set]]$truth, probabilities[[set]]$score)
  for (set in names(ratings)) {
    one <- ratings[[set]]
    ask_rating_curves(set, one$rating, one$controls, one$cases)
  }
}
