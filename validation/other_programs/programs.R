# What other programs give for the data sets of a folder, as CSV on standard output.
#
#     Rscript programs.R FOLDER [few]
#
# With "few" only pROC, epiR and stats are asked: the other packages take long to load.
# The folder holds what data_sets.py writes. Every line of the answer is: quantity, data set, item, value with 17
# digits (NA where the program gives no number). Lines that begin with "#" name the programs and their versions.

arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
few <- length(arguments) > 1 && arguments[2] == "few"
here <- dirname(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))

quoted <- function(text) paste0('"', gsub('"', '""', text), '"')

say <- function(quantity, set, item, value) {
  value <- as.numeric(value)
  if (length(value) == 0) value <- NA_real_
  text <- if (is.na(value)) "NA" else sprintf("%.17g", value)
  cat(paste(quoted(c(quantity, set, as.character(item), text)), collapse = ","), "\n", sep = "")
}

there <- function(package) !few && requireNamespace(package, quietly = TRUE)

attempt <- function(expression, otherwise) {
  tryCatch(suppressWarnings(suppressMessages(expression)), error = function(problem) otherwise)
}

for (room in c("areas.R", "points.R", "ranks.R", "tables.R", "models.R")) source(file.path(here, room))

read_table <- function(name) {
  path <- file.path(folder, name)
  if (!file.exists(path)) return(NULL)
  read.csv(path, colClasses = "character", check.names = FALSE)
}

# Scores are written in hexadecimal: R reads those exactly, decimals only nearly.
numbers <- function(column) as.numeric(column)

nested <- function(table, keys, make) {
  if (is.null(table)) return(list())
  parts <- split(table, factor(table[[keys[1]]], levels = unique(table[[keys[1]]])))
  if (length(keys) == 1) return(lapply(parts, make))
  lapply(parts, nested, keys = keys[-1], make = make)
}

sets <- nested(read_table("scores.csv"), c("set", "test"), function(part) {
  list(truth = as.integer(part$truth), score = numbers(part$score), low = part$low[1] == "1")
})
tables <- read_table("tables.csv")
for (name in c("a", "b", "c", "d")) tables[[name]] <- as.integer(tables[[name]])
squares <- nested(read_table("squares.csv"), "set", function(part) {
  size <- max(as.integer(part$row))
  matrix(as.integer(part$count)[order(as.integer(part$row), as.integer(part$column))], size, byrow = TRUE)
})
families <- nested(read_table("families.csv"), "set", function(part) numbers(part$pvalue))
probabilities <- nested(read_table("probabilities.csv"), "set", function(part) {
  list(truth = as.integer(part$truth), score = numbers(part$score))
})
ratings <- nested(read_table("ratings.csv"), "set", function(part) {
  list(rating = as.integer(part$rating), controls = as.integer(part$controls), cases = as.integer(part$cases))
})
classes <- nested(read_table("classes.csv"), "set", function(part) {
  scores <- as.matrix(as.data.frame(lapply(part[c("A", "B", "C")], numbers)))
  list(truth = factor(part$truth), scores = scores)
})
chance <- read_table("chance.csv")$set

cat(sprintf("# R %s\n", paste(R.version$major, R.version$minor, sep = ".")))
for (name in c("pROC", "epiR", "OptimalCutpoints", "coin", "vcd", "Epi", "rms", "ordinal")) {
  if (name %in% c("pROC", "epiR") || there(name)) cat(sprintf("# %s %s\n", name, packageVersion(name)))
}

ask_areas(sets, chance)
ask_points(sets)
ask_other_optima(sets)
ask_ranks(sets)
ask_tables(tables, squares)
ask_families(families)
ask_models(probabilities, ratings)
ask_classes(classes)
