"""Paper A (Wang, Chen, Dai 2018): classes of pages by block paths, a text density, one rule for each class."""
