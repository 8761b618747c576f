"""Paper D (Wang, Feng, Yang, Zhang 2018): similarity of trees, and the subtraction of what pages share."""
