"""What papers A, B and D print, to stand beside what we measure on other pages."""

from statistics import fmean

SITES_A = ("163", "sohu", "sina", "xinhua", "people")
ACCURACY_A = {  # tables 1 and 2: share of right pages, 200 a site
    "without_clustering": dict(zip(SITES_A, (0.88, 0.965, 0.95, 0.97, 0.92), strict=True)),
    "with_clustering": dict(zip(SITES_A, (0.92, 1.0, 0.98, 1.0, 0.995), strict=True)),
}
TIMES_A = {"learn_100_pages_ms": 4571.0, "single_ms_a_page": 26.0, "rule_ms_a_page": 21.0}
OTHERS_A = {"tree edit distance clustering": 0.825, "CEPR, mean of four sites": fmean((0.9929, 0.9857, 0.9472, 0.9511))}

PAIRS_B = {"H-K": (0.910, 0.972, 0.940), "FPC": (0.336, 0.982, 0.501)}  # table 4: P, R, F1 on forum pages

METHODS_D = ("the paper's", "layout similarity", "Readability")
SITES_D = ("163", "sina", "sohu", "qq", "people", "xinhua", "ifeng", "zaobao", "cnblogs", "thepaper")
PRECISION_D = (  # table 1, a site a row
    (0.9224, 0.8424, 0.8529), (0.9826, 0.9173, 0.9388), (0.9642, 0.9301, 0.9274), (0.9572, 0.9400, 0.8862),
    (0.9293, 0.9175, 0.8713), (0.9746, 0.9237, 0.9424), (0.9843, 0.9561, 0.9369), (0.9682, 0.9223, 0.9048),
    (0.8929, 0.8716, 0.8247), (0.9705, 0.9210, 0.9164),
)  # fmt: skip
RECALL_D = (  # table 2
    (0.9880, 0.9673, 0.9415), (0.9584, 0.9615, 0.9311), (0.9705, 0.9308, 0.9279), (0.9874, 0.9703, 0.9541),
    (0.9725, 0.9468, 0.9185), (0.9410, 0.9398, 0.9047), (0.9787, 0.9624, 0.9531), (0.9396, 0.9204, 0.9003),
    (0.9039, 0.8720, 0.8398), (0.9527, 0.9238, 0.9161),
)  # fmt: skip
MEANS_D = dict(  # table 3: P, R, F
    zip(METHODS_D, ((0.9546, 0.9592, 0.9567), (0.9142, 0.9395, 0.9263), (0.9001, 0.9187, 0.9089)), strict=True)
)
