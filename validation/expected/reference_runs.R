# What R and its packages give for the files of a reference folder, written as reference cases.
#
#     Rscript reference_runs.R REFERENCE_FOLDER CASES_FOLDER
#
# It writes CASES_FOLDER/reference-runs-*.toml whole. Each number is printed with 12 significant digits.

arguments <- commandArgs(trailingOnly = TRUE)
data_in <- function(name) read.csv(file.path(arguments[1], "data", name))
suppressMessages({
  library(pROC)
  library(OptimalCutpoints)
  library(rms)
})

version_of <- function(package) paste(package, packageVersion(package))
r_version <- paste0("R ", R.version$major, ".", R.version$minor, ", stats")
quoted <- function(text) if (grepl('"', text)) paste0("'", text, "'") else paste0('"', text, '"')
printed <- function(x) {
  if (x == round(x) && abs(x) < 1e6) return(sprintf("%.1f", x))
  text <- formatC(x, digits = 12, format = "g", flag = "#")
  sub("e([+-])0?([0-9])$", "e\\10\\2", text)
}
lines <- character()
write <- function(...) lines <<- c(lines, paste0(...))
case <- function(name, title, source, requirement, data) {
  lines <<- character()
  write("# Written whole by expected/reference_runs.R; the data are other packages' and not part of this project.")
  write('id = "reference-runs-', name, '"\ntitle = ', quoted(title), "\nsource = ", quoted(source))
  write('kind = "program"\nprogram = ', quoted(version_of("pROC")), '\nhow = "run"\nrequirement = ', requirement)
  write("\n[data]\n", data)
}
ask <- function(keys, call, values, program = NULL) {
  write("\n[[expected]]\n", keys)
  if (!is.null(program)) write("program = ", quoted(program))
  write("call = ", quoted(call))
  for (name in names(values)) write(name, ' = "', printed(values[[name]]), '"')
}
done <- function(name) writeLines(lines, file.path(arguments[2], paste0("reference-runs-", name, ".toml")))

asah <- data_in("asah.csv")
asah$outcome <- factor(asah$outcome, levels = c("Good", "Poor"))
tests <- c("wfns", "s100b", "ndka")
curve <- function(frame, test) roc(frame$outcome, frame[[test]], levels = c("Good", "Poor"), direction = "<")
asah_data <- 'reference = "asah.csv"\ntruth = "outcome"\npositive = "Poor"\ntests = ["wfns", "s100b", "ndka"]'
part <- function(test, gender) {
  paste0('{ reference = "asah.csv", truth = "outcome", positive = "Poor", tests = ["', test, '"], where = { gender = "',
         gender, '" } }')
}
turck <- "Data of Turck N et al. Intensive Care Medicine 2010;36:107-115"

# --- Areas ------------------------------------------------------------------------------------------------------------

case("asah-areas", "Aneurysmal subarachnoid haemorrhage, three tests in women, men and all", turck,
     '["AUC-01", "DELONG-01", "DELONG-03", "COMPARE-02", "RANKS-01", "RANKS-02"]', asah_data)
for (test in c("wfns", "s100b")) {
  limits <- ci.auc(curve(asah, test), method = "delong")
  ask(paste0('tests = ["', test, '"]'), paste0("ci.auc(roc(outcome, ", test, "))"), list(low = limits[1], high = limits[3]))
}
for (gender in c("Female", "Male")) for (test in tests) {
  if (gender == "Female" && test == "ndka") next  # stands in the program's own tests
  limits <- ci.auc(curve(asah[asah$gender == gender, ], test), method = "delong")
  ask(paste0('about = "', test, ", ", gender, '"\ndata = ', part(test, gender)),
      paste0("ci.auc(roc(outcome ~ ", test, ", subset = gender == '", gender, "'))"),
      list(auc = limits[2], low = limits[1], high = limits[3]))
}
for (test in tests) {
  found <- roc.test(curve(asah[asah$gender == "Female", ], test), curve(asah[asah$gender == "Male", ], test),
                    method = "delong", paired = FALSE)
  ask(paste0('question = "compare_auc"\nrequirement = ["COMPARE-02"]\nabout = "', test, ', women and men"\ndata = { first = ',
             part(test, "Female"), ", second = ", part(test, "Male"), " }"),
      paste0("roc.test(women, men, method = 'delong', paired = FALSE) of ", test), list(statistic = found$statistic[[1]]))
}
for (test in tests) {
  poor <- asah[[test]][asah$outcome == "Poor"]
  good <- asah[[test]][asah$outcome == "Good"]
  found <- wilcox.test(poor, good, exact = FALSE, correct = TRUE)
  ask(paste0('question = "mann_whitney"\nrequirement = ["RANKS-01"]\nexact = false\ntests = ["', test, '"]'),
      "wilcox.test(poor, good, exact = FALSE, correct = TRUE)",
      list(u = found$statistic[[1]], pvalue = found$p.value), r_version)
  found <- suppressWarnings(ks.test(poor, good))
  ask(paste0('question = "ks"\nrequirement = ["RANKS-02"]\ntests = ["', test, '"]'), "ks.test(poor, good)",
      list(d = found$statistic[[1]]), r_version)
}
done("asah-areas")

