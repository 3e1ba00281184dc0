"""The bibliography: every paper that a docstring, a method's card or a report cites, by key.

A test checks that each key that is cited exists and that each that exists is cited.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reference:
    """One work: ``source`` is the journal or book in full, ``place`` what follows it (year; volume: pages)."""

    authors: str
    title: str
    source: str
    place: str
    url: str = ""

    def __str__(self) -> str:
        stop = "" if self.title.endswith("?") else "."
        return f"{self.authors}. {self.title}{stop} {self.source} {self.place}."

    @property
    def link(self) -> str:
        """What stands for the address in print: a DOI or an archive number."""
        for head, word in (("https://doi.org/", "doi:"), ("https://arxiv.org/abs/", "arXiv:")):
            if self.url.startswith(head):
                return word + self.url.removeprefix(head)
        return self.url


def _doi(number: str) -> str:
    return f"https://doi.org/{number}"


REFERENCES: dict[str, Reference] = {
    "agresti1998": Reference(
        "Agresti A, Coull BA",
        "Approximate is better than “exact” for interval estimation of binomial proportions",
        "The American Statistician",
        "1998;52:119–126",
        _doi("10.1080/00031305.1998.10480550"),
    ),
    "agresti2000": Reference(
        "Agresti A, Caffo B",
        "Simple and effective confidence intervals for proportions and differences of proportions result from adding "
        "two successes and two failures",
        "The American Statistician",
        "2000;54:280–288",
        _doi("10.1080/00031305.2000.10474560"),
    ),
    "agresti2005": Reference(
        "Agresti A, Min Y",
        "Simple improved confidence intervals for comparing matched proportions",
        "Statistics in Medicine",
        "2005;24:729–740",
        _doi("10.1002/sim.1781"),
    ),
    "akaike1974": Reference(
        "Akaike H",
        "A new look at the statistical model identification",
        "IEEE Transactions on Automatic Control",
        "1974;19:716–723",
        _doi("10.1109/TAC.1974.1100705"),
    ),
    "alonzo2002": Reference(
        "Alonzo TA, Pepe MS",
        "Distribution-free ROC analysis using binary regression techniques",
        "Biostatistics",
        "2002;3:421–432",
        _doi("10.1093/biostatistics/3.3.421"),
    ),
    "bamber1975": Reference(
        "Bamber D",
        "The area above the ordinal dominance graph and the area below the receiver operating characteristic graph",
        "Journal of Mathematical Psychology",
        "1975;12:387–415",
        _doi("10.1016/0022-2496(75)90001-2"),
    ),
    "bandos2005": Reference(
        "Bandos AI, Rockette HE, Gur D",
        "A permutation test sensitive to differences in areas for comparing ROC curves from a paired design",
        "Statistics in Medicine",
        "2005;24:2873–2893",
        _doi("10.1002/sim.2149"),
    ),
    "benjamini1995": Reference(
        "Benjamini Y, Hochberg Y",
        "Controlling the false discovery rate: a practical and powerful approach to multiple testing",
        "Journal of the Royal Statistical Society Series B",
        "1995;57:289–300",
        _doi("10.1111/j.2517-6161.1995.tb02031.x"),
    ),
    "bonett2012": Reference(
        "Bonett DG, Price RM",
        "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
        "Journal of Educational and Behavioral Statistics",
        "2012;37:479–488",
        _doi("10.3102/1076998611411915"),
    ),
    "box1964": Reference(
        "Box GEP, Cox DR",
        "An analysis of transformations",
        "Journal of the Royal Statistical Society Series B",
        "1964;26:211–252",
        _doi("10.1111/j.2517-6161.1964.tb00553.x"),
    ),
    "brier1950": Reference(
        "Brier GW",
        "Verification of forecasts expressed in terms of probability",
        "Monthly Weather Review",
        "1950;78:1–3",
        _doi("10.1175/1520-0493(1950)078<0001:VOFEIT>2.0.CO;2"),
    ),
    "brown2001": Reference(
        "Brown LD, Cai TT, DasGupta A",
        "Interval estimation for a binomial proportion",
        "Statistical Science",
        "2001;16:101–133",
        _doi("10.1214/ss/1009213286"),
    ),
    "burnham2004": Reference(
        "Burnham KP, Anderson DR",
        "Multimodel inference: understanding AIC and BIC in model selection",
        "Sociological Methods & Research",
        "2004;33:261–304",
        _doi("10.1177/0049124104268644"),
    ),
    "campbell1994": Reference(
        "Campbell G",
        "Advances in statistical methodology for the evaluation of diagnostic and laboratory tests",
        "Statistics in Medicine",
        "1994;13:499–508",
        _doi("10.1002/sim.4780130513"),
    ),
    "clopper1934": Reference(
        "Clopper CJ, Pearson ES",
        "The use of confidence or fiducial limits illustrated in the case of the binomial",
        "Biometrika",
        "1934;26:404–413",
        _doi("10.1093/biomet/26.4.404"),
    ),
    "cohen1960": Reference(
        "Cohen J",
        "A coefficient of agreement for nominal scales",
        "Educational and Psychological Measurement",
        "1960;20:37–46",
        _doi("10.1177/001316446002000104"),
    ),
    "cornfield1956": Reference(
        "Cornfield J",
        "A statistical problem arising from retrospective studies",
        "Proceedings of the Third Berkeley Symposium on Mathematical Statistics and Probability",
        "1956;4:135–148",
        "https://projecteuclid.org/euclid.bsmsp/1200502552",
    ),
    "cox1958": Reference(
        "Cox DR",
        "Two further applications of a model for binary regression",
        "Biometrika",
        "1958;45:562–565",
        _doi("10.1093/biomet/45.3-4.562"),
    ),
    "davis2006": Reference(
        "Davis J, Goadrich M",
        "The relationship between precision-recall and ROC curves",
        "Proceedings of the 23rd International Conference on Machine Learning",
        "2006:233–240",
        _doi("10.1145/1143844.1143874"),
    ),
    "davison1997": Reference(
        "Davison AC, Hinkley DV",
        "Bootstrap Methods and Their Application",
        "Cambridge University Press,",
        "1997",
        _doi("10.1017/CBO9780511802843"),
    ),
    "delong1988": Reference(
        "DeLong ER, DeLong DM, Clarke-Pearson DL",
        "Comparing the areas under two or more correlated receiver operating characteristic curves: a nonparametric "
        "approach",
        "Biometrics",
        "1988;44:837–845",
        _doi("10.2307/2531595"),
    ),
    "dorfman1969": Reference(
        "Dorfman DD, Alf E Jr",
        "Maximum-likelihood estimation of parameters of signal-detection theory and determination of confidence "
        "intervals—rating-method data",
        "Journal of Mathematical Psychology",
        "1969;6:487–496",
        _doi("10.1016/0022-2496(69)90019-4"),
    ),
    "dorfman1997": Reference(
        "Dorfman DD, Berbaum KS, Metz CE, Lenth RV, Hanley JA, Abu Dagga H",
        "Proper receiver operating characteristic analysis: the bigamma model",
        "Academic Radiology",
        "1997;4:138–149",
    ),
    "dorfman2000": Reference(
        "Dorfman DD, Berbaum KS, Brandser EA",
        "A contaminated binormal model for ROC data: part I. Some interesting examples of binormal degeneracy",
        "Academic Radiology",
        "2000;7:420–426",
    ),
    "dorfman2000b": Reference(
        "Dorfman DD, Berbaum KS",
        "A contaminated binormal model for ROC data: part II. A formal model",
        "Academic Radiology",
        "2000;7:427–437",
    ),
    "dunn1961": Reference(
        "Dunn OJ",
        "Multiple comparisons among means",
        "Journal of the American Statistical Association",
        "1961;56:52–64",
        _doi("10.1080/01621459.1961.10482090"),
    ),
    "efron1987": Reference(
        "Efron B",
        "Better bootstrap confidence intervals",
        "Journal of the American Statistical Association",
        "1987;82:171–185",
        _doi("10.1080/01621459.1987.10478410"),
    ),
    "efron1997": Reference(
        "Efron B, Tibshirani R",
        "Improvements on cross-validation: the .632+ bootstrap method",
        "Journal of the American Statistical Association",
        "1997;92:548–560",
        _doi("10.1080/01621459.1997.10474007"),
    ),
    "egan1975": Reference(
        "Egan JP",
        "Signal Detection Theory and ROC Analysis",
        "Academic Press,",
        "1975",
    ),
    "fagan1975": Reference(
        "Fagan TJ",
        "Nomogram for Bayes’s theorem",
        "The New England Journal of Medicine",
        "1975;293:257",
        _doi("10.1056/NEJM197507312930513"),
    ),
    "fagerland2013": Reference(
        "Fagerland MW, Lydersen S, Laake P",
        "The McNemar test for binary matched-pairs data: mid-p and asymptotic are better than exact conditional",
        "BMC Medical Research Methodology",
        "2013;13:91",
        _doi("10.1186/1471-2288-13-91"),
    ),
    "fagerland2014": Reference(
        "Fagerland MW, Lydersen S, Laake P",
        "Recommended tests and confidence intervals for paired binomial proportions",
        "Statistics in Medicine",
        "2014;33:2850–2875",
        _doi("10.1002/sim.6148"),
    ),
    "faraggi2002": Reference(
        "Faraggi D, Reiser B",
        "Estimation of the area under the ROC curve",
        "Statistics in Medicine",
        "2002;21:3093–3106",
        _doi("10.1002/sim.1228"),
    ),
    "fisher1935": Reference(
        "Fisher RA",
        "The logic of inductive inference",
        "Journal of the Royal Statistical Society",
        "1935;98:39–82",
        _doi("10.2307/2342435"),
    ),
    "fleiss1969": Reference(
        "Fleiss JL, Cohen J, Everitt BS",
        "Large sample standard errors of kappa and weighted kappa",
        "Psychological Bulletin",
        "1969;72:323–327",
        _doi("10.1037/h0028106"),
    ),
    "freeman1951": Reference(
        "Freeman GH, Halton JH",
        "Note on an exact treatment of contingency, goodness of fit and other problems of significance",
        "Biometrika",
        "1951;38:141–149",
        _doi("10.1093/biomet/38.1-2.141"),
    ),
    "gonen2010": Reference(
        "Gönen M, Heller G",
        "Lehmann family of ROC curves",
        "Medical Decision Making",
        "2010;30:509–517",
        _doi("10.1177/0272989X09360067"),
    ),
    "gu2009": Reference(
        "Gu W, Pepe MS",
        "Estimating the capacity for improvement in risk prediction with a marker",
        "Biostatistics",
        "2009;10:172–186",
        _doi("10.1093/biostatistics/kxn025"),
    ),
    "haldane1956": Reference(
        "Haldane JBS",
        "The estimation and significance of the logarithm of a ratio of frequencies",
        "Annals of Human Genetics",
        "1956;20:309–311",
        _doi("10.1111/j.1469-1809.1955.tb01285.x"),
    ),
    "hand2001": Reference(
        "Hand DJ, Till RJ",
        "A simple generalisation of the area under the ROC curve for multiple class classification problems",
        "Machine Learning",
        "2001;45:171–186",
        _doi("10.1023/A:1010920819831"),
    ),
    "hanley1982": Reference(
        "Hanley JA, McNeil BJ",
        "The meaning and use of the area under a receiver operating characteristic (ROC) curve",
        "Radiology",
        "1982;143:29–36",
        _doi("10.1148/radiology.143.1.7063747"),
    ),
    "hanley1983": Reference(
        "Hanley JA, McNeil BJ",
        "A method of comparing the areas under receiver operating characteristic curves derived from the same cases",
        "Radiology",
        "1983;148:839–843",
        _doi("10.1148/radiology.148.3.6878708"),
    ),
    "hausman1978": Reference(
        "Hausman JA",
        "Specification tests in econometrics",
        "Econometrica",
        "1978;46:1251–1271",
        _doi("10.2307/1913827"),
    ),
    "he2008": Reference(
        "He Y, Escobar M",
        "Nonparametric statistical inference method for partial areas under receiver operating characteristic curves, "
        "with application to genomic studies",
        "Statistics in Medicine",
        "2008;27:5291–5308",
        _doi("10.1002/sim.3335"),
    ),
    "hillis2011": Reference(
        "Hillis SL, Berbaum KS",
        "Using the mean-to-sigma ratio as a measure of the improperness of binormal ROC curves",
        "Academic Radiology",
        "2011;18:143–154",
    ),
    "hochberg1988": Reference(
        "Hochberg Y",
        "A sharper Bonferroni procedure for multiple tests of significance",
        "Biometrika",
        "1988;75:800–802",
        _doi("10.1093/biomet/75.4.800"),
    ),
    "hodges1958": Reference(
        "Hodges JL",
        "The significance probability of the Smirnov two-sample test",
        "Arkiv för Matematik",
        "1958;3:469–486",
        _doi("10.1007/BF02589501"),
    ),
    "holm1979": Reference(
        "Holm S",
        "A simple sequentially rejective multiple test procedure",
        "Scandinavian Journal of Statistics",
        "1979;6:65–70",
    ),
    "hommel1988": Reference(
        "Hommel G",
        "A stagewise rejective multiple test procedure based on a modified Bonferroni test",
        "Biometrika",
        "1988;75:383–386",
        _doi("10.1093/biomet/75.2.383"),
    ),
    "horvath2008": Reference(
        "Horváth L, Horváth Z, Zhou W",
        "Confidence bands for ROC curves",
        "Journal of Statistical Planning and Inference",
        "2008;138:1894–1904",
        _doi("10.1016/j.jspi.2007.07.009"),
    ),
    "hothorn2008": Reference(
        "Hothorn T, Bretz F, Westfall P",
        "Simultaneous inference in general parametric models",
        "Biometrical Journal",
        "2008;50:346–363",
        _doi("10.1002/bimj.200810425"),
    ),
    "katz1978": Reference(
        "Katz D, Baptista J, Azen SP, Pike MC",
        "Obtaining confidence intervals for the risk ratio in cohort studies",
        "Biometrics",
        "1978;34:469–474",
        _doi("10.2307/2530610"),
    ),
    "koopman1984": Reference(
        "Koopman PAR",
        "Confidence intervals for the ratio of two binomial proportions",
        "Biometrics",
        "1984;40:513–517",
        _doi("10.2307/2531405"),
    ),
    "kosinski2013": Reference(
        "Kosinski AS",
        "A weighted generalized score statistic for comparison of predictive values of diagnostic tests",
        "Statistics in Medicine",
        "2013;32:964–977",
        _doi("10.1002/sim.5587"),
    ),
    "lachenbruch1998": Reference(
        "Lachenbruch PA, Lynch CJ",
        "Assessing screening tests: extensions of McNemar’s test",
        "Statistics in Medicine",
        "1998;17:2207–2217",
    ),
    "lancaster1961": Reference(
        "Lancaster HO",
        "Significance tests in discrete distributions",
        "Journal of the American Statistical Association",
        "1961;56:223–234",
        _doi("10.1080/01621459.1961.10482105"),
    ),
    "leisenring2000": Reference(
        "Leisenring W, Alonzo T, Pepe MS",
        "Comparisons of predictive values of binary medical diagnostic tests for paired designs",
        "Biometrics",
        "2000;56:345–351",
        _doi("10.1111/j.0006-341X.2000.00345.x"),
    ),
    "liu2006": Reference(
        "Liu JP, Ma MC, Wu CY, Tai JY",
        "Tests of equivalence and non-inferiority for diagnostic accuracy based on the paired areas under ROC curves",
        "Statistics in Medicine",
        "2006;25:1219–1238",
        _doi("10.1002/sim.2358"),
    ),
    "liu2012": Reference(
        "Liu X",
        "Classification accuracy and cut point selection",
        "Statistics in Medicine",
        "2012;31:2676–2686",
        _doi("10.1002/sim.4509"),
    ),
    "ma1993": Reference(
        "Ma G, Hall WJ",
        "Confidence bands for receiver operating characteristic curves",
        "Medical Decision Making",
        "1993;13:191–197",
        _doi("10.1177/0272989X9301300304"),
    ),
    "mann1947": Reference(
        "Mann HB, Whitney DR",
        "On a test of whether one of two random variables is stochastically larger than the other",
        "The Annals of Mathematical Statistics",
        "1947;18:50–60",
        _doi("10.1214/aoms/1177730491"),
    ),
    "massey1951": Reference(
        "Massey FJ",
        "The Kolmogorov–Smirnov test for goodness of fit",
        "Journal of the American Statistical Association",
        "1951;46:68–78",
        _doi("10.1080/01621459.1951.10500769"),
    ),
    "matthews1975": Reference(
        "Matthews BW",
        "Comparison of the predicted and observed secondary structure of T4 phage lysozyme",
        "Biochimica et Biophysica Acta (BBA) - Protein Structure",
        "1975;405:442–451",
        _doi("10.1016/0005-2795(75)90109-9"),
    ),
    "mcclish1989": Reference(
        "McClish DK",
        "Analyzing a portion of the ROC curve",
        "Medical Decision Making",
        "1989;9:190–195",
        _doi("10.1177/0272989X8900900307"),
    ),
    "mcnemar1947": Reference(
        "McNemar Q",
        "Note on the sampling error of the difference between correlated proportions or percentages",
        "Psychometrika",
        "1947;12:153–157",
        _doi("10.1007/BF02295996"),
    ),
    "mee1984": Reference(
        "Mee RW",
        "Confidence bounds for the difference between two probabilities",
        "Biometrics",
        "1984;40:1175–1176",
    ),
    "mercaldo2007": Reference(
        "Mercaldo ND, Lau KF, Zhou XH",
        "Confidence intervals for predictive values with an emphasis to case–control studies",
        "Statistics in Medicine",
        "2007;26:2170–2183",
        _doi("10.1002/sim.2677"),
    ),
    "metz1978": Reference(
        "Metz CE",
        "Basic principles of ROC analysis",
        "Seminars in Nuclear Medicine",
        "1978;8:283–298",
        _doi("10.1016/S0001-2998(78)80014-2"),
    ),
    "metz1984": Reference(
        "Metz CE, Wang PL, Kronman HB",
        "A new approach for testing the significance of differences between ROC curves measured from correlated data. "
        "In: Deconinck F, ed",
        "Information Processing in Medical Imaging (The Hague: Nijhoff)",
        "1984: 432–445",
    ),
    "metz1998": Reference(
        "Metz CE, Herman BA, Shen JH",
        "Maximum likelihood estimation of receiver operating characteristic (ROC) curves from continuously-distributed "
        "data",
        "Statistics in Medicine",
        "1998;17:1033–1053",
        _doi("10.1002/(SICI)1097-0258(19980515)17:9<1033::AID-SIM784>3.0.CO;2-Z"),
    ),
    "metz1998b": Reference(
        "Metz CE, Herman BA, Roe CA",
        "Statistical comparison of two ROC-curve estimates obtained from partially-paired datasets",
        "Medical Decision Making",
        "1998;18:110–121",
    ),
    "metz1999": Reference(
        "Metz CE, Pan X",
        "“Proper” binormal ROC curves: theory and maximum-likelihood estimation",
        "Journal of Mathematical Psychology",
        "1999;43:1–33",
    ),
    "miettinen1985": Reference(
        "Miettinen O, Nurminen M",
        "Comparative analysis of two rates",
        "Statistics in Medicine",
        "1985;4:213–226",
        _doi("10.1002/sim.4780040211"),
    ),
    "moskowitz2006": Reference(
        "Moskowitz CS, Pepe MS",
        "Comparing the predictive values of diagnostic tests: sample size and analysis for paired study designs",
        "Clinical Trials",
        "2006;3:272–279",
        _doi("10.1191/1740774506cn147oa"),
    ),
    "murphy1973": Reference(
        "Murphy AH",
        "A new vector partition of the probability score",
        "Journal of Applied Meteorology",
        "1973;12:595–600",
        _doi("10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2"),
    ),
    "newcombe1998": Reference(
        "Newcombe RG",
        "Interval estimation for the difference between independent proportions: comparison of eleven methods",
        "Statistics in Medicine",
        "1998;17:873–890",
        _doi("10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I"),
    ),
    "newcombe1998b": Reference(
        "Newcombe RG",
        "Two-sided confidence intervals for the single proportion: comparison of seven methods",
        "Statistics in Medicine",
        "1998;17:857–872",
        _doi("10.1002/(SICI)1097-0258(19980430)17:8<857::AID-SIM777>3.0.CO;2-E"),
    ),
    "newcombe1998c": Reference(
        "Newcombe RG",
        "Improved confidence intervals for the difference between binomial proportions based on paired data",
        "Statistics in Medicine",
        "1998;17:2635–2650",
    ),
    "newcombe2006": Reference(
        "Newcombe RG",
        "Confidence intervals for an effect size measure based on the Mann–Whitney statistic. Part 2: asymptotic "
        "methods and evaluation",
        "Statistics in Medicine",
        "2006;25:559–573",
        _doi("10.1002/sim.2324"),
    ),
    "owen1956": Reference(
        "Owen DB",
        "Tables for computing bivariate normal probabilities",
        "The Annals of Mathematical Statistics",
        "1956;27:1075–1090",
        _doi("10.1214/aoms/1177728074"),
    ),
    "pepe2000": Reference(
        "Pepe MS",
        "An interpretation for the ROC curve and inference using GLM procedures",
        "Biometrics",
        "2000;56:352–359",
        _doi("10.1111/j.0006-341X.2000.00352.x"),
    ),
    "pepe2003": Reference(
        "Pepe MS",
        "The Statistical Evaluation of Medical Tests for Classification and Prediction",
        "Oxford University Press,",
        "2003",
    ),
    "perkins2006": Reference(
        "Perkins NJ, Schisterman EF",
        "The inconsistency of “optimal” cutpoints obtained using two criteria based on the receiver operating "
        "characteristic curve",
        "American Journal of Epidemiology",
        "2006;163:670–675",
        _doi("10.1093/aje/kwj063"),
    ),
    "pesce2007": Reference(
        "Pesce LL, Metz CE",
        "Reliable and computationally efficient maximum-likelihood estimation of “proper” binormal ROC curves",
        "Academic Radiology",
        "2007;14:814–829",
    ),
    "platt2000": Reference(
        "Platt RW, Hanley JA, Yang H",
        "Bootstrap confidence intervals for the sensitivity of a quantitative diagnostic test",
        "Statistics in Medicine",
        "2000;19:313–322",
    ),
    "redolfi2026": Reference(
        "Redolfi S",
        "A review of the receiver operating characteristic curve and a proof about the area beneath it",
        "arXiv preprint,",
        "2026",
        "https://arxiv.org/abs/2605.00926",
    ),
    "reiser1986": Reference(
        "Reiser B, Guttman I",
        "Statistical inference for Pr(Y < X): the normal case",
        "Technometrics",
        "1986;28:253–257",
    ),
    "schuirmann1987": Reference(
        "Schuirmann DJ",
        "A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of "
        "average bioavailability",
        "Journal of Pharmacokinetics and Biopharmaceutics",
        "1987;15:657–680",
        _doi("10.1007/BF01068419"),
    ),
    "shapiro1965": Reference(
        "Shapiro SS, Wilk MB",
        "An analysis of variance test for normality (complete samples)",
        "Biometrika",
        "1965;52:591–611",
        _doi("10.2307/2333709"),
    ),
    "sidak1967": Reference(
        "Šidák Z",
        "Rectangular confidence regions for the means of multivariate normal distributions",
        "Journal of the American Statistical Association",
        "1967;62:626–633",
        _doi("10.1080/01621459.1967.10482935"),
    ),
    "silverman1986": Reference(
        "Silverman BW",
        "Density Estimation for Statistics and Data Analysis",
        "Chapman and Hall,",
        "1986",
    ),
    "simel1991": Reference(
        "Simel DL, Samsa GP, Matchar DB",
        "Likelihood ratios with confidence: sample size estimation for diagnostic test studies",
        "Journal of Clinical Epidemiology",
        "1991;44:763–770",
        _doi("10.1016/0895-4356(91)90128-V"),
    ),
    "spiegelhalter1986": Reference(
        "Spiegelhalter DJ",
        "Probabilistic prediction in patient management and clinical trials",
        "Statistics in Medicine",
        "1986;5:421–433",
        _doi("10.1002/sim.4780050506"),
    ),
    "stard2015": Reference(
        "Bossuyt PM, Reitsma JB, Bruns DE, et al",
        "STARD 2015: an updated list of essential items for reporting diagnostic accuracy studies",
        "BMJ",
        "2015;351:h5527",
        _doi("10.1136/bmj.h5527"),
    ),
    "stephenson2008": Reference(
        "Stephenson DB, Coelho CAS, Jolliffe IT",
        "Two extra components in the Brier score decomposition",
        "Weather and Forecasting",
        "2008;23:752–757",
        _doi("10.1175/2007WAF2006116.1"),
    ),
    "tango1998": Reference(
        "Tango T",
        "Equivalence test and confidence interval for the difference in proportions for the paired-sample design",
        "Statistics in Medicine",
        "1998;17:891–908",
    ),
    "venkatraman1996": Reference(
        "Venkatraman ES, Begg CB",
        "A distribution-free procedure for comparing receiver operating characteristic curves from a paired experiment",
        "Biometrika",
        "1996;83:835–848",
        _doi("10.1093/biomet/83.4.835"),
    ),
    "venkatraman2000": Reference(
        "Venkatraman ES",
        "A permutation test to compare receiver operating characteristic curves",
        "Biometrics",
        "2000;56:1134–1138",
        _doi("10.1111/j.0006-341X.2000.01134.x"),
    ),
    "vickers2006": Reference(
        "Vickers AJ, Elkin EB",
        "Decision curve analysis: a novel method for evaluating prediction models",
        "Medical Decision Making",
        "2006;26:565–574",
        _doi("10.1177/0272989X06295361"),
    ),
    "weerahandi1992": Reference(
        "Weerahandi S, Johnson RA",
        "Testing reliability in a stress-strength model when X and Y are normally distributed",
        "Technometrics",
        "1992;34:83–91",
    ),
    "wilks1938": Reference(
        "Wilks SS",
        "The large-sample distribution of the likelihood ratio for testing composite hypotheses",
        "The Annals of Mathematical Statistics",
        "1938;9:60–62",
        _doi("10.1214/aoms/1177732360"),
    ),
    "wilson1927": Reference(
        "Wilson EB",
        "Probable inference, the law of succession, and statistical inference",
        "Journal of the American Statistical Association",
        "1927;22:209–212",
        _doi("10.1080/01621459.1927.10502953"),
    ),
    "woolf1955": Reference(
        "Woolf B",
        "On estimating the relation between blood group and disease",
        "Annals of Human Genetics",
        "1955;19:251–253",
        _doi("10.1111/j.1469-1809.1955.tb01348.x"),
    ),
    "youden1950": Reference(
        "Youden WJ",
        "Index for rating diagnostic tests",
        "Cancer",
        "1950;3:32–35",
        _doi("10.1002/1097-0142(1950)3:1<32::AID-CNCR2820030106>3.0.CO;2-3"),
    ),
    "zhou2002": Reference(
        "Zhou XH, Harezlak J",
        "Comparison of bandwidth selection methods for kernel smoothing of ROC curves",
        "Statistics in Medicine",
        "2002;21:2045–2055",
        _doi("10.1002/sim.1156"),
    ),
    "zou1997": Reference(
        "Zou KH, Hall WJ, Shapiro DE",
        "Smooth non-parametric receiver operating characteristic (ROC) curves for continuous diagnostic tests",
        "Statistics in Medicine",
        "1997;16:2143–2156",
        _doi("10.1002/(SICI)1097-0258(19971015)16:19<2143::AID-SIM655>3.0.CO;2-3"),
    ),
}
