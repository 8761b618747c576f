"""What only reproduces a paper, by the paper's letter: baselines, wrappers, printed variants.

The default path imports none of it. Each thing is chosen by its name in the registry of its kind.
"""