# --- Thresholds -------------------------------------------------------------------------------------------------------

case("asah-thresholds", "Aneurysmal subarachnoid haemorrhage, best thresholds of three tests by several rules", turck,
     '["THRESHOLD-01"]', asah_data)
rules <- c("closest-topleft" = "ROC01", kappa = "MaxKappa", accuracy = "MaxEfficiency", product = "MaxProdSpSe",
           youden = "Youden")
for (test in tests) for (rule in names(rules)) {
  found <- optimal.cutpoints(X = test, status = "outcome", tag.healthy = "Good", methods = rules[[rule]], data = asah)
  best <- found[[rules[[rule]]]]$Global$optimal.cutoff
  if (length(best$cutoff) != 1) next
  ask(paste0('question = "thresholds"\nby = "', rule, '"\ntests = ["', test, '"]'),
      paste0("optimal.cutpoints(X = '", test, "', status = 'outcome', tag.healthy = 'Good', methods = '", rules[[rule]], "')"),
      list(threshold = best$cutoff, sensitivity = best$Se[1], specificity = best$Sp[1]), version_of("OptimalCutpoints"))
}
done("asah-thresholds")

# --- Two treatments, five readers -------------------------------------------------------------------------------------

read <- data_in("vandyke.csv")
reader_data <- function(reader) {
  paste0('reference = "vandyke.csv"', "SEP", 'truth = "truth"', "SEP", "positive = 1", "SEP", 'subject = "case"', "SEP",
         'test = "treatment"', "SEP", 'score = "rating"', "SEP", 'tests = ["1", "2"]', "SEP", "where = { reader = ", reader, " }")
}
case("van-dyke", "Spin-echo and cine MRI of 114 patients, each of five readers by DeLong's method",
     "Data of Van Dyke CW et al. 79th RSNA 1993", '["COMPARE-01"]', gsub("SEP", "\n", reader_data(1)))
for (reader in 1:5) {
  mine <- read[read$reader == reader, ]
  one <- mine[mine$treatment == 1, ]
  two <- mine[mine$treatment == 2, ]
  two <- two[match(one$case, two$case), ]
  found <- roc.test(roc(one$truth, one$rating, levels = 0:1, direction = "<"),
                    roc(two$truth, two$rating, levels = 0:1, direction = "<"), method = "delong", paired = TRUE)
  own <- if (reader == 1) "" else paste0('about = "reader ', reader, '"\ndata = { ', gsub("SEP", ", ", reader_data(reader)), " }\n")
  ask(paste0(own, 'question = "compare_auc"\ntests = ["1", "2"]'),
      "roc.test(treatment 1, treatment 2, method = 'delong', paired = TRUE)",
      list(statistic = found$statistic[[1]], pvalue = found$p.value, low = found$conf.int[1], high = found$conf.int[2]))
}
done("van-dyke")

# --- Probabilities ----------------------------------------------------------------------------------------------------

two <- data_in("ht01_twoclass.csv")
case("probabilities", "Predicted probabilities of two classes, calibrated", "Data of the R package HandTill2001",
     '["PROBABILITY-01", "PROBABILITY-02"]', 'reference = "ht01_twoclass.csv"\ntruth = "observed"\ntests = ["predicted"]')
found <- suppressWarnings(val.prob(two$predicted, two$observed, pl = FALSE))
ask('question = "calibration"\nrequirement = ["PROBABILITY-01"]', "val.prob(predicted, observed)",
    list(brier = found[["Brier"]]), version_of("rms"))
ask('question = "calibration"\nrequirement = ["PROBABILITY-02"]', "val.prob(predicted, observed)",
    list(z = found[["S:z"]], pvalue = found[["S:p"]]), version_of("rms"))
# The model was fitted to these very data: its intercept is 0 and its slope 1, and only their errors tell anything.
link <- qlogis(two$predicted)
found <- glm(two$observed ~ offset(link), family = binomial, control = glm.control(epsilon = 1e-14, maxit = 100))
ask('question = "calibration"\nrequirement = ["PROBABILITY-02"]', "glm(observed ~ offset(qlogis(predicted)), family = binomial)",
    list(intercept_error = sqrt(vcov(found)[1, 1])), r_version)
found <- glm(two$observed ~ link, family = binomial, control = glm.control(epsilon = 1e-14, maxit = 100))
ask('question = "calibration"\nrequirement = ["PROBABILITY-02"]', "glm(observed ~ qlogis(predicted), family = binomial)",
    list(slope_error = sqrt(vcov(found)[2, 2])), r_version)
done("probabilities")
